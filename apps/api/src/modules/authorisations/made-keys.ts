/** Signatures that were made, with a certificate of their own, before an application asks for them. */
import { createHash, randomUUID } from 'node:crypto'
import { PortalError } from '@rubrica/domain'
import type { SigningCertificate } from '../certificates/ports.ts'
import type {
  AskedPerson,
  CmsJudge,
  Consented,
  Consents,
  MadeCertificate,
  Matter,
  OnDemandProviders,
} from '../on-demand/ports.ts'
import { requireOwnMade, type MadeHolders } from '../holder.ts'
import type { Authorisation, AuthorisationStore, Phase } from './ports.ts'
import { findHashAlgorithm, readHashes } from './read-hashes.ts'

export interface MadeKeys extends MadeHolders {
  readonly store: AuthorisationStore
  readonly onDemand: OnDemandProviders
  readonly consents: Consents
  readonly judge: CmsJudge
  /** Adds the certificate to those of the person. @returns its id */
  readonly keepCertificate: (certificate: {
    readonly userId: string
    readonly type: string
    readonly made: MadeCertificate
    readonly at: Date
  }) => Promise<string>
  readonly now: () => Date
}

export interface HashWish {
  readonly userId: string
  readonly certType: string
  /** Of the application's request. */
  readonly authorisationId: string
  /** As an address carries them; empty for all that the application has named. */
  readonly hashes: string
  readonly hashAlgorithm: string
}

const OPENED_MS = 10 * 60_000
const ANSWERABLE: readonly Phase[] = ['asked', 'waiting', 'opened']

const over = () => new PortalError('AUTHORISATION_EXPIRED', 'What the application asked for is over; begin again there')

/**
 * Asks the person to confirm the hashes that an application has named, or some of them: exactly these are signed.
 * @throws {PortalError} AUTHORISATION_EXPIRED, AUTHORISATION_REQUEST_INVALID, CERTIFICATE_NOT_FOUND (the application asks
 *   for another certificate), DIGEST_NOT_AUTHORISED, PROVIDER_NOT_CONFIGURED, those of `Consents.ask`
 */
export async function requestMadeKey(needs: MadeKeys, wish: HashWish): Promise<AskedPerson> {
  const { userId, certType, authorisationId } = wish
  const asked = await findAsked(needs, { userId, certType, authorisationId })
  const digests = chooseHashes(asked, wish)
  await needs.onDemand.open(userId, certType)
  if (!needs.judge.isReady) {
    throw new PortalError('PROVIDER_NOT_CONFIGURED', 'The server knows no authority to trace certificates back to')
  }
  const matter: Matter = {
    ...{ userId, certType, purpose: 'hash', signerId: null, documentId: null, baseRevision: null },
    id: nameRequest(wish, digests),
  }
  const fixed = { digests, digestAlgorithm: asked.hashAlgorithm!, authorisationId, sessionId: randomUUID() }
  return needs.consents.ask(matter, () => Promise.resolve(fixed))
}

async function findAsked(
  { store, now }: MadeKeys,
  { userId, certType, authorisationId }: Pick<HashWish, 'userId' | 'certType' | 'authorisationId'>,
): Promise<Authorisation> {
  const asked = await store.find(authorisationId, now())
  const isOpen = asked?.kind === 'credential' && ANSWERABLE.includes(asked.phase)
  if (!isOpen || (asked.userId ?? userId) !== userId) throw over()
  if (!asked.certificateTypes.includes(certType) || asked.wantedCertificateId !== null) {
    throw new PortalError('CERTIFICATE_NOT_FOUND', 'The application asks for another certificate')
  }
  if (asked.further === 0) return asked
  throw new PortalError('AUTHORISATION_REQUEST_INVALID', 'With such a certificate every hash is named at once')
}

