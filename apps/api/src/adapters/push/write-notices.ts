/** The words of notices and of calendars, in the language of their reader. */
import { languageOf, type Language } from '@rubrica/domain'
import { readCatalogue, type Catalogue } from '@rubrica/locales/node'
import type { CalendarOfPerson, NoticeKind, WriteNotice } from '../../modules/push/ports.ts'
import { countWords } from '../mail/write-news.ts'
import { fillText } from '../mail/fill-text.ts'
import { writeCalendar } from './write-calendar.ts'

export interface NoticeTexts {
  readonly notice: WriteNotice
  /** @param addressOf the portal's page of a path @returns an iCalendar object (RFC 5545) */
  readonly calendar: (calendar: CalendarOfPerson, at: Date, addressOf: (path: string) => string) => string
}

interface Told {
  /** Key of its text. */
  readonly text: string
  /** Where the portal leads who follows it. */
  readonly path: string
  readonly isCounted: boolean
}

const TOLD: Readonly<Record<NoticeKind, Told>> = {
  'to-sign': { text: 'toSign', path: '/documents', isCounted: true },
  'to-approve': { text: 'toApprove', path: '/approvals', isCounted: true },
  reminder: { text: 'reminder', path: '/documents', isCounted: false },
  'sent-news': { text: 'sentNews', path: '/sent', isCounted: false },
  ended: { text: 'ended', path: '/signed', isCounted: false },
  'run-ended': { text: 'runEnded', path: '/documents', isCounted: false },
  'run-waits': { text: 'runWaits', path: '/documents', isCounted: false },
  'standing-in': { text: 'standingIn', path: '/absence', isCounted: false },
  certificate: { text: 'certificate', path: '/certificates', isCounted: false },
  test: { text: 'test', path: '/notifications', isCounted: false },
}

/**
 * @param defaultLanguage for people whose own has no texts
 * @param catalogues directory of the catalogues; that of the package unless the program was bundled
 */
export function openNoticeTexts(defaultLanguage: Language, catalogues?: URL): NoticeTexts {
  const known = new Map<Language, Catalogue['notices']>()
  const wordsOf = (person: string) => {
    const language = languageOf(person) ?? defaultLanguage
    const texts = known.get(language) ?? readCatalogue(language, catalogues).notices
    known.set(language, texts)
    return { language, texts }
  }
  return {
    notice: ({ kind, language, count }) => {
      const { text, path, isCounted } = TOLD[kind]
      const said = wordsOf(language)
      const title = isCounted ? countWords(said, text, count) : said.texts[text as keyof Catalogue['notices']]
      return JSON.stringify({ title, path, tag: kind, lang: said.language })
    },
    calendar: ({ language, due }, at, addressOf) => {
      const { texts } = wordsOf(language)
      const events = due.map(({ partId, documentId, fileName, part, deadline }) => ({
        ...{ id: partId, at: deadline },
        summary: fillText(part === 'sign' ? texts.dueToSign : texts.dueToApprove, { name: fileName }),
        address: addressOf(part === 'sign' ? `/documents/${documentId}` : `/approvals/${partId}`),
      }))
      return writeCalendar({ name: texts.calendarName, language, madeAt: at, events })
    },
  }
}
