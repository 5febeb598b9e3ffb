/** What an object is by its own entries, for changes that nothing allows. */
import { PdfDict, PdfName, type PdfObject, PdfStream } from '@rubrica/pdf'
import type { ChangeKind } from '../change.ts'

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

/** Dictionaries that need not say their type. */
const BY_ENTRIES: readonly (readonly [readonly string[], ChangeKind])[] = [
  [['FT'], 'FIELD_VALUE'],
  [['ByteRange'], 'SIGNATURE'],
  [['Title', 'Parent'], 'OUTLINE'],
  [['Rect', 'Subtype'], 'ANNOTATION_CHANGED'],
  [['Kids', 'Count'], 'PAGE_SETTINGS'],
]

const ACTIONS = new Set([
  'GoTo',
  'GoToE',
  'GoToR',
  'Hide',
  'ImportData',
  'Launch',
  'Named',
  'Rendition',
  'ResetForm',
  'SetOCGState',
  'SubmitForm',
  'URI',
])

/** Null where they do not say it. */
export function kindOfObject(value: PdfObject): ChangeKind | null {
  const dict = value instanceof PdfStream ? value.dict : value
  if (!(dict instanceof PdfDict)) return null
  const type = dict.get('Type')
  const action = dict.get('S')
  if (dict.get('JS') !== undefined || (action instanceof PdfName && action.value === 'JavaScript')) return 'JAVASCRIPT'
  const byType = type instanceof PdfName ? BY_TYPE[type.value] : undefined
  const byEntries = BY_ENTRIES.find(([keys]) => keys.every((key) => dict.get(key) !== undefined))?.[1]
  return byType ?? byEntries ?? (action instanceof PdfName && ACTIONS.has(action.value) ? 'ACTION' : null)
}
