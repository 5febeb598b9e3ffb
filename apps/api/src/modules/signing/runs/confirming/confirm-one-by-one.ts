/**
 * Has the person of a run confirm one document after another at the provider, and signs each once they have.
 *
 * What a process that dies leaves behind: a document that is asked for, which whoever takes the run over asks about
 * again, as the same attempt. A document that was asked for and not noted so is asked for again: the errand that waits for
 * it is the same.
 */
import { PortalError } from '@rubrica/domain'
import type { Failpoint } from '../../../../ports/failpoints.ts'
import type { Log } from '../../../../ports/log.ts'
import type { Confirmations, ConfirmedOutcome, ConfirmingWork, ItemToConfirm } from './ports.ts'
import type { HeldRun } from '../ports.ts'
import { MOST_TRIES, pauseAfter } from '../try-again.ts'

export interface ConfirmOneByOne {
  readonly confirming: ConfirmingWork
  readonly confirmations: Confirmations
  readonly log: Log
  readonly reach: Failpoint
  readonly now: () => Date
  /** Nothing more is begun: others go on with it. */
  readonly isClosing: () => boolean
}

export interface RunToConfirm {
  readonly run: HeldRun
  readonly certType: string
}

/** Works on a run until its person has to be waited for. @returns milliseconds until it is looked at again */
export async function confirmOneByOne(needs: ConfirmOneByOne, what: RunToConfirm): Promise<number> {
  const { run } = what
  const { confirming, now } = needs
  while (!needs.isClosing()) {
    const item = await confirming.nextToConfirm(run, now())
    if (!item) {
      await confirming.endConfirming(run, now())
      return 0
    }
    const pauseMs = await confirmItem(needs, what, item)
    if (pauseMs !== undefined) return pauseMs
  }
  return 0
}

/** @returns how long the person may be left alone, where they have not confirmed it yet */
async function confirmItem(
  needs: ConfirmOneByOne,
  { run, certType }: RunToConfirm,
  item: ItemToConfirm,
): Promise<number | undefined> {
  const { confirming, confirmations, reach, now } = needs
  const settle = (outcome: ConfirmedOutcome) => confirming.settleConfirmed(run, { id: item.id, outcome, at: now() })
  const { userId, identifiedBy, office, certificateId, accessMethod, confirmedHolder } = run
  const { signerId, acceptedDisclaimer, acceptChanges } = item
  const order = {
    ...{ userId, identifiedBy, office, certType, certificateId, accessMethod, confirmedHolder },
    agreedAt: run.createdAt,
    ...{ signerId, acceptedDisclaimer, acceptChanges, attemptKey: `${item.id}:${item.tries}` },
  }
  let errandId = item.asked?.errandId
  let isWaiting = false
  try {
    if (errandId === undefined) {
      errandId = await confirmations.ask(order)
      await reach('run-confirmation-asked')
      await confirming.keepAsked(run, { id: item.id, errandId }, now())
    }
    if (await confirmations.complete({ ...order, errandId })) {
      await reach('run-item-finished')
      await settle({ state: 'signed' })
    } else {
      isWaiting = true
    }
  } catch (error) {
    if (!(error instanceof PortalError)) needs.log.error({ err: error, run: run.id }, 'A document of a run failed.')
    const isSpent = errandId !== undefined && !(await confirmations.isOpen(userId, errandId))
    await settle(outcomeOf(error, { tries: item.tries, at: now(), isSpent }))
  }
  if (isWaiting) return waitFor(needs, run, item)
  await reach('run-item-settled')
  return undefined
}

/** Before, whoever was asked is still looking. */
const TOLD_AFTER_MS = 2 * 60_000

async function waitFor(
  { confirming, log, now }: ConfirmOneByOne,
  run: HeldRun,
  { id, asked }: ItemToConfirm,
): Promise<number> {
  const at = now()
  const askedAt = asked?.at ?? at
  if (asked?.isTold === false && at.getTime() - askedAt.getTime() >= TOLD_AFTER_MS) {
    // What is asked for waits all the same.
    await confirming.tellAsked(run, id, at).catch((error: unknown) => {
      log.warn({ err: error, run: run.id }, 'A person was not told that a document of their run waits.')
    })
  }
  return pauseSince(askedAt, at)
}

const SHORTEST_PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 15_000

/** Who confirms at once is not kept waiting, and who has left asks the provider for little. */
const pauseSince = (askedAt: Date, at: Date): number =>
  Math.min(Math.max(SHORTEST_PAUSE_MS, (at.getTime() - askedAt.getTime()) / 20), LONGEST_PAUSE_MS)

/** Reasons that pass by themselves. */
const PASSING: readonly string[] = [
  'TIMESTAMP_UNAVAILABLE',
  'TEMPORARILY_UNAVAILABLE',
  'DOCUMENT_BUSY',
  'PROVIDER_UNREACHABLE',
  'PROVIDER_TIMEOUT',
  'PROVIDER_FAILED',
]
/** Of one document; the next one may be signed. */
const OF_THE_DOCUMENT: readonly string[] = [
  'DOCUMENT_NOT_FOUND',
  'DOCUMENT_NO_LONGER_AVAILABLE',
  'READ_ALL_PENDING',
  'DOCUMENT_SUSPICIOUS',
  'DISCLAIMER_NOT_ACCEPTED',
  'DOCUMENT_DAMAGED',
  'PDF_REFUSED',
  'PDF_TOO_COMPLEX',
]

function isOfTheDocument(error: PortalError): boolean {
  const reasons = error.facts['Reasons']
  return (
    OF_THE_DOCUMENT.includes(error.code) || (Array.isArray(reasons) && reasons.includes('OTHER_CERTIFICATE_DEMANDED'))
  )
}

interface Tried {
  readonly tries: number
  readonly at: Date
  /** What was asked is good for no other try. */
  readonly isSpent: boolean
}

function outcomeOf(error: unknown, { tries, at, isSpent }: Tried): ConfirmedOutcome {
  const code = error instanceof PortalError ? error.code : 'INTERNAL'
  if (error instanceof PortalError && isOfTheDocument(error)) return { state: 'failed', code }
  if (PASSING.includes(code)) return { ...again(code, new Date(at.getTime() + pauseAfter(tries))), isVoid: isSpent }
  // Of this document alone, or an error of ours: not for ever.
  const isOurs = code === 'DOCUMENT_MOVED_ON' || code === 'INTERNAL'
  if (!isOurs) return { state: 'needs-person', code }
  if (tries >= MOST_TRIES) return { state: 'failed', code }
  const pauseMs = code === 'INTERNAL' ? pauseAfter(tries) : 0
  return { ...again(code, new Date(at.getTime() + pauseMs)), isVoid: isSpent || code === 'DOCUMENT_MOVED_ON' }
}

const again = (code: string, notBefore: Date) => ({ state: 'again', code, notBefore }) as const
