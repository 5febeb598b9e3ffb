/** What moves a bulk send whose rows are checked: it is started, paused, goes on and is cancelled. */
import { PortalError } from '@rubrica/domain'
import { keyedRequest } from '../keyed-requests.ts'
import { ownerOf } from '../owner.ts'
import { keptUntil, runOnce } from '../run-once.ts'
import type { Watcher } from '../sending/ports.ts'
import { CHANGEABLE, changing, notFound, requireState, showBulkSend, type BulkSendPorts } from './keep-bulk-sends.ts'
import type { BulkSend, Change, RowCounts } from './ports.ts'

interface Move {
  readonly watcher: Watcher
  readonly id: string
  readonly idempotencyKey: string | undefined
}

/**
 * Begins to send the rows that nothing is wrong with. It is done in the background.
 * @throws {PortalError} BULK_SEND_NOT_FOUND, BULK_SEND_STATE, BULK_SEND_HAS_FAULTS unless those are to be left out
 */
export const startBulkSend = (ports: BulkSendPorts, asked: Move & { readonly leaveOut: boolean }): Promise<BulkSend> =>
  move(ports, asked, {
    to: 'sending',
    leaveOut: asked.leaveOut,
    mayChange: ({ state, counts }) => {
      if (state === 'sending') return
      requireState(state, ['checked'])
      requireSendable(counts, asked.leaveOut)
    },
  })

function requireSendable({ wrong = 0, good = 0 }: RowCounts, leaveOut: boolean): void {
  if (good > 0 && (wrong === 0 || leaveOut)) return
  throw new PortalError('BULK_SEND_HAS_FAULTS', 'Rows have faults. Correct them, or leave them out.', {
    facts: { Wrong: wrong, Good: good },
  })
}

/** Sends nothing more until it goes on; the rows that were begun are sent. @throws {PortalError} as `startBulkSend` */
export const pauseBulkSend = (ports: BulkSendPorts, asked: Move): Promise<BulkSend> =>
  move(ports, asked, { to: 'paused', mayChange: ({ state }) => requireState(state, ['sending', 'paused']) })

/** @throws {PortalError} as `startBulkSend` */
export const resumeBulkSend = (ports: BulkSendPorts, asked: Move): Promise<BulkSend> =>
  move(ports, asked, { to: 'sending', mayChange: ({ state }) => requireState(state, ['sending', 'paused']) })

/** Sends nothing of what nobody has begun; what was sent stays sent. @throws {PortalError} as `startBulkSend` */
export const cancelBulkSend = (ports: BulkSendPorts, asked: Move): Promise<BulkSend> =>
  move(ports, asked, {
    to: 'cancelled',
    mayChange: ({ state }) => requireState(state, [...CHANGEABLE, 'sending', 'paused', 'cancelled']),
  })

function move(
  ports: BulkSendPorts,
  { watcher, id, idempotencyKey }: Move,
  {
    to,
    leaveOut = false,
    mayChange,
  }: Pick<Change, 'mayChange'> & { to: 'sending' | 'paused' | 'cancelled'; leaveOut?: boolean },
): Promise<BulkSend> {
  const request = keyedRequest({ watcher, idempotencyKey }, `POST /v1/bulk/${id}`, { to, leaveOut })
  return runOnce(ports, request, {
    act: async (lease) => {
      const end = lease && { lease, answer: null, until: keptUntil(ports.now()) }
      const change = { ...changing(ports, mayChange), to, leaveOut, end }
      if (!(await ports.bulkSends.move({ owner: ownerOf(watcher), id }, change))) throw notFound()
      return showBulkSend(ports, watcher, id)
    },
    replay: () => showBulkSend(ports, watcher, id),
  })
}
