/** The mail that tells a sender what happened to their documents. */
import type { Catalogue } from '@rubrica/locales/node'
import type { SenderEvent, SenderMail, SenderNews } from '../../modules/notifications/ports.ts'
import type { MailMessage } from '../../ports/mail.ts'
import type { PortalEntry } from '../../ports/portal-entry.ts'
import type { MailWords } from './compose-mail.ts'
import { fillText } from './fill-text.ts'
import { note, type ListItem } from './letter/letter.ts'
import { CHOICES, countWords, writeNews } from './write-news.ts'

const EVENTS: readonly SenderEvent[] = [
  ...(['completed', 'signed', 'rejected', 'passing-asked', 'passed-on', 'undelivered', 'unanswered'] as const),
  'expired',
]

export function writeSenderMail(
  { language, texts: all }: MailWords,
  { id, person, news }: SenderMail,
  portalEntry: PortalEntry,
): MailMessage {
  const texts = all.toSender
  const said = { language, texts, events: EVENTS }
  const documents = new Set(news.map(({ documentId }) => documentId))
  const [only] = documents.size === 1 ? documents : []
  return writeNews(said, {
    ...{ id: `to-sender.${id}`, person, news },
    describe: (one) => describe(texts, one),
    isFirst: ({ event }) => event !== 'signed' && event !== 'completed',
    end: [
      {
        ...{ is: 'way', sentence: countWords(said, 'link', documents.size), label: texts.button },
        address: portalEntry(only === undefined ? '/sent' : `/sent/${only}`),
      },
      note(all.choose, portalEntry(CHOICES)),
    ],
  })
}

function describe(texts: Catalogue['mail']['toSender'], { event, fileName, actorName, reason }: SenderNews): ListItem {
  const line = fillText(texts[event], { file: fileName, person: actorName })
  if (reason === '') return { line }
  return { line, further: fillText(event === 'undelivered' ? texts.answer : texts.reason, { reason }) }
}
