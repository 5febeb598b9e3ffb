/** Objects inside object streams (ISO 32000-2 clause 7.5.7). */
import { PdfError } from '../pdf-error.ts'
import { isInteger, type PdfDict, type PdfObject } from '../objects/pdf-objects.ts'
import { Lexer } from './lexer.ts'
import { parseObject } from './parse-object.ts'

/** A decoded object stream: the numbers of its objects and where each starts. */
export class ObjectStream {
  private readonly data: Uint8Array
  private readonly offsets = new Map<number, number>()
  private readonly odd = new Set<number>()
  private parsed = 0

  /** @param data decoded bytes */
  constructor(dict: PdfDict, data: Uint8Array) {
    this.data = data
    const count = dict.get('N')
    const first = dict.get('First')
    if (!isInteger(count) || !isInteger(first) || count < 0 || count > data.length) {
      throw new PdfError('PDF_DAMAGED', { what: 'object stream' })
    }
    const lexer = new Lexer(data)
    for (let i = 0; i < count; i++) {
      const num = lexer.next()
      const offset = lexer.next()
      if (typeof num !== 'number' || typeof offset !== 'number') break
      if (!this.offsets.has(num)) this.offsets.set(num, first + offset)
    }
  }

  get numbers(): Iterable<number> {
    return this.offsets.keys()
  }

  /** Null for an object that is not in here. */
  read(num: number): PdfObject {
    const offset = this.offsets.get(num)
    if (offset === undefined) return null
    const lexer = new Lexer(this.data, offset)
    const value = parseObject(lexer)
    if (lexer.isOdd) this.odd.add(num)
    // Honest objects do not overlap.
    this.parsed += lexer.pos - offset
    if (this.parsed > 2 * this.data.length) throw new PdfError('PDF_TOO_COMPLEX', { what: 'overlapping objects' })
    return value
  }

  /** Whether an object that was read has numbers that readers take for different ones. */
  isOdd(num: number): boolean {
    return this.odd.has(num)
  }
}
