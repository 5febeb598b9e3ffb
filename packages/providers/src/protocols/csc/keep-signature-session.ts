/** What a signature session of a CSC service is made of, as it is kept between the calls of one batch. */
import {
  ProviderError,
  type ConnectorState,
  type SignatureSessionOutcome,
  type SignatureSessionRequest,
} from '../../connector.ts'
import { readList, readText, readWholeNumber, type Fields } from '../read-answer.ts'

/** The standard's figure for a SAD without `expiresIn` (11.6). */
const DEFAULT_SECONDS = 3600
const LONGEST_SECONDS = 24 * 3600
const MAX_SAD = 16_384
const MAX_DIGESTS = 10_000

/** What the signature session is good for; known from the first call on. */
export interface SignatureSessionPlan {
  readonly ref: string
  readonly algorithm: string
  /** Signatures in all. */
  readonly uses: number
  /** Base64; the signature session signs these and no others. */
  readonly digests: readonly string[]
  /** The authorisation is good for one call, which signs all of them. */
  readonly isOneCall?: boolean
}

export interface OpenSignatureSession extends SignatureSessionPlan {
  readonly sad: string
  /** Signatures that were asked for with this authorisation, also without an answer. */
  readonly used: number
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  /** False once the service has shown that it does not know `credentials/extendTransaction`. */
  readonly extends: boolean
  /** Base64, in the order of the digests, once the one call has signed them. */
  readonly signatures?: readonly string[]
}

export interface WaitingSignatureSession extends SignatureSessionPlan {
  readonly handle: string
}

export const nameDigest = (digest: Uint8Array): string => Buffer.from(digest).toString('base64')

/** @param isOneCall the service signs with an authorisation once */
export const planSignatureSession = (
  { key, uses, items }: SignatureSessionRequest,
  algorithm: string,
  isOneCall: boolean,
): SignatureSessionPlan => ({
  ref: key.ref,
  algorithm,
  uses,
  digests: items.map(({ digest }) => nameDigest(digest)),
  ...(isOneCall && { isOneCall }),
})

/** The SAD of an answer and the end of its life, or undefined for an answer without one. */
export function readSad({ SAD, expiresIn }: Fields): Pick<OpenSignatureSession, 'sad' | 'expiresAt'> | undefined {
  const sad = readText(SAD, MAX_SAD)
  const seconds = readWholeNumber(expiresIn, LONGEST_SECONDS) ?? DEFAULT_SECONDS
  return sad === undefined ? undefined : { sad, expiresAt: Date.now() + seconds * 1000 }
}

/** The outcome that an answer to `authorize` or `authorizeCheck` stands for. */
export function toSignatureSession(plan: SignatureSessionPlan, fields: Fields): SignatureSessionOutcome | undefined {
  const sad = readSad(fields)
  if (sad === undefined) return undefined
  const state: OpenSignatureSession = { ...plan, ...sad, used: 0, extends: true }
  return { kind: 'open', state: { ...state }, expiresAt: new Date(sad.expiresAt) }
}

/** @throws ProviderError `session-expired` for a state that is none */
export function readOpenSignatureSession(state: ConnectorState): OpenSignatureSession {
  const plan = readPlan(state)
  const sad = readText(state['sad'], MAX_SAD)
  const used = readWholeNumber(state['used'], MAX_DIGESTS)
  const expiresAt = readWholeNumber(state['expiresAt'], Number.MAX_SAFE_INTEGER)
  if (sad === undefined || used === undefined || expiresAt === undefined) throw expired()
  const signatures = readList(state['signatures'], MAX_DIGESTS)?.filter((one) => typeof one === 'string')
  return { ...plan, sad, used, expiresAt, extends: state['extends'] !== false, ...(signatures && { signatures }) }
}

/** @throws ProviderError `session-expired` for a state that is none */
export function readWaitingSignatureSession(state: ConnectorState): WaitingSignatureSession {
  const handle = readText(state['handle'], MAX_SAD)
  if (handle === undefined) throw expired()
  return { ...readPlan(state), handle }
}

function readPlan(state: ConnectorState): SignatureSessionPlan {
  const ref = readText(state['ref'])
  const algorithm = readText(state['algorithm'])
  const uses = readWholeNumber(state['uses'], MAX_DIGESTS)
  const digests = readList(state['digests'], MAX_DIGESTS)?.filter((digest) => typeof digest === 'string')
  if (ref === undefined || algorithm === undefined || uses === undefined || digests === undefined) throw expired()
  return { ref, algorithm, uses, digests, ...(state['isOneCall'] === true && { isOneCall: true }) }
}

export const expired = (): ProviderError => new ProviderError('session-expired', 'The signing session has expired')
