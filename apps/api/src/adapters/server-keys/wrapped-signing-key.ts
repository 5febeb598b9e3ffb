/** Keys on P-256 that the server makes itself, and keeps as PKCS#8 under the server key. */
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { ServerKeys } from '../../ports/server-keys.ts'

export interface MadeSigningKey {
  readonly privateKey: KeyObject
  readonly wrappedPrivateKey: Uint8Array
}

/** @param binding what the private half is bound to when it is wrapped */
export async function makeWrappedSigningKey(serverKeys: ServerKeys, binding: string): Promise<MadeSigningKey> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' })
  const wrappedPrivateKey = await serverKeys.wrap(pkcs8, binding)
  pkcs8.fill(0)
  return { privateKey, wrappedPrivateKey }
}

/** @throws {ServerKeyError} SERVER_KEY_UNKNOWN, WRAPPED_VALUE_REFUSED: it is not what was stored */
export async function openWrappedSigningKey(
  serverKeys: ServerKeys,
  wrapped: Uint8Array,
  binding: string,
): Promise<KeyObject> {
  const pkcs8 = Buffer.from(await serverKeys.unwrap(wrapped, binding))
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  pkcs8.fill(0)
  return key
}
