import { openMailWriter } from '../adapters/mail/write-mails.ts'
import { cataloguesFolder } from './built-files.ts'
import type { Foundation } from './foundation.ts'

/** What writes the mails of a server, and the language for people whose own is not known. */
export function composeMails({ config, place }: Pick<Foundation, 'config' | 'place'>) {
  const { defaultLanguage } = config.portal
  const { portalEntry } = place
  return { writer: openMailWriter({ portalEntry, defaultLanguage, catalogues: cataloguesFolder }), defaultLanguage }
}
