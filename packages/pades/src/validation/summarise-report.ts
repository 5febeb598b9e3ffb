/**
 * Summarises the reports of all signatures into one of the file.
 *
 * A warning is a reason not to rely on what the file shows; who is trusted is no such reason.
 */
import type { Change } from '../changes/change.ts'
import { isWhite, listRevisions, type PdfDocument } from '@rubrica/pdf'
import type { Conclusion } from './judging/conclude-signature.ts'
import type { ValidationReport } from './validation-report.ts'

interface FileFacts {
  /** Signature dictionaries that no field shows. */
  readonly orphans: number
  /** It needs a password. */
  readonly isLocked: boolean
}

export function summarise(
  document: PdfDocument,
  conclusions: readonly Conclusion[],
  { orphans, isLocked }: FileFacts,
): ValidationReport {
  const some = (test: (conclusion: Conclusion) => boolean): boolean => conclusions.some(test)
  const isBroken = some((conclusion) => conclusion.isBroken)
  const hasUnjustified = some(({ report }) => report.changes.some(isUnjustified))
  const checks: [string, boolean][] = [
    ['SIGNATURE_BROKEN', isBroken],
    ['SIGNATURE_UNVERIFIED', some((conclusion) => conclusion.isUnverified && !conclusion.isBroken)],
    ['CHANGES_UNJUSTIFIED', !isLocked && hasUnjustified],
    // A signature may stand where nobody can read.
    ['ENCRYPTED', isLocked && (hasUnjustified || conclusions.length === 0)],
    ['SIGNATURE_ORPHANED', orphans > 0],
    ['OCTETS_AFTER_END', conclusions.length > 0 && hasOctetsAfterEnd(document)],
  ]
  const warnings = checks.flatMap(([code, holds]) => (holds ? code : []))
  const isAnchored = conclusions.length > 0 && conclusions.every((conclusion) => conclusion.isAnchored)
  return {
    integrity: isBroken ? 'broken' : warnings.length > 0 ? 'suspicious' : 'intact',
    trust: isAnchored ? 'anchored' : 'unknown',
    revisions: listRevisions(document).length,
    revisionEnds: listRevisions(document).map(({ end }) => end),
    signatures: conclusions.map(({ report }) => report),
    warnings,
  }
}

const isUnjustified = ({ justifiedBy }: Change): boolean => justifiedBy === null

/** Whether anything but blanks follows the last revision, where no signature looks. */
function hasOctetsAfterEnd(document: PdfDocument): boolean {
  const { bytes } = document
  const end = listRevisions(document).at(-1)?.end ?? bytes.length
  return bytes.subarray(end).some((octet) => octet !== 0 && !isWhite(octet))
}
