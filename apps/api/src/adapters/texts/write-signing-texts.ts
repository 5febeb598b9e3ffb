import { FALLBACK_LANGUAGE, languageOf } from '@rubrica/domain'
import { readCatalogue, type Catalogue } from '@rubrica/locales/node'
import type { SigningTexts } from '../../modules/signing/ports.ts'

/**
 * Sentences for phones, in the words of the catalogues.
 * @param catalogues directory of the catalogues; that of the package unless the program was bundled
 */
export function openSigningTexts(catalogues?: URL): SigningTexts {
  const known = new Map<string, Catalogue['phone']>()
  const textsOf = (person: string) => {
    const language = languageOf(person) ?? FALLBACK_LANGUAGE
    const texts = known.get(language) ?? readCatalogue(language, catalogues).phone
    known.set(language, texts)
    return texts
  }
  return {
    code: (language, code) => textsOf(language).code.replace('{{code}}', code),
    description: (language, documents) => {
      const { acceptOne, acceptMany } = textsOf(language)
      return documents === 1 ? acceptOne : acceptMany.replace('{{count}}', String(documents))
    },
  }
}
