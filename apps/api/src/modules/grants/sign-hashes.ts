import { PortalError } from '@rubrica/domain'
import type { SigningCertificate } from '../certificates/ports.ts'
import type { Log } from '../../ports/log.ts'
import type { Access } from './find-access.ts'
import type { Grant, GrantStore, DigestSigner, HashAlgorithm } from './ports.ts'
import { isMade, readMade } from './made-keys.ts'
import { signRemotely, type RemoteKeys } from './remote-key.ts'
import { findHashAlgorithm, requireOneAlgorithm } from './read-hashes.ts'

export interface SignHashes extends RemoteKeys {
  readonly store: GrantStore
  /** The certificate that was authorised: it can sign, or has signed. Throws PortalError. */
  readonly findAnswering: (userId: string, certificateId: string) => Promise<SigningCertificate>
  readonly digests: DigestSigner
  readonly log: Log
  readonly now: () => Date
}

export interface HashOrder {
  /** Signature activation data; the bearer token itself when that is what it is. */
  readonly sad?: string
  readonly credentialId: string
  readonly hashes: readonly Uint8Array[]
  /** OID; may be left out where `signAlgo` implies it. */
  readonly hashAlgorithm?: string
  /** OID. */
  readonly signAlgo: string
}

/**
 * Signs hashes that a person authorised, each once. They are taken out of the grant before: two calls at once
 * never make two signatures of one.
 * @returns raw signatures in the order of the hashes; complete CMS where the certificate was made for them
 * @throws {PortalError} AUTHORISATION_REQUEST_INVALID, AUTHORISATION_EXPIRED, DIGEST_NOT_AUTHORISED, and what keeps a
 *   certificate from signing
 */
export async function signHashes(needs: SignHashes, access: Access, order: HashOrder): Promise<Uint8Array[]> {
  const sad = order.sad ?? access.token
  const grant = await requireGrant(needs, access, { ...order, sad })
  const certificate = await needs.findAnswering(access.grant.userId, order.credentialId)
  if (certificate.locked) throw new PortalError('PIN_LOCKED', 'This certificate is locked after too many wrong PINs')
  // What was made before is by the algorithm that it is by.
  const algorithm = isMade(certificate) ? grant.hashAlgorithm! : requireAlgorithm(needs, certificate, order)
  const left = takeHashes(grant, order.hashes)
  const key = await needs.store.openKey(grant, sad)
  try {
    if (!(await needs.store.spend(grant, left))) throw notAuthorised()
    logSpent(needs, grant, order)
    if (isMade(certificate)) return readMade(key, order.hashes)
    if (certificate.wrappedKey !== null) return order.hashes.map((hash) => needs.digests.sign(key, hash, algorithm))
    const keep = (state: Uint8Array) => needs.store.keepKey(grant, sad, state)
    return await signRemotely(needs, certificate, { hashes: order.hashes, algorithm, kept: key, keep })
  } finally {
    key.fill(0)
  }
}

/** Logged before, so that no signature is made without a line in the log. */
function logSpent({ log }: SignHashes, grant: Grant, { hashes }: HashOrder): void {
  const { userId, clientId, certificateId } = grant
  log.info(
    { userId, clientId, certificateId, documents: hashes.length },
    'What a person allowed was signed for an application.',
  )
}

/**
 * The grant that signature activation data stands for: of the same person for the same application.
 * @throws {PortalError} AUTHORISATION_EXPIRED, AUTHORISATION_REQUEST_INVALID
 */
export async function requireGrant(
  { store, now }: Pick<SignHashes, 'store' | 'now'>,
  { grant: bearer }: Access,
  { sad, credentialId }: { readonly sad: string; readonly credentialId: string },
): Promise<Grant> {
  const found = await store.findBySecret(sad, now())
  const isTheirs = found?.clientId === bearer.clientId && found.userId === bearer.userId
  if (found?.phase !== 'granted' || found.kind !== 'credential' || !isTheirs) {
    throw new PortalError('AUTHORISATION_EXPIRED', 'SAD expired', { facts: { Error: 'invalid_request' } })
  }
  if (found.certificateId !== credentialId.toLowerCase()) throw invalidParameter('credentialID')
  return found
}

function requireAlgorithm(
  { digests }: SignHashes,
  { certificate }: SigningCertificate,
  { hashes, hashAlgorithm, signAlgo }: HashOrder,
): HashAlgorithm {
  const implied = digests.describe(certificate).algorithms[signAlgo]
  if (implied === undefined) throw invalidParameter('signAlgo')
  const named = hashAlgorithm === undefined ? implied : findHashAlgorithm(hashAlgorithm)
  if (named === null) throw missingParameter('hashAlgo')
  if (named === undefined || (implied !== null && implied !== named)) throw invalidParameter('hashAlgo')
  return requireOneAlgorithm(hashes, named)
}

/** What is left to be signed. A hash that was authorised twice is there twice. */
function takeHashes({ hashes }: Grant, wanted: readonly Uint8Array[]): readonly Uint8Array[] {
  const left = [...hashes]
  for (const hash of wanted) {
    const index = left.findIndex((one) => Buffer.compare(one, hash) === 0)
    if (index < 0) throw notAuthorised()
    left.splice(index, 1)
  }
  return left
}

const notAuthorised = () => new PortalError('DIGEST_NOT_AUTHORISED', 'Hash is not authorized by the SAD.')

export const invalidParameter = (name: string) =>
  new PortalError('AUTHORISATION_REQUEST_INVALID', `Invalid parameter ${name}`)

const missingParameter = (name: string) =>
  new PortalError('AUTHORISATION_REQUEST_INVALID', `Missing (or invalid type) string parameter ${name}`)
