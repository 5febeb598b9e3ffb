/** The mails that tell a person of several things that begin to wait for them, and remind them of all that still does. */
import type { Catalogue } from '@rubrica/locales/node'
import type { AskedMail, AskedNews } from '../../modules/notifications/ports.ts'
import type { MailMessage } from '../../ports/mail.ts'
import type { PortalEntry } from '../../ports/portal-entry.ts'
import type { MailWords } from './compose-mail.ts'
import { fillText } from './fill-text.ts'
import { note, type ListItem } from './letter/letter.ts'
import { writeDeadline } from './write-deadline.ts'
import { CHOICES, countWords, writeNews } from './write-news.ts'

const EVENTS: readonly AskedNews['event'][] = ['sign', 'approve']

type Texts = Catalogue['mail']['toReminded']

export const writeReminders = (words: MailWords, mail: AskedMail, portalEntry: PortalEntry): MailMessage =>
  writeAsked({ words, texts: words.texts.toReminded, name: 'to-reminded' }, mail, portalEntry)

/** What is not said otherwise is said as in a reminder. */
export const writeWaitingList = (words: MailWords, mail: AskedMail, portalEntry: PortalEntry): MailMessage =>
  writeAsked(
    { words, texts: { ...words.texts.toReminded, ...words.texts.toWaiting }, name: 'to-waiting' },
    mail,
    portalEntry,
  )

interface Wording {
  readonly words: MailWords
  readonly texts: Texts
  /** Of this kind of mail, in its id. */
  readonly name: string
}

function writeAsked(wording: Wording, { id, person, news }: AskedMail, portalEntry: PortalEntry): MailMessage {
  const { words, texts, name } = wording
  const said = { language: words.language, texts, events: EVENTS }
  const [only] = news.length === 1 ? news : []
  return writeNews(said, {
    ...{ id: `${name}.${id}`, person, news },
    ...(only ? { partId: only.partId } : { partIds: news.map(({ partId }) => partId) }),
    describe: (one) => describe(wording, one),
    isFirst: ({ event }) => event === 'sign',
    end: [
      {
        ...{ is: 'way', sentence: countWords(said, 'link', news.length), label: texts.button },
        address: portalEntry(only ? addressOf(only) : '/'),
      },
      note(words.texts.choose, portalEntry(CHOICES)),
    ],
  })
}

const addressOf = ({ event, documentId, partId }: AskedNews) =>
  event === 'sign' ? `/documents/${documentId}` : `/approvals/${partId}`

function describe({ words, texts }: Wording, { event, fileName, senderName, deadline }: AskedNews): ListItem {
  const line = fillText(texts[event], { file: fileName })
  const further = [
    senderName === '' ? '' : fillText(texts.from, { sender: senderName }),
    deadline ? writeDeadline(words, deadline) : '',
  ].filter((text) => text !== '')
  return further.length === 0 ? { line } : { line, further: further.join(' · ') }
}
