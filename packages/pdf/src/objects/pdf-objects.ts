/**
 * The PDF object types of ISO 32000-2 clause 7.3 as plain values.
 *
 * Null, booleans and numbers are JavaScript's own; arrays are JavaScript arrays. Names are compared after decoding #xx,
 * one character per byte. Streams point into the file and are never copied.
 */

export type PdfObject = null | boolean | number | PdfName | PdfString | PdfRef | PdfDict | PdfStream | PdfArray

export type PdfArray = readonly PdfObject[]

export class PdfName {
  readonly value: string
  constructor(value: string) {
    this.value = value
  }
}

export class PdfString {
  readonly bytes: Uint8Array
  readonly hex: boolean
  constructor(bytes: Uint8Array, hex = false) {
    this.bytes = bytes
    this.hex = hex
  }
}

export class PdfRef {
  readonly num: number
  readonly gen: number
  constructor(num: number, gen = 0) {
    this.num = num
    this.gen = gen
  }
}

const NONE: readonly never[] = []

/** A dictionary; keys without the slash. Treat as immutable once built: `with` makes a changed copy. */
export class PdfDict {
  readonly entries: ReadonlyMap<string, PdfObject>
  /** What a file says for keys that it writes again: which of them counts depends on the reader. */
  readonly repeated: readonly (readonly [string, PdfObject])[]

  constructor(
    entries: Iterable<readonly [string, PdfObject]> = [],
    repeated: readonly (readonly [string, PdfObject])[] = NONE,
  ) {
    this.repeated = repeated
    this.entries = entries instanceof Map ? (entries as ReadonlyMap<string, PdfObject>) : new Map(entries)
  }

  get(key: string): PdfObject | undefined {
    return this.entries.get(key)
  }

  /** A copy with these entries set; order of the others is kept. */
  with(changes: Readonly<Record<string, PdfObject>>): PdfDict {
    const copy = new Map(this.entries)
    for (const [key, value] of Object.entries(changes)) copy.set(key, value)
    return new PdfDict(copy)
  }
}

/** A stream; `raw` are the encoded bytes. */
export class PdfStream {
  readonly dict: PdfDict
  readonly raw: Uint8Array
  constructor(dict: PdfDict, raw: Uint8Array) {
    this.dict = dict
    this.raw = raw
  }
}

/** Builds a dictionary from a record; undefined values are left out. */
export function dictOf(entries: Readonly<Record<string, PdfObject | undefined>>): PdfDict {
  const map = new Map<string, PdfObject>()
  for (const [key, value] of Object.entries(entries)) if (value !== undefined) map.set(key, value)
  return new PdfDict(map)
}

export function nameOf(value: string): PdfName {
  return new PdfName(value)
}

export function isName(object: PdfObject | undefined, value: string): boolean {
  return object instanceof PdfName && object.value === value
}

export function isInteger(object: PdfObject | undefined): object is number {
  return typeof object === 'number' && Number.isInteger(object)
}

export function isArray(object: PdfObject | undefined): object is PdfArray {
  return Array.isArray(object)
}
