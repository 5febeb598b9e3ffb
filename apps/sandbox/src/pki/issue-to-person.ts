import { randomInt } from 'node:crypto'
import type { Der } from '../der/write-der.ts'
import { buildP12 } from './build-p12.ts'
import * as extension from './encode-extensions.ts'
import { encodePersonName, type Company } from './encode-name.ts'
import { createKey } from './create-key.ts'
import { certify, SIGNER_LIFE, type AuthorityId, type Pki } from './open-pki.ts'
import type { CertificateFacts } from './read-certificate.ts'
import { revoke } from './revoke-certificate.ts'

/** Kinds of certificate that a person may get: a good one, and those that a portal has to refuse. */
export const PROFILES = ['signer', 'expired', 'not-yet-valid', 'ca', 'no-signing', 'revoked'] as const
export type Profile = (typeof PROFILES)[number]

export interface PersonPlan {
  readonly commonName: string
  readonly keyType: 'rsa' | 'ec'
  /** Password of the key file. */
  readonly pin: string
  readonly email?: string | undefined
  /**
   * Such as 00000000T; a random one when absent. With another prefix than that of the identity card, PASES-AAA123456.
   */
  readonly legalId?: string | undefined
  /** The whole name, where it is not that of a person with such a number: of a seal, or under a pseudonym. */
  readonly subject?: Der | undefined
  /** Whom the person represents. */
  readonly company?: Company | undefined
  readonly profile?: Profile | undefined
  readonly notAfter?: Date | undefined
}

/** ETSI EN 319 412-1 5.1.3. */
const PREFIXED = /^[A-Z]{5}-/
const DAY = 24 * 3600_000
/** How far a certificate is dated back, for readers whose clocks are behind. */
const CLOCK_MARGIN = 60_000

/** Issues a certificate with its key to a person and packs both, with the chain, into a PKCS#12 file. */
export async function issueToPerson(pki: Pki, plan: PersonPlan): Promise<{ p12: Uint8Array; facts: CertificateFacts }> {
  const { privateKey, publicKey } = await createKey(plan.keyType)
  const facts = certifyPerson(pki, 'ca', { ...plan, publicKey })
  const { ca, root } = pki.authorities
  const chain = [ca.certificate, root.certificate]
  const p12 = buildP12({ privateKey, certificate: facts.certificate, chain, alias: plan.commonName, pin: plan.pin })
  return { p12, facts }
}

export interface PersonCertificatePlan extends Pick<
  PersonPlan,
  'commonName' | 'email' | 'legalId' | 'subject' | 'company' | 'profile' | 'notAfter'
> {
  /** DER SubjectPublicKeyInfo. */
  readonly publicKey: Uint8Array
}

/** Issues a person's certificate below an authority, and revokes it at once when the profile says so. */
export function certifyPerson(pki: Pki, issuer: AuthorityId, plan: PersonCertificatePlan): CertificateFacts {
  const profile = plan.profile ?? 'signer'
  const facts = certify(pki, issuer, {
    subjectName: plan.subject ?? nameOf(plan),
    publicKey: plan.publicKey,
    ...validityOf(profile, plan.notAfter),
    extensions: extensionsOf(profile, plan.email),
  })
  if (profile === 'revoked') revoke(pki, facts.serial)
  return facts
}

function nameOf({ commonName, legalId, company }: PersonCertificatePlan): Der {
  const number = legalId ?? `${randomInt(10_000_000, 99_999_999)}X`
  return encodePersonName(commonName, PREFIXED.test(number) ? number : `IDCES-${number}`, company)
}

/** Extensions of a certificate for signing: digital signature and non-repudiation, no authority. */
export function signerExtensions(email?: string): Der[] {
  const { digitalSignature, nonRepudiation } = extension.KEY_USAGE
  return [
    extension.endEntityConstraints(),
    extension.keyUsage(digitalSignature, nonRepudiation),
    ...(email === undefined ? [] : [extension.subjectMail(email)]),
  ]
}

function validityOf(profile: Profile, wished: Date | undefined): { notBefore: Date; notAfter: Date } {
  const now = Date.now()
  const span = (from: number, to: number) => ({ notBefore: new Date(now + from), notAfter: new Date(now + to) })
  if (wished !== undefined) {
    const past = wished.getTime() < now
    return { notBefore: new Date(past ? wished.getTime() - SIGNER_LIFE : now - CLOCK_MARGIN), notAfter: wished }
  }
  if (profile === 'expired') return span(-SIGNER_LIFE, -DAY)
  if (profile === 'not-yet-valid') return span(30 * DAY, SIGNER_LIFE)
  return span(-CLOCK_MARGIN, SIGNER_LIFE)
}

function extensionsOf(profile: Profile, email: string | undefined): Der[] {
  const { digitalSignature, nonRepudiation, keyCertSign, crlSign } = extension.KEY_USAGE
  if (profile === 'ca') {
    return [
      extension.authorityConstraints(0),
      extension.keyUsage(digitalSignature, nonRepudiation, keyCertSign, crlSign),
    ]
  }
  if (profile === 'no-signing') {
    return [extension.endEntityConstraints(), extension.keyUsage(extension.KEY_USAGE.keyEncipherment)]
  }
  return signerExtensions(email)
}