/** @throws {PortalError} DIGEST_NOT_AUTHORISED, AUTHORISATION_REQUEST_INVALID */
function chooseHashes(asked: Authorisation, { hashes, hashAlgorithm }: HashWish): readonly Uint8Array[] {
  if (hashAlgorithm !== '' && findHashAlgorithm(hashAlgorithm) !== asked.hashAlgorithm) {
    throw new PortalError('AUTHORISATION_REQUEST_INVALID', 'The application has named another hash algorithm')
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

/** The same for the same hashes of the same request: whoever presses twice asks once. */
function nameRequest({ userId, authorisationId }: HashWish, digests: readonly Uint8Array[]): string {
  const hash = createHash('sha256').update(`${authorisationId}:${userId}`)
  for (const digest of digests) hash.update(digest)
  // A UUID of a form of our own (RFC 9562 §5.8).
  const digits = hash.digest('hex').slice(0, 32).split('')
  digits[12] = '8'
  digits[16] = 'a'
  return digits.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export interface MadeKeyOrder {
  readonly userId: string
  readonly certType: string
  readonly requestId: string
}

export interface MadeKeySession {
  /** Leads on to the code for the application. */
  readonly id: string
  readonly expiresAt: Date
}

/**
 * Keeps the signatures for the application once the person has confirmed; repeated, it answers the same.
 * @throws {PortalError} those of `Consents.follow`, AUTHORISATION_EXPIRED, PROVIDER_SIGNATURE_REFUSED,
 *   CERTIFICATE_FOREIGN, HOLDER_UNKNOWN
 */
export async function completeMadeKey(needs: MadeKeys, order: MadeKeyOrder): Promise<MadeKeySession> {
  const request = { ...order, purpose: 'hash' as const, signerId: null }
  const { sessionId } = await needs.consents.follow(request, (consented) => openMadeKey(needs, order, consented))
  const opened = await needs.store.findBySecret(sessionId!, needs.now())
  if (opened?.phase !== 'opened') throw over()
  return { id: sessionId!, expiresAt: opened.expiresAt }
}

async function openMadeKey(needs: MadeKeys, { userId, certType }: MadeKeyOrder, consented: Consented): Promise<void> {
  const { digests, authorisationId, sessionId } = consented.fixed
  const made = judgeAll(needs, consented)
  await requireOwnMade(needs, userId, made)
  const asked = await findAsked(needs, { userId, certType, authorisationId: authorisationId! })
  const at = needs.now()
  const certificateId = await needs.keepCertificate({ userId, type: certType, made, at })
  const isKept = await needs.store.advance(
    { id: asked.id, phase: asked.phase },
    {
      phase: 'opened',
      expiresAt: new Date(Math.min(at.getTime() + OPENED_MS, asked.expiresAt.getTime())),
      userId,
      certificateId,
      secret: sessionId!,
      key: writeMade(digests, consented.signatures),
      hashes: digests,
      further: 0,
    },
  )
  if (!isKept) throw over()
}

/** All of them are by one certificate. @throws {PortalError} PROVIDER_SIGNATURE_REFUSED */
function judgeAll({ judge }: MadeKeys, { fixed, signatures, cameAlong }: Consented): MadeCertificate {
  const { digests, digestAlgorithm } = fixed
  const judged = digests.map((digest, index) => judge.judge(signatures[index]!, { digest, digestAlgorithm, cameAlong }))
  const [first, ...others] = judged.map(({ made }) => made)
  const isOne = others.every((other) => Buffer.compare(other.certificate, first!.certificate) === 0)
  if (isOne) return first!
  throw new PortalError('PROVIDER_SIGNATURE_REFUSED', 'The provider has signed with several certificates')
}

const nameOf = (digest: Uint8Array): string => Buffer.from(digest).toString('hex')

/** Complete CMS by the digest that each is over; they wait where a key would. */
function writeMade(digests: readonly Uint8Array[], signatures: readonly Uint8Array[]): Uint8Array {
  const entries = digests.map((digest, index) => [nameOf(digest), Buffer.from(signatures[index]!).toString('base64')])
  return Buffer.from(JSON.stringify(Object.fromEntries(entries)))
}

/** The CMS of these digests, as they were kept. @throws {PortalError} DIGEST_NOT_AUTHORISED */
export function readMade(kept: Uint8Array, digests: readonly Uint8Array[]): Uint8Array[] {
  const made = JSON.parse(Buffer.from(kept).toString()) as Readonly<Record<string, string>>
  return digests.map((digest) => {
    const cms = made[nameOf(digest)]
    if (cms === undefined) throw new PortalError('DIGEST_NOT_AUTHORISED', 'Hash is not authorized by the SAD.')
    return new Uint8Array(Buffer.from(cms, 'base64'))
  })
}

/** A certificate that was made for signatures that exist, and makes no other. */
export const isMade = ({ wrappedKey, providerRef }: Pick<SigningCertificate, 'wrappedKey' | 'providerRef'>): boolean =>
  wrappedKey === null && providerRef === null
