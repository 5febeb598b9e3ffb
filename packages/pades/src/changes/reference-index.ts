/**
 * Who refers to an object, and in which place (ISO 32000-2 clause 7.3.10).
 *
 * An object that is replaced is replaced wherever it is used, so what a rule allows for a field must not reach the
 * page's content through the same number; nor may a new object be what an old reference pointed to in vain. Every
 * object is read over once for all numbers that any revision touches; only objects with a find are parsed.
 */
import {
  isArray,
  isInteger,
  isName,
  Lexer,
  LIMITS,
  PdfDict,
  type PdfDocument,
  type PdfObject,
  PdfRef,
  PdfStream,
  type XrefSection,
  PdfError,
} from '@rubrica/pdf'
import { type SkimRange, skimReferences } from './skim-references.ts'
import { objectAt, objectWrittenAt } from './touched-objects.ts'

/** Times that the file is read over, because of numbers that were not announced. */
const MOST_ROUNDS = 64

/** Digits and blanks of a reference, in octets. */
const LONGEST_REFERENCE = 64

/** A place where an object is referred to. */
export interface Use {
  /** Number of the object with the reference; null for the trailer. */
  readonly holder: number | null
  /** Keys that lead to it from there, without array positions: "AP/N". */
  readonly path: string
  readonly gen: number
}

type UsesByNumber = Map<number, Use[]>

/** Where a reference stands: an object as one revision wrote it. */
interface Find {
  readonly holder: number
  /** Offset of the holder, or the object stream that it lies in. */
  readonly offset: number | null
  readonly stream: number | null
}

export class ReferenceIndex {
  private readonly document: PdfDocument
  private readonly wanted: Set<number>
  private finds = new Map<number, Set<Find>>()
  private views = new WeakMap<PdfDocument, Map<number | null, UsesByNumber>>()
  private skimmed = 0
  private rounds = 0

  /**
   * @param wanted numbers that will be asked for
   * @throws CodedError PDF_TOO_COMPLEX, PDF_DAMAGED
   */
  constructor(document: PdfDocument, wanted: ReadonlySet<number>) {
    this.document = document
    this.wanted = new Set(wanted)
    this.skimFile()
  }

  private skimFile(): void {
    const { document } = this
    if (++this.rounds > MOST_ROUNDS) throw new PdfError('PDF_TOO_COMPLEX', { what: 'references' })
    this.finds = new Map()
    this.views = new WeakMap()
    this.skimmed = 0
    const seen = new Set<number>()
    const streams = new Set<number>()
    for (const { section, hidden } of document.revisions) {
      for (const part of hidden === null ? [section] : [section, hidden]) this.skimSection(part, seen, streams)
    }
    for (const stream of streams) this.skimObjectStream(stream)
  }

  /** Numbers that will be asked for, too: the file is read over once for all of them. */
  announce(numbers: Iterable<number>): void {
    const known = this.wanted.size
    for (const num of numbers) this.wanted.add(num)
    if (this.wanted.size > known) this.skimFile()
  }

  /** The uses of a number in what a revision shows, in its trailer too; not those by what it has replaced. */
  usesOf(view: PdfDocument, num: number): readonly Use[] {
    this.announce([num])
    const uses = [...(this.usesIn(view, null).get(num) ?? [])]
    const holders = new Set<number>()
    for (const find of this.finds.get(num) ?? []) if (isShown(view, find)) holders.add(find.holder)
    for (const holder of holders) uses.push(...(this.usesIn(view, holder).get(num) ?? []))
    return uses
  }

  /** What one object of a revision refers to; null for the trailer. */
  private usesIn(view: PdfDocument, holder: number | null): UsesByNumber {
    const views = this.views.get(view) ?? new Map<number | null, UsesByNumber>()
    this.views.set(view, views)
    const known = views.get(holder)
    if (known !== undefined) return known
    const uses: UsesByNumber = new Map()
    const value = holder === null ? view.trailer : objectWrittenAt(view, holder)
    // A cross-reference stream is the trailer of its revision.
    const isTrailer = value instanceof PdfStream && isName(value.dict.get('Type'), 'XRef')
    if (!isTrailer) collectUses(value, { wanted: this.wanted, holder, uses })
    views.set(holder, uses)
    return uses
  }

