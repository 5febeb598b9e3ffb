import { isOldCopy } from './old-copy.ts'
import { COPIED_SESSION_KEY, SESSION_KEYS, type SessionKey } from '../session-keys.ts'
import { readSession, sessionIdentity, writeSession } from '../session-store.ts'
import { readTokenPayload } from '../entry/token-payload.ts'

/** What is needed to go on in another tab: the session, what was selected there, and the signature under way. */
const COPIED = [
  'token',
  'accessMethod',
  'user',
  'environment',
  'theme',
  'userToken',
  'urlReturn',
  'selectedSigners',
  'selectedCertificate',
  'documentFilters',
  'documentPanel',
  'errand',
  'signingLink',
] as const satisfies readonly SessionKey[]

/** Bytes as base64, and back. */
const toText = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
const toBytes = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

async function keyOf(secret: string): Promise<CryptoKey> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`rubrica away ${secret}`))
  return crypto.subtle.importKey('raw', digest, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

/**
 * Copies the session to local storage before the browser leaves. It is sealed with what only the way back brings, so
 * that neither another tab nor the next person at this computer can do anything with it.
 * @param secret the GUID of the errand, or the token of the log-in
 */
export async function copySession(secret: string, now = Date.now()): Promise<void> {
  const session = COPIED.flatMap((key) => {
    const value = readSession(key)
    return value === null ? [] : [[SESSION_KEYS[key], value]]
  })
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const plain = new TextEncoder().encode(JSON.stringify(Object.fromEntries(session)))
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await keyOf(secret), plain)
  localStorage.setItem(COPIED_SESSION_KEY, `${now}.${toText(iv)}.${toText(new Uint8Array(sealed))}`)
}

/** What was copied for this way back; null for another one, and for what is no copy. */
async function open(copy: string, secret: string): Promise<Record<string, unknown> | null> {
  const [, iv = '', sealed = ''] = copy.split('.')
  try {
    const plain = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: toBytes(iv) },
      await keyOf(secret),
      toBytes(sealed),
    )
    return JSON.parse(new TextDecoder().decode(plain)) as Record<string, unknown>
  } catch {
    return null
  }
}

/** What stands in local storage for this way back, which is taken out in any case. */
async function takeCopy(secret: string, now: number): Promise<Record<string, unknown> | null> {
  const copy = localStorage.getItem(COPIED_SESSION_KEY)
  localStorage.removeItem(COPIED_SESSION_KEY)
  return copy === null || isOldCopy(copy, now) ? null : open(copy, secret)
}

/**
 * Makes the copy the session of a tab that has none. A tab of the same person takes only the signature under way, one
 * of somebody else nothing.
 * @param secret as it was copied with
 * @returns whether somebody is logged in here only now
 */
export async function restoreSession(secret: string, now = Date.now()): Promise<boolean> {
  const kept = await takeCopy(secret, now)
  const token = kept?.[SESSION_KEYS.token]
  if (kept === null || typeof token !== 'string') return false
  const own = sessionIdentity()
  if (own !== null && own.sub !== readTokenPayload(token)?.sub) return false
  for (const key of own === null ? COPIED : (['errand'] as const)) {
    const value = kept[SESSION_KEYS[key]]
    if (typeof value === 'string') writeSession(key, value)
  }
  return own === null
}
