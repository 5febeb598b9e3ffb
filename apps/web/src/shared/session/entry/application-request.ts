import { readSession, removeFromSession, writeSession } from '../session-store.ts'
import type { SessionKey } from '../session-keys.ts'

/**
 * The parameters with which an application sends somebody to /signhash/cms, as the server's check names them, and the
 * session key of each.
 */
const KEYS = {
  response_type: 'responseType',
  client_id: 'clientId',
  redirect_uri: 'redirectUri',
  scope: 'scope',
  lang: 'lang',
  state: 'state',
  hash: 'hash',
  hashalgo: 'hashalgo',
  account_token: 'accountToken',
  credentialID: 'credentialId',
  numSignatures: 'numSignatures',
  description: 'description',
  code_challenge: 'codeChallenge',
  code_challenge_method: 'codeChallengeMethod',
  request_uri: 'requestUri',
} as const satisfies Record<string, SessionKey>

export type RequestParameter = keyof typeof KEYS
export const REQUEST_PARAMETERS = Object.keys(KEYS) as readonly RequestParameter[]

/** What an application asks for, word by word. */
export type ApplicationRequest = Readonly<Partial<Record<RequestParameter, string>>>

/** Whether the person came to authorise a signature of another application (spec §2): they are led to /authcerts. */
export function isForApplication(): boolean {
  return readSession('clientId') !== null
}

/** Keeps what the server has found to be in order; a reload asks for it again. */
export function keepRequest(request: ApplicationRequest): void {
  for (const parameter of REQUEST_PARAMETERS) {
    const value = request[parameter]
    if (value !== undefined) writeSession(KEYS[parameter], value)
  }
}

export function keptRequest(): ApplicationRequest {
  const entries = REQUEST_PARAMETERS.map((parameter) => [parameter, readSession(KEYS[parameter]) ?? undefined])
  return Object.fromEntries(entries) as ApplicationRequest
}

/** From now on the person is here for themselves. */
export function forgetRequest(): void {
  removeFromSession(...Object.values(KEYS))
}
