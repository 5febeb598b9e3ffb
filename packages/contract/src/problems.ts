/** The errors of the calls for programs, below `/v1`: problem details (RFC 9457), each with a code of this list. */
import { z } from 'zod'
import type { ErrorCode } from '@rubrica/domain'

/** Every code that a call below `/v1` can answer. An address may be built from one, so none is ever renamed. */
export const PROGRAM_PROBLEMS = [
  'BAD_REQUEST',
  'VALIDATION_FAILED',
  'BODY_NOT_JSON',
  'SESSION_EXPIRED',
  'SCOPE_TOO_NARROW',
  'FACTOR_NEEDED',
  'NOT_A_SENDER',
  'GUESTS_NOT_ALLOWED',
  'SUBSCRIPTION_NEEDED',
  'NOT_FOUND',
  'USER_NOT_FOUND',
  'DOCUMENT_NOT_FOUND',
  'FILE_NOT_FOUND',
  'TOO_MANY_FILES',
  'DRAFT_NOT_FOUND',
  'TOO_MANY_DRAFTS',
  'TEMPLATE_NOT_FOUND',
  'TEMPLATE_ARCHIVED',
  'TEMPLATE_IN_USE',
  'TEMPLATE_TOO_LARGE',
  'NOT_A_TEMPLATE_EDITOR',
  'TOO_MANY_TEMPLATES',
  'CONTACT_NOT_FOUND',
  'CONTACT_EXISTS',
  'TOO_MANY_CONTACTS',
  'GROUP_NOT_FOUND',
  'NOT_A_GROUP_EDITOR',
  'TOO_MANY_GROUPS',
  'WEBHOOK_NOT_FOUND',
  'WEBHOOK_NOT_ON',
  'TOO_MANY_WEBHOOKS',
  'BULK_SEND_NOT_FOUND',
  'BULK_ROW_NOT_FOUND',
  'BULK_SEND_STATE',
  'BULK_SEND_HAS_FAULTS',
  'TOO_MANY_BULK_SENDS',
  'SHEET_UNREADABLE',
  'SHEET_TOO_LARGE',
  'SHEET_TOO_COMPLEX',
  'METHOD_NOT_ALLOWED',
  'REQUEST_TIMEOUT',
  'DOCUMENT_NO_LONGER_AVAILABLE',
  'PRECONDITION_FAILED',
  'PRECONDITION_REQUIRED',
  'DIGEST_MISMATCH',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'IDEMPOTENCY_KEY_REUSED',
  'IDEMPOTENCY_KEY_IN_USE',
  'SIGNER_UNKNOWN',
  'TEAM_UNKNOWN',
  'SIGNER_NOT_FOUND',
  'SIGNER_BUSY',
  'SIGNER_HAS_ACTED',
  'SIGNER_HAS_OPENED',
  'SIGNER_NOT_AWAITED',
  'PASSING_NOT_ASKED',
  'SUCCESSOR_UNKNOWN',
  'SUCCESSOR_HAS_PART',
  'RETURN_ADDRESS_UNKNOWN',
  'STAGE_BEGUN',
  'SOMEBODY_HAS_SIGNED',
  'REMINDED_RECENTLY',
  'ARCHIVE_TOO_LARGE',
  'BULK_ACT_UNDER_WAY',
  'BULK_ACT_NOT_FOUND',
  'FILTER_NOT_FOUND',
  'TOO_MANY_FILTERS',
  'POSITION_INVALID',
  'ANCHOR_NOT_FOUND',
  'PAGE_NOT_FOUND',
  'PAGE_NOT_RENDERABLE',
  'PDF_REFUSED',
  'PDF_ENCRYPTED',
  'PDF_PASSWORD_NEEDED',
  'PDF_TOO_COMPLEX',
  'DOCUMENT_NOT_OVER',
  'DOCUMENT_DAMAGED',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'TEMPORARILY_UNAVAILABLE',
] as const satisfies readonly (ErrorCode | 'INTERNAL_ERROR')[]

export type ProgramProblem = (typeof PROGRAM_PROBLEMS)[number]

/** The last part of the address of a problem's page: `validation-failed`. */
export const problemSlug = (code: ProgramProblem): string => code.toLowerCase().replaceAll('_', '-')

const fault = z.object({
  /** JSON Pointer (RFC 6901) into the body, or into the part `description` of a multipart body. */
  pointer: z.string().optional(),
  /** The part of the path or of the query, for what is not in the body. */
  parameter: z.string().optional(),
  header: z.string().optional(),
  code: z.string(),
  detail: z.string(),
})

/** The body of every refusal below `/v1` (RFC 9457), as `application/problem+json`. */
export const problemDetails = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    /** Names the request, for whoever reads the server's log. */
    instance: z.string(),
    Code: z.string(),
    Message: z.string(),
    Details: z.record(z.string(), z.unknown()).optional(),
    errors: z.array(fault).optional(),
  })
  .meta({ id: 'ProblemDetails' })

export type ProblemDetails = z.output<typeof problemDetails>
