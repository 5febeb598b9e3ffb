import { readCatalogue, type Catalogue } from '@rubrica/locales/node'
import type { StandardDisclaimers } from '../../modules/disclaimers/ports.ts'

/**
 * The standard texts of the catalogues.
 * @param catalogues directory of the catalogues; that of the package unless the program was bundled
 * @throws {Error} (`ENOENT`) when they are not where they should be, at the first text that is asked for
 */
export function openStandardDisclaimers(catalogues?: URL): StandardDisclaimers {
  const known = new Map<string, Catalogue['disclaimer']>()
  return (kind, language) => {
    const texts = known.get(language) ?? readCatalogue(language, catalogues).disclaimer
    known.set(language, texts)
    return kind === 'SIGNATURE_MULTIPOSITION_BATCH' ? texts.batch : texts.simple
  }
}
