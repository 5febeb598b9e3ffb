import { randomUUID } from 'node:crypto'
import { PortalError } from '@rubrica/domain'
import { digestOf } from '../../digest-of.ts'
import { callerOf, ownerOf } from '../../owner.ts'
import { keptUntil, runOnce, type RunOnce } from '../../run-once.ts'
import type { Watcher } from '../ports.ts'
import type { Bulk, BulkOrder, BulkStore } from './ports.ts'

/** How long results can be looked at. */
const KEPT_MS = 30 * 24 * 60 * 60_000
/** A deadline is at least so far ahead, as that of one document. */
const SOONEST_MS = 60 * 60_000

export interface BulkPorts extends RunOnce {
  readonly bulks: BulkStore
}

interface StartRequest {
  readonly watcher: Watcher
  readonly order: BulkOrder
  readonly idempotencyKey: string | undefined
}

/**
 * Begins an act on many documents; a job does it.
 * @throws {PortalError} VALIDATION_FAILED for a deadline that is too near, IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_KEY_IN_USE
 */
export function startBulk(ports: BulkPorts, { watcher, order, idempotencyKey: key }: StartRequest): Promise<Bulk> {
  const caller = callerOf(watcher)
  const keyed =
    key === undefined || !caller ? undefined : { caller, key, call: 'POST /v1/bulk-acts', digest: digestOf(order) }
  return runOnce(ports, keyed, {
    act: async (lease) => {
      const at = ports.now()
      requireAhead(order, at)
      const id = randomUUID()
      const end = lease && { lease, answer: { id }, until: keptUntil(at) }
      const documentIds = [...new Set(order.documentIds.map((one) => one.toLowerCase()))]
      const expiresAt = new Date(at.getTime() + KEPT_MS)
      await ports.bulks.insert({ ...order, documentIds, id, owner: ownerOf(watcher), at, expiresAt, end })
      return showBulk(ports, watcher, id)
    },
    replay: (kept) => showBulk(ports, watcher, (kept as { id: string }).id),
  })
}

function requireAhead({ deadline }: BulkOrder, at: Date): void {
  if (!deadline || deadline.getTime() >= at.getTime() + SOONEST_MS) return
  const problem = 'must be at least an hour ahead.'
  throw new PortalError('VALIDATION_FAILED', `body.deadline: ${problem}`, {
    faults: [{ root: 'body', path: ['deadline'], code: 'VALIDATION_FAILED', problem }],
  })
}

/** @throws {PortalError} BULK_ACT_NOT_FOUND, also for somebody else's */
export async function showBulk(
  { bulks, now }: Pick<BulkPorts, 'bulks' | 'now'>,
  watcher: Watcher,
  id: string,
): Promise<Bulk> {
  const bulk = await bulks.find(watcher, id, now())
  if (!bulk) throw new PortalError('BULK_ACT_NOT_FOUND', 'There is no such act on several documents among yours.')
  return bulk
}
