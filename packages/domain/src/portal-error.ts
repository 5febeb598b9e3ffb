/**
 * Every error that is reported to a person or a program, with the HTTP status it gets.
 * The words are chosen in the portal from its catalogue by code.
 */
export const ERROR_STATUS = {
  BAD_REQUEST: 400,
  VALIDATION_FAILED: 400,
  BODY_NOT_JSON: 400,
  DIGEST_MISMATCH: 400,
  INVALID_CREDENTIALS: 401,
  INVALID_CLIENT: 401,
  SESSION_EXPIRED: 401,
  SCOPE_TOO_NARROW: 403,
  NOT_A_SENDER: 403,
  SUBSCRIPTION_NEEDED: 400,
  SESSION_OF_PROGRAM: 403,
  PASSWORD_CHANGE_REQUIRED: 403,
  LOGIN_PROVIDER_UNKNOWN: 404,
  LOGIN_CODE_INVALID: 400,
  LOGIN_REFUSED: 403,
  LOGIN_USER_UNKNOWN: 401,
  SAML_DOMAIN_UNKNOWN: 404,
  RECOVERY_LINK_INVALID: 403,
  INVITATION_UNKNOWN: 404,
  INVITATION_OVER: 409,
  INVITATION_CODE_WRONG: 422,
  SIGNING_LINK_UNKNOWN: 404,
  SIGNING_LINK_OVER: 409,
  RETURN_ADDRESS_UNKNOWN: 422,
  GUESTS_NOT_ALLOWED: 403,
  AUTHORISATION_CLIENT_UNKNOWN: 400,
  AUTHORISATION_REDIRECT_UNKNOWN: 400,
  AUTHORISATION_REQUEST_INVALID: 400,
  AUTHORISATION_EXPIRED: 400,
  NO_ATTACHMENTS: 403,
  ACCOUNT_LOCKED: 423,
  NOT_FOUND: 404,
  USER_NOT_FOUND: 404,
  DOCUMENT_NOT_FOUND: 404,
  FILE_NOT_FOUND: 404,
  TOO_MANY_FILES: 422,
  DRAFT_NOT_FOUND: 404,
  TOO_MANY_DRAFTS: 422,
  TEMPLATE_NOT_FOUND: 404,
  TEMPLATE_ARCHIVED: 409,
  TEMPLATE_IN_USE: 409,
  TEMPLATE_TOO_LARGE: 409,
  NOT_A_TEMPLATE_EDITOR: 403,
  TOO_MANY_TEMPLATES: 422,
  CONTACT_NOT_FOUND: 404,
  CONTACT_EXISTS: 409,
  TOO_MANY_CONTACTS: 422,
  GROUP_NOT_FOUND: 404,
  NOT_A_GROUP_EDITOR: 403,
  TOO_MANY_GROUPS: 422,
  BULK_SEND_NOT_FOUND: 404,
  BULK_ROW_NOT_FOUND: 404,
  BULK_SEND_STATE: 409,
  BULK_SEND_HAS_FAULTS: 409,
  TOO_MANY_BULK_SENDS: 422,
  SHEET_UNREADABLE: 422,
  SHEET_TOO_LARGE: 422,
  SHEET_TOO_COMPLEX: 422,
  NO_PENDING_DOCUMENTS: 404,
  NO_PENDING_APPROVALS: 404,
  ATTACHMENT_NOT_FOUND: 404,
  NO_CERTIFICATES: 404,
  CERTIFICATE_NOT_FOUND: 404,
  PAGE_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  SEVERAL_APPEARANCES: 409,
  DOCUMENT_NO_LONGER_AVAILABLE: 409,
  IDEMPOTENCY_KEY_REUSED: 422,
  IDEMPOTENCY_KEY_IN_USE: 409,
  ALIAS_TAKEN: 422,
  TOO_MANY_KEYS: 422,
  PRECONDITION_FAILED: 412,
  PRECONDITION_REQUIRED: 428,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  READ_ALL_PENDING: 422,
  DOCUMENT_SUSPICIOUS: 422,
  DISCLAIMER_NOT_ACCEPTED: 422,
  WRONG_PIN: 422,
  PIN_REQUIRED: 400,
  PIN_LOCKED: 423,
  DOCUMENT_BUSY: 423,
  CERTIFICATE_UNUSABLE: 422,
  CERTIFICATE_FOREIGN: 422,
  HOLDER_UNKNOWN: 422,
  HOLDER_UNCONFIRMED: 422,
  CERTIFICATE_TYPE_NOT_ALLOWED: 403,
  PHONE_MISSING: 422,
  WRONG_CODE: 400,
  WRONG_CODE_OR_PIN: 400,
  CODE_EXPIRED: 400,
  CODE_REQUIRED: 400,
  BATCH_TOO_LARGE: 422,
  SIGNING_SESSION_EXPIRED: 403,
  SIGNING_CANCELLED: 400,
  DIGEST_NOT_AUTHORISED: 423,
  CONSENT_PENDING: 409,
  CONSENT_REFUSED: 409,
  CONSENT_TIMED_OUT: 409,
  CONSENT_MISMATCH: 409,
  DOCUMENT_MOVED_ON: 409,
  TRANSACTION_EXPIRED: 400,
  TRANSACTION_REFUSED: 403,
  LOCAL_CERTIFICATE_INVALID: 422,
  LOCAL_CERTIFICATE_FOREIGN: 422,
  LOCAL_SIGNATURE_INVALID: 422,
  LOCAL_SIGNATURE_EXPIRED: 422,
  PROVIDER_NOT_CONFIGURED: 503,
  PROVIDER_NOT_AUTHORISED: 403,
  PROVIDER_LOGIN_INVALID: 400,
  PROVIDER_UNREACHABLE: 502,
  PROVIDER_FAILED: 502,
  PROVIDER_TIMEOUT: 504,
  PROVIDER_ANSWER_LOST: 502,
  PROVIDER_SIGNATURE_REFUSED: 502,
  SIGNATURE_IMAGE_INVALID: 400,
  PASSWORD_NOT_SECURE: 400,
  PASSWORD_UNCHANGED: 422,
  CURRENT_PASSWORD_NEEDED: 422,
  CURRENT_PASSWORD_WRONG: 422,
  P12_WRONG_PASSWORD: 422,
  P12_NO_KEY: 422,
  P12_SEVERAL_KEYS: 422,
  P12_DAMAGED: 422,
  P12_TOO_COMPLEX: 422,
  P12_TOO_SLOW: 422,
  DOCUMENT_DAMAGED: 422,
  PDF_REFUSED: 422,
  PDF_ENCRYPTED: 422,
  PDF_PASSWORD_NEEDED: 422,
  PDF_TOO_COMPLEX: 422,
  PAGE_NOT_RENDERABLE: 422,
  POSITION_INVALID: 422,
  ANCHOR_NOT_FOUND: 422,
  SIGNER_UNKNOWN: 422,
  TEAM_UNKNOWN: 422,
  SIGNER_NOT_FOUND: 404,
  SIGNER_BUSY: 409,
  SIGNER_HAS_ACTED: 409,
  SIGNER_HAS_OPENED: 409,
  SIGNER_NOT_AWAITED: 409,
  STAGE_BEGUN: 409,
  SOMEBODY_HAS_SIGNED: 409,
  REMINDED_RECENTLY: 409,
  DEADLINE_NOT_LATER: 409,
  ARCHIVE_TOO_LARGE: 409,
  BULK_ACT_UNDER_WAY: 409,
  BULK_ACT_NOT_FOUND: 404,
  FILTER_NOT_FOUND: 404,
  TOO_MANY_FILTERS: 409,
  RATE_LIMITED: 429,
  TIMESTAMP_UNAVAILABLE: 503,
  TEMPORARILY_UNAVAILABLE: 503,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof ERROR_STATUS

/** One part of a request that is not as it has to be; never with its value. */
export interface FieldFault {
  /** Where the path begins: `body`, `body.description`, `query` … */
  readonly root: string
  /** Names of members, and places in lists from 0. */
  readonly path: readonly string[]
  /** In capitals, such as TOO_BIG. */
  readonly code: string
  /** What is wrong, without a subject: `is missing`. */
  readonly problem: string
}

interface PortalErrorOptions extends ErrorOptions {
  readonly facts?: Readonly<Record<string, unknown>>
  readonly faults?: readonly FieldFault[]
}

/** An error with a code from the table and the facts that its sentence needs (never a secret). */
export class PortalError extends Error {
  override readonly name = 'PortalError'
  readonly code: ErrorCode
  readonly facts: Readonly<Record<string, unknown>>
  /** The parts of the request that it is about, where it is about some. */
  readonly faults: readonly FieldFault[]

  constructor(code: ErrorCode, message: string, options: PortalErrorOptions = {}) {
    super(message, options)
    this.code = code
    this.facts = options.facts ?? {}
    this.faults = options.faults ?? []
  }

  get status(): number {
    return ERROR_STATUS[this.code]
  }
}

const fieldOf = ({ root, path }: FieldFault) => [root, ...path].join('.')

/** VALIDATION_FAILED, with what is wrong with each part. @param faults at least one */
export function invalidFields(faults: readonly FieldFault[]): PortalError {
  return new PortalError('VALIDATION_FAILED', `${fieldOf(faults[0]!)}: ${faults[0]!.problem}`, {
    facts: { Fields: faults.map((fault) => ({ Field: fieldOf(fault), Problem: fault.problem })) },
    faults,
  })
}
