/**
 * What may become of an entry: the words in which the model is written.
 */
import { isName, PdfDict, type PdfDocument, PdfName, type PdfObject, PdfRef } from '@rubrica/pdf'
import type { ChangeKind, ChangeRule } from '../change.ts'
import type { Comparison } from '../comparison.ts'

/** What is compared as a whole, entry by entry. */
export type Subject =
  'trailer' | 'catalog' | 'form' | 'structure' | 'pages' | 'page' | 'field' | 'annotation' | 'element'

/** An entry of a subject that is not what it was. */
export interface EntryChange {
  readonly comparison: Comparison
  /** Of the object that shows the change. */
  readonly num: number
  readonly key: string
  readonly old: PdfDict
  readonly now: PdfDict
}

/** The rule that allows a change; null for none. `same`: it says the same in another form, which is no change. */
export type Fate = (change: EntryChange) => ChangeRule | 'same' | null

export interface EntryModel {
  /** What a change is called that nothing allows, and one that something does. */
  readonly what: ChangeKind | ((change: EntryChange) => ChangeKind)
  readonly whatAllowed?: ChangeKind
  readonly may: Fate
  /** Judges and reports by itself. */
  readonly judge?: (change: EntryChange) => void
  /** The subject that its value is, or those that a list has; null for what is only a part of it. */
  readonly leadsTo?: (document: PdfDocument, value: PdfObject) => Subject | null
  /** The subject that stands in it directly. */
  readonly holds?: Subject
  /** Whether it only names pages, fields and annotations, as an action does. */
  readonly points?: boolean
  /** Whether its parts are judged with the subject when they are written anew; others must say the same as before, */
  readonly takesParts?: boolean
  /** or at least this. */
  readonly partsMay?: (comparison: Comparison, old: PdfObject, now: PdfObject) => boolean
  /** Judges a part that is an object of its own, and reports. */
  readonly judgePart?: (comparison: Comparison, num: number, pair: readonly [PdfObject, PdfObject]) => void
}

export type Entries = Readonly<Record<string, EntryModel>>

/** A subject that is not what it was, by itself or by its parts. */
export interface WholeChange {
  readonly num: number
  readonly old: PdfDict
  readonly now: PdfDict
  /** Entries of which parts were written anew. */
  readonly parts: ReadonlySet<string>
}

export interface SubjectModel {
  readonly entries: Entries
  /** What holds for every other entry. */
  readonly otherwise: EntryModel
  /** Whether a change is shown with the object in the entry rather than with the subject. */
  readonly showsValue?: boolean
  /** Compared however little was written anew. */
  readonly always?: readonly string[]
  /** Judges it as a whole instead. */
  readonly judge?: (comparison: Comparison, whole: WholeChange) => void
}

export const former = ({ comparison, key, old }: EntryChange): PdfObject => comparison.before.resolve(old.get(key))
export const latter = ({ comparison, key, now }: EntryChange): PdfObject => comparison.after.resolve(now.get(key))

type Shape = (value: PdfObject) => boolean

export const isDict: Shape = (value) => value instanceof PdfDict
export const isAnyName: Shape = (value) => value instanceof PdfName
export const named =
  (...names: readonly string[]): Shape =>
  (value) =>
    names.some((name) => isName(value, name))

/** It stays as it is. */
export const same = (what: EntryModel['what'], more: Partial<EntryModel> = {}): EntryModel => ({
  what,
  may: () => null,
  ...more,
})

/** Anything of this shape may be put there. */
export const free = (
  what: ChangeKind,
  shape: Shape = () => true,
  { rule = 'HARMLESS', ...more }: Partial<EntryModel> & { readonly rule?: ChangeRule } = {},
): EntryModel => ({ what, may: (change) => (shape(latter(change)) ? rule : null), takesParts: true, ...more })

/** What may be said where nothing was. */
export const once = (what: ChangeKind, shape: Shape = () => true): EntryModel => ({
  what,
  may: (change) => (former(change) === null && shape(latter(change)) ? 'HARMLESS' : null),
  takesParts: true,
})

/** What a rule of its own judges, with all its parts. */
export const judged = (
  what: ChangeKind,
  judge: (change: EntryChange) => void,
  more: Partial<EntryModel> = {},
): EntryModel => ({ what, may: () => null, judge, takesParts: true, ...more })

/** Another subject: it is judged as that, as long as it is the same one. */
export const leading = (what: EntryModel['what'], leadsTo: Subject, more: Partial<EntryModel> = {}): EntryModel => ({
  ...{ what, may: (change) => (isOnePlace(change) ? 'same' : null) },
  leadsTo: () => leadsTo,
  ...more,
})

export function isOnePlace({ old, now, key }: EntryChange): boolean {
  const [one, other] = [old.get(key), now.get(key)]
  return one instanceof PdfRef && other instanceof PdfRef && one.num === other.num && one.gen === other.gen
}
