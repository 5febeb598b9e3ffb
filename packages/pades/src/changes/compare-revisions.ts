/**
 * Compares a revision with the one before it: every object that was written anew, in each place from which the former
 * revision reaches it.
 *
 * New objects need no place of their own: they show only through what was there before, and every change to that is
 * judged. An object that an old reference pointed to in vain counts as changed. What stands in a place that the model
 * does not know, or that it does not let change, is reported without a rule.
 */
import { isArray, PdfDict, type PdfDocument, type PdfObject, PdfStream } from '@rubrica/pdf'
import { judgeHiddenObjects } from './octets/hidden-objects.ts'
import { isSameValue, saysTheSame } from './same-value.ts'
import { objectAt, type TouchedObject } from './graph/touched-objects.ts'
import { type Comparison, type Finding, numberOf, report, touchedKeys, usesBefore } from './comparison.ts'
import type { ChangeKind } from './change.ts'
import type { EntryChange, EntryModel, Subject } from './model/entries.ts'
import { nameOf } from './judges/field.ts'
import { kindOfObject } from './model/kinds.ts'
import { wasRenumbered } from './judges/renumbered-widgets.ts'
import { findPlaces, type Place } from './model/places.ts'
import { MODEL } from './model/policy.ts'

type Step = Pick<Comparison, 'before' | 'after' | 'touched' | 'graph'>

/** @throws CodedError when either revision cannot be read */
export function compareRevisions(step: Step): readonly Finding[] {
  const places = findPlaces(step, step.touched.keys())
  const comparison: Comparison = { ...step, leading: places.leading, addedFields: new Set(), findings: new Map() }
  const subjects = new Map<string, Whole>()
  const judging = { comparison, subjects }
  for (const object of step.touched.values()) judgeTouched(judging, object, places.of.get(object.num) ?? [])
  compareDocuments(comparison, subjects)
  for (const whole of subjects.values()) compareSubject(comparison, whole)
  judgeHiddenObjects(comparison)
  return [...comparison.findings.values()]
}

/** A subject to be compared, with the entries of which parts were written anew. */
interface Whole {
  readonly subject: Subject
  readonly num: number
  readonly entries: Set<string>
}

interface Judging {
  readonly comparison: Comparison
  readonly subjects: Map<string, Whole>
}

/** Trailer, catalogue and form, of which there is one each, whatever their numbers. */
function compareDocuments(comparison: Comparison, subjects: ReadonlyMap<string, Whole>): void {
  const { before, after } = comparison
  const entriesOf = (subject: Subject): readonly string[] =>
    [...subjects.values()].flatMap((whole) => (whole.subject === subject ? [...whole.entries] : []))
  const place = after.catalog.dict.get('AcroForm')
  const [old, now] = [before.resolve(before.catalog.dict.get('AcroForm')), after.resolve(place)]
  const num = after.catalog.ref.num
  compareEntries(comparison, { subject: 'trailer', num, old: before.trailer, now: after.trailer }, entriesOf('trailer'))
  if (now instanceof PdfDict) {
    const former = old instanceof PdfDict ? old : new PdfDict()
    compareEntries(comparison, { subject: 'form', num: numberOf(place) ?? num, old: former, now }, entriesOf('form'))
  }
  const catalogs = { num, old: before.catalog.dict, now: after.catalog.dict }
  compareEntries(comparison, { subject: 'catalog', ...catalogs }, entriesOf('catalog'))
}

const SINGLE: ReadonlySet<Subject> = new Set(['trailer', 'catalog', 'form'])

function compareSubject(comparison: Comparison, { subject, num, entries }: Whole): void {
  if (SINGLE.has(subject)) return
  const [old, now] = [objectAt(comparison.before, num), objectAt(comparison.after, num)]
  if (subject === 'field' && wasRenumbered(comparison, num)) return
  if (!(old instanceof PdfDict) || !(now instanceof PdfDict)) return reportObject(comparison, num, old ?? now)
  const { judge } = MODEL[subject]
  if (judge) judge(comparison, { num, old, now, parts: entries })
  else compareEntries(comparison, { subject, num, old, now }, entries)
}

interface Pair {
  readonly subject: Subject
  readonly num: number
  readonly old: PdfDict
  readonly now: PdfDict
}

function compareEntries(comparison: Comparison, { subject, num, old, now }: Pair, parts: Iterable<string>): void {
  const { always = [], showsValue = false } = MODEL[subject]
  for (const key of new Set([...touchedKeys(comparison, old, now), ...parts, ...always])) {
    const shown = showsValue ? (numberOf(now.get(key)) ?? num) : num
    compareEntry({ comparison, num: shown, key, old, now }, subject)
  }
}

function compareEntry(change: EntryChange, subject: Subject): void {
  const { comparison, num, key, old, now } = change
  const { what, whatAllowed, may, judge } = modelOf(subject, key)
  if (judge) return judge(change)
  if (saysTheSame(comparison, old.get(key), now.get(key))) return
  const rule = may(change)
  if (rule === 'same') return
  const kind = typeof what === 'string' ? what : what(change)
  const field = subject === 'field' ? nameOf(change) : null
  report(comparison, { what: rule === null ? kind : (whatAllowed ?? kind), num, rule, field })
}

function judgeTouched(judging: Judging, object: TouchedObject, places: readonly Place[]): void {
  const { comparison } = judging
  const { num, how } = object
  if (how === 'freed') return judgeFreed(comparison, num, places)
  const counted = places.filter((place) => counts(place, object))
  if (counted.length === 0) return judgeUnplaced(comparison, object)
  const [old, now] = [objectAt(comparison.before, num), objectAt(comparison.after, num)]
  // A reference to the former object leads to nothing now.
  if (!hasSameGeneration(comparison, num)) return reportIn(comparison, counted, { num, value: old ?? now })
  if (!isSameValue(old, now)) for (const place of counted) judgePlace(judging, place, { num, old, now })
}

