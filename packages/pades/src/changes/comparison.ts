/**
 * Two neighbouring revisions under comparison, and what the rules found out about them.
 *
 * A rule settles the objects whose change it has fully judged. What no rule settles is reported without justification:
 * reject by default.
 */
import { type PdfDict, type PdfDocument, type PdfObject, PdfRef } from '@rubrica/pdf'
import type { ChangeKind, ChangeRule } from './change.ts'
import type { ReferenceIndex, Use } from './reference-index.ts'
import { changedKeys } from './same-value.ts'
import type { TouchedObject } from './touched-objects.ts'

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
  readonly references: ReferenceIndex
  /** Numbers of objects whose change has been judged. */
  readonly settled: Set<number>
  /** Numbers of signature fields that this revision adds, and of their widgets. */
  readonly addedFields: Set<number>
  /** Numbers of the fields that were compared. */
  readonly comparedFields: Set<number>
  /** By what they say, since several parts of an object can show the same. */
  readonly findings: Map<string, Finding>
}

/** An object that the revision wrote anew. */
export interface ChangedObject {
  readonly num: number
  readonly old: PdfObject
  readonly now: PdfObject
  /** Where the revision before refers to it; never empty. */
  readonly uses: readonly Use[]
}

export function report(
  comparison: Comparison,
  finding: Pick<Finding, 'what' | 'num'> & Partial<Pick<Finding, 'rule' | 'field' | 'endsWithCertification'>>,
): void {
  const { what, num, rule = null, field = null, endsWithCertification = false } = finding
  const key = [what, num, rule, field].join(' ')
  if (!comparison.findings.has(key)) comparison.findings.set(key, { what, num, rule, field, endsWithCertification })
}

/** Where the revision before refers to a number. */
export function usesBefore({ references, before }: Comparison, num: number): readonly Use[] {
  return references.usesOf(before, num)
}

/** The number of an indirect value; null for a direct one. */
export function numberOf(value: PdfObject | undefined): number | null {
  return value instanceof PdfRef ? value.num : null
}

/** References to what is no part of the object: what became of it is judged there. */
const TO_OTHERS = new Set(['IRT', 'P', 'Parent', 'Pg', 'Popup'])

/** Keys whose values differ, or lead to an object that the revision wrote anew. */
export function touchedKeys({ touched }: Comparison, old: PdfDict, now: PdfDict): readonly string[] {
  const changed = new Set(changedKeys(old, now))
  for (const [key, value] of now.entries)
    if (value instanceof PdfRef && touched.has(value.num) && !TO_OTHERS.has(key)) changed.add(key)
  return [...changed]
}

/** Where a part may be referred to, as `Use` has it. */
export interface Place {
  /** Numbers of objects; null for the trailer. */
  readonly holders: readonly (number | null)[]
  readonly paths: readonly string[]
}

/**
 * Settles an indirect part whose change was judged through the object that holds it, when the revision before uses that
 * part in no other place. A path alone is no place: resources have names that their writer chose.
 */
export function settlePart(comparison: Comparison, value: PdfObject | undefined, { holders, paths }: Place): void {
  const num = numberOf(value)
  if (num === null || !comparison.touched.has(num)) return
  const isThere = ({ holder, path }: Use): boolean => holders.includes(holder) && paths.includes(path)
  if (usesBefore(comparison, num).every(isThere)) comparison.settled.add(num)
}
