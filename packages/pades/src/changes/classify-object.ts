/**
 * Names what an object is to the document, for changes that no rule explains.
 *
 * The object's own entries decide, else the place that it is used in.
 */
import { PdfDict, PdfName, type PdfObject, PdfStream } from '@rubrica/pdf'
import type { ChangeKind } from './change.ts'
import { type Comparison, usesBefore } from './comparison.ts'

const BY_TYPE: Readonly<Record<string, ChangeKind>> = {
  Action: 'ACTION',
  Annot: 'ANNOTATION_CHANGED',
  Catalog: 'CATALOG',
  EmbeddedFile: 'ATTACHMENT',
  Encoding: 'FONT',
  Encrypt: 'ENCRYPTION',
  F: 'ATTACHMENT',
  Filespec: 'ATTACHMENT',
  Font: 'FONT',
  FontDescriptor: 'FONT',
  Metadata: 'METADATA',
  OCG: 'OPTIONAL_CONTENT',
  OCMD: 'OPTIONAL_CONTENT',
  ObjStm: 'HIDDEN_OBJECT',
  Outlines: 'OUTLINE',
  Page: 'PAGE_CONTENT',
  Pages: 'PAGE_SETTINGS',
  Sig: 'SIGNATURE',
  DocTimeStamp: 'SIGNATURE',
  StructElem: 'STRUCTURE',
  StructTreeRoot: 'STRUCTURE',
  XObject: 'PAGE_CONTENT',
  XRef: 'HIDDEN_OBJECT',
}

/** The last key of a place that an object is used in. */
const BY_KEY: Readonly<Record<string, ChangeKind>> = {
  A: 'ACTION',
  AA: 'ACTION',
  AF: 'ATTACHMENT',
  AP: 'FIELD_APPEARANCE',
  AcroForm: 'FORM_SETTINGS',
  Annots: 'ANNOTATION_CHANGED',
  Contents: 'PAGE_CONTENT',
  DR: 'FORM_SETTINGS',
  EF: 'ATTACHMENT',
  EmbeddedFiles: 'ATTACHMENT',
  Encoding: 'FONT',
  ExtGState: 'PAGE_CONTENT',
  Fields: 'FORM_SETTINGS',
  First: 'OUTLINE',
  Font: 'FONT',
  FontFile: 'FONT',
  FontFile2: 'FONT',
  FontFile3: 'FONT',
  Info: 'INFO',
  JS: 'JAVASCRIPT',
  JavaScript: 'JAVASCRIPT',
  Metadata: 'METADATA',
  Names: 'CATALOG',
  OCProperties: 'OPTIONAL_CONTENT',
  OpenAction: 'ACTION',
  Outlines: 'OUTLINE',
  Pages: 'PAGE_SETTINGS',
  ParentTree: 'STRUCTURE',
  Pattern: 'PAGE_CONTENT',
  Resources: 'PAGE_CONTENT',
  ToUnicode: 'FONT',
  V: 'FIELD_VALUE',
  Widths: 'FONT',
  XObject: 'PAGE_CONTENT',
}

interface Subject {
  readonly num: number
  readonly value: PdfObject
}

export function classifyObject(comparison: Comparison, { num, value }: Subject): ChangeKind {
  return kindOfValue(value) ?? kindOfUses(comparison, num)
}

function kindOfValue(value: PdfObject): ChangeKind | null {
  const dict = value instanceof PdfStream ? value.dict : value
  if (!(dict instanceof PdfDict)) return null
  if (dict.get('JS') !== undefined) return 'JAVASCRIPT'
  return kindOfName(dict.get('Type'), BY_TYPE) ?? kindOfEntries(dict) ?? kindOfName(dict.get('S'), ACTIONS)
}

function kindOfName(value: PdfObject | undefined, kinds: Readonly<Record<string, ChangeKind>>): ChangeKind | null {
  return value instanceof PdfName ? (kinds[value.value] ?? null) : null
}

/** Dictionaries that need not say their type. */
function kindOfEntries(dict: PdfDict): ChangeKind | null {
  return BY_ENTRIES.find(([keys]) => keys.every((key) => dict.get(key) !== undefined))?.[1] ?? null
}

const BY_ENTRIES: readonly (readonly [readonly string[], ChangeKind])[] = [
  [['FT'], 'FIELD_VALUE'],
  [['ByteRange'], 'SIGNATURE'],
  [['Title', 'Parent'], 'OUTLINE'],
  [['Rect', 'Subtype'], 'ANNOTATION_CHANGED'],
  [['Kids', 'Count'], 'PAGE_SETTINGS'],
]

const ACTIONS: Readonly<Record<string, ChangeKind>> = {
  GoTo: 'ACTION',
  GoToE: 'ACTION',
  GoToR: 'ACTION',
  Hide: 'ACTION',
  ImportData: 'ACTION',
  JavaScript: 'JAVASCRIPT',
  Launch: 'ACTION',
  Named: 'ACTION',
  Rendition: 'ACTION',
  ResetForm: 'ACTION',
  SetOCGState: 'ACTION',
  SubmitForm: 'ACTION',
  URI: 'ACTION',
}

function kindOfUses(comparison: Comparison, num: number): ChangeKind {
  for (const { path } of usesBefore(comparison, num)) {
    for (const key of path.split('/').toReversed()) {
      const kind = BY_KEY[key]
      if (kind !== undefined) return kind
    }
  }
  return 'UNKNOWN'
}
