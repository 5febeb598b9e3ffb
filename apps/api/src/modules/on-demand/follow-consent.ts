import { randomUUID } from 'node:crypto'
import { ERROR_STATUS, PortalError, type ErrorCode } from '@rubrica/domain'
import type { OnDemandOutcome } from '@rubrica/providers/on-demand'
import type { ErrandChange, ErrandStore, Errand } from '../errands.ts'
import type { Failpoint } from '../../ports/failpoints.ts'
import { askProvider, factsOf } from '../provider-errors.ts'
import { readConsent, writeConsent, type ConsentData } from './keep-consent.ts'
import type { Consented, Consents, Followed, FollowedRequest, OnDemandProviders } from './ports.ts'

export interface FollowConsent {
  readonly errands: ErrandStore
  readonly providers: OnDemandProviders
  readonly reach: Failpoint
  /** How long a process that uses what was signed may be silent. */
  readonly leaseMs: number
  readonly now: () => Date
}

/**
 * Longer than any answer of a provider is awaited: it may give what it signs once, and only to the caller that waits
 * for it.
 */
const ASKING_LEASE_MS = 45_000
/** Before each further look, within one call. */
const PAUSES_MS = [1000, 1500]
const WAIT_MS = 25_000
const LOOK_EVERY_MS = 200

type Spend = Parameters<Consents['follow']>[1]

/** An errand that is this call's alone, until its lease is over. */
interface Held {
  readonly errand: Errand
  readonly consent: ConsentData
  readonly lease: Date
}

/** See `Consents.follow`. */
export async function followConsent(needs: FollowConsent, request: FollowedRequest, spend: Spend): Promise<Followed> {
  // What was signed already may wait here: a person who may not sign this way any more does not get it.
  await needs.providers.open(request.userId, request.certType)
  const held = await take(needs, request)
  if ('done' in held) return toFollowed(held.done)
  const signed = held.consent.signed ? held : await awaitSignatures(needs, held, request)
  await spendSignatures(needs, signed, spend)
  return toFollowed(signed.consent)
}

/** Nobody else has them: the person may ask for them again. */
const isForPerson = ({ prepared, grantId }: ConsentData['fixed']): boolean =>
  prepared === undefined && grantId === undefined

const toFollowed = ({ fixed, signed }: ConsentData): Followed => ({
  fixed,
  signatures: isForPerson(fixed) ? (signed?.signatures ?? []) : [],
})

/** Waits for the call that is at work on it, and takes it then. */
async function take(needs: FollowConsent, request: FollowedRequest): Promise<Held | { readonly done: ConsentData }> {
  const waitMs = request.once ? LOOK_EVERY_MS : WAIT_MS
  for (const until = Date.now() + waitMs; Date.now() < until; await pause(LOOK_EVERY_MS)) {
    const found = await needs.errands.find(request.userId, request.requestId)
    requireSame(found, request)
    if (found.state === 'done') return { done: readConsent(found.data) }
    if (found.state === 'failed') throw endedError(found.outcomeCode)
    const consent = readConsent(found.data)
    if (found.state === 'expired' || found.expiresAt <= needs.now()) throw endedError(null)
    if (!consent.asked) continue
    const lease = leaseOf(needs, consent.signed ? needs.leaseMs : ASKING_LEASE_MS)
    const taken = await needs.errands.advance(found.id, [found.state], {
      state: 'finishing',
      leaseUntil: lease,
      at: needs.now(),
    })
    if (taken) return { errand: taken, consent: readConsent(taken.data), lease }
  }
  throw new PortalError('TEMPORARILY_UNAVAILABLE', 'The signature is still being completed')
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const leaseOf = ({ now }: FollowConsent, ms: number) => new Date(now().getTime() + ms)

function requireSame(found: Errand | undefined, request: FollowedRequest): asserts found is Errand {
  const isSame =
    found?.certType === request.certType && found.purpose === request.purpose && found.signerId === request.signerId
  if (!isSame) throw endedError(null)
}

const isErrorCode = (code: string): code is ErrorCode => code in ERROR_STATUS

function endedError(code: string | null): PortalError {
  const known = code !== null && isErrorCode(code) ? code : 'TRANSACTION_EXPIRED'
  return new PortalError(known, ENDS[known] ?? 'The request is over; begin again')
}

const ENDS: Readonly<Partial<Record<ErrorCode, string>>> = {
  CONSENT_REFUSED: 'Authorization not completed: the signature was refused',
  CONSENT_TIMED_OUT: 'Authorization not completed: it was not confirmed in time',
  CONSENT_MISMATCH: 'Authorization not completed: somebody else confirmed it',
  DOCUMENT_MOVED_ON: 'Somebody else has signed the document meanwhile: what was confirmed is void',
  PROVIDER_SIGNATURE_REFUSED: 'What the provider answered is no valid signature',
}

/** What the person, the provider or the document has settled for good. */
const FINAL: readonly ErrorCode[] = [
  'CONSENT_REFUSED',
  'CONSENT_TIMED_OUT',
  'CONSENT_MISMATCH',
  'TRANSACTION_EXPIRED',
  'PROVIDER_SIGNATURE_REFUSED',
  'CERTIFICATE_FOREIGN',
  'HOLDER_UNKNOWN',
  'DOCUMENT_MOVED_ON',
  'DOCUMENT_NO_LONGER_AVAILABLE',
  'DOCUMENT_NOT_FOUND',
  'AUTHORISATION_EXPIRED',
]

/** @returns undefined when the request lives on: what went wrong may go well another time */
export const finalCodeOf = (error: unknown): ErrorCode | undefined =>
  error instanceof PortalError ? FINAL.find((code) => code === error.code) : undefined

async function askOnce(needs: FollowConsent, errand: Errand, consent: ConsentData): Promise<OnDemandOutcome> {
  const signer = await needs.providers.open(errand.userId, errand.certType)
  return askAboutConsent(() => signer.poll(consent.asked!.state))
}

/** Asks the provider. @throws {PortalError} with the codes of a request that people confirm */
export async function askAboutConsent<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await askProvider(ask)
  } catch (error) {
    if (error instanceof PortalError && error.code === 'SIGNING_CANCELLED') throw inOurWords('CONSENT_REFUSED', error)
    if (error instanceof PortalError && error.code === 'SIGNING_SESSION_EXPIRED') {
      throw inOurWords('TRANSACTION_EXPIRED', error)
    }
    if (error instanceof PortalError && error.code.startsWith('CONSENT_')) throw inOurWords(error.code, error)
    throw error
  }
}

