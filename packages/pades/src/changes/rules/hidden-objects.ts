/**
 * Objects that a revision wrote without listing them, or listed in two ways (ISO 32000-2 clauses 7.5.4 and 7.5.8.4).
 *
 * Difficulty: medium. Readers that rebuild the cross-reference by a scan, and those that do not know hybrid files, show
 * such objects in place of the ones that were signed.
 */
import { Lexer } from '../../reader/lexer.ts'
import type { PdfDocument } from '../../reader/pdf-document.ts'
import type { NumberRange, XrefSection } from '../../reader/xref-section.ts'
import { type Comparison, report } from '../comparison.ts'

/** Words that may be looked at: images hold some by chance. */
const MOST_HEADS = 100_000

export function judgeHiddenObjects(comparison: Comparison): void {
  reportUnlistedObjects(comparison)
  const { before, after } = comparison
  const later = after.revisions.slice(0, after.revisions.length - before.revisions.length)
  for (const { section, hidden } of later) {
    reportOverlap(comparison, section.ranges)
    if (hidden === null) continue
    reportOverlap(comparison, hidden.ranges)
    reportTwofoldEntries(comparison, section, hidden)
    reportHiddenReplacements(comparison, section, hidden)
  }
}

function reportUnlistedObjects(comparison: Comparison): void {
  const { before, after } = comparison
  const { bytes } = after
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = buffer.indexOf(' obj', before.bytes.length)
  for (let seen = 0; at !== -1 && seen < MOST_HEADS; seen++, at = buffer.indexOf(' obj', at + 4)) {
    const head = headBefore(buffer, at)
    if (head !== null && isUnlisted(comparison, head)) report(comparison, { what: 'HIDDEN_OBJECT', num: head.num })
  }
}

interface Head {
  readonly num: number
  readonly start: number
}

/** "N G" right before " obj". */
function headBefore(buffer: Buffer, at: number): Head | null {
  const text = buffer.toString('latin1', Math.max(0, at - 24), at)
  const match = /(?:^|[\s>)\]])(\d{1,10})\s+\d{1,5}$/.exec(text)
  if (match?.[1] === undefined) return null
  return { num: Number(match[1]), start: at - match[0].trimStart().replace(/^[>)\]]/, '').length }
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
      if (listed?.type !== 'offset' || entry === undefined || entry.type === 'free') continue
      if (entry.type !== 'offset' || entry.offset !== listed.offset) report(comparison, { what: 'HIDDEN_OBJECT', num })
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
