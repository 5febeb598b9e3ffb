/**
 * The key with which an installation seals its evidence where the operator names none: one that it makes itself. Nobody
 * vouches for it; its certificate says so.
 */
import { randomUUID, type KeyObject } from 'node:crypto'
import { makeSelfSigned, signWithKey } from '@rubrica/pki'
import type { ServerKeys } from '../../ports/server-keys.ts'
import { makeWrappedSigningKey, openWrappedSigningKey } from '../server-keys/wrapped-signing-key.ts'
import type { Seal } from './seal.ts'

/** What the private half of a seal is bound to when it is wrapped. */
export const sealKeyBinding = (keyId: string) => `seal-key:${keyId}`

export interface StoredSealKey {
  readonly id: string
  readonly wrappedPrivateKey: Uint8Array
  readonly certificate: Uint8Array
  readonly createdAt: Date
}

export interface SealKeyRecords {
  /** The newest key; made, once for all replicas, where there is none. */
  newestOr(make: () => Promise<StoredSealKey>): Promise<StoredSealKey>
}

export interface OwnSealNeeds {
  readonly records: SealKeyRecords
  readonly serverKeys: ServerKeys
  /** Host of the installation, for the name in the certificate. */
  readonly host: string
  readonly now: () => Date
}

/** As long as what it seals is to be told from what others seal. */
const YEARS = 20

/** The installation's own seal, made the first time. */
export async function openOwnSeal({ records, serverKeys, host, now }: OwnSealNeeds): Promise<Seal> {
  const stored = await records.newestOr(async () => {
    const id = randomUUID()
    const { privateKey, wrappedPrivateKey } = await makeWrappedSigningKey(serverKeys, sealKeyBinding(id))
    const createdAt = now()
    const notAfter = new Date(createdAt)
    notAfter.setUTCFullYear(notAfter.getUTCFullYear() + YEARS)
    const commonName = `Evidence of ${host}, self-made seal`
    const certificate = makeSelfSigned(privateKey, { commonName, notBefore: createdAt, notAfter })
    return { id, wrappedPrivateKey, certificate, createdAt }
  })
  // Fails at once where the row is not what was stored.
  const privateKey = await openWrappedSigningKey(serverKeys, stored.wrappedPrivateKey, sealKeyBinding(stored.id))
  return { certificate: stored.certificate, chain: [], isSelfMade: true, sign: sealWithKey(privateKey) }
}

/** Seals with a key that this process holds. */
export const sealWithKey = (privateKey: KeyObject): Seal['sign'] => {
  return (prepared) => Promise.resolve(signWithKey(privateKey, prepared))
}
