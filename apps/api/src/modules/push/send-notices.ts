/** Sends notices to people's devices, each until its push service has taken it or it is given up. */
import type { Log } from '../../ports/log.ts'
import { readRetryAfter } from '../read-retry-after.ts'
import type { HeldNotice, NoticeOutbox, NoticeVerdict, PushAnswer, PushService, WriteNotice } from './ports.ts'
import { loudFrom } from './quiet-hours.ts'

export interface SendNotices {
  readonly outbox: NoticeOutbox
  readonly service: PushService
  readonly write: WriteNotice
  readonly log: Log
  readonly now: () => Date
}

/** Longer than an exchange may take: then its process has died, and another one tries again. */
const LEASE_MS = 45_000
const DAY_MS = 24 * 60 * 60_000
const DAY_S = 24 * 60 * 60
const TEST_S = 5 * 60

/** Takes notices that are due, of up to `most` devices. */
export function takeNotices({ outbox, now }: SendNotices, most: number): Promise<readonly HeldNotice[]> {
  const at = now()
  return outbox.hold({ at, until: new Date(at.getTime() + LEASE_MS) }, most)
}

/** One try, unless it is quiet or nobody waits for it any more. Whatever the push service does is its result. */
export async function sendNotice(needs: SendNotices, notice: HeldNotice): Promise<void> {
  const verdict = await decide(needs, notice)
  await needs.outbox.settle(notice, verdict, needs.now())
}

async function decide({ service, write, log, now }: SendNotices, notice: HeldNotice): Promise<NoticeVerdict> {
  const { kind, quietHours, deviceId } = notice
  if (notice.count === 0) return { kind: 'moot' }
  if (!notice.endpoint) {
    log.warn({ device: deviceId }, 'The address of a device does not open: a notice was given up.')
    return { kind: 'given-up' }
  }
  const at = now()
  const isUrgent = kind === 'test' || (notice.deadline !== null && notice.deadline.getTime() - at.getTime() < DAY_MS)
  const from = quietHours && !isUrgent ? loudFrom(at, quietHours) : at
  if (from > at) return { kind: 'later', at: from }
  const answer = await service.send(notice.endpoint, {
    ...{ text: write(notice), topic: kind },
    ...{ urgency: isUrgent ? 'high' : 'normal', ttl: kind === 'test' ? TEST_S : DAY_S },
  })
  const verdict = judge(answer, { tries: notice.tries, at: now() })
  if (verdict.kind === 'given-up') log.warn({ device: deviceId, ...answer }, 'A notice to a device was given up.')
  return verdict
}

const FIRST_PAUSE_MS = 15_000
const LONGEST_PAUSE_MS = 60 * 60_000
/** With those pauses, for about half a day. */
const MOST_TRIES = 20

/** RFC 8030, 7.3 and 8.4: a subscription that is gone; a push service that wants to be asked later. */
function judge(answer: PushAnswer, { tries, at }: { readonly tries: number; readonly at: Date }): NoticeVerdict {
  const status = 'status' in answer ? answer.status : undefined
  if (status !== undefined && status >= 200 && status < 300) return { kind: 'taken' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  const passes = status === undefined || status === 429 || status >= 500
  if (!passes || tries >= MOST_TRIES) return { kind: 'given-up' }
  const asked = 'status' in answer ? readRetryAfter(answer.retryAfter, at) : 0
  const pauseMs = Math.min(Math.max(FIRST_PAUSE_MS * 2 ** (tries - 1), asked), LONGEST_PAUSE_MS)
  return { kind: 'again', at: new Date(at.getTime() + pauseMs) }
}
