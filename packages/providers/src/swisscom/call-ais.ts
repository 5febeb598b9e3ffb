/** The two calls of AIS, on-demand certificates with a page on which the person confirms. */
import { randomUUID } from 'node:crypto'
import { ProviderError } from '../connector.ts'
import type { OnDemandRequest } from '../on-demand.ts'
import { requestJson } from '../http/request-json.ts'
import { PROVIDER, readAnswer, type AisAnswer, type AisCall } from './read-answer.ts'
import type { SwisscomSettings } from './settings.ts'

const PROFILE = 'http://ais.swisscom.ch/1.1'
const ONE_SIGNATURE = [
  'http://ais.swisscom.ch/1.0/profiles/ondemandcertificate',
  'http://ais.swisscom.ch/1.1/profiles/redirect',
  'urn:oasis:names:tc:dss:1.0:profiles:asynchronousprocessing',
]
const SEVERAL = 'http://ais.swisscom.ch/1.0/profiles/batchprocessing'

const ALGORITHMS = {
  'SHA-256': 'http://www.w3.org/2001/04/xmlenc#sha256',
  'SHA-384': 'http://www.w3.org/2001/04/xmldsig-more#sha384',
  'SHA-512': 'http://www.w3.org/2001/04/xmlenc#sha512',
} as const

/** Languages of the page; for any other it is English. */
const LANGUAGES = ['en', 'fr', 'de', 'it']
const LONGEST_MESSAGE = 200

/** The name of a digest within its request. */
export const documentName = (index: number): string => `DOC-${index + 1}`

/** Asks for signatures. @param subject in the text form of RFC 4514 */
export function askForSignatures(
  settings: SwisscomSettings,
  { person, digests, digestAlgorithm, message }: OnDemandRequest,
  subject: string,
): Promise<AisAnswer> {
  const hashes = digests.map((digest, index) => ({
    '@ID': documentName(index),
    'dsig.DigestMethod': { '@Algorithm': ALGORITHMS[digestAlgorithm] },
    'dsig.DigestValue': Buffer.from(digest).toString('base64'),
  }))
  const phone = {
    'sc.Language': LANGUAGES.find((one) => one === person.language) ?? 'en',
    'sc.MSISDN': person.phone.replace(/\D/g, ''),
    'sc.Message': message.replace(/\p{C}+/gu, ' ').slice(0, LONGEST_MESSAGE),
  }
  const inputs = {
    AddTimestamp: { '@Type': 'urn:ietf:rfc:3161' },
    AdditionalProfile: hashes.length > 1 ? [...ONE_SIGNATURE, SEVERAL] : ONE_SIGNATURE,
    ClaimedIdentity: { Name: settings.claimedIdentity },
    SignatureType: 'urn:ietf:rfc:3369',
    // The two spell the same word differently, and AIS wants it so.
    'sc.AddRevocationInformation': { '@Type': 'PAdES-Baseline' },
    'sc.SignatureStandard': 'PAdES-baseline',
    'sc.CertificateRequest': {
      'sc.DistinguishedName': subject,
      'sc.StepUpAuthorisation': { 'sc.Phone': phone },
    },
  }
  const body = {
    SignRequest: {
      '@Profile': PROFILE,
      '@RequestID': `ID-${randomUUID()}`,
      InputDocuments: { DocumentHash: hashes },
      OptionalInputs: inputs,
    },
  }
  return call(settings, 'sign', body)
}

const IDENTITY_REFUSED = ['UnknownCustomer', 'UnknownServiceEntity']

/**
 * Asks how far a request has come. What is signed may be given only once. Swisscom's own clients name the customer
 * alone here; a service that wants the key entity as well is asked again.
 */
export async function askAgain(settings: SwisscomSettings, responseId: string): Promise<AisAnswer> {
  const { claimedIdentity } = settings
  const ask = (name: string) => {
    const inputs = { ClaimedIdentity: { Name: name }, 'async.ResponseID': responseId }
    return call(settings, 'pending', { 'async.PendingRequest': { '@Profile': PROFILE, OptionalInputs: inputs } })
  }
  const [customer = claimedIdentity] = claimedIdentity.split(':')
  try {
    return await ask(customer)
  } catch (error) {
    const isRefused = error instanceof ProviderError && IDENTITY_REFUSED.includes(String(error.facts['minor']))
    if (!isRefused || customer === claimedIdentity) throw error
    return ask(claimedIdentity)
  }
}

async function call(settings: SwisscomSettings, name: AisCall, body: unknown): Promise<AisAnswer> {
  const { url, timeoutMs, client } = settings
  const hasEffect = name === 'pending'
  const answer = await requestJson({ url: `${url}/${name}`, body, timeoutMs, provider: PROVIDER, hasEffect, client })
  return readAnswer(answer, name)
}