const inOurWords = (code: ErrorCode, cause: PortalError) =>
  new PortalError(code, endedError(code).message, { cause: cause.cause })

/**
 * Has a look at a request that waits, in passing. What was signed is kept. @throws {PortalError} what has become of it
 */
export async function look(needs: FollowConsent, found: Errand): Promise<void> {
  const lease = leaseOf(needs, ASKING_LEASE_MS)
  const taken = await needs.errands.advance(found.id, ['awaiting_person'], {
    state: 'finishing',
    leaseUntil: lease,
    at: needs.now(),
  })
  if (!taken) return
  const held = { errand: taken, consent: readConsent(taken.data), lease }
  const outcome = await askOrLetGo(needs, held)
  if (outcome.kind === 'signed') await letGoSigned(needs, await keepSigned(needs, held, outcome))
  else await change(needs, held, { state: 'awaiting_person' })
}

const letGoSigned = (needs: FollowConsent, held: Held) => change(needs, held, { state: 'confirmed' })

/** Asks until it is signed, not for long, and keeps it before anything else is done with it. */
async function awaitSignatures(needs: FollowConsent, taken: Held, { once }: FollowedRequest): Promise<Held> {
  let held = taken
  for (const wait of [...(once ? [] : PAUSES_MS), null]) {
    const outcome = await askOrLetGo(needs, held)
    if (outcome.kind === 'signed') return keepSigned(needs, held, outcome)
    if (wait === null) break
    await pause(wait)
    held = await renew(needs, held)
  }
  await change(needs, held, { state: 'awaiting_person' })
  throw new PortalError('CONSENT_PENDING', 'Authorization not completed')
}

const askOrLetGo = (needs: FollowConsent, held: Held) =>
  askOnce(needs, held.errand, held.consent).catch((error: unknown) => letGo(needs, held, error))

async function renew(needs: FollowConsent, held: Held): Promise<Held> {
  const lease = leaseOf(needs, ASKING_LEASE_MS)
  const errand = await change(needs, held, { state: 'finishing', leaseUntil: lease })
  if (errand) return { ...held, errand, lease }
  throw new PortalError('TEMPORARILY_UNAVAILABLE', 'The signature is still being completed')
}

type Signed = Extract<OnDemandOutcome, { kind: 'signed' }>

async function keepSigned(needs: FollowConsent, held: Held, { signatures, revocation }: Signed): Promise<Held> {
  await needs.reach('consent-answered')
  const consent = { ...held.consent, signed: { signatures, cameAlong: revocation } }
  const lease = leaseOf(needs, needs.leaseMs)
  const kept = await change(needs, held, { state: 'finishing', data: writeConsent(consent), leaseUntil: lease })
  if (!kept) throw new PortalError('TEMPORARILY_UNAVAILABLE', 'The signature is still being completed')
  await needs.reach('consent-kept')
  return { errand: kept, consent, lease }
}

const change = ({ errands, now }: FollowConsent, { errand, lease }: Held, to: Omit<ErrandChange, 'at'>) =>
  errands.advance(errand.id, ['finishing'], { ...to, ownLease: lease, at: now() })

/** The request has ended, or waits as before. */
async function letGo(needs: FollowConsent, held: Held, error: unknown): Promise<never> {
  const outcomeCode = finalCodeOf(error)
  if (outcomeCode !== undefined) await change(needs, held, { state: 'failed', outcomeCode, facts: factsOf(error) })
  else await change(needs, held, { state: 'awaiting_person' })
  throw error
}

/** Nobody asks the provider again for what was used in vain: it waits here. */
async function spendSignatures(needs: FollowConsent, held: Held, spend: Spend): Promise<void> {
  const { errand, consent } = held
  const { userId, certType, purpose, signerId, documentId, baseRevision, expiresAt } = errand
  const consented: Consented = {
    requestId: errand.id,
    matter: { userId, certType, purpose: purpose === 'hash' ? 'hash' : 'sign', signerId, documentId, baseRevision },
    fixed: consent.fixed,
    ...consent.signed!,
    attemptKey: consent.attemptKey,
    expiresAt,
  }
  try {
    await spend(consented)
  } catch (error) {
    const outcomeCode = finalCodeOf(error)
    const data = writeConsent({ ...consent, attemptKey: randomUUID() })
    const failed = { state: 'failed', facts: factsOf(error), attemptKey: consent.attemptKey } as const
    if (outcomeCode !== undefined) await change(needs, held, { ...failed, outcomeCode })
    else await change(needs, held, { state: 'confirmed', data })
    throw error
  }
  await needs.reach('consent-used')
  // What leads on from it is answered again; the signatures are where they belong.
  const { fixed, attemptKey, asked, signed } = consent
  const kept = isForPerson(fixed) && signed ? { signed } : {}
  const data = writeConsent({ fixed, attemptKey, ...(asked && { asked }), ...kept })
  await change(needs, held, { state: 'done', data })
}
