/**
 * Objects that a revision wrote without listing them, or listed in two ways (ISO 32000-2 clauses 7.5.4 and 7.5.8.4).
 *
 * Readers that rebuild the cross-reference by a scan, and those that do not know hybrid files, show such objects in
 * place of the ones that were signed.
 */
import {
  isWhite,
  Lexer,
  type NumberRange,
  type PdfDocument,
  type PdfObject,
  type XrefSection,
  PdfError,
} from '@rubrica/pdf'
import { type Comparison, report } from '../comparison.ts'
import { referenceTo } from '../graph/locate-pages.ts'
import { isSameValue } from '../same-value.ts'
import { objectAt } from '../graph/touched-objects.ts'
import { endOfRepetition, repeatedIn } from './repeated-writing.ts'
import { judgeObjectStreams } from './stream-members.ts'
import { judgeUpdateOctets } from './update-octets.ts'

/** Heads that may be looked at. */
const MOST_HEADS = 100_000
/** Digits of number and generation, and what is between them. */
const HEAD_WINDOW = 64

export function judgeHiddenObjects(comparison: Comparison): void {
  reportUnlistedObjects(comparison)
  judgeObjectStreams(comparison)
  for (const { num, how } of comparison.touched.values()) if (how !== 'freed') judgeWriting(comparison, num)
  const { before, after } = comparison
  const later = after.revisions.slice(0, after.revisions.length - before.revisions.length)
  for (const { section, hidden } of later) {
    const isAmbiguous = section.isOdd || section.trailer.repeated.length > 0 || isNumberZeroUsed(section)
    if (isAmbiguous) report(comparison, { what: 'HIDDEN_OBJECT', num: null })
    reportOverlap(comparison, section.ranges)
    if (hidden === null) continue
    reportOverlap(comparison, hidden.ranges)
    reportTwofoldEntries(comparison, section, hidden)
    reportHiddenReplacements(comparison, section, hidden)
  }
  judgeUpdateOctets(comparison)
}

function reportUnlistedObjects(comparison: Comparison): void {
  const { before, after } = comparison
  const { bytes } = after
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let seen = 0
  let isFound = false
  for (let at = buffer.indexOf('obj', before.bytes.length); at !== -1; at = buffer.indexOf('obj', at + 3)) {
    const head = isWhite(buffer[at - 1]) ? headBefore(buffer, at) : null
    if (head === null) continue
    if (++seen > MOST_HEADS) throw new PdfError('PDF_TOO_COMPLEX', { what: 'objects of an update' })
    if (!isUnlisted(comparison, head)) continue
    // After one that differs no other is compared, which a hostile file could make slow.
    isFound ||= endOfRepetition(after, head.start) === null
    if (isFound) report(comparison, { what: 'HIDDEN_OBJECT', num: head.num })
  }
}

interface Head {
  readonly num: number
  readonly start: number
}

/** "N G" and white space right before "obj". */
function headBefore(buffer: Buffer, at: number): Head | null {
  const text = buffer.toString('latin1', at - HEAD_WINDOW, at).replaceAll('\0', ' ')
  const match = /(?:^|[\s>)\]])((\d+)\s+\d+\s+)$/.exec(text)
  return match === null ? null : { num: Number(match[2]), start: at - (match[1] as string).length }
}

/** Only what takes the place of an object that was there could be shown in its stead. */
function isUnlisted({ before, after }: Comparison, { num, start }: Head): boolean {
  if (!exists(before, num) || isSection(after, start)) return false
  const entry = after.entry(num)
  if (entry?.type !== 'offset') return true
  const lexer = new Lexer(after.bytes, entry.offset + after.header)
  lexer.skipWhite()
  return lexer.pos !== start
}

function exists(document: PdfDocument, num: number): boolean {
  const entry = document.entry(num)
  return entry !== undefined && entry.type !== 'free'
}

