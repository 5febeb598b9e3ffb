/** Numbers of notices to people's devices: how many tries ended how. */
import { Counter, type Registry } from 'prom-client'
import type { NoticeOutbox, NoticeVerdict } from '../../modules/push/ports.ts'

type Outcome = NoticeVerdict['kind']
const OUTCOMES: readonly Outcome[] = ['taken', 'again', 'later', 'moot', 'gone', 'given-up']

export interface NoticeMetrics {
  noticeTried(outcome: Outcome): void
}

export function openNoticeMetrics(registry: Registry): NoticeMetrics {
  const notices = new Counter({
    name: 'rubrica_notices_total',
    help: 'Notices to devices that were due, by what came of them.',
    labelNames: ['outcome'] as const,
    registers: [registry],
  })
  for (const outcome of OUTCOMES) notices.inc({ outcome }, 0)
  return { noticeTried: (outcome) => notices.inc({ outcome }) }
}

/** Counts each try whose end was kept. */
export const watchNotices = (outbox: NoticeOutbox, metrics: NoticeMetrics): NoticeOutbox => ({
  ...outbox,
  settle: async (notice, verdict, at) => {
    await outbox.settle(notice, verdict, at)
    metrics.noticeTried(verdict.kind)
  },
})
