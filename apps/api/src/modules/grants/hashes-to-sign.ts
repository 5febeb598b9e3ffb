/**
 * Which hashes a certificate is to be made for: those that an application has named, or those of the person's own call.
 */
import { createHash } from 'node:crypto'
import { PortalError } from '@rubrica/domain'
import type { Grant, GrantStore, HashAlgorithm, Phase } from './ports.ts'
import { findHashAlgorithm, invalidRequest, readHashes, requireOneAlgorithm } from './read-hashes.ts'

export interface HashWish {
  readonly userId: string
  readonly certType: string
  /** Of the application's request; undefined when the hashes are the person's own. */
  readonly grantId: string | undefined
  /** As an address carries them; for an application's request, empty means all that it has named. */
  readonly hashes: string
  readonly hashAlgorithm: string
}

export interface HashesToSign {
  /** Names the request: the same when the same is asked for twice. */
  readonly id: string
  readonly digests: readonly Uint8Array[]
  readonly digestAlgorithm: HashAlgorithm
}

interface Needs {
  readonly store: GrantStore
  readonly now: () => Date
}

const ANSWERABLE: readonly Phase[] = ['asked', 'waiting', 'opened']

export const over = () =>
  new PortalError('AUTHORISATION_EXPIRED', 'What the application asked for is over; begin again there')

/**
 * @throws {PortalError} AUTHORISATION_EXPIRED, AUTHORISATION_REQUEST_INVALID, CERTIFICATE_NOT_FOUND (the application
 * asks
 *   for another certificate), DIGEST_NOT_AUTHORISED
 */
export async function findHashesToSign(needs: Needs, wish: HashWish): Promise<HashesToSign> {
  const { userId, certType, grantId } = wish
  if (grantId === undefined) return readOwnHashes(wish, needs.now())
  const asked = await findAsked(needs, { userId, certType, grantId })
  const digests = chooseHashes(asked, wish)
  return { id: nameRequest(`${grantId}:${userId}`, digests), digests, digestAlgorithm: asked.hashAlgorithm! }
}

/** Within one day the same hashes are one request, which lives for a day: it is never asked for once it is over. */
function readOwnHashes({ userId, hashes, hashAlgorithm }: HashWish, at: Date): HashesToSign {
  const digests = readHashes(hashes)
  if (digests.length === 0) throw invalidRequest('There is no hash to sign')
  const names = new Set(digests.map((digest) => Buffer.from(digest).toString('hex')))
  if (names.size < digests.length) throw invalidRequest('A hash is named twice')
  const digestAlgorithm = requireOneAlgorithm(digests, hashAlgorithm)
  const day = at.toISOString().slice(0, 'YYYY-MM-DD'.length)
  return { id: nameRequest(`own:${userId}:${day}`, digests), digests, digestAlgorithm }
}

/**
 * The application's request, if this person may still answer it with such a certificate.
 * @throws {PortalError} AUTHORISATION_EXPIRED, CERTIFICATE_NOT_FOUND, AUTHORISATION_REQUEST_INVALID
 */
export async function findAsked(
  { store, now }: Needs,
  { userId, certType, grantId }: Pick<HashWish, 'userId' | 'certType'> & { readonly grantId: string },
): Promise<Grant> {
  const asked = await store.find(grantId, now())
  const isOpen = asked?.kind === 'credential' && ANSWERABLE.includes(asked.phase)
  if (!isOpen || (asked.userId ?? userId) !== userId) throw over()
  if (!asked.certificateTypes.some((type) => type === certType) || asked.wantedCertificateId !== null) {
    throw new PortalError('CERTIFICATE_NOT_FOUND', 'The application asks for another certificate')
  }
  if (asked.further === 0) return asked
  throw invalidRequest('With such a certificate every hash is named at once')
}

/** @throws {PortalError} DIGEST_NOT_AUTHORISED, AUTHORISATION_REQUEST_INVALID */
function chooseHashes(asked: Grant, { hashes, hashAlgorithm }: HashWish): readonly Uint8Array[] {
  if (hashAlgorithm !== '' && findHashAlgorithm(hashAlgorithm) !== asked.hashAlgorithm) {
    throw invalidRequest('The application has named another hash algorithm')
  }
  const chosen = readHashes(hashes)
  const left = [...asked.hashes]
  for (const hash of chosen) {
    const index = left.findIndex((one) => Buffer.compare(one, hash) === 0)
    if (index < 0) throw new PortalError('DIGEST_NOT_AUTHORISED', 'The application has not named this hash')
    left.splice(index, 1)
  }
  return chosen.length === 0 ? asked.hashes : chosen
}

/** A UUID of a form of our own (RFC 9562 §5.8) out of whose request it is and what is signed. */
function nameRequest(whose: string, digests: readonly Uint8Array[]): string {
  const hash = createHash('sha256').update(whose)
  for (const digest of digests) hash.update(digest)
  const digits = hash.digest('hex').slice(0, 32).split('')
  digits[12] = '8'
  digits[16] = 'a'
  return digits.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
