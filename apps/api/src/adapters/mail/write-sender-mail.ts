/** The mail that tells a sender what happened to their documents. */
import type { Catalogue } from '@rubrica/locales/node'
import type { SenderEvent, SenderMail, SenderNews } from '../../modules/notifications/ports.ts'
import type { MailMessage } from '../../ports/mail.ts'
import type { PortalEntry } from '../../ports/portal-entry.ts'
import { composeMail, type MailWords } from './compose-mail.ts'
import { fillText } from './fill-text.ts'
import { paragraph, type Block, type ListItem } from './letter/letter.ts'

type Texts = Catalogue['mail']['toSender']

interface Words extends Pick<MailWords, 'language'> {
  readonly texts: Texts
}

/** Lines of one mail; the page of what was sent has the others. */
const MOST_LINES = 100
/** In the order in which they are counted. */
const EVENTS: readonly SenderEvent[] = ['completed', 'signed', 'rejected', 'expired']

export function writeSenderMail(
  all: MailWords,
  { id, person, news }: SenderMail,
  portalEntry: PortalEntry,
): MailMessage {
  const { language } = all
  const texts = all.texts.toSender
  const said = { texts, language }
  const documents = new Set(news.map(({ documentId }) => documentId))
  const [only] = documents.size === 1 ? documents : []
  const blocks: Block[] = [
    paragraph(fillText(texts.greeting, { name: person.name })),
    paragraph(count(said, 'intro', documents.size)),
    { is: 'list', items: list(said, news) },
    {
      ...{ is: 'way', sentence: count(said, 'link', documents.size), label: texts.button },
      address: portalEntry(only === undefined ? '/sent' : `/sent/${only}`),
    },
  ]
  const subject = only === undefined ? summarise(said, news) : headline(texts, news.at(-1)!)
  return composeMail({ language, subject, blocks }, { id: `to-sender.${id}`, to: person.email })
}

function headline(texts: Texts, { event, fileName, actorName }: SenderNews): string {
  return fillText(texts[event], { file: fileName, person: actorName })
}

function summarise(words: Words, news: readonly SenderNews[]): string {
  const counts = EVENTS.flatMap((event) => {
    const found = news.filter((one) => one.event === event).length
    return found === 0 ? [] : [count(words, `${event}Count`, found)]
  })
  return fillText(words.texts.summary, { counts: counts.join(', ') })
}

/** What needs the sender comes first, so that it is never among the lines that are left out. */
function list(said: Words, news: readonly SenderNews[]): ListItem[] {
  const isBad = ({ event }: SenderNews) => event === 'rejected' || event === 'expired'
  const ordered = [...news.filter(isBad), ...news.filter((one) => !isBad(one))]
  const items = ordered.slice(0, MOST_LINES).map((one) => describe(said.texts, one))
  const more = ordered.length - MOST_LINES
  return more > 0 ? [...items, { line: count(said, 'more', more) }] : items
}

function describe(texts: Texts, news: SenderNews): ListItem {
  const line = headline(texts, news)
  return news.reason === '' ? { line } : { line, further: fillText(texts.reason, { reason: news.reason }) }
}

type Counted = 'intro' | 'link' | 'more' | `${SenderEvent}Count`

/** The English catalogue, which gives the type, has fewer forms of the plural than others. */
function count({ texts, language }: Words, key: Counted, number: number): string {
  const forms: Readonly<Record<string, string>> = texts
  const form = new Intl.PluralRules(language).select(number)
  return fillText(forms[`${key}_${form}`] ?? texts[`${key}_other`], {
    count: new Intl.NumberFormat(language).format(number),
  })
}
