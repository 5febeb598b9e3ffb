/** The mail that reminds a person, by itself, of all that waits for them and is due. */
import type { Catalogue } from '@rubrica/locales/node'
import type { ReminderMail, ReminderNews } from '../../modules/notifications/ports.ts'
import type { MailMessage } from '../../ports/mail.ts'
import type { PortalEntry } from '../../ports/portal-entry.ts'
import type { MailWords } from './compose-mail.ts'
import { fillText } from './fill-text.ts'
import type { ListItem } from './letter/letter.ts'
import { countWords, writeNews } from './write-news.ts'

const EVENTS: readonly ReminderNews['event'][] = ['sign', 'approve']

export function writeReminders(
  { language, texts: all }: MailWords,
  { id, person, news }: ReminderMail,
  portalEntry: PortalEntry,
): MailMessage {
  const texts = all.toReminded
  const said = { language, texts, events: EVENTS }
  const [only] = news.length === 1 ? news : []
  return writeNews(said, {
    ...{ id: `to-reminded.${id}`, partId: only?.partId, person, news },
    describe: (one) => describe(texts, one),
    isFirst: ({ event }) => event === 'sign',
    end: [
      {
        ...{ is: 'way', sentence: countWords(said, 'link', news.length), label: texts.button },
        address: portalEntry(only ? addressOf(only) : '/'),
      },
    ],
  })
}

const addressOf = ({ event, documentId, partId }: ReminderNews) =>
  event === 'sign' ? `/documents/${documentId}` : `/approvals/${partId}`

function describe(texts: Catalogue['mail']['toReminded'], { event, fileName, senderName }: ReminderNews): ListItem {
  const line = fillText(texts[event], { file: fileName })
  return senderName === '' ? { line } : { line, further: fillText(texts.from, { sender: senderName }) }
}
