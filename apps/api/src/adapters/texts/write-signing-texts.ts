import { languageOf, type Language } from '@rubrica/domain'
import { readCatalogue, type Catalogue } from '@rubrica/locales/node'
import type { SigningTexts } from '../../modules/signing/key/ports.ts'

export interface GuestTexts {
  /** With the code that proves a phone. */
  guestCode(language: string, code: string): string
}

/**
 * Sentences for phones, in the words of the catalogues.
 * @param defaultLanguage for people whose own nobody has said, or has no texts
 * @param catalogues directory of the catalogues; that of the package unless the program was bundled
 */
export function openSigningTexts(defaultLanguage: Language, catalogues?: URL): SigningTexts & GuestTexts {
  const known = new Map<string, Catalogue['phone']>()
  const textsOf = (person: string) => {
    const language = languageOf(person) ?? defaultLanguage
    const texts = known.get(language) ?? readCatalogue(language, catalogues).phone
    known.set(language, texts)
    return texts
  }
  return {
    code: (language, code) => textsOf(language).code.replace('{{code}}', code),
    guestCode: (language, code) => textsOf(language).guestCode.replace('{{code}}', code),
    description: (language, documents) => {
      const { acceptOne, acceptMany } = textsOf(language)
      return documents === 1 ? acceptOne : acceptMany.replace('{{count}}', String(documents))
    },
    confirmation: (language, fileName) => textsOf(language).confirmOne.replace('{{name}}', () => shorten(fileName)),
  }
}

/** What the sentence says after the name is read as well. */
const LONGEST_NAME = 100

function shorten(name: string): string {
  const letters = [...name]
  return letters.length <= LONGEST_NAME ? name : `${letters.slice(0, LONGEST_NAME - 1).join('')}…`
}
