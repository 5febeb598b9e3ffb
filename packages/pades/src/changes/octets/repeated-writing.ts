/**
 * What an update writes twice: PDFBox writes an object again each time it is marked as changed, and lists the last
 * copy.
 *
 * Harmless as long as both say the same to every reader.
 */
import { CodedError } from '@rubrica/pki'
import {
  type IndirectObject,
  isArray,
  parseIndirectObject,
  type PdfArray,
  PdfDict,
  type PdfDocument,
  PdfName,
  type PdfObject,
  PdfStream,
} from '@rubrica/pdf'
import { isSameValue } from '../same-value.ts'

/**
 * Where the object at an offset ends, if it says the same as the listed writing, so that readers show the same; else
 * null. A stream could end elsewhere.
 */
export function endOfRepetition(document: PdfDocument, start: number): number | null {
  const { bytes, header } = document
  const own = parseIfPossible(bytes, start)
  const listed = own === null ? undefined : document.entry(own.num)
  if (own === null || listed?.type !== 'offset' || !isPlain(own)) return null
  const other = parseIfPossible(bytes, listed.offset + header)
  const isSame = other?.num === own.num && other.gen === own.gen && isSameValue(own.value, other.value)
  return isSame ? own.end : null
}

const isPlain = ({ value, isOdd }: IndirectObject): boolean =>
  !isOdd && !(value instanceof PdfStream) && repeatedIn(value).length === 0

function parseIfPossible(bytes: Uint8Array, offset: number): IndirectObject | null {
  try {
    return parseIndirectObject(bytes, offset)
  } catch (error) {
    if (error instanceof CodedError) return null
    throw error
  }
}

/** Values of keys that are written again with another value, each with its key. */
export function repeatedIn(value: PdfObject): PdfArray {
  if (isArray(value)) return value.flatMap(repeatedIn)
  const dict = value instanceof PdfStream ? value.dict : value
  if (!(dict instanceof PdfDict)) return []
  const own = dict.repeated.filter(([key, former]) => !isSameValue(former, dict.get(key)))
  return [...own.map(([key, former]) => [new PdfName(key), former]), ...[...dict.entries.values()].flatMap(repeatedIn)]
}
