import type { EvidenceCause, CodedError } from '@rubrica/pki'
import { ArchiveProblem } from '../../modules/archiving/ports.ts'

/** Asking again would bring the same answer. */
const FINAL_CAUSES: ReadonlySet<EvidenceCause> = new Set([
  'NO_ADDRESS',
  'FORBIDDEN_ADDRESS',
  'INVALID',
  'UNTRUSTED',
  'REVOKED',
])

/** What is reported to an operator of a failure that is not the server's. */
export function toProblem(error: CodedError): ArchiveProblem {
  const { code, facts } = error
  if (code === 'EVIDENCE_MISSING') {
    const cause = facts['cause'] as EvidenceCause
    return new ArchiveProblem(`EVIDENCE_${cause}`, { facts, isFinal: FINAL_CAUSES.has(cause) })
  }
  if (code === 'TIMESTAMP_INVALID' && facts['fault'] === 'TIME') {
    return new ArchiveProblem('TIMESTAMP_WRONG_TIME', { facts })
  }
  if (code.startsWith('TIMESTAMP_')) return new ArchiveProblem(code, { facts })
  // The file will not change.
  return new ArchiveProblem(code, { facts, isFinal: code !== 'PDF_TOO_COMPLEX' })
}
