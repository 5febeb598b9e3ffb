import { CodedError } from '@rubrica/pki'

/** A file that is no evidence file, or that holds more than one can; `fault` says what is wrong. */
export class EvidenceFileError extends CodedError {
  override readonly name = 'EvidenceFileError'
  declare readonly code: 'NOT_AN_EVIDENCE_FILE'

  constructor(fault: string) {
    super('NOT_AN_EVIDENCE_FILE', { fault })
  }
}
