/**
 * Names what an object is to the document, for changes that no rule explains.
 *
 * Difficulty: low. The object's own entries tell, else the place that it is used in.
 */
import { isArray, PdfDict, PdfName, type PdfObject, PdfStream } from '../objects/pdf-objects.ts'
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
  const type = dict.get('Type')
  const named = type instanceof PdfName ? BY_TYPE[type.value] : undefined
  if (named !== undefined) return named
  if (dict.get('FT') !== undefined) return 'FIELD_VALUE'
  if (dict.get('ByteRange') !== undefined) return 'SIGNATURE'
  if (dict.get('Title') !== undefined && dict.get('Parent') !== undefined) return 'OUTLINE'
  const action = dict.get('S')
  if (action instanceof PdfName && ACTIONS.has(action.value)) return 'ACTION'
  if (dict.get('Rect') !== undefined && dict.get('Subtype') !== undefined) return 'ANNOTATION_CHANGED'
  return isArray(dict.get('Kids')) && dict.get('Count') !== undefined ? 'PAGE_SETTINGS' : null
}

const ACTIONS = new Set([
  'GoTo',
  'GoToR',
  'GoToE',
  'Hide',
  'ImportData',
  'JavaScript',
  'Launch',
  'Named',
  'Rendition',
  'ResetForm',
  'SetOCGState',
  'SubmitForm',
  'URI',
])

function kindOfUses(comparison: Comparison, num: number): ChangeKind {
  for (const { path } of usesBefore(comparison, num)) {
    for (const key of path.split('/').toReversed()) {
      const kind = BY_KEY[key]
      if (kind !== undefined) return kind
    }
  }
  return 'UNKNOWN'
}
