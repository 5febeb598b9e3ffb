/**
 * Who refers to an object, and in which place (ISO 32000-2 clause 7.3.10): every pair of holder and target in the file,
 * of all its revisions, found in one pass.
 *
 * The pass reads over the objects without building them. Only holders of what is asked for are parsed, for the keys that
 * lead to it.
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

/** Digits and blanks of a reference, in octets. */
const LONGEST_REFERENCE = 64

/** An object that cannot be read, and seems to refer to something, does so in a place that nobody knows. */
const UNREAD = '?'

/** A place where an object is referred to. */
export interface Use {
  /** Number of the object with the reference; null for the trailer. */
  readonly holder: number | null
  /** Keys that lead to it from there, without array positions: "AP/N". */
  readonly path: string
  readonly gen: number
}

type UsesByNumber = ReadonlyMap<number, readonly Use[]>

/** An object as one revision wrote it. */
interface Writing {
  readonly num: number
  /** Its offset, or the object stream that it lies in. */
  readonly offset: number | null
  readonly stream: number | null
}

export class ReferenceGraph {
  private readonly document: PdfDocument
  private readonly writings: Writing[] = []
  /** For each pair the target, and the index of the writing that refers to it. */
  private readonly pairs: { targets: number[]; holders: number[] } = { targets: [], holders: [] }
  /** Where the pairs of a target start in `sorted`, which has the holders of all pairs by target. */
  private readonly starts: Uint32Array
  private readonly sorted: Uint32Array
  private readonly views = new WeakMap<PdfDocument, Map<number | null, UsesByNumber | null>>()
  private skimmed = 0

  /** @throws CodedError PDF_TOO_COMPLEX, PDF_DAMAGED */
  constructor(document: PdfDocument) {
    this.document = document
    const seen = new Set<number>()
    const streams = new Set<number>()
    for (const { section, hidden } of document.revisions) {
      for (const part of hidden === null ? [section] : [section, hidden]) this.skimSection(part, seen, streams)
    }
    for (const stream of streams) this.skimObjectStream(stream)
    const { starts, sorted } = this.sortPairs()
    this.starts = starts
    this.sorted = sorted
  }

  /** The uses of a number in what a revision shows, in its trailer too; not those by what it has replaced. */
  usesOf(view: PdfDocument, num: number): readonly Use[] {
    const holders = new Set<number>()
    for (let at = this.starts[num] ?? 0; at < (this.starts[num + 1] ?? 0); at++) {
      const writing = this.writings[this.sorted[at] as number] as Writing
      if (isShown(view, writing)) holders.add(writing.num)
    }
    return [null, ...holders].flatMap((holder) => {
      const uses = this.usesIn(view, holder)
      return uses === null ? [{ holder, path: UNREAD, gen: 0 }] : (uses.get(num) ?? [])
    })
  }

  /** What one object of a revision, or its trailer, refers to; null for one that cannot be read. */
  private usesIn(view: PdfDocument, holder: number | null): UsesByNumber | null {
    const views = this.views.get(view) ?? new Map<number | null, UsesByNumber | null>()
    this.views.set(view, views)
    const known = views.get(holder)
    if (known !== undefined) return known
    const uses = readUses(view, holder)
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
        this.skim(bytes, { start: offset + header, next: bytes.length }, { num, offset, stream: null })
      }
    }
  }

  private skimObjectStream(stream: number): void {
    const object = objectAt(this.document, stream)
    if (!(object instanceof PdfStream)) return
    const data = this.document.decode(object)
    const inner = readHeads(object.dict, data).toSorted((one, other) => one.start - other.start)
    inner.forEach(({ num, start }, index) => {
      // A hostile stream lets objects overlap: a reference is read to its end.
      const next = Math.min(data.length, (inner[index + 1]?.start ?? data.length) + LONGEST_REFERENCE)
      this.skim(data, { start, next }, { num, offset: null, stream })
    })
  }

  private skim(bytes: Uint8Array, range: SkimRange, writing: Writing): void {
    const index = this.writings.push(writing) - 1
    const { targets, holders } = this.pairs
    const end = skimReferences(bytes, range, (num) => {
      if (num > LIMITS.objectNumber) return
      targets.push(num)
      holders.push(index)
    })
    // Honest objects do not overlap.
    this.skimmed += end - range.start
    if (this.skimmed > 4 * this.document.bytes.length + LIMITS.decodedTotal) {
      throw new PdfError('PDF_TOO_COMPLEX', { what: 'overlapping objects' })
    }
  }

  private sortPairs(): { starts: Uint32Array; sorted: Uint32Array } {
    const { targets, holders } = this.pairs
    const highest = targets.reduce((max, num) => Math.max(max, num), 0)
    const starts = new Uint32Array(highest + 2)
    for (const num of targets) (starts[num + 1] as number)++
    for (let num = 0; num <= highest; num++) (starts[num + 1] as number) += starts[num] as number
    const sorted = new Uint32Array(targets.length)
    const next = starts.slice()
    targets.forEach((num, pair) => {
      sorted[next[num]!++] = holders[pair] as number
    })
    return { starts, sorted }
  }
}

function readUses(view: PdfDocument, holder: number | null): UsesByNumber | null {
  const uses = new Map<number, Use[]>()
  try {
    const value = holder === null ? view.trailer : objectWrittenAt(view, holder)
    // A cross-reference stream is the trailer of its revision.
    const isTrailer = value instanceof PdfStream && isName(value.dict.get('Type'), 'XRef')
    if (!isTrailer) collectUses(value, { holder, uses })
    return uses
  } catch (error) {
    if (error instanceof PdfError && error.code === 'PDF_DAMAGED') return null
    throw error
  }
}

function isShown(view: PdfDocument, { num, offset, stream }: Writing): boolean {
  const entry = view.entry(num)
  if (entry?.type === 'offset') return entry.offset === offset
  return entry?.type === 'compressed' && entry.stream === stream
}

export interface ObjectHead {
  readonly num: number
  /** Where it starts in the decoded stream. */
  readonly start: number
}

/** The objects of an object stream, in the order in which it names them. */
export function readHeads(dict: PdfDict, data: Uint8Array): readonly ObjectHead[] {
  const [count, first] = [dict.get('N'), dict.get('First')]
  if (!isInteger(count) || !isInteger(first)) return []
  const lexer = new Lexer(data)
  const heads: ObjectHead[] = []
  for (let i = 0; i < count; i++) {
    const num = lexer.next()
    const offset = lexer.next()
    if (typeof num !== 'number' || typeof offset !== 'number') break
    heads.push({ num, start: first + offset })
  }
  return heads
}

interface Collection {
  readonly holder: number | null
  readonly uses: Map<number, Use[]>
}

function collectUses(value: PdfObject, collection: Collection, path = ''): void {
  if (value instanceof PdfRef) noteUse(collection, value, path)
  else if (isArray(value)) {
    for (const item of value) collectUses(item, collection, path)
  } else if (value instanceof PdfStream) {
    collectUses(value.dict, collection, path)
  } else if (value instanceof PdfDict) {
    for (const [key, item] of [...value.entries, ...value.repeated])
      collectUses(item, collection, path === '' ? escape(key) : `${path}/${escape(key)}`)
  }
}

/** A name may have a slash of its own, which must not look like a step. */
const escape = (key: string): string => key.replaceAll('/', '#2F')

function noteUse({ uses, holder }: Collection, { num, gen }: PdfRef, path: string): void {
  const known = uses.get(num)
  if (known === undefined) uses.set(num, [{ holder, path, gen }])
  else if (!known.some((use) => use.path === path && use.gen === gen)) known.push({ holder, path, gen })
}
