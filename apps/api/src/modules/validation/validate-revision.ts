import type { EvidenceStore } from '../archiving/ports.ts'
import type { DocumentBytes } from '../pending-documents/ports.ts'
import type { FindingsStore, KeptFindings, PdfValidator, RevisionName } from './ports.ts'

export interface ValidateRevision {
  readonly findings: FindingsStore
  readonly validator: PdfValidator
  readonly evidence: Pick<EvidenceStore, 'load'>
  readonly documents: DocumentBytes
  readonly now: () => Date
}

/** The integrity of a revision never changes, but certificates end and are revoked: older findings are not shown. */
const SHOWN_MS = 24 * 60 * 60_000

/** What is known of a revision, found out now if need be. */
export async function validateRevision(
  needs: ValidateRevision,
  revision: RevisionName,
  { isAnyAgeGood = false }: { isAnyAgeGood?: boolean } = {},
): Promise<KeptFindings> {
  const kept = await needs.findings.find(revision)
  const isFresh = kept && (isAnyAgeGood || needs.now().getTime() - kept.validatedAt.getTime() < SHOWN_MS)
  return isFresh ? kept : validateAnew(needs, revision)
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
