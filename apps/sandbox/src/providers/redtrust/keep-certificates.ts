import { createHash, X509Certificate } from 'node:crypto'
import { CAST, type CastMember } from '../../people/cast.ts'
import type { Profile } from '../../pki/issue-to-person.ts'
import type { ProviderKey, ProviderKeys } from '../open-provider-keys.ts'

export interface RedTrustCertificate {
  /** Also the name of its key. */
  readonly alias: string
  readonly needPin: boolean
  readonly key: ProviderKey
}

/** The certificates that the users of the RedTrust stand-in may use. */
export interface RedTrustCertificates {
  list(user: string): Promise<readonly RedTrustCertificate[]>
  /** Gives a user one more. @returns its alias, or undefined when there is no such user */
  issue(user: string, options: { needPin: boolean; profile: Profile }): string | undefined
  remove(user: string, alias: string): boolean
  /** Back to what every user has at the start. */
  reset(): void
}

interface Entry {
  readonly alias: string
  readonly needPin: boolean
  readonly profile: Profile
}

/** Beside the demo people there is one whose only certificate has expired. */
export const REDTRUST_USERS: readonly string[] = [...CAST.map(({ id }) => id), 'expired']

export function createRedTrustCertificates(keys: ProviderKeys): RedTrustCertificates {
  const wallets = new Map<string, Entry[]>()
  const reset = (): void => REDTRUST_USERS.forEach((user) => wallets.set(user, startOf(user)))
  reset()
  return {
    list: (user) =>
      Promise.all(
        (wallets.get(user) ?? []).map(async ({ alias, needPin, profile }) => ({
          alias,
          needPin,
          key: await keys.open({ provider: 'redtrust', id: alias, person: personOf(user), keyType: 'rsa', profile }),
        })),
      ),
    issue(user, { needPin, profile }) {
      const wallet = wallets.get(user)
      if (wallet === undefined) return undefined
      const number = wallet.length + 1
      const alias = `${user}-new-${number}${profile === 'signer' ? '' : `-${profile}`}`
      wallet.push({ alias, needPin, profile })
      return alias
    },
    remove(user, alias) {
      const wallet = wallets.get(user) ?? []
      const index = wallet.findIndex((entry) => entry.alias === alias)
      if (index >= 0) wallet.splice(index, 1)
      return index >= 0
    },
    reset,
  }
}

function startOf(user: string): Entry[] {
  if (user === 'expired') return [{ alias: 'expired', needPin: true, profile: 'expired' }]
  return [
    { alias: `${user}-pin`, needPin: true, profile: 'signer' },
    { alias: `${user}-nopin`, needPin: false, profile: 'signer' },
  ]
}

const personOf = (user: string): CastMember => CAST.find(({ id }) => id === user) ?? CAST[0]

/** A certificate as GetAccessibleCertificates lists it. */
export function describeCertificate({ alias, needPin, key }: RedTrustCertificate) {
  const certificate = new X509Certificate(key.certificate)
  const base64 = (der: Uint8Array): string => Buffer.from(der).toString('base64')
  return {
    certificateId: key.serial,
    thumbprint: thumbprintOf(key),
    alias,
    subject: certificate.subject.replaceAll('\n', ', '),
    issuer: certificate.issuer.replaceAll('\n', ', '),
    expiration: key.notAfter.toISOString(),
    needPin,
    X509Data: base64(key.certificate),
    X509Chain: key.chain.slice(1).map(base64),
  }
}

/** SHA-1 of the certificate, as Windows shows it: a name, not a protection. */
export const thumbprintOf = (key: ProviderKey): string =>
  createHash('sha1').update(key.certificate).digest('hex').toUpperCase()
