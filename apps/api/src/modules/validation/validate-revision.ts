import type { EvidenceStore } from '../archiving/ports.ts'
import type { DocumentBytes } from '../pending-documents/ports.ts'
import { NOT_VALIDATED, type FindingsStore, type KeptFindings, type PdfValidator, type RevisionName } from './ports.ts'

export interface ValidateRevision {
  readonly findings: FindingsStore
  readonly validator: PdfValidator
  readonly evidence: Pick<EvidenceStore, 'load'>
  readonly documents: DocumentBytes
  /** Validations under way, by document and digest: callers that ask meanwhile wait for the same answer. */
  readonly underWay: Map<string, Promise<KeptFindings>>
  readonly now: () => Date
}

/** The integrity of a revision never changes, but certificates end and are revoked: older findings are not shown. */
const SHOWN_MS = 24 * 60 * 60_000
/** A file that took too long may have met a busy server. */
const NOT_VALIDATED_MS = 10 * 60_000

/** What is known of a revision, found out now if need be. */
export async function validateRevision(
  needs: ValidateRevision,
  revision: RevisionName,
  { isAnyAgeGood = false }: { isAnyAgeGood?: boolean } = {},
): Promise<KeptFindings> {
  const kept = await needs.findings.find(revision)
  return kept && isFresh(needs, kept, isAnyAgeGood) ? kept : validateOnce(needs, revision)
}

function isFresh({ now }: ValidateRevision, { warnings, validatedAt }: KeptFindings, isAnyAgeGood: boolean): boolean {
  const age = now().getTime() - validatedAt.getTime()
  if (warnings.some((warning) => warning.startsWith(NOT_VALIDATED))) return age < NOT_VALIDATED_MS
  return isAnyAgeGood || age < SHOWN_MS
}

function validateOnce(needs: ValidateRevision, revision: RevisionName): Promise<KeptFindings> {
  const key = `${revision.documentId}:${revision.digest}`
  const underWay = needs.underWay.get(key)
  if (underWay) return underWay
  const validating = validateAnew(needs, revision).finally(() => needs.underWay.delete(key))
  needs.underWay.set(key, validating)
  return validating
}

/** Forgets what was found before: there is more evidence now. */
export async function validateAnew(needs: ValidateRevision, revision: RevisionName): Promise<KeptFindings> {
  const { documentId } = revision
  const { bytes, key } = await needs.documents.load(documentId, { revision: revision.revision })
  const found = await needs.validator.validate(bytes, await needs.evidence.load(documentId))
  const findings = { ...found, validatedAt: needs.now() }
  await needs.findings.keep(revision, key, findings)
  return findings
}
