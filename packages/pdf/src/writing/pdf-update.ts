/**
 * Collects new and changed objects and writes them as an incremental update (ISO 32000-2 clause 7.5.6).
 *
 * The update uses the cross-reference style of the section it follows. After a recovered file it carries a complete
 * cross-reference without /Prev, since the old one is unusable.
 */
import { PdfError } from '../pdf-error.ts'
import { type PdfObject, PdfRef } from '../objects/pdf-objects.ts'
import { LIMITS } from '../reader/limits.ts'
import type { PdfDocument } from '../reader/pdf-document.ts'
import { Chunks, type ObjectSink, RawSyntax, writeObject } from './write-object.ts'
import { writeXrefStream, writeXrefTable, type NewXref } from './write-xref.ts'
import type { XrefEntry } from '../reader/xref-section.ts'

type Changes = ReadonlyMap<number, { ref: PdfRef; value: PdfObject | RawSyntax }>

/** An update that was written, for the one that comes behind it. */
export interface WrittenUpdate {
  readonly tail: Buffer
  /** Where in the tail each object starts. */
  readonly offsets: ReadonlyMap<number, number>
  /** Octets from the start of the file to the end of the tail. */
  readonly end: number
  readonly changes: Changes
  readonly xref: Pick<NewXref, 'style' | 'offset'>
  /** The first object number that is free behind it. */
  readonly next: number
}

export class PdfUpdate implements ObjectSink {
  readonly document: PdfDocument
  private readonly changes = new Map<number, { ref: PdfRef; value: PdfObject | RawSyntax }>()
  private readonly earlier: WrittenUpdate | null
  private next: number

  /** @param earlier the update of the same document behind which this one goes, so that two need one reading */
  constructor(document: PdfDocument, earlier: WrittenUpdate | null = null) {
    this.document = document
    this.earlier = earlier
    this.next = earlier?.next ?? document.nextNumber
  }

  add(value: PdfObject | RawSyntax): PdfRef {
    const ref = new PdfRef(this.next++, 0)
    this.changes.set(ref.num, { ref, value })
    return ref
  }

  replace(ref: PdfRef, value: PdfObject): void {
    this.changes.set(ref.num, { ref, value })
  }

  /** The value with the changes collected so far, resolved. */
  resolve(object: PdfObject | undefined): PdfObject {
    const value = object instanceof PdfRef ? this.changeOf(object.num) : undefined
    if (value === undefined || value instanceof RawSyntax) return this.document.resolve(object)
    return value
  }

  private changeOf(num: number): PdfObject | RawSyntax | undefined {
    return (this.changes.get(num) ?? this.earlier?.changes.get(num))?.value
  }

  /**
   * The bytes to append.
   * @throws PdfError PDF_TOO_COMPLEX when the file leaves no number for what is new
   */
  write(): WrittenUpdate {
    // Readers, this one too, do not look for objects beyond.
    if (this.next > LIMITS.objectNumber) throw new PdfError('PDF_TOO_COMPLEX', { what: 'object numbers' })
    const { bytes, header } = this.document
    const start = this.earlier?.end ?? bytes.length
    const last = bytes[bytes.length - 1]
    const out = new Chunks()
    if (this.earlier === null && last !== 10 && last !== 13) out.text('\n')
    const offsets = new Map<number, number>()
    const entries = new Map<number, XrefEntry>()
    for (const [num, { ref, value }] of [...this.changes].sort(([a], [b]) => a - b)) {
      offsets.set(num, out.length)
      entries.set(num, { type: 'offset', offset: start + out.length - header, gen: ref.gen })
      writeObject(out, ref, value)
    }
    const xref = this.describeXref(entries, start + out.length - header)
    out.text(xref.style === 'stream' ? writeXrefStream(xref) : writeXrefTable(xref))
    out.text(`startxref\n${xref.offset}\n%%EOF\n`)
    const { changes } = this
    return { tail: out.bytes(), offsets, end: start + out.length, changes, xref, next: this.next + 1 }
  }

  private describeXref(changed: ReadonlyMap<number, XrefEntry>, offset: number): NewXref {
    const { document, earlier } = this
    const newest = document.revisions[0]
    const common = { trailer: document.trailer, offset, number: this.next }
    if (earlier !== null)
      return { ...common, entries: changed, style: earlier.xref.style, previous: earlier.xref.offset }
    if (!document.recovered || newest === undefined) {
      const style = newest?.section.kind ?? 'table'
      return { ...common, entries: changed, style, previous: newest?.section.offset ?? null }
    }
    const entries = new Map<number, XrefEntry>()
    for (let num = 1; num < this.next; num++)
      entries.set(num, changed.get(num) ?? document.entry(num) ?? { type: 'free' })
    const compressed = [...entries.values()].some(({ type }) => type === 'compressed')
    return { ...common, entries, style: compressed ? 'stream' : 'table', previous: null }
  }
}
