/**
 * Signatures of hashes that are made with a certificate of their own: before an application asks for them, or for the
 * person.
 */
import { randomUUID } from 'node:crypto'
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
import { findAsked, findHashesToSign, over, type HashWish } from './hashes-to-sign.ts'
import type { Grant, GrantStore } from './ports.ts'

export interface MadeKeys extends MadeHolders {
  readonly store: GrantStore
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

const OPENED_MS = 10 * 60_000

/**
 * Asks the person to confirm hashes: those that an application has named, or some of them, or their own. Exactly these
 * are signed.
 * @throws {PortalError} those of `findHashesToSign`, PROVIDER_NOT_CONFIGURED, those of `Consents.ask`
 */
export async function requestMadeKey(needs: MadeKeys, wish: HashWish): Promise<AskedPerson> {
  const { userId, certType, grantId } = wish
  const { id, digests, digestAlgorithm } = await findHashesToSign(needs, wish)
  await needs.onDemand.open(userId, certType)
  if (!needs.judge.isReady) {
    throw new PortalError('PROVIDER_NOT_CONFIGURED', 'The server knows no authority to trace certificates back to')
  }
  const matter: Matter = {
    ...{ userId, certType, purpose: 'hash', signerId: null, documentId: null, baseRevision: null },
    id,
  }
  const forApplication = grantId === undefined ? {} : { grantId, openedKeyId: randomUUID() }
  return needs.consents.ask(matter, () => Promise.resolve({ digests, digestAlgorithm, ...forApplication }))
}

export interface MadeKeyOrder {
  readonly userId: string
  readonly certType: string
  readonly requestId: string
}

/** What the confirmation has led to. */
export type MadeKeyOutcome =
  /** Leads on to the code for the application. */
  | { readonly kind: 'opened'; readonly id: string; readonly expiresAt: Date }
  /** Of hashes of the person's own: a complete CMS (DER) for each, in their order. */
  | { readonly kind: 'signed'; readonly signatures: readonly Uint8Array[] }

/**
 * Keeps the signatures for the application once the person has confirmed, or hands over those of the person's own
 * hashes; repeated, it answers the same.
 * @throws {PortalError} those of `Consents.follow`, AUTHORISATION_EXPIRED, PROVIDER_SIGNATURE_REFUSED,
 *   CERTIFICATE_FOREIGN, HOLDER_UNKNOWN
 */
export async function completeMadeKey(needs: MadeKeys, order: MadeKeyOrder): Promise<MadeKeyOutcome> {
  const request = { ...order, purpose: 'hash' as const, signerId: null }
  const { fixed, signatures } = await needs.consents.follow(request, (consented) => useMade(needs, order, consented))
  if (fixed.openedKeyId === undefined) return { kind: 'signed', signatures }
  const opened = await needs.store.findBySecret(fixed.openedKeyId, needs.now())
  if (opened?.phase !== 'opened') throw over()
  return { kind: 'opened', id: fixed.openedKeyId, expiresAt: opened.expiresAt }
}

async function useMade(needs: MadeKeys, { userId, certType }: MadeKeyOrder, consented: Consented): Promise<void> {
  const { grantId } = consented.fixed
  const made = judgeAll(needs, consented)
  await requireOwnMade(needs, userId, made)
  const asked = grantId === undefined ? null : await findAsked(needs, { userId, certType, grantId })
  const certificateId = await needs.keepCertificate({ userId, type: certType, made, at: needs.now() })
  if (asked) await openForApplication(needs, asked, { userId, certificateId, consented })
}

async function openForApplication(
  { store, now }: MadeKeys,
  asked: Grant,
  { userId, certificateId, consented: { fixed, signatures } }: Opening,
): Promise<void> {
  const isKept = await store.advance(
    { id: asked.id, phase: asked.phase },
    {
      phase: 'opened',
      expiresAt: new Date(Math.min(now().getTime() + OPENED_MS, asked.expiresAt.getTime())),
      userId,
      certificateId,
      secret: fixed.openedKeyId!,
      key: writeMade(fixed.digests, signatures),
      hashes: fixed.digests,
      further: 0,
    },
  )
  if (!isKept) throw over()
}

interface Opening {
  readonly userId: string
  readonly certificateId: string
  readonly consented: Consented
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
