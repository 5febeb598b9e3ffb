import { ACCESS_METHODS, type AccessMethod } from '@rubrica/domain'
import { COPIED_SESSION_KEY, SESSION_KEYS, type SessionKey } from './session-keys.ts'
import { isOfOneDocument, readTokenPayload, type TokenPayload } from './entry/token-payload.ts'

/** The stored text of a session key, or null. */
export function readSession(key: SessionKey): string | null {
  return sessionStorage.getItem(SESSION_KEYS[key])
}

export function writeSession(key: SessionKey, value: string): void {
  sessionStorage.setItem(SESSION_KEYS[key], value)
}

export function removeFromSession(...keys: readonly SessionKey[]): void {
  for (const key of keys) sessionStorage.removeItem(SESSION_KEYS[key])
}

/** Forgets everything about the person who was logged in, with what waits for their way back from a provider. */
export function clearSession(): void {
  sessionStorage.clear()
  localStorage.removeItem(COPIED_SESSION_KEY)
}

/** The bearer token, or null when nobody is logged in. */
export function sessionToken(): string | null {
  return readSession('token') || null
}

/** Whether somebody is here for one document, in a session that opens nothing else. */
export function isForOneDocument(): boolean {
  const token = sessionToken()
  return token !== null && isOfOneDocument(token)
}

/** How the person came in; sent with every sign and reject call. */
export function accessMethod(): AccessMethod {
  const stored = readSession('accessMethod')
  return ACCESS_METHODS.find((method) => method === stored) ?? 'USER_PASS'
}

/** Who the token speaks of: `sub` is the user's GUID. Null without a readable token. */
export function sessionIdentity(): TokenPayload | null {
  const token = sessionToken()
  return token === null ? null : readTokenPayload(token)
}
