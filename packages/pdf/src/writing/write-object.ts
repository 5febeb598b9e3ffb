/** Writes indirect objects one after another (ISO 32000-2 clause 7.3.10). */
import { type PdfObject, type PdfRef, PdfStream } from '../objects/pdf-objects.ts'
import { serialiseDict, serialiseObject } from '../objects/serialise-object.ts'

/** What takes new objects in and numbers them. */
export interface ObjectSink {
  add(value: PdfObject): PdfRef
}

/** Syntax that goes out as it stands, for values with placeholders. */
export class RawSyntax {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export function writeObject(out: Chunks, ref: PdfRef, value: PdfObject | RawSyntax): void {
  out.text(`${ref.num} ${ref.gen} obj\n`)
  if (value instanceof PdfStream) {
    out.text(`${serialiseDict(value.dict.with({ Length: value.raw.length }))}\nstream\n`)
    out.raw(value.raw)
    out.text('\nendstream')
  } else {
    out.text(value instanceof RawSyntax ? value.text : serialiseObject(value))
  }
  out.text('\nendobj\n')
}

/** Octets that are put together. */
export class Chunks {
  length = 0
  private readonly parts: Uint8Array[] = []

  text(text: string): void {
    this.raw(Buffer.from(text, 'latin1'))
  }

  raw(bytes: Uint8Array): void {
    this.parts.push(bytes)
    this.length += bytes.length
  }

  bytes(): Buffer {
    return Buffer.concat(this.parts)
  }
}
