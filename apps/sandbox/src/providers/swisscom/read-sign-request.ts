import { encodeSubject } from '../../pki/encode-subject.ts'
import type { CmsHash } from '../../pki/signer-info.ts'
import type { AisRefusal } from './ais-answer.ts'

/** Of the portal, and how AIS asks for certificates that are made for one signature. */
const AIS_CUSTOMER = 'SANDBOX'
export const AIS_IDENTITY = `${AIS_CUSTOMER}:OnDemand-Advanced4`
/** The same customer's seal, which signs at once and asks nobody. */
const AIS_SEAL_IDENTITY = `${AIS_CUSTOMER}:static-sandbox`
const IDENTITIES: readonly string[] = [AIS_IDENTITY, AIS_SEAL_IDENTITY]

const ON_DEMAND = 'http://ais.swisscom.ch/1.0/profiles/ondemandcertificate'
const REDIRECT = 'http://ais.swisscom.ch/1.1/profiles/redirect'
const ASYNCHRONOUS = 'urn:oasis:names:tc:dss:1.0:profiles:asynchronousprocessing'
const BATCH = 'http://ais.swisscom.ch/1.0/profiles/batchprocessing'
const TIMESTAMPING = 'urn:oasis:names:tc:dss:1.0:profiles:timestamping'
const PLAYED: readonly string[] = [ON_DEMAND, REDIRECT, ASYNCHRONOUS, BATCH, TIMESTAMPING]

const CMS_TYPE = 'urn:ietf:rfc:3369'
const TIMESTAMP_TYPE = 'urn:ietf:rfc:3161'
const STANDARDS = ['CAdES', 'PDF', 'PAdES', 'PAdES-baseline']
/** `PDF` is the name today of what was `PAdES`; the last one has another case than the standard of signatures. */
const REVOCATION_TYPES = ['CAdES', 'PDF', 'PAdES', 'PAdES-Baseline', 'BOTH']
const LANGUAGES = ['en', 'de', 'fr', 'it']
const MAX_DOCUMENTS = 250

const DIGESTS: Readonly<Record<string, { hash: CmsHash; bytes: number }>> = {
  'http://www.w3.org/2001/04/xmlenc#sha256': { hash: 'sha256', bytes: 32 },
  'http://www.w3.org/2001/04/xmldsig-more#sha384': { hash: 'sha384', bytes: 48 },
  'http://www.w3.org/2001/04/xmlenc#sha512': { hash: 'sha512', bytes: 64 },
}

export interface AisDocument {
  readonly id: string
  readonly hash: CmsHash
  /** base64 */
  readonly digest: string
}

/** What is signed at once, by the customer's seal or by the time stamping authority alone. */
export interface AtOnceOrder extends Form {
  readonly kind: 'static' | 'timestamp'
  readonly documents: readonly AisDocument[]
}

/** What somebody is asked to confirm. */
export interface AisOrder {
  readonly kind: 'on-demand'
  readonly documents: readonly AisDocument[]
  /** Distinguished name in text. */
  readonly subject: string
  /** Digits, country code first. */
  readonly phone: string
  readonly message: string
  readonly language: string
  /** Of an earlier signature of this person, for AIS to compare. */
  readonly serialNumber?: string | undefined
  readonly wantsTimestamp: boolean
  readonly wantsRevocation: boolean
  /** CAdES wants a signing-time in the CMS, and PAdES forbids it. */
  readonly wantsSigningTime: boolean
}

type Reading<Value> = Value | AisRefusal

/** Reads a SignRequest with everything that AIS would check of it. */
export function readSignRequest(body: unknown): Reading<AisOrder | AtOnceOrder> {
  const request = pick(body, 'SignRequest')
  const inputs = pick(request, 'OptionalInputs')
  const refusal = checkFrame(request) ?? checkClaim(inputs, IDENTITIES)
  if (refusal !== undefined) return refusal
  const kind = readKind(inputs)
  return kind === undefined ? 'profile' : readParts(pick(request, 'InputDocuments'), { inputs, kind })
}

/**
 * Reads a PendingRequest, in which Swisscom's own clients name the customer alone.
 * @param wantsWhole the key entity has to be named as well
 * @returns the response's identifier
 */
export function readPendingRequest(body: unknown, wantsWhole: boolean): Reading<{ readonly responseId: string }> {
  const inputs = pick(pick(body, 'async.PendingRequest'), 'OptionalInputs')
  const refusal = checkClaim(inputs, wantsWhole ? IDENTITIES : [...IDENTITIES, AIS_CUSTOMER])
  if (refusal !== undefined) return refusal
  const responseId = text(inputs, 'async.ResponseID')
  return responseId === '' ? 'insufficient' : { responseId }
}

export const requestIdOf = (body: unknown): string | undefined =>
  text(pick(body, 'SignRequest'), '@RequestID') || undefined

function checkFrame(request: unknown): AisRefusal | undefined {
  if (text(request, '@Profile') === '' || text(request, '@RequestID') === '') return 'insufficient'
  return undefined
}

function checkClaim(inputs: unknown, known: readonly string[]): AisRefusal | undefined {
  const claim = text(pick(inputs, 'ClaimedIdentity'), 'Name')
  if (claim === '') return 'insufficient'
  if (known.includes(claim)) return undefined
  return claim.split(':')[0] === AIS_CUSTOMER ? 'entity' : 'customer'
}