/** It heads the list of free ones: what some readers show under it, others do not (clause 7.5.4). */
const isNumberZeroUsed = ({ lookup }: XrefSection): boolean => (lookup(0)?.type ?? 'free') !== 'free'

/** What readers understand otherwise than it is understood here. */
function judgeWriting(comparison: Comparison, num: number): void {
  const { before, after } = comparison
  const now = readIfPossible(after, num)
  if (isOdd(after, num) || isOdd(before, num)) report(comparison, { what: 'HIDDEN_OBJECT', num })
  const repeated = repeatedIn(now)
  const isAmbiguous = repeated.length > 0 && !isSameValue(repeated, repeatedIn(readIfPossible(before, num)))
  if (isAmbiguous || isMoved(comparison, num)) report(comparison, { what: 'HIDDEN_OBJECT', num })
}

/** Null for what cannot be read: the object that shows it is judged, and shows nothing. */
function readIfPossible(document: PdfDocument, num: number): PdfObject {
  try {
    return objectAt(document, num)
  } catch (error) {
    if (error instanceof PdfError && error.code === 'PDF_DAMAGED') return null
    throw error
  }
}

/** Whether readers take its numbers for different ones. */
function isOdd(document: PdfDocument, num: number): boolean {
  return readIfPossible(document, num) !== null && document.isOdd(referenceTo(document, num))
}

/** Another object of the same stream is another object to readers that go by its place. */
function isMoved({ before, after }: Comparison, num: number): boolean {
  const old = before.entry(num)
  const now = after.entry(num)
  return (
    old?.type === 'compressed' && now?.type === 'compressed' && old.stream === now.stream && old.index !== now.index
  )
}

/** Readers disagree on which of two entries for one object counts. */
function reportOverlap(comparison: Comparison, ranges: readonly NumberRange[]): void {
  const sorted = ranges.toSorted((a, b) => a.first - b.first)
  for (const [index, { first, count }] of sorted.entries()) {
    const next = sorted[index + 1]
    if (next === undefined || first + count <= next.first || next.first === 0) continue
    report(comparison, { what: 'HIDDEN_OBJECT', num: next.first })
  }
}

/** A cross-reference stream need not list itself. */
function isSection({ revisions, header }: PdfDocument, start: number): boolean {
  return revisions.some(({ section, hidden }) => [section, hidden].some((part) => part?.offset === start - header))
}

/** The table and the stream that hides behind it must not name different objects. */
function reportTwofoldEntries(comparison: Comparison, section: XrefSection, hidden: XrefSection): void {
  for (const { first, count } of hidden.ranges) {
    for (let num = first; num < first + count; num++) {
      const listed = section.lookup(num)
      const entry = hidden.lookup(num)
      if (listed?.type !== 'offset' || entry?.type === 'free') continue
      if (entry?.type !== 'offset' || entry.offset !== listed.offset) report(comparison, { what: 'HIDDEN_OBJECT', num })
    }
  }
}

/**
 * Objects that every reader saw must not be replaced where only some readers look. Files that were hybrid before may
 * write what was hidden anew.
 */
function reportHiddenReplacements(comparison: Comparison, section: XrefSection, hidden: XrefSection): void {
  const { touched, before } = comparison
  for (const { num, how } of touched.values()) {
    if (how === 'created' || section.lookup(num)?.type === 'offset' || hidden.lookup(num) === undefined) continue
    if (!isHidden(before, num)) report(comparison, { what: 'HIDDEN_OBJECT', num })
  }
}

/** Whether the newest mention of an object stands in a hidden stream. */
function isHidden({ revisions }: PdfDocument, num: number): boolean {
  for (const { section, hidden } of revisions) {
    const listed = section.lookup(num)
    if (listed !== undefined && listed.type !== 'free') return false
    if (hidden?.lookup(num) !== undefined) return true
    if (listed !== undefined) return false
  }
  return false
}
