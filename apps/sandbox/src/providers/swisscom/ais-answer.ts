/**
 * The forms in which AIS answers: always under status 200, lists of one element collapsed as its mapping from XML does.
 */

const AIS_PROFILE = 'http://ais.swisscom.ch/1.1'

const MAJOR = {
  success: 'urn:oasis:names:tc:dss:1.0:resultmajor:Success',
  requester: 'urn:oasis:names:tc:dss:1.0:resultmajor:RequesterError',
  responder: 'urn:oasis:names:tc:dss:1.0:resultmajor:ResponderError',
  pending: 'urn:oasis:names:tc:dss:1.0:profiles:asynchronousprocessing:resultmajor:Pending',
  subsystem: 'http://ais.swisscom.ch/1.0/resultmajor/SubsystemError',
} as const

const minor = (name: string): string => `http://ais.swisscom.ch/1.0/resultminor/${name}`
const stepUp = (name: string): string => `http://ais.swisscom.ch/1.1/resultminor/subsystem/StepUp/${name}`

/** Every refusal with its two results and its sentence. */
const REFUSALS = {
  insufficient: [MAJOR.requester, minor('InsufficientData'), 'Some data is missing in the request.'],
  unexpected: [MAJOR.requester, minor('UnexpectedData'), 'Some data in the request was not expected.'],
  customer: [MAJOR.requester, minor('UnknownCustomer'), 'The customer is not known.'],
  entity: [MAJOR.requester, minor('UnknownServiceEntity'), 'The key entity is not known.'],
  digest: [MAJOR.requester, minor('UnsupportedDigestAlgorithm'), 'The digest algorithm is not supported.'],
  profile: [MAJOR.requester, minor('UnsupportedProfile'), 'A profile is missing, unknown or not played here.'],
  late: [MAJOR.subsystem, stepUp('timeout'), 'The person did not answer in time.'],
  refused: [MAJOR.subsystem, stepUp('cancel'), 'The person has cancelled.'],
  changed: [MAJOR.subsystem, stepUp('SerialNumberMismatch'), 'The serial number is not the expected one.'],
} as const
export type AisRefusal = keyof typeof REFUSALS

export interface StepUpFacts {
  readonly serialNumber?: string | undefined
  readonly consentUrl?: string | undefined
}

interface Success extends StepUpFacts {
  readonly transactionId: string
  /** DER of each CMS or, of a request for time-stamps alone, of each token, with the identifier of its document. */
  readonly signatures: readonly { readonly document: string; readonly cms: Uint8Array }[]
  readonly areTimestamps?: boolean
  readonly crls: readonly Uint8Array[]
  readonly ocsps: readonly Uint8Array[]
}

export interface Pending extends StepUpFacts {
  readonly responseId: string
  readonly transactionId: string
}

export function refuseAis(requestId: string | undefined, reason: AisRefusal) {
  const [ResultMajor, ResultMinor, message] = REFUSALS[reason]
  const ResultMessage = { '@xml.lang': 'en', $: `SANDBOX: ${message}` }
  return wrap(requestId, { Result: { ResultMajor, ResultMinor, ResultMessage } })
}

export function answerPending(requestId: string | undefined, { responseId, transactionId, ...facts }: Pending) {
  return wrap(requestId, {
    Result: { ResultMajor: MAJOR.pending },
    OptionalOutputs: { 'async.ResponseID': responseId, 'sc.APTransID': transactionId, ...stepUpInfo(facts) },
  })
}

export function answerSigned(requestId: string | undefined, { transactionId, signatures, ...rest }: Success) {
  const { crls, ocsps, areTimestamps = false, ...facts } = rest
  const revocation = { 'sc.CRLs': { 'sc.CRL': listBase64(crls) }, 'sc.OCSPs': { 'sc.OCSP': listBase64(ocsps) } }
  return wrap(requestId, {
    Result: { ResultMajor: MAJOR.success },
    OptionalOutputs: {
      'sc.APTransID': transactionId,
      ...stepUpInfo(facts),
      ...(ocsps.length > 0 && { 'sc.RevocationInformation': revocation }),
    },
    ...(signatures.length > 0 && { SignatureObject: describeSignatures(signatures, areTimestamps) }),
  })
}

function wrap(requestId: string | undefined, content: object) {
  return {
    SignResponse: { ...(requestId !== undefined && { '@RequestID': requestId }), '@Profile': AIS_PROFILE, ...content },
  }
}

function stepUpInfo({ serialNumber, consentUrl }: StepUpFacts) {
  if (serialNumber === undefined && consentUrl === undefined) return {}
  const result = {
    ...(serialNumber !== undefined && { 'sc.SerialNumber': serialNumber }),
    ...(consentUrl !== undefined && { 'sc.ConsentURL': consentUrl }),
  }
  return { 'sc.StepUpAuthorisationInfo': { 'sc.Result': result } }
}

function describeSignatures(signatures: Success['signatures'], areTimestamps: boolean) {
  const describe = (cms: Uint8Array) =>
    areTimestamps
      ? { Timestamp: { RFC3161TimeStampToken: toBase64(cms) } }
      : { Base64Signature: { '@Type': 'urn:ietf:rfc:3369', $: toBase64(cms) } }
  const [first] = signatures
  if (signatures.length === 1 && first !== undefined) return describe(first.cms)
  const objects = signatures.map(({ document, cms }) => ({ '@WhichDocument': document, ...describe(cms) }))
  return { Other: { 'sc.SignatureObjects': { 'sc.ExtendedSignatureObject': objects } } }
}

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

/** One value stands alone: the answer's JSON is made from XML, where nothing tells a list of one from a value. */
function listBase64(values: readonly Uint8Array[]): string | string[] {
  const texts = values.map(toBase64)
  const [only] = texts
  return texts.length === 1 && only !== undefined ? only : texts
}
