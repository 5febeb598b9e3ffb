import { X509Certificate } from 'node:crypto'
import type { ProviderKey } from '../open-provider-keys.ts'
import type { CscCredential } from './csc-credentials.ts'
import { invalidParameter } from './csc-error.ts'
import type { CscVersion } from './csc-version.ts'
import type { Body } from './read-body.ts'
import { SIGNATURE_ALGORITHMS } from './signature-algorithms.ts'

const P256 = '1.2.840.10045.3.1.7'
const CERTIFICATES = ['none', 'single', 'chain'] as const

/** What the asker wants to know of a credential. */
export interface Detail {
  readonly certificates: (typeof CERTIFICATES)[number]
  readonly certInfo: boolean
  readonly authInfo: boolean
}

/** Throws CscError for a choice that there is not. */
export function readDetail({ certificates = 'single', certInfo, authInfo }: Body): Detail {
  const choice = CERTIFICATES.find((one) => one === certificates)
  if (choice === undefined) throw invalidParameter('certificates')
  return { certificates: choice, certInfo: certInfo === true, authInfo: authInfo === true }
}

export interface Description {
  readonly credential: CscCredential
  readonly key: ProviderKey
  readonly detail: Detail
  /** Milliseconds since 1970. */
  readonly now: number
}

/** The answer of `credentials/info` (v1.0.4 11.4, v2 11.5). */
export function describeCredential(description: Description, version: CscVersion): Record<string, unknown> {
  const { credential, key, detail } = description
  return {
    description: credential.description,
    key: {
      status: credential.enabled ? 'enabled' : 'disabled',
      algo: Object.keys(SIGNATURE_ALGORITHMS[key.keyType]),
      ...(key.keyType === 'rsa' ? { len: 2048 } : { len: 256, curve: P256 }),
    },
    cert: describeCertificate(description),
    ...(version.id === 'v1'
      ? authoriseByMembers(credential, detail)
      : { auth: authoriseByObjects(credential, detail) }),
    SCAL: credential.scal,
    multisign: credential.multisign,
    lang: 'en-US',
  }
}

/** A name of the certificate in the order of RFC 4514. */
export function describeName({ certificate }: ProviderKey, whose: 'subject' | 'issuer'): string {
  return new X509Certificate(certificate)[whose].split('\n').reverse().join(',')
}

function describeCertificate({ key, detail, now }: Description): Record<string, unknown> {
  const { validFrom } = new X509Certificate(key.certificate)
  const count = { none: 0, single: 1, chain: key.chain.length }[detail.certificates]
  return {
    status: key.notAfter.getTime() < now ? 'expired' : 'valid',
    ...(count > 0 && {
      certificates: key.chain.slice(0, count).map((one) => Buffer.from(one).toString('base64')),
    }),
    ...(detail.certInfo && {
      issuerDN: describeName(key, 'issuer'),
      serialNumber: key.serial.toUpperCase(),
      subjectDN: describeName(key, 'subject'),
      validFrom: generalizedTime(new Date(validFrom)),
      validTo: generalizedTime(key.notAfter),
    }),
  }
}

const generalizedTime = (date: Date): string => `${date.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`

const PIN_FIELD = { format: 'N', label: 'PIN', description: 'Please enter the signature PIN' }

/** v1: an authorisation mode with a PIN and an OTP, each present or not. */
function authoriseByMembers({ pin, factor }: CscCredential, { authInfo }: Detail): Record<string, unknown> {
  if (factor === 'implicit') return { authMode: 'implicit' }
  if (!authInfo) return { authMode: 'explicit' }
  return {
    authMode: 'explicit',
    PIN: pin === undefined ? { presence: 'false' } : { presence: 'true', ...PIN_FIELD },
    OTP: describeOtp(factor),
  }
}

function describeOtp(factor: CscCredential['factor']): Record<string, string> {
  const common = { presence: 'true', format: 'N', provider: 'TrustPRO' }
  switch (factor) {
    case 'implicit':
    case 'none':
      return { presence: 'false' }
    case 'sms':
      return {
        ...common,
        type: 'online',
        label: 'SMS',
        description: 'Please enter the code that was sent to you',
        ID: 'SMS',
      }
    case 'app':
      return { ...common, type: 'offline', label: 'App', description: 'Please enter the code of your app', ID: 'APP' }
  }
}

/** v2: objects that have to be answered, and how they go together. */
function authoriseByObjects({ pin, factor }: CscCredential, { authInfo }: Detail): Record<string, unknown> {
  if (factor === 'implicit') return { mode: 'implicit' }
  const objects = [
    ...(pin === undefined ? [] : [{ type: 'Password', id: 'PIN', ...PIN_FIELD }]),
    ...{ none: [], sms: [SMS_OBJECT], app: [APP_OBJECT] }[factor],
  ]
  if (!authInfo) return { mode: 'explicit' }
  return { mode: 'explicit', expression: objects.map(({ id }) => id).join(' AND '), objects }
}

const SMS_OBJECT = {
  type: 'ChallengeResponse',
  id: 'OTP',
  format: 'N',
  label: 'SMS',
  description: 'Please enter the code that was sent to you',
}

const APP_OBJECT = {
  type: 'ChallengeResponseOOB',
  id: 'APP',
  label: 'App',
  description: 'Please accept the request on your phone',
}