type Kind = (AisOrder | AtOnceOrder)['kind']

/** What the profiles ask for together; the seal is what is left when they ask for nothing else. */
function readKind(inputs: unknown): Kind | undefined {
  const profiles = list(inputs, 'AdditionalProfile')
  if (!profiles.every((one) => typeof one === 'string' && PLAYED.includes(one))) return undefined
  const others = profiles.filter((one) => one !== BATCH)
  const isSeal = text(pick(inputs, 'ClaimedIdentity'), 'Name') === AIS_SEAL_IDENTITY
  if (others.length === 1 && others[0] === TIMESTAMPING) return 'timestamp'
  if (isSeal) return others.length === 0 ? 'static' : undefined
  const isOnDemand = [ON_DEMAND, REDIRECT, ASYNCHRONOUS].every((one) => others.includes(one))
  return isOnDemand && !others.includes(TIMESTAMPING) ? 'on-demand' : undefined
}

interface Asked {
  readonly inputs: unknown
  readonly kind: Kind
}

function readParts(inputDocuments: unknown, { inputs, kind }: Asked): Reading<AisOrder | AtOnceOrder> {
  const isBatch = list(inputs, 'AdditionalProfile').includes(BATCH)
  const documents = readDocuments(list(inputDocuments, 'DocumentHash'), isBatch)
  if (typeof documents === 'string') return documents
  const person = kind === 'on-demand' ? readPerson(pick(inputs, 'sc.CertificateRequest')) : undefined
  if (typeof person === 'string') return person
  const form = readForm(inputs, kind)
  if (typeof form === 'string') return form
  if (person !== undefined) return { kind: 'on-demand', documents, ...person, ...form }
  return { kind: kind === 'static' ? 'static' : 'timestamp', documents, ...form }
}

function readDocuments(hashes: readonly unknown[], isBatch: boolean): Reading<readonly AisDocument[]> {
  if (hashes.length === 0) return 'insufficient'
  if (hashes.length > MAX_DOCUMENTS || (hashes.length > 1 && !isBatch)) return 'unexpected'
  const documents: AisDocument[] = []
  for (const one of hashes) {
    const kind = DIGESTS[text(pick(one, 'dsig.DigestMethod'), '@Algorithm')]
    if (kind === undefined) return 'digest'
    const [id, digest] = [nameOf(one), text(one, 'dsig.DigestValue')]
    if (id === '' && isBatch) return 'insufficient'
    if (Buffer.from(digest, 'base64').length !== kind.bytes) return 'unexpected'
    documents.push({ id, hash: kind.hash, digest })
  }
  return new Set(documents.map(({ id }) => id)).size === documents.length ? documents : 'unexpected'
}

/** Of a document within its request: clients also number them, and give one that stands alone no name. */
function nameOf(document: unknown): string {
  const name = pick(document, '@ID')
  return typeof name === 'number' ? String(name) : text(document, '@ID')
}

type Person = Pick<AisOrder, 'subject' | 'phone' | 'message' | 'language' | 'serialNumber'>

function readPerson(request: unknown): Reading<Person> {
  const subject = text(request, 'sc.DistinguishedName')
  const phone = pick(pick(request, 'sc.StepUpAuthorisation'), 'sc.Phone')
  const [language, number, message] = ['sc.Language', 'sc.MSISDN', 'sc.Message'].map((name) => text(phone, name))
  if (!subject || !language || !number || !message) return 'insufficient'
  const isRight = /^[1-9][0-9]{7,14}$/.test(number) && LANGUAGES.includes(language) && message.length <= 500
  if (!isRight || encodeSubject(subject) === undefined) return 'unexpected'
  return { subject, phone: number, message, language, serialNumber: text(phone, 'sc.SerialNumber') || undefined }
}

type Form = Pick<AisOrder, 'wantsTimestamp' | 'wantsRevocation' | 'wantsSigningTime'>

function readForm(inputs: unknown, kind: Kind): Reading<Form> {
  const standard = text(inputs, 'sc.SignatureStandard') || 'CAdES'
  const timestamp = pick(inputs, 'AddTimestamp')
  const revocation = pick(inputs, 'sc.AddRevocationInformation')
  const signatureType = kind === 'timestamp' ? TIMESTAMP_TYPE : CMS_TYPE
  if (text(inputs, 'SignatureType') !== signatureType || !STANDARDS.includes(standard)) return 'unexpected'
  if (timestamp !== undefined && text(timestamp, '@Type') !== TIMESTAMP_TYPE) return 'unexpected'
  const isKnownType = REVOCATION_TYPES.includes(text(revocation, '@Type') || 'CAdES')
  if (revocation !== undefined && !isKnownType) return 'unexpected'
  return {
    wantsTimestamp: timestamp !== undefined,
    wantsRevocation: revocation !== undefined,
    wantsSigningTime: standard === 'CAdES',
  }
}

function pick(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as Readonly<Record<string, unknown>>)[name] ?? undefined
}

function text(value: unknown, name: string): string {
  const found = pick(value, name)
  return typeof found === 'string' ? found : ''
}

/** A list, or the value that stands alone for a list of one. */
function list(value: unknown, name: string): readonly unknown[] {
  const found = pick(value, name)
  if (found === undefined) return []
  return Array.isArray(found) ? (found as unknown[]) : [found]
}
