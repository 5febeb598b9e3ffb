/**
 * Says in the catalogue that a file before PDF 2.0 uses the security store (ISO 32000-2 clause 7.12, ETSI EN 319 142-1
 * clause 5.6).
 */
import { dictOf, nameOf, PdfDict, type PdfDocument, readVersion } from '@rubrica/pdf'

/** The prefix that ETSI registered. */
const PREFIX = 'ESIC'

/** The catalogue with the declaration; as it is when it has one or needs none. */
export function declareExtension(document: PdfDocument, catalog: PdfDict): PdfDict {
  if (readVersion(document) >= '2.0') return catalog
  const present = document.resolveDict(catalog.get('Extensions')) ?? new PdfDict()
  if (present.get(PREFIX) !== undefined) return catalog
  const declaration = dictOf({ BaseVersion: nameOf('1.7'), ExtensionLevel: 1 })
  return catalog.with({ Extensions: present.with({ [PREFIX]: declaration }) })
}
