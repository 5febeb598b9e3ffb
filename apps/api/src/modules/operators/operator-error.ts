export type OperatorErrorCode =
  | 'NAME_TAKEN'
  | 'USER_ID_TAKEN'
  | 'LEGAL_ID_TAKEN'
  | 'HAS_LEGAL_ID'
  | 'LEGAL_ID_NEEDED'
  | 'USER_UNKNOWN'
  | 'TEAM_UNKNOWN'
  | 'CLIENT_UNKNOWN'
  | 'SUBSCRIPTION_UNKNOWN'
  | 'SUBSCRIPTION_NEEDED'
  | 'NOT_A_MEMBER'
  | 'PASSWORD_WEAK'
  | 'COLOR_INVALID'
  | 'ADDRESS_INVALID'
  | 'VALUE_INVALID'
  | 'IDENTITY_TAKEN'
  | 'IDENTITY_UNKNOWN'
  | 'DOCUMENT_UNKNOWN'
  | 'DOCUMENT_OPEN'
  | 'LOG_BROKEN'

/** An operator's wish that cannot be granted; the message is one sentence for the terminal. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
  readonly code: OperatorErrorCode

  constructor(code: OperatorErrorCode, sentence: string) {
    super(sentence)
    this.code = code
  }
}
