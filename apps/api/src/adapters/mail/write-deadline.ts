import type { Deadline } from '../../modules/notifications/ports.ts'
import type { MailWords } from './compose-mail.ts'
import { fillText } from './fill-text.ts'

/** Until when a document waits, with the zone that the time is told in. */
export function writeDeadline({ language, texts }: MailWords, { at, timeZone }: Deadline): string {
  const date = new Intl.DateTimeFormat(language, {
    ...{ day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' },
    ...{ timeZone, timeZoneName: 'short' },
  }).format(at)
  return fillText(texts.deadline, { date })
}
