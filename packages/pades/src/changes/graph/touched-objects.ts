/**
 * Which objects a revision may have changed: what its cross-reference sections say otherwise than before (ISO 32000-2
 * clause 7.5.6).
 *
 * An entry that stays the same is no change, so that a writer may repeat the whole table. Whether an object that moved
 * says something else is for the rules to see.
 */
import {
  isName,
  type PdfDocument,
  type PdfObject,
  PdfRef,
  PdfStream,
  type XrefEntry,
  type XrefRevision,
  PdfError,
} from '@rubrica/pdf'

/** Entries that the sections of one revision may list. */
const MOST_ENTRIES = 1_000_000

export interface TouchedObject {
  readonly num: number
  readonly gen: number
  /** `created`: the number was free or unknown before. */
  readonly how: 'created' | 'replaced' | 'freed'
}

interface Step {
  readonly before: PdfDocument
  readonly after: PdfDocument
  readonly sections: readonly XrefRevision[]
}

/** @throws CodedError PDF_TOO_COMPLEX, PDF_DAMAGED */
export function listTouchedObjects(step: Step): ReadonlyMap<number, TouchedObject> {
  const numbers = listedNumbers(step.sections)
  const touched = new Map<number, TouchedObject>()
  for (const num of numbers) {
    const found = compareEntries(num, step.before.entry(num), step.after.entry(num))
    if (found !== null) touched.set(num, found)
  }
  const containers = [...touched.values()].filter(
    ({ num, how }) => how !== 'created' && isObjectStream(step.before, num),
  )
  const streams = new Set(containers.map(({ num }) => num))
  // Objects in an object stream that was replaced are other objects, though no section lists them again.
  for (const num of streams.size === 0 ? [] : numbersWithin(step.before, streams)) {
    if (!touched.has(num)) touched.set(num, { num, gen: 0, how: 'replaced' })
  }
  return touched
}

function isObjectStream(document: PdfDocument, num: number): boolean {
  const value = document.entry(num)?.type === 'offset' ? objectAt(document, num) : null
  return value instanceof PdfStream && isName(value.dict.get('Type'), 'ObjStm')
}

function numbersWithin(document: PdfDocument, streams: ReadonlySet<number>): readonly number[] {
  const found = new Set<number>()
  for (const num of listedNumbers(document.revisions)) {
    const entry = document.entry(num)
    if (entry?.type === 'compressed' && streams.has(entry.stream)) found.add(num)
  }
  return [...found]
}

function listedNumbers(sections: readonly XrefRevision[]): ReadonlySet<number> {
  const numbers = new Set<number>()
  const ranges = sections.flatMap(({ section, hidden }) => [...section.ranges, ...(hidden?.ranges ?? [])])
  for (const { first, count } of ranges) {
    if (numbers.size + count > MOST_ENTRIES) throw new PdfError('PDF_TOO_COMPLEX', { what: 'xref entries' })
    for (let num = first; num < first + count; num++) if (num > 0) numbers.add(num)
  }
  return numbers
}

function compareEntries(num: number, old: XrefEntry | undefined, now: XrefEntry | undefined): TouchedObject | null {
  const gen = now?.type === 'offset' ? now.gen : 0
  const wasFree = old === undefined || old.type === 'free'
  if (now === undefined || now.type === 'free') {
    return wasFree ? null : { num, gen: old.type === 'offset' ? old.gen : 0, how: 'freed' }
  }
  if (wasFree) return { num, gen, how: 'created' }
  return isSameEntry(old, now) ? null : { num, gen, how: 'replaced' }
}

function isSameEntry(old: XrefEntry, now: XrefEntry): boolean {
  if (old.type === 'offset') return now.type === 'offset' && now.offset === old.offset && now.gen === old.gen
  if (old.type !== 'compressed' || now.type !== 'compressed') return false
  return now.stream === old.stream && now.index === old.index
}

/** As `objectAt`; a reference that stands there is not followed. */
export function objectWrittenAt(document: PdfDocument, num: number): PdfObject {
  const entry = document.entry(num)
  return entry === undefined ? null : document.readOnce(new PdfRef(num, entry.type === 'offset' ? entry.gen : 0))
}

/** The object that a number stands for, under whatever generation its entry gives it. */
export function objectAt(document: PdfDocument, num: number): PdfObject {
  const entry = document.entry(num)
  return entry === undefined ? null : document.resolve(new PdfRef(num, entry.type === 'offset' ? entry.gen : 0))
}