/** What the standard does not know in a trailer leads nowhere; some readers take no heed of generations. */
function counts({ subject, entry }: Place, { how }: TouchedObject): boolean {
  return how !== 'created' || subject !== 'trailer' || (entry !== null && entry in MODEL.trailer.entries)
}

interface Changed {
  readonly num: number
  readonly old: PdfObject
  readonly now: PdfObject
}

/** An object that was written anew, where one of its uses puts it. */
function judgePlace(judging: Judging, place: Place, { num, old, now }: Changed): void {
  const { comparison } = judging
  const model = place.entry === null ? null : modelOf(place.subject, place.entry)
  if (model?.judgePart) return model.judgePart(comparison, num, [old, now])
  if (model === null || model.takesParts === true) return noteSubject(judging, place)
  if (saysTheSame(comparison, old, now) || model.partsMay?.(comparison, old, now) === true) return
  report(comparison, { what: kindIn(comparison, place, old ?? now), num })
}

function noteSubject({ subjects }: Judging, { subject, num, entry }: Place): void {
  const key = `${subject} ${num}`
  const known = subjects.get(key) ?? { subject, num: num ?? 0, entries: new Set<string>() }
  subjects.set(key, known)
  if (entry !== null) known.entries.add(entry)
}

function modelOf(subject: Subject, key: string): EntryModel {
  const { entries, otherwise } = MODEL[subject]
  return entries[key] ?? otherwise
}

/** What a change of an object is called: by what it is, else by where it stands. */
function kindIn(comparison: Comparison, { subject, num, entry, what: hint }: Place, value: PdfObject): ChangeKind {
  const own = kindOfObject(value) ?? hint
  if (own !== undefined || entry === null) return own ?? 'UNKNOWN'
  const { what } = modelOf(subject, entry)
  return typeof what === 'string' ? what : what(changeOf(comparison, num, entry))
}

/** An entry of a subject, as far as something that it leads to was written anew. */
function changeOf({ before, after, ...more }: Comparison, whole: number | null, key: string): EntryChange {
  const dictIn = (document: PdfDocument): PdfDict =>
    (whole === null ? null : dictOf(objectAt(document, whole))) ?? new PdfDict()
  return { comparison: { before, after, ...more }, num: whole ?? 0, key, old: dictIn(before), now: dictIn(after) }
}

const dictOf = (value: PdfObject): PdfDict | null => (value instanceof PdfDict ? value : null)

/** What is only pointed at has no place, and may not change; what nothing leads to may. */
function judgeUnplaced(comparison: Comparison, object: TouchedObject): void {
  const { num, how } = object
  if (how === 'replaced') judgeTakenNumber(comparison, num)
  if (!isReachable(comparison, object)) return
  const [old, now] = [objectAt(comparison.before, num), objectAt(comparison.after, num)]
  if (!isSameValue(old, now)) reportObject(comparison, num, old ?? now)
}

/** Whether anything at all leads to an object. */
function isReachable(comparison: Comparison, { num, how }: TouchedObject): boolean {
  const seen = new Set([num])
  const open = [num]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const { holder, path } of usesBefore(comparison, at)) {
      const isCounted = how !== 'created' || at !== num || path in MODEL.trailer.entries
      if (holder === null && isCounted) return true
      if (holder === null || seen.has(holder)) continue
      seen.add(holder)
      open.push(holder)
    }
  }
  return false
}

/**
 * The old object was invisible, so nothing that was signed changes. But writers give new numbers to new objects: a
 * number that was taken, and now stands for something of another kind that is shown, was prepared.
 */
function judgeTakenNumber(comparison: Comparison, num: number): void {
  const { graph, before, after } = comparison
  if (usesBefore(comparison, num).length > 0 || graph.usesOf(after, num).length === 0) return
  const [old, now] = [objectAt(before, num), objectAt(after, num)]
  if (old === null || now === null || isOfOneKind(old, now)) return
  report(comparison, { what: 'HIDDEN_OBJECT', num })
}

function isOfOneKind(old: PdfObject, now: PdfObject): boolean {
  if (old instanceof PdfStream || now instanceof PdfStream) return old instanceof PdfStream && now instanceof PdfStream
  if (old instanceof PdfDict || now instanceof PdfDict) return old instanceof PdfDict && now instanceof PdfDict
  return isArray(old) === isArray(now)
}

function hasSameGeneration({ before, after }: Comparison, num: number): boolean {
  const generationIn = (document: PdfDocument): number => {
    const entry = document.entry(num)
    return entry?.type === 'offset' ? entry.gen : 0
  }
  return generationIn(before) === generationIn(after)
}

/** Removing what is no longer referred to is no change. */
function judgeFreed(comparison: Comparison, num: number, places: readonly Place[]): void {
  const old = objectAt(comparison.before, num)
  if (old !== null && comparison.graph.usesOf(comparison.after, num).length > 0)
    reportIn(comparison, places, { num, value: old })
}

interface Shown {
  readonly num: number
  readonly value: PdfObject
}

function reportIn(comparison: Comparison, places: readonly Place[], { num, value }: Shown): void {
  for (const place of places) report(comparison, { what: kindIn(comparison, place, value), num })
  if (places.length === 0) reportObject(comparison, num, value)
}

function reportObject(comparison: Comparison, num: number, value: PdfObject): void {
  report(comparison, { what: kindOfObject(value) ?? 'UNKNOWN', num })
}
