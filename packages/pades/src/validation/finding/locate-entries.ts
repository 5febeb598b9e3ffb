/**
 * Finds where in the file the entries of a dictionary are written.
 *
 * A signature covers octets and not values: which octets hold its /Contents decides whether it covers everything else.
 * Values are passed over by the same parser that reads them.
 */
import { isKeyword, Lexer, parseObject, PdfName } from '@rubrica/pdf'

interface LocatedEntry {
  readonly key: string
  /** Offsets of the first octet of the value and of the first after it. */
  readonly start: number
  readonly end: number
}

export interface LocatedDict {
  /** Offsets of the object, from its number to the end of the dictionary. */
  readonly start: number
  readonly end: number
  /** In their order; a key that is written twice is here twice. */
  readonly entries: readonly LocatedEntry[]
}

/**
 * The dictionary that is the indirect object at an offset, or that is the value of `key` in it; null when there is
 * none.
 * @throws CodedError PDF_DAMAGED, PDF_TOO_COMPLEX
 */
export function locateDict(bytes: Uint8Array, offset: number, key?: string): LocatedDict | null {
  const lexer = new Lexer(bytes, offset)
  if (typeof lexer.next() !== 'number' || typeof lexer.next() !== 'number' || !isKeyword(lexer.next(), 'obj'))
    return null
  const entries = readEntries(lexer)
  if (entries === null) return null
  const dict = { start: offset, end: lexer.pos, entries }
  if (key === undefined) return dict
  const holder = entries.findLast((entry) => entry.key === key)
  const inner = holder === undefined ? null : readEntries(new Lexer(bytes, holder.start))
  return inner && { ...dict, entries: inner }
}

function readEntries(lexer: Lexer): LocatedEntry[] | null {
  if (!isKeyword(lexer.next(), '<<')) return null
  const entries: LocatedEntry[] = []
  for (let key = lexer.next(); key instanceof PdfName; key = lexer.next()) {
    if (isKeyword(lexer.peek(), '>>')) break
    lexer.skipWhite()
    const start = lexer.pos
    parseObject(lexer)
    entries.push({ key: key.value, start, end: lexer.pos })
  }
  return entries
}
