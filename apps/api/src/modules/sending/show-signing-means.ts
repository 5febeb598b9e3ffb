/** With what somebody can sign, for who is about to ask for a certificate of theirs. */
import { isSameCertificateType, PortalError } from '@rubrica/domain'
import type { HeldCertificate } from './people/ports.ts'
import type { SendingStore } from './ports.ts'

/** What has to be known of a provider. */
export interface KnownType {
  readonly certType: string
  readonly flag: string
  readonly way?: 'on-demand' | 'errand' | undefined
}

export interface SigningMeansPorts {
  readonly store: Pick<SendingStore, 'holdingsOf'>
  readonly manifests: readonly KnownType[]
  readonly now: () => Date
}

export interface SigningMeans {
  /** Those that can be demanded, by name. */
  readonly certificates: readonly HeldCertificate[]
  /** Types of which the person has something to sign with now. */
  readonly types: readonly string[]
}

/** @throws {PortalError} USER_NOT_FOUND for who is not an active user of the subscription */
export async function showSigningMeans(
  { store, manifests, now }: SigningMeansPorts,
  subscriptionId: string,
  userId: string,
): Promise<SigningMeans> {
  const holdings = await store.holdingsOf(subscriptionId, userId)
  if (!holdings) throw new PortalError('USER_NOT_FOUND', 'There is no such user in the subscription.')
  const granted = manifests.filter(({ flag }) => holdings.flags.includes(flag))
  // What was made for one signature signs no other.
  const lasting = granted.filter(({ way }) => way !== 'on-demand')
  const certificates = holdings.certificates.filter(
    ({ type, notAfter }) => notAfter > now() && lasting.some(({ certType }) => isSameCertificateType(certType, type)),
  )
  const types = [
    ...certificates.map(({ type }) => type),
    ...granted.filter(({ way }) => way === 'on-demand').map(({ certType }) => certType),
    ...(holdings.flags.includes('Local') ? ['Local'] : []),
  ]
  return { certificates, types: [...new Set(types)] }
}
