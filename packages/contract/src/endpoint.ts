import { z } from 'zod'
import type { ProgramProblem } from './problems.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * One call of the contract. `base` says which of the portal's two bases carries it (spec §7);
 * `auth` says who may call: anybody, a client with Basic credentials, or the bearer of a token with one of `scopes`.
 */
export interface Endpoint {
  readonly method: Method
  readonly path: string
  readonly base: 'main' | 'identity'
  readonly auth: 'none' | 'basic' | 'bearer'
  /** Scopes that open this call; defaults to the portal's own. */
  readonly scopes?: readonly string[]
  /** A person who has a second factor must have shown it within the last minutes. */
  readonly needsFreshFactor?: true
  readonly summary: string
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly headers?: z.ZodType
  readonly body?: z.ZodType
  /**
   * `form` also takes JSON; `multipart` is read by the route itself from the raw request; `file` is one file, as it is or as
   * the one part of a multipart body, and read in the same way.
   */
  readonly bodyKind?: 'json' | 'form' | 'multipart' | 'file'
  /** Media types of a `file` that comes as it is; application/pdf unless it is said. */
  readonly fileTypes?: readonly string[]
  /** Instead of a multipart body. */
  readonly jsonBody?: z.ZodType
  readonly bodyLimit?: number
  /** What a success answers; of all but `json` the client gives the bytes. */
  readonly answerKind?: 'json' | 'pdf' | 'zip' | 'file'
  /** Nothing at all is a body too; `body` takes undefined then. */
  readonly isBodyOptional?: boolean
  /** Of a call below `/v1`: its refusals are not among its answers, and these are those that not every such call has. */
  readonly problems?: readonly ProgramProblem[]
  readonly answers: Readonly<Record<number, z.ZodType>>
}

/** Keeps the literal types of an entry while checking its shape. */
export function endpoint<const E extends Endpoint>(entry: E): E {
  return entry
}

/** The body of every answer that is not a success, except below `/v1`. */
export const problem = z
  .object({ Code: z.string(), Message: z.string(), Details: z.record(z.string(), z.unknown()).optional() })
  .meta({ id: 'Problem' })

export const nothing = z.null()
export const guid = z.guid()

/** Scopes of spec §6, and those that programs have. */
export const SCOPES = {
  portal: 'vidmobileuser',
  recovery: 'vidmobileuser\\recoverpass',
  /** Of who has shown a password, and has yet to show or set up a second factor. */
  factor: 'vidmobileuser\\factor',
  /** Of a session that opens one document alone. */
  guest: 'vidmobileuser\\guest',
  /** Of a session that a program opened for a signer by a link: it signs one document alone. */
  link: 'vidmobileuser\\link',
  /** All that follows of documents. */
  sender: 'documents',
  send: 'documents:send',
  read: 'documents:read',
  manage: 'documents:manage',
  templates: 'templates',
  contacts: 'contacts',
  /** Bulk sends. */
  bulk: 'bulk',
  /** Being told at an address of one's own. */
  webhooks: 'webhooks',
  /** For programs that log people in themselves. */
  logIn: 'login',
} as const

/** Of calls about one document, which a session of that document alone opens too. */
export const ONE_DOCUMENT = [SCOPES.portal, SCOPES.guest, SCOPES.link] as const

/** Of calls with which somebody signs who has an account, be it in a session of one document alone. */
export const TO_SIGN = [SCOPES.portal, SCOPES.link] as const