  private skimSection(section: XrefSection, seen: Set<number>, streams: Set<number>): void {
    const { bytes, header } = this.document
    for (const { first, count } of section.ranges) {
      for (let num = first; num < first + count; num++) {
        const entry = section.lookup(num)
        if (entry?.type === 'compressed') streams.add(entry.stream)
        if (entry?.type !== 'offset') continue
        const { offset } = entry
        const key = offset * (LIMITS.objectNumber + 1) + num
        if (seen.has(key)) continue
        seen.add(key)
        this.skim(bytes, { start: offset + header, next: bytes.length }, { holder: num, offset, stream: null })
      }
    }
  }

  private skim(bytes: Uint8Array, range: SkimRange, find: Find): void {
    const end = skimReferences(bytes, range, (num) => {
      if (this.wanted.has(num)) this.note(num, find)
    })
    // Honest objects do not overlap.
    this.skimmed += end - range.start
    if (this.skimmed > 4 * this.document.bytes.length + LIMITS.decodedTotal) {
      throw new PdfError('PDF_TOO_COMPLEX', { what: 'overlapping objects' })
    }
  }

  private note(num: number, find: Find): void {
    const finds = this.finds.get(num)
    if (finds === undefined) this.finds.set(num, new Set([find]))
    else finds.add(find)
  }

  private skimObjectStream(stream: number): void {
    const object = objectAt(this.document, stream)
    if (!(object instanceof PdfStream)) return
    const data = this.document.decode(object)
    const inner = readInnerObjects(object.dict, data)
    inner.forEach(({ num, offset }, index) => {
      // A hostile stream lets objects overlap: a reference is read to its end.
      const next = Math.min(data.length, (inner[index + 1]?.offset ?? data.length) + LONGEST_REFERENCE)
      this.skim(data, { start: offset, next }, { holder: num, offset: null, stream })
    })
  }
}

function isShown(view: PdfDocument, { holder, offset, stream }: Find): boolean {
  const entry = view.entry(holder)
  if (entry?.type === 'offset') return entry.offset === offset
  return entry?.type === 'compressed' && entry.stream === stream
}

interface InnerObject {
  readonly num: number
  readonly offset: number
}

/** Numbers and offsets of the objects in an object stream, in the order of their offsets. */
function readInnerObjects(dict: PdfDict, data: Uint8Array): readonly InnerObject[] {
  const count = dict.get('N')
  const first = dict.get('First')
  if (!isInteger(count) || !isInteger(first)) return []
  const lexer = new Lexer(data)
  const objects: InnerObject[] = []
  for (let i = 0; i < count; i++) {
    const num = lexer.next()
    const offset = lexer.next()
    if (typeof num !== 'number' || typeof offset !== 'number') break
    objects.push({ num, offset: first + offset })
  }
  return objects.sort((a, b) => a.offset - b.offset)
}

interface Collection {
  readonly wanted: ReadonlySet<number>
  readonly holder: number | null
  readonly uses: UsesByNumber
}

function collectUses(value: PdfObject, collection: Collection, path = ''): void {
  if (value instanceof PdfRef) {
    if (collection.wanted.has(value.num)) noteUse(collection, value, path)
  } else if (isArray(value)) {
    for (const item of value) collectUses(item, collection, path)
  } else if (value instanceof PdfStream) {
    collectUses(value.dict, collection, path)
  } else if (value instanceof PdfDict) {
    for (const [key, item] of value.entries) collectUses(item, collection, path === '' ? key : `${path}/${key}`)
  }
}

function noteUse({ uses, holder }: Collection, { num, gen }: PdfRef, path: string): void {
  const known = uses.get(num)
  if (known === undefined) uses.set(num, [{ holder, path, gen }])
  else if (!known.some((use) => use.path === path && use.gen === gen)) known.push({ holder, path, gen })
}
