/** What mails that gather news have in common: a subject that sums up, a list that is cut, words that are counted. */
import type { Language } from '@rubrica/domain'
import type { MailReader } from '../../modules/notifications/ports.ts'
import type { MailMessage } from '../../ports/mail.ts'
import { composeMail } from './compose-mail.ts'
import { fillText } from './fill-text.ts'
import { paragraph, type Block, type ListItem } from './letter/letter.ts'

/** Where people choose how often mails come. */
export const CHOICES = '/notifications'

/** Lines of one mail; the lists of the portal have the others. */
const MOST_LINES = 100

interface CountedTexts {
  readonly language: Language
  /** With the forms of the plural that the language has; the English catalogue, which gives types, has fewer. */
  readonly texts: Readonly<Record<string, string>>
}

/** @param key of a text whose forms end with the category of a plural @returns the form for that number, filled in */
export function countWords({ texts, language }: CountedTexts, key: string, number: number): string {
  const form = new Intl.PluralRules(language).select(number)
  return fillText(texts[`${key}_${form}`] ?? texts[`${key}_other`]!, {
    count: new Intl.NumberFormat(language).format(number),
  })
}

interface News {
  readonly documentId: string
  readonly event: string
}

interface NewsTexts extends CountedTexts {
  /** Of what happened, in the order in which it is counted. */
  readonly events: readonly string[]
}

interface NewsLetter<One extends News> {
  readonly id: string
  /** Of whom it is about, where it is about one part in one document. */
  readonly partId?: string | undefined
  /** Of whom, where it is about several. */
  readonly partIds?: readonly string[] | undefined
  readonly person: MailReader
  /** At least one, the oldest first. */
  readonly news: readonly One[]
  /** A line that also stands alone, as the subject of a mail about one document. */
  readonly describe: (one: One) => ListItem
  /** What is told before the rest, so that it is never among the lines that are left out. */
  readonly isFirst: (one: One) => boolean
  /** Below the list. */
  readonly end: readonly Block[]
}

export function writeNews<One extends News>(said: NewsTexts, letter: NewsLetter<One>): MailMessage {
  const { id, partId, partIds, person, news, describe, end } = letter
  const documents = new Set(news.map(({ documentId }) => documentId)).size
  const blocks: Block[] = [
    paragraph(fillText(said.texts['greeting']!, { name: person.name })),
    paragraph(countWords(said, 'intro', documents)),
    { is: 'list', items: list(said, letter) },
    ...end,
  ]
  const subject = documents === 1 ? describe(news.at(-1)!).line : summarise(said, news)
  return composeMail({ language: said.language, subject, blocks }, { id, partId, partIds, to: person.email })
}

function summarise(said: NewsTexts, news: readonly News[]): string {
  const counts = said.events.flatMap((event) => {
    const found = news.filter((one) => one.event === event).length
    return found === 0 ? [] : [countWords(said, `${event}Count`, found)]
  })
  return fillText(said.texts['summary']!, { counts: counts.join(', ') })
}

function list<One extends News>(said: NewsTexts, { news, describe, isFirst }: NewsLetter<One>): ListItem[] {
  const ordered = [...news.filter(isFirst), ...news.filter((one) => !isFirst(one))]
  const items = ordered.slice(0, MOST_LINES).map(describe)
  const more = ordered.length - MOST_LINES
  return more > 0 ? [...items, { line: countWords(said, 'more', more) }] : items
}
