/**
 * Requests with an Idempotency-Key (draft-ietf-httpapi-idempotency-key-header): repeated, they get their first answer.
 *
 * The difficult part is a crash between the act and keeping its answer. The act ends its request in its own transaction,
 * so either both are there or neither is. Where an act changes nothing (a token that is made), it may be done again.
 * A process that is slow rather than dead, and whose request was taken over meanwhile, finds its lease gone when it
 * commits, and nothing of its act stays.
 *
 * Refusals are not kept: what was not done may be corrected and sent under the same key.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { PortalError } from '@rubrica/domain'
import type { Failpoint } from '../ports/failpoints.ts'
import {
  keyInUse,
  type KeyedRequest,
  type RequestLease,
  type RequestStore,
  type TakeOutcome,
} from './keyed-requests.ts'

const KEPT_MS = 30 * 24 * 60 * 60_000

/** When an answer is forgotten that need not be kept for ever. */
export const keptUntil = (at: Date): Date => new Date(at.getTime() + KEPT_MS)

/**
 * Whoever repeats a request need not come back when it is nearly done, nor when the process that was at it has died: that
 * one is taken for dead after eight seconds, and the repetition does what it was to do.
 */
const PATIENCE_MS = 12_000
const LOOK_EVERY_MS = 100

export interface RunOnce {
  readonly requests: RequestStore
  /** A request may be taken over so long after it was begun. */
  readonly leaseMs: number
  readonly reach: Failpoint
  readonly now: () => Date
}

export interface OnceWork<T> {
  /** Does it, and ends the request in the transaction that does; without a lease there is none to end. */
  readonly act: (lease: RequestLease | undefined) => Promise<T>
  /** The answer to a request that was done before. @param kept what its act has kept */
  readonly replay: (kept: unknown) => Promise<T>
}

/**
 * @param request undefined when its caller gave no key: then it is done each time
 * @throws {PortalError} IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_KEY_IN_USE, and what the act throws
 */
export async function runOnce<T>(
  ports: RunOnce,
  request: KeyedRequest | undefined,
  { act, replay }: OnceWork<T>,
): Promise<T> {
  if (!request) return act(undefined)
  const outcome = await takePatiently(ports, request)
  switch (outcome.kind) {
    case 'done':
      return replay(outcome.answer)
    case 'other-request':
      throw new PortalError('IDEMPOTENCY_KEY_REUSED', 'This key was used for another request.')
    case 'running':
      throw keyInUse()
    case 'taken':
      return actUnder(ports, outcome.lease, act)
  }
}

async function actUnder<T>({ requests, reach }: RunOnce, lease: RequestLease, act: OnceWork<T>['act']): Promise<T> {
  await reach('request-taken')
  try {
    const answer = await act(lease)
    await reach('request-done')
    return answer
  } catch (error) {
    // If even that fails, the lease ends.
    await requests.release(lease).catch(() => undefined)
    throw error
  }
}

async function takePatiently({ requests, leaseMs, now }: RunOnce, request: KeyedRequest): Promise<TakeOutcome> {
  const begun = performance.now()
  for (;;) {
    const at = now()
    const outcome = await requests.take(request, {
      at,
      leaseUntil: new Date(at.getTime() + leaseMs),
      until: keptUntil(at),
    })
    if (outcome.kind !== 'running' || performance.now() - begun >= PATIENCE_MS) return outcome
    await pause(LOOK_EVERY_MS)
  }
}
