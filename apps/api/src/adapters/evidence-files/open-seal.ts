/**
 * The key with which an installation seals its evidence: the operator's, out of a PKCS#12 file, or one that it makes
 * itself. What it makes nobody vouches for; its certificate says so.
 */
import { createPrivateKey, generateKeyPairSync, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { makeSelfSigned, openP12 } from '@rubrica/pki'
import type { ServerKeys } from '../../ports/server-keys.ts'

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

export interface Seal {
  /** PKCS#8. */
  readonly key: Uint8Array
  readonly certificate: Uint8Array
  readonly chain: readonly Uint8Array[]
  readonly isSelfMade: boolean
}

/** The file of the seal cannot be used; the message is one sentence for the operator. */
class SealFileError extends Error {
  override readonly name = 'SealFileError'
  readonly code = 'SEAL_FILE'
}

/** @throws {SealFileError} with one sentence that names the file */
export async function readSealFile(path: string, pin: string): Promise<Seal> {
  const file = await readFile(path).catch((cause: unknown) => {
    throw new SealFileError(`The file of the seal ${path} cannot be read.`, { cause })
  })
  const { keys } = await openP12(file, pin).catch((cause: unknown) => {
    throw new SealFileError(`SEAL_P12_PIN does not open the file of the seal ${path}.`, { cause })
  })
  const [key] = keys
  if (!key) throw new SealFileError(`The file of the seal ${path} holds no private key with its certificate.`)
  return { key: key.privateKeyPkcs8, certificate: key.certificate, chain: key.chain, isSelfMade: false }
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
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const createdAt = now()
    const notAfter = new Date(createdAt)
    notAfter.setUTCFullYear(notAfter.getUTCFullYear() + YEARS)
    const commonName = `Evidence of ${host}, self-made seal`
    const certificate = makeSelfSigned(privateKey, { commonName, notBefore: createdAt, notAfter })
    const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' })
    const wrappedPrivateKey = await serverKeys.wrap(pkcs8, sealKeyBinding(id))
    pkcs8.fill(0)
    return { id, wrappedPrivateKey, certificate, createdAt }
  })
  const key = await serverKeys.unwrap(stored.wrappedPrivateKey, sealKeyBinding(stored.id))
  // Fails at once where the row is not what was stored.
  createPrivateKey({ key: Buffer.from(key), format: 'der', type: 'pkcs8' })
  return { key, certificate: stored.certificate, chain: [], isSelfMade: true }
}
