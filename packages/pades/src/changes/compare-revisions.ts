/**
 * Compares a revision with the one before it: the parts that rules know are judged from the top, then every object that
 * was written anew and is not yet settled.
 *
 * New objects need no rule of their own: they show only through what was there before, and every change to that is
 * judged. An object that an old reference pointed to in vain counts as changed.
 */
import { isArray, PdfDict, type PdfDocument, type PdfObject, PdfStream } from '@rubrica/pdf'
import { classifyObject } from './classify-object.ts'
import { type Comparison, type Finding, report, usesBefore } from './comparison.ts'
import type { ReferenceIndex, Use } from './reference-index.ts'
import { possibleOwnersOf } from './rules/appearance-part.ts'
import { compareCatalogs } from './rules/catalog.ts'
import { compareForms } from './rules/form.ts'
import { judgeHiddenObjects } from './rules/hidden-objects.ts'
import { compareMetadata } from './rules/metadata.ts'
import { judgeObject } from './rules/object-by-role.ts'
import { compareTrailers } from './rules/trailer.ts'
import { compareValidationData } from './rules/validation-data.ts'
import { isSameValue } from './same-value.ts'
import { objectAt, type TouchedObject } from './touched-objects.ts'

interface Step {
  readonly before: PdfDocument
  readonly after: PdfDocument
  readonly touched: ReadonlyMap<number, TouchedObject>
  readonly references: ReferenceIndex
}

/** @throws CodedError when either revision cannot be read */
export function compareRevisions(step: Step): readonly Finding[] {
  const sets = { settled: new Set<number>(), addedFields: new Set<number>(), comparedFields: new Set<number>() }
  const comparison: Comparison = { ...step, ...sets, findings: new Map() }
  compareTrailers(comparison)
  compareForms(comparison)
  compareValidationData(comparison)
  compareMetadata(comparison)
  compareCatalogs(comparison)
  step.references.announce(possibleOwnersOf(comparison, step.touched.keys()))
  for (const { num, how } of step.touched.values()) if (how === 'replaced') judgeTakenNumber(comparison, num)
  for (const object of step.touched.values()) if (!comparison.settled.has(object.num)) judgeTouched(comparison, object)
  judgeHiddenObjects(comparison)
  return [...comparison.findings.values()]
}

function judgeTouched(comparison: Comparison, object: TouchedObject): void {
  if (object.how === 'freed') return judgeFreed(comparison, object)
  const { num } = object
  const uses = usesBefore(comparison, num).filter((use) => counts(use, object))
  // The old object was not visible, and the object that shows the new one is judged.
  if (uses.length === 0) return
  const old = objectAt(comparison.before, num)
  const now = objectAt(comparison.after, num)
  // A reference to the former object leads to nothing now.
  if (!hasSameGeneration(comparison, num)) return reportObject(comparison, num, old ?? now)
  if (!isSameValue(old, now)) judgeObject(comparison, { num, old, now, uses })
}

/** Whether a reference pointed to a new object in vain; what the standard does not know in a trailer leads nowhere. */
function counts({ holder, path }: Use, object: TouchedObject): boolean {
  if (object.how !== 'created') return true
  // Widespread readers take no heed of generations.
  return holder !== null || path === 'Root' || path === 'Info' || path === 'Encrypt'
}

/**
 * The old object was invisible, so nothing that was signed changes. But writers give new numbers to new objects: a
 * number that was taken, and now stands for something of another kind that is shown, was prepared.
 */
function judgeTakenNumber(comparison: Comparison, num: number): void {
  const { references, before, after } = comparison
  if (usesBefore(comparison, num).length > 0 || references.usesOf(after, num).length === 0) return
  const old = objectAt(before, num)
  const now = objectAt(after, num)
  if (old === null || now === null || isOfOneKind(old, now)) return
  report(comparison, { what: 'HIDDEN_OBJECT', num })
}

function isOfOneKind(old: PdfObject, now: PdfObject): boolean {
  if (old instanceof PdfStream || now instanceof PdfStream) return old instanceof PdfStream && now instanceof PdfStream
  if (old instanceof PdfDict || now instanceof PdfDict) return old instanceof PdfDict && now instanceof PdfDict
  return isArray(old) === isArray(now)
}

function hasSameGeneration({ before, after }: Comparison, num: number): boolean {
  const old = before.entry(num)
  const now = after.entry(num)
  return (old?.type === 'offset' ? old.gen : 0) === (now?.type === 'offset' ? now.gen : 0)
}

/** Removing what is no longer referred to is no change. */
function judgeFreed(comparison: Comparison, { num }: TouchedObject): void {
  const { references, after, before } = comparison
  if (references.usesOf(after, num).length === 0) return
  const old = objectAt(before, num)
  if (old === null) return
  reportObject(comparison, num, old)
}

function reportObject(comparison: Comparison, num: number, value: PdfObject): void {
  report(comparison, { what: classifyObject(comparison, { num, value }), num })
}
