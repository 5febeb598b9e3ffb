/**
 * Signs and verifies the daily heads of the audit log with ECDSA on P-256 and SHA-256, in the DER form that openssl
 * checks. An attacker who writes to the database could put a key of their own there, so the key that verifies is
 * derived from the private half, which only the server's key opens.
 */
import { createPublicKey, randomUUID, sign, verify, type KeyObject } from 'node:crypto'
import type { AuditHead, HeadSigner } from '../../modules/audit/ports.ts'
import { ServerKeyError, type ServerKeys } from '../../ports/server-keys.ts'
import { makeWrappedSigningKey, openWrappedSigningKey } from '../server-keys/wrapped-signing-key.ts'
import type { AuditKeyRecords, StoredAuditKey } from './audit-key-records.ts'

const DIGEST = 'sha256'

/** What the private half of a key of heads is bound to when it is wrapped. */
export const auditKeyBinding = (keyId: string) => `audit-key:${keyId}`

export interface HeadSignerOptions {
  readonly records: AuditKeyRecords
  readonly serverKeys: ServerKeys
  readonly now: () => Date
}

export function openHeadSigner({ records, serverKeys, now }: HeadSignerOptions): HeadSigner {
  const known = new Map<string, Promise<KeyObject | undefined>>()
  const publicKeyOf = (keyId: string) => {
    const found = known.get(keyId) ?? records.find(keyId).then((key) => key && derivePublicKey(serverKeys, key))
    known.set(keyId, found)
    return found
  }
  return {
    open: async () => {
      const key = await records.newestOr(() => makeKey(serverKeys, now()))
      const privateKey = await openPrivateKey(serverKeys, key)
      return (canonical) => ({ keyId: key.id, signature: sign(DIGEST, Buffer.from(canonical), privateKey) })
    },
    isSigned: async ({ keyId, canonical, signature }: AuditHead) => {
      const key = await publicKeyOf(keyId)
      return key !== undefined && verify(DIGEST, Buffer.from(canonical), key, signature)
    },
    publicKey: async (keyId) => (await publicKeyOf(keyId))?.export({ type: 'spki', format: 'pem' }).toString(),
  }
}

const openPrivateKey = (serverKeys: ServerKeys, { id, wrappedPrivateKey }: StoredAuditKey): Promise<KeyObject> =>
  openWrappedSigningKey(serverKeys, wrappedPrivateKey, auditKeyBinding(id))

/** @returns nothing for a key that this installation's server key did not wrap. */
async function derivePublicKey(serverKeys: ServerKeys, key: StoredAuditKey): Promise<KeyObject | undefined> {
  try {
    return createPublicKey(await openPrivateKey(serverKeys, key))
  } catch (error) {
    if (error instanceof ServerKeyError && error.code === 'WRAPPED_VALUE_REFUSED') return undefined
    throw error
  }
}

async function makeKey(serverKeys: ServerKeys, createdAt: Date): Promise<StoredAuditKey> {
  const id = randomUUID()
  const { wrappedPrivateKey } = await makeWrappedSigningKey(serverKeys, auditKeyBinding(id))
  return { id, wrappedPrivateKey, createdAt }
}
