/** Mails in the words of the catalogues: plain text, so that nothing in a file name or a name can act in a mail program. */
import { FALLBACK_LANGUAGE, languageOf } from '@rubrica/domain'
import { readCatalogue, type Catalogue } from '@rubrica/locales/node'
import type { MailWriter } from '../../modules/notifications/ports.ts'

const PLACEHOLDER = /\{\{(\w+)\}\}/g

export interface MailSettings {
  /** Where the portal is, without a slash at the end. */
  readonly publicUrl: string
  /** Directory of the catalogues; that of the package unless the program was bundled. */
  readonly catalogues?: URL
}

/** @throws {Error} (`ENOENT`) when the catalogues are not where they should be. */
export function openMailWriter({ publicUrl, catalogues }: MailSettings): MailWriter {
  const known = new Map<string, Catalogue['mail']['toSign']>()
  const textsOf = (language: string) => {
    const texts = known.get(language) ?? readCatalogue(language, catalogues).mail.toSign
    known.set(language, texts)
    return texts
  }
  return {
    toSign: ({ signerId, documentId, fileName, senderName, person }) => {
      const texts = textsOf(languageOf(person.language) ?? FALLBACK_LANGUAGE)
      const values = { name: person.name, file: fileName, sender: senderName }
      const intro = senderName === '' ? texts.introWithoutSender : texts.intro
      const link = `${publicUrl}/documents/${documentId}`
      const lines = [texts.greeting, '', intro, '', texts.link, link, '', texts.unexpected, '']
      return {
        id: `to-sign.${signerId}`,
        to: person.email,
        subject: fill(texts.subject, values),
        text: lines.map((line) => fill(line, values)).join('\n'),
      }
    },
  }
}

const fill = (text: string, values: Readonly<Record<string, string>>) =>
  text.replace(PLACEHOLDER, (whole, name: string) => values[name] ?? whole)
