import { setTimeout as pause } from 'node:timers/promises'
import { type AnsweredCms, checkAnsweredCms, CodedError } from '@rubrica/pki'
import { ProviderError, type ConnectorState } from '../connector.ts'
import type { AskedConsent, OnDemandOutcome, OnDemandRequest, OnDemandSigner, SignedOnDemand } from '../on-demand.ts'
import { readText } from '../protocols/read-answer.ts'
import type { SettingsReader } from '../registered-provider.ts'
import { askAgain, askForSignatures, documentName } from './call-ais.ts'
import { PROVIDER, type AisAnswer } from './read-answer.ts'
import { readSettings, type SwisscomSettings } from './settings.ts'
import { subjectOf, writeSubject, type AskedSubject } from './write-subject.ts'

/** @returns undefined while SWISSCOM_URL is not set */
export function connect(reader: SettingsReader): OnDemandSigner | undefined {
  const settings = readSettings(reader)
  if (settings === undefined) return undefined
  return {
    describeSubject: (person) => writeSubject(subjectOf(person, settings.country)),
    request: (request) => requestSignatures(settings, request),
    poll: (state) => poll(settings, readState(state)),
  }
}

/** What is remembered of a request. */
interface Asked {
  readonly responseId: string
  readonly subject: AskedSubject
  /** base64. */
  readonly digests: readonly string[]
  readonly digestAlgorithm: OnDemandRequest['digestAlgorithm']
}

const writeState = (asked: Asked): ConnectorState => ({ ...asked })

function readState(state: ConnectorState): Asked {
  const asked = state as unknown as Asked
  if (typeof asked.responseId === 'string' && Array.isArray(asked.digests)) return asked
  throw new ProviderError('session-expired', `${PROVIDER} has no such request`)
}

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 2000

async function requestSignatures(settings: SwisscomSettings, request: OnDemandRequest): Promise<AskedConsent> {
  const subject = subjectOf(request.person, settings.country)
  const until = Date.now() + settings.timeoutMs
  let answer = await askForSignatures(settings, request, writeSubject(subject))
  const { responseId = '' } = answer
  if (answer.isPending && responseId === '') throw failed('no-consent')
  const digests = request.digests.map((digest) => Buffer.from(digest).toString('base64'))
  const asked = { responseId, subject, digests, digestAlgorithm: request.digestAlgorithm }
  const state = writeState(asked)
  for (let wait = FIRST_PAUSE_MS; answer.isPending; wait = Math.min(2 * wait, LONGEST_PAUSE_MS)) {
    if (answer.consentUrl !== undefined) return { consentUrl: requirePage(settings, answer.consentUrl), state }
    // People with a Mobile ID are asked on their phone alone: no page is ever named.
    if (Date.now() + wait > until) return { consentUrl: null, state }
    await pause(wait)
    answer = await askAgain(settings, responseId)
  }
  return { consentUrl: null, state, signed: readSigned(asked, answer) }
}

const failed = (why: string) =>
  new ProviderError('failed', `${PROVIDER} could not do what it was asked for`, { facts: { why } })

/** A page that a person may be sent to: one that nobody can listen to, or of the service itself. */
function requirePage({ url }: SwisscomSettings, page: string): string {
  const parsed = URL.canParse(page) ? new URL(page) : undefined
  const isSafe = parsed && (parsed.protocol === 'https:' || parsed.origin === new URL(url).origin)
  if (isSafe && parsed.username === '' && parsed.password === '') return parsed.href
  throw failed('consent-page')
}

async function poll(settings: SwisscomSettings, asked: Asked): Promise<OnDemandOutcome> {
  const answer = await askAgain(settings, asked.responseId)
  if (answer.isPending) {
    return { kind: 'waiting', state: writeState({ ...asked, responseId: answer.responseId ?? asked.responseId }) }
  }
  return readSigned(asked, answer)
}

/** @throws ProviderError `signature-refused` */
function readSigned(asked: Asked, answer: AisAnswer): SignedOnDemand {
  const { crls, ocsps } = answer
  return { kind: 'signed', signatures: inOrder(asked, answer), revocation: { crls, ocsps } }
}

/** @throws ProviderError `signature-refused` */
function inOrder(asked: Asked, { signatures }: AisAnswer): Uint8Array[] {
  return asked.digests.map((digest, index) => {
    const isOnly = asked.digests.length === 1 && signatures.length === 1
    const found = isOnly ? signatures[0] : signatures.find(({ document }) => document === documentName(index))
    if (!found) throw refused('missing')
    requireSubject(asked, checkCms(found.cms, asked, digest))
    return found.cms
  })
}

function checkCms(cms: Uint8Array, { digestAlgorithm }: Asked, digest: string): AnsweredCms {
  try {
    return checkAnsweredCms(cms, { digest: Buffer.from(digest, 'base64'), digestAlgorithm })
  } catch (error) {
    if (!(error instanceof CodedError)) throw error
    throw refused(readText(error.facts['fault']) ?? error.code, error)
  }
}

const OIDS = {
  commonName: '2.5.4.3',
  givenName: '2.5.4.42',
  surname: '2.5.4.4',
  country: '2.5.4.6',
  serialNumber: '2.5.4.5',
} as const satisfies Record<keyof AskedSubject, string>

/** The certificate names the person it was asked for; the service may add more. */
function requireSubject({ subject: asked }: Asked, { subject }: AnsweredCms): void {
  for (const part of Object.keys(OIDS) as (keyof AskedSubject)[]) {
    const values = subject.filter(({ oid }) => oid === OIDS[part]).map(({ value }) => value.normalize('NFC'))
    const isSame = asked[part] === '' ? values.length === 0 : values.length === 1 && values[0] === asked[part]
    if (!isSame) throw refused(`other-${part}`)
  }
}

const refused = (why: string, cause?: unknown) =>
  new ProviderError('signature-refused', `What ${PROVIDER} answered is no signature by the certificate asked for`, {
    facts: { why },
    ...(cause !== undefined && { cause }),
  })
