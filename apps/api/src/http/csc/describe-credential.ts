import { X509Certificate } from 'node:crypto'
import type { Credential } from '../../modules/grants/list-credentials.ts'
import { isMade } from '../../modules/grants/made-keys.ts'
import { MOST_SIGNATURES } from '../../modules/grants/read-hashes.ts'
import type { CscVersion } from './csc-version.ts'
import { invalidParameter, readFlag, readOptionalText, type Body } from './read-body.ts'
import { writeName } from './write-name.ts'

const CERTIFICATES = ['none', 'single', 'chain'] as const

/** What the asker wants to know of a credential. */
export interface Detail {
  readonly certificates: (typeof CERTIFICATES)[number]
  readonly certInfo: boolean
  readonly authInfo: boolean
}

/** @throws {CscError} for a choice that there is not */
export function readDetail(body: Body): Detail {
  const wanted = readOptionalText(body, 'certificates') ?? 'single'
  const certificates = CERTIFICATES.find((one) => one === wanted)
  if (certificates === undefined) throw invalidParameter('certificates')
  return { certificates, certInfo: readFlag(body, 'certInfo'), authInfo: readFlag(body, 'authInfo') }
}

export interface Description {
  readonly credential: Credential
  readonly detail: Detail
  readonly now: Date
}

/** The answer of `credentials/info` (1.0.4.0 11.5, 2.0.0.2 11.5). */
export function describeCredential(description: Description, version: CscVersion): Record<string, unknown> {
  const { certificate, key, isForeign } = description.credential
  const inputs = inputsOf(description.credential)
  return {
    description: certificate.alias,
    ...(version.id === 'v2' && certificate.qualified && { signatureQualifier: 'eu_eidas_qes' }),
    key: {
      status: certificate.locked || certificate.suspended || isForeign || isMade(certificate) ? 'disabled' : 'enabled',
      algo: Object.keys(key.algorithms),
      len: key.bits,
      ...(key.curve !== null && { curve: key.curve }),
    },
    cert: describeCertificate(description),
    ...(version.id === 'v1' ? authoriseByMembers(inputs, description) : authoriseByObjects(inputs, description)),
    // Every signature is bound to its hash.
    SCAL: '2',
    multisign: Math.min(certificate.maxDocuments ?? MOST_SIGNATURES, MOST_SIGNATURES),
    lang: 'en-US',
  }
}

function describeCertificate({ credential, detail, now }: Description): Record<string, unknown> {
  const { certificate } = credential
  const leaf = new X509Certificate(certificate.certificate)
  const all = [certificate.certificate, ...certificate.chain]
  const count = { none: 0, single: 1, chain: all.length }[detail.certificates]
  return {
    status: certificate.notAfter < now ? 'expired' : certificate.suspended ? 'suspended' : 'valid',
    ...(count > 0 && { certificates: all.slice(0, count).map((one) => Buffer.from(one).toString('base64')) }),
    ...(detail.certInfo && {
      issuerDN: writeName(leaf.issuer),
      serialNumber: leaf.serialNumber,
      subjectDN: writeName(leaf.subject),
      validFrom: generalizedTime(new Date(leaf.validFrom)),
      validTo: generalizedTime(certificate.notAfter),
    }),
  }
}

const generalizedTime = (date: Date): string => `${date.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`

interface NeededInputs {
  readonly pin: boolean
  readonly code: boolean
}

const inputsOf = ({ certificate: { authenticationType, pinRequired } }: Credential): NeededInputs => ({
  pin: pinRequired || authenticationType === 'PIN',
  code: authenticationType === 'SMS',
})

const PIN = { format: 'A', label: 'PIN', description: 'The PIN of the certificate' }
const OTP = { format: 'N', label: 'Code', description: 'The code that was sent by text message' }

/**
 * Clients of version 1 that ask for PIN and code themselves do so where they read `explicit`, and others never read it;
 * the authorisation page is open to both. What only the page can authorise says so.
 */
function authoriseByMembers({ pin, code }: NeededInputs, { credential, detail }: Description): Record<string, unknown> {
  if (credential.certificate.wrappedKey === null) return { authMode: 'oauth2code' }
  if (!detail.authInfo) return { authMode: 'explicit' }
  return {
    authMode: 'explicit',
    PIN: pin ? { presence: 'true', ...PIN } : { presence: 'false' },
    OTP: code ? { presence: 'true', type: 'online', ...OTP, ID: 'OTP', provider: 'Rúbrica' } : { presence: 'false' },
  }
}

/** Clients of version 2 go to the authorisation page, and read here what it asks for. */
function authoriseByObjects({ pin, code }: NeededInputs, { detail }: Description): Record<string, unknown> {
  if (!detail.authInfo) return { auth: { mode: 'oauth2code' } }
  const objects = [
    ...(pin ? [{ type: 'Password', id: 'PIN', ...PIN }] : []),
    ...(code ? [{ type: 'ChallengeResponse', id: 'OTP', ...OTP }] : []),
  ]
  const expression = objects.map(({ id }) => id).join(' AND ')
  return { auth: { mode: 'oauth2code', ...(objects.length > 0 && { expression, objects }) } }
}
