/**
 * One cross-reference section and what it says about objects (ISO 32000-2 clauses 7.5.4 and 7.5.8).
 *
 * Sections are never merged, so that the file can be read as any of its revisions.
 */
import type { PdfDict } from '../objects/pdf-objects.ts'

export type XrefEntry =
  | { readonly type: 'free' }
  | { readonly type: 'offset'; readonly offset: number; readonly gen: number }
  | { readonly type: 'compressed'; readonly stream: number; readonly index: number }

export interface NumberRange {
  readonly first: number
  readonly count: number
}

export interface XrefSection {
  readonly kind: 'table' | 'stream'
  /** Where the section starts, counted from the header. */
  readonly offset: number
  /** Where it ends: after its trailer, or after the object that it is; counted from the header, too. */
  readonly end: number
  readonly trailer: PdfDict
  /** Whether it has numbers that readers take for different ones. */
  readonly isOdd: boolean
  /** One more than the highest object number it mentions. */
  readonly size: number
  /** The numbers it mentions: what a later section lists is what its revision may have changed. */
  readonly ranges: readonly NumberRange[]
  /** Undefined when the section does not mention the object. */
  readonly lookup: (num: number) => XrefEntry | undefined
}

/** A section with the cross-reference stream that hides behind it in hybrid files (clause 7.5.8.4). */
export interface XrefRevision {
  readonly section: XrefSection
  readonly hidden: XrefSection | null
}

export const FREE: XrefEntry = { type: 'free' }

/** Objects that a table hides as free are looked up in the hidden stream. */
export function lookupInRevision({ section, hidden }: XrefRevision, num: number): XrefEntry | undefined {
  const entry = section.lookup(num)
  if (hidden === null || (entry !== undefined && entry.type !== 'free')) return entry
  return hidden.lookup(num) ?? entry
}
