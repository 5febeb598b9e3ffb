/** A file from its first octet: objects, one cross-reference table and a trailer (ISO 32000-2 clause 7.5). */
import { dictOf, type PdfObject, PdfRef, PdfString } from '../objects/pdf-objects.ts'
import type { XrefEntry } from '../reader/xref-section.ts'
import { Chunks, type ObjectSink, writeObject } from './write-object.ts'
import { writeXrefTable } from './write-xref.ts'

/** The second line tells programs that guess that the file is binary. */
const HEADER = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')

export class NewPdf implements ObjectSink {
  private readonly objects: (PdfObject | undefined)[] = []

  add(value: PdfObject): PdfRef {
    return new PdfRef(this.objects.push(value), 0)
  }

  /** A number for an object that others refer to before it is put together. */
  reserve(): PdfRef {
    return new PdfRef(this.objects.push(undefined), 0)
  }

  set(ref: PdfRef, value: PdfObject): void {
    this.objects[ref.num - 1] = value
  }

  /**
   * @param id names the file for ever: 16 octets
   * @throws TypeError for a number that was reserved and never used
   */
  write({ root, id }: { readonly root: PdfRef; readonly id: Uint8Array }): Buffer {
    const out = new Chunks()
    out.raw(HEADER)
    const entries = new Map<number, XrefEntry>()
    for (const [index, value] of this.objects.entries()) {
      if (value === undefined) throw new TypeError('An object was reserved and never set')
      entries.set(index + 1, { type: 'offset', offset: out.length, gen: 0 })
      writeObject(out, new PdfRef(index + 1, 0), value)
    }
    const offset = out.length
    const name = new PdfString(id, true)
    const trailer = dictOf({ Root: root, ID: [name, name] })
    out.text(writeXrefTable({ style: 'table', entries, trailer, offset, previous: null, number: entries.size + 1 }))
    out.text(`startxref\n${offset}\n%%EOF\n`)
    return out.bytes()
  }
}
