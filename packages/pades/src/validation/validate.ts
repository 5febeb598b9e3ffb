/**
 * Validates the signatures of a file: what each is worth, and what the file is worth as a whole.
 *
 * The report returns the faults of a signature; none of them is an error. Only a file that is no PDF, or that takes
 * more work than any honest one, is rejected.
 *
 * ETSI EN 319 102-1, EN 319 142-1, ISO 32000-2 clause 12.8.
 */
import { evidenceOf, readDss } from '../dss/read-dss.ts'
import { findHeader, openDecryption, PdfDocument, readRevisions, recoverRevision, PdfError } from '@rubrica/pdf'
import type { Evidence } from '@rubrica/pki'
import { evidenceInCms, mergeAll } from './judging/collect-evidence.ts'
import { concludeSignature } from './judging/conclude-signature.ts'
import { RangeDigests } from './reading/digest-ranges.ts'
import { findSignatures } from './finding/find-signatures.ts'
import { judgeDocumentTimestamps, readSignatureTokens } from './judging/judge-timestamps.ts'
import { readSignature, type ReadSignature } from './reading/read-signature.ts'
import { summarise } from './summarise-report.ts'
import type { ValidationPolicy, ValidationReport, ValidationSettings } from './validation-report.ts'

/**
 * @param pdf is read in place and never copied
 * @throws CodedError NOT_A_PDF, PDF_TOO_COMPLEX
 */
export function validate(
  pdf: Uint8Array,
  policy: ValidationPolicy,
  settings: ValidationSettings = {},
): ValidationReport {
  const header = findHeader(pdf)
  try {
    return validateDocument(openAsWritten(pdf, header), policy, settings)
  } catch (error) {
    if (!(error instanceof PdfError) || error.code !== 'PDF_DAMAGED') throw error
    return UNREADABLE
  }
}

const UNREADABLE: ValidationReport = {
  integrity: 'broken',
  trust: 'unknown',
  revisions: 0,
  revisionEnds: [],
  signatures: [],
  warnings: ['PDF_DAMAGED'],
}

/** Signed files are never repaired: another reader could repair them in another way. */
function openAsWritten(bytes: Uint8Array, header: number): PdfDocument {
  try {
    return new PdfDocument({ bytes, header, revisions: readRevisions(bytes, header), recovered: false })
  } catch (error) {
    if (!(error instanceof PdfError) || error.code !== 'PDF_DAMAGED' || bears(bytes, '/ByteRange')) throw error
    return new PdfDocument({ bytes, header, revisions: [recoverRevision(bytes, header)], recovered: true })
  }
}

const bears = (bytes: Uint8Array, text: string): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(text)

function validateDocument(
  document: PdfDocument,
  policy: ValidationPolicy,
  settings: ValidationSettings,
): ValidationReport {
  const decryption = openDecryption(document)
  document.useDecryption(decryption)
  const isLocked = document.encryption !== null && decryption === null
  try {
    return judgeDocument({ document, isLocked }, policy, settings)
  } catch (error) {
    if (!isLocked || !(error instanceof PdfError) || error.code !== 'PDF_DAMAGED') throw error
    return { ...UNREADABLE, integrity: 'suspicious', warnings: ['ENCRYPTED'] }
  }
}

/** @param isLocked whether a password is needed to read it: then nothing can be said of later changes */
function judgeDocument(
  { document, isLocked }: { readonly document: PdfDocument; readonly isLocked: boolean },
  policy: ValidationPolicy,
  settings: ValidationSettings,
): ValidationReport {
  const { signatures: found, orphans } = findSignatures(document)
  if (document.recovered && found.length > 0) throw new PdfError('PDF_DAMAGED', { what: 'a signed file' })
  const store = readDss(document)
  const stored = store === null ? NO_EVIDENCE : evidenceOf(store)
  const digests = new RangeDigests(document.bytes)
  const reading = { document, digests, pool: stored.certificates }
  const signatures = found.map((one) => readSignature(reading, one)).sort(byRevision)
  const carried = mergeAll(signatures.flatMap(evidenceIn))
  const evidence = mergeAll([stored, carried, settings.evidence ?? NO_EVIDENCE])
  const trust = { policy, at: settings.at ?? new Date(), evidence }
  const times = judgeDocumentTimestamps(trust, signatures)
  const file = { document, isLocked, trust, times, signatures, carried }
  const conclusions = signatures.map((signature) => concludeSignature(file, signature))
  return summarise(document, conclusions, { orphans, isLocked })
}

const NO_EVIDENCE: Evidence = { certificates: [], ocsps: [], crls: [] }

function evidenceIn({ cms, certificate }: ReadSignature): readonly Evidence[] {
  const own = certificate === null ? [] : [{ ...NO_EVIDENCE, certificates: [certificate] }]
  if (cms === null) return own
  return [...own, evidenceInCms(cms), ...readSignatureTokens(cms).map(evidenceInCms)]
}

function byRevision(left: ReadSignature, right: ReadSignature): number {
  return (left.revision ?? Infinity) - (right.revision ?? Infinity) || 0
}
