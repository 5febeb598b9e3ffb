/** Reads answers of AIS. Their JSON was XML once: a list of one is written as the one, and both are understood. */
import { ProviderError, type ProviderErrorCode } from '../connector.ts'
import type { JsonAnswer } from '../http/request-json.ts'
import { readBytes, readFields, readText, type Fields } from '../protocols/read-answer.ts'
import { unusableAnswer } from '../protocols/unusable-answer.ts'

export const PROVIDER = 'Swisscom'

export interface AisAnswer {
  readonly isPending: boolean
  /** Names the request when it is asked for again. */
  readonly responseId: string | undefined
  readonly consentUrl: string | undefined
  /** Complete CMS by the name of their digest; the only one of an answer has none. */
  readonly signatures: readonly { readonly document: string | undefined; readonly cms: Uint8Array }[]
  readonly crls: readonly Uint8Array[]
  readonly ocsps: readonly Uint8Array[]
}

const LARGEST_CMS = 512 * 1024
const LARGEST_PROOF = 1024 * 1024
const MOST_PROOFS = 32
const MOST_SIGNATURES = 256
const LONGEST_ADDRESS = 2048

const MAJOR = 'resultmajor:'

/** Which call was answered. */
export type AisCall = 'sign' | 'pending'

/**
 * What an answer says, unless it refuses.
 * @throws ProviderError what AIS says; `failed` or, where the answer was awaited with a signature, `answer-lost` for an
 *   answer that says nothing
 */
export function readAnswer({ status, body }: JsonAnswer, call: AisCall): AisAnswer {
  const { Result, OptionalOutputs, SignatureObject } = readFields(readFields(body)['SignResponse'])
  const { ResultMajor, ResultMinor, ResultMessage } = readFields(Result)
  const major = readText(ResultMajor)
  if (status !== 200 || major === undefined) {
    throw unusableAnswer({ provider: PROVIDER, status, hasEffect: call === 'pending' })
  }
  const isPending = major.endsWith(`${MAJOR}Pending`)
  if (!isPending && !major.endsWith(`${MAJOR}Success`)) {
    throw explainRefusal({ call, major, minor: readText(ResultMinor), message: textOf(ResultMessage) })
  }
  const outputs = readFields(OptionalOutputs)
  const stepUp = readFields(readFields(outputs['sc.StepUpAuthorisationInfo'])['sc.Result'])
  const proofs = readFields(outputs['sc.RevocationInformation'])
  return {
    isPending,
    responseId: readText(outputs['async.ResponseID']),
    consentUrl: readText(stepUp['sc.ConsentURL'], LONGEST_ADDRESS),
    signatures: isPending ? [] : readSignatures(readFields(SignatureObject)),
    crls: readProofs(readFields(proofs['sc.CRLs'])['sc.CRL']),
    ocsps: readProofs(readFields(proofs['sc.OCSPs'])['sc.OCSP']),
  }
}

/** What the person did, or did not do. */
const REFUSALS: readonly (readonly [tail: string, code: ProviderErrorCode, sentence: string])[] = [
  ['StepUp/timeout', 'consent-timed-out', 'The signature was not confirmed in time'],
  ['StepUp/cancel', 'cancelled', 'The signature was refused'],
  ['StepUp/SerialNumberMismatch', 'consent-mismatch', 'Somebody else confirmed the signature'],
]

interface Refusal {
  readonly call: AisCall
  readonly major: string
  readonly minor: string | undefined
  readonly message: string | undefined
}

function explainRefusal({ call, major, minor = '', message = '' }: Refusal): ProviderError {
  const facts = { major: tailOf(major), minor: tailOf(minor) }
  const known = REFUSALS.find(([tail]) => minor.endsWith(tail))
  if (known) return new ProviderError(known[1], known[2], { facts })
  const isPersonUnknown = minor.endsWith('AuthenticationFailed') || /status:Invalid(?:Password|Otp)/.test(message)
  if (call === 'pending' && isPersonUnknown) {
    return new ProviderError('consent-mismatch', 'Whoever confirmed the signature could not prove who they are', {
      facts,
    })
  }
  if (call === 'pending' && major.endsWith(`${MAJOR}RequesterError`)) {
    return new ProviderError('session-expired', `${PROVIDER} does not know of the request any more`, { facts })
  }
  return new ProviderError('failed', `${PROVIDER} could not do what it was asked for`, { facts })
}

/** The last part of a name such as `http://ais.swisscom.ch/1.0/resultminor/UnexpectedData`. */
const tailOf = (name: string): string => /[^/:]*$/.exec(name)?.[0] ?? ''

/** A text with attributes has its text under a dollar sign. */
const textOf = (value: unknown): string | undefined => readText(value, 1024) ?? readText(readFields(value)['$'], 1024)

const listOf = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? (value as unknown[]) : [value]

/** @throws ProviderError `answer-lost` for a signature that is none */
function readSignatures({ Base64Signature, Other }: Fields): AisAnswer['signatures'] {
  const several = listOf(readFields(readFields(Other)['sc.SignatureObjects'])['sc.ExtendedSignatureObject'])
  if (several.length > MOST_SIGNATURES) throw unusableAnswer({ provider: PROVIDER, status: 200, hasEffect: true })
  const found = several.map((one) => {
    const fields = readFields(one)
    return { document: readText(fields['@WhichDocument']), cms: readCms(fields['Base64Signature']) }
  })
  return Base64Signature === undefined ? found : [...found, { document: undefined, cms: readCms(Base64Signature) }]
}

function readCms(value: unknown): Uint8Array {
  const cms = readBytes(value, LARGEST_CMS) ?? readBytes(readFields(value)['$'], LARGEST_CMS)
  if (cms) return cms
  throw unusableAnswer({ provider: PROVIDER, status: 200, hasEffect: true })
}

/** What cannot be read is left out: it would prove nothing. */
const readProofs = (value: unknown): Uint8Array[] =>
  listOf(value)
    .slice(0, MOST_PROOFS)
    .map((one) => readBytes(one, LARGEST_PROOF) ?? readBytes(readFields(one)['$'], LARGEST_PROOF))
    .filter((proof) => proof !== undefined)
