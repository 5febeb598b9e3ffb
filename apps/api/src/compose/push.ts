/** Notices on people's devices, and calendars of deadlines. */
import { openCalendarStore, openNoticeStore } from '../adapters/database/push/notice-store.ts'
import { openNoticeOutbox, openNotices } from '../adapters/database/push/notice-outbox.ts'
import { openPushKeyRecords } from '../adapters/database/push/push-key-store.ts'
import { openMailChoices } from '../adapters/database/users/mail-choice-store.ts'
import { workThrough, type Worker } from '../adapters/jobs/work-through.ts'
import { watchNotices } from '../adapters/metrics/notice-metrics.ts'
import { openPushService } from '../adapters/push/open-push-service.ts'
import { openNoticeTexts } from '../adapters/push/write-notices.ts'
import type { NoticePorts } from '../http/routes/notifications.ts'
import { CALENDARS, type ServedCalendar } from '../http/serve-calendars.ts'
import { findCalendar } from '../modules/push/keep-notices.ts'
import type { Notices } from '../modules/push/ports.ts'
import { sendNotice, takeNotices } from '../modules/push/send-notices.ts'
import { cataloguesFolder } from './built-files.ts'
import type { Foundation } from './foundation.ts'

/** Notices of one process that are under way at once. */
const MOST_UNDER_WAY = 16

export interface Push extends Worker {
  readonly ports: NoticePorts
  readonly notices: Notices
  readonly calendar: ServedCalendar
  start(): void
}

export function composePush(foundation: Foundation): Push {
  const { config, database, serverKeys, place, now } = foundation
  const log = foundation.log.child({ name: 'push' })
  const texts = openNoticeTexts(config.portal.defaultLanguage, cataloguesFolder)
  const service = openPushService({
    ...{ records: openPushKeyRecords(database), serverKeys, now },
    allowedPrivateOrigins: config.pushOrigins,
    contact: `mailto:${config.portal.supportMail.english}`,
  })
  const outbox = watchNotices(openNoticeOutbox(database, serverKeys), foundation.metrics)
  const sending = { outbox, service, write: texts.notice, log, now }
  const reading = { calendars: openCalendarStore(database), now }
  let worker: Worker | undefined
  const wake = () => worker?.wake()
  return {
    ports: {
      ...{ notices: openNoticeStore(database, serverKeys), service, wakeNotices: wake, now },
      mailChoices: openMailChoices(database),
      calendarAddress: (secret) => `${place.publicUrl}${CALENDARS}${secret}.ics`,
    },
    notices: openNotices(database, config.senderMailDelayMs),
    calendar: async (secret) => {
      const calendar = await findCalendar(reading, secret)
      return calendar && texts.calendar(calendar, now(), place.portalEntry)
    },
    wake,
    start: () => {
      worker = workThrough({
        take: (most) => takeNotices(sending, most),
        work: (notice) => sendNotice(sending, notice),
        most: MOST_UNDER_WAY,
        log,
        sayings: {
          notTaken: 'Notices to devices could not be taken.',
          notDone: 'A notice to a device was not sent, or its end not kept; it is tried again once its hold is over.',
        },
      })
    },
    stop: async () => worker?.stop(),
  }
}
