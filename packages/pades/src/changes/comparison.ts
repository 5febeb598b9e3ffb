/**
 * Two neighbouring revisions under comparison, and what was found out about them.
 */
import {
  isArray,
  type PdfArray,
  type PdfDict,
  type PdfDocument,
  PdfError,
  type PdfObject,
  PdfRef,
  type PdfStream,
} from '@rubrica/pdf'
import type { ChangeKind, ChangeRule } from './change.ts'
import { changedKeys } from './same-value.ts'
import type { TouchedObject } from './graph/touched-objects.ts'
import type { ReferenceGraph, Use } from './graph/reference-graph.ts'

/** A change before the limits of a signature are held against it. */
export interface Finding {
  readonly what: ChangeKind
  /** Number of the object that shows it; null when there is none. */
  readonly num: number | null
  /** The rule that may allow it; null when nothing does. */
  readonly rule: ChangeRule | null
  /** Fully qualified name of the field that a FieldMDP could lock; null when no lock matters. */
  readonly field: string | null
  /** Allowed only while no certification holds: a new field that can be seen could cover what was certified. */
  readonly endsWithCertification: boolean
}

export interface Comparison {
  readonly before: PdfDocument
  readonly after: PdfDocument
  readonly touched: ReadonlyMap<number, TouchedObject>
  /** Numbers of these, and of all that leads to them: what refers to one of those may say something else. */
  readonly leading: ReadonlySet<number>
  readonly graph: ReferenceGraph
  /** Numbers of signature fields that this revision adds, and of their widgets. */
  readonly addedFields: Set<number>
  /** By what they say, since several parts of an object can show the same. */
  readonly findings: Map<string, Finding>
}

export function report(
  comparison: Pick<Comparison, 'findings'>,
  finding: Pick<Finding, 'what' | 'num'> & Partial<Pick<Finding, 'rule' | 'field' | 'endsWithCertification'>>,
): void {
  const { what, num, rule = null, field = null, endsWithCertification = false } = finding
  const key = [what, num, rule, field].join(' ')
  if (!comparison.findings.has(key)) comparison.findings.set(key, { what, num, rule, field, endsWithCertification })
}

/** Where the revision before refers to a number. */
export const usesBefore = ({ graph, before }: Comparison, num: number): readonly Use[] => graph.usesOf(before, num)

/** The number of an indirect value; null for a direct one. */
export const numberOf = (value: PdfObject | undefined): number | null => (value instanceof PdfRef ? value.num : null)

/** The items of a list; none for what is no list. */
export const listOf = (value: PdfObject): PdfArray => (isArray(value) ? value : [])

/** References to what is no part of the object: what became of it is judged there. */
export const TO_OTHERS = new Set(['IRT', 'P', 'Parent', 'Pg', 'Popup'])

/** Keys whose values differ, or lead to an object that the revision wrote anew. */
export function touchedKeys({ touched }: Comparison, old: PdfDict, now: PdfDict): ReadonlySet<string> {
  const changed = new Set(changedKeys(old, now))
  for (const [key, value] of now.entries)
    if (value instanceof PdfRef && touched.has(value.num) && !TO_OTHERS.has(key)) changed.add(key)
  return changed
}

/** Null for a damaged stream and for filters of images: what is not understood is for the rule to judge. */
export function decodeIfPossible(document: PdfDocument, stream: PdfStream): Uint8Array | null {
  try {
    return document.decode(stream)
  } catch (error) {
    if (error instanceof PdfError && error.code === 'PDF_DAMAGED') return null
    throw error
  }
}
