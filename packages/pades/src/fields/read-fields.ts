/**
 * The interactive form, its signature fields and its buttons (ISO 32000-2 clauses 12.7.3, 12.7.4 and 12.7.5.5).
 *
 * FT is inherited; kids with /T are fields, kids without are widgets of their parent.
 */
import {
  decodeText,
  isArray,
  isName,
  LIMITS,
  PdfDict,
  type PdfDocument,
  type PdfObject,
  PdfRef,
  PdfString,
  walkPages,
  PdfError,
} from '@rubrica/pdf'

export interface Widget {
  /** Null for a widget that no update can change. */
  readonly ref: PdfRef | null
  readonly dict: PdfDict
}

export interface FormField {
  /** Fully qualified name. */
  readonly name: string
  readonly ref: PdfRef | null
  readonly dict: PdfDict
  readonly widgets: readonly Widget[]
}

export interface SignatureField extends FormField {
  /** The signature dictionary; null while unsigned. */
  readonly value: PdfDict | null
}

export interface FormFields {
  readonly signatureFields: readonly SignatureField[]
  readonly buttonFields: readonly FormField[]
  /** Fully qualified names of all fields and of all nodes above them. */
  readonly names: ReadonlySet<string>
}

interface Node {
  readonly object: PdfObject
  readonly prefix: string
  readonly type: PdfObject
  readonly depth: number
}

/** @throws CodedError PDF_TOO_COMPLEX, PDF_DAMAGED */
export function readFields(document: PdfDocument): FormFields {
  const form = document.resolveDict(document.catalog.dict.get('AcroForm'))
  const roots = document.resolve(form?.get('Fields'))
  const stack: Node[] = []
  const push = (kids: readonly PdfObject[], parent: Omit<Node, 'object'>): void => {
    for (let i = kids.length - 1; i >= 0; i--) stack.push({ ...parent, object: kids[i] ?? null })
  }
  if (isArray(roots)) push(roots, { prefix: '', type: null, depth: 0 })
  const names = new Set<string>()
  const signatureFields: SignatureField[] = []
  const buttonFields: FormField[] = []
  let nodes = 0
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (++nodes > LIMITS.fields || node.depth > LIMITS.fieldDepth)
      throw new PdfError('PDF_TOO_COMPLEX', { what: 'fields' })
    const field = openField(document, node)
    if (field === null) continue
    names.add(field.name)
    const children = field.kids.filter((kid) => isField(document, kid))
    push(children, { prefix: `${field.name}.`, type: field.type, depth: node.depth + 1 })
    if (children.length > 0) continue
    if (isName(field.type, 'Sig')) signatureFields.push(signatureFieldOf(document, field))
    if (isName(field.type, 'Btn')) buttonFields.push(fieldOf(document, field))
  }
  return { signatureFields, buttonFields, names }
}

interface OpenField {
  readonly ref: PdfRef | null
  readonly dict: PdfDict
  readonly name: string
  readonly type: PdfObject
  readonly kids: readonly PdfObject[]
}

function openField(document: PdfDocument, { object, prefix, type }: Node): OpenField | null {
  const dict = document.resolve(object)
  if (!(dict instanceof PdfDict)) return null
  const title = document.resolve(dict.get('T'))
  const kids = document.resolve(dict.get('Kids'))
  return {
    ref: object instanceof PdfRef ? object : null,
    dict,
    name: `${prefix}${title instanceof PdfString ? decodeText(title) : ''}`,
    type: document.resolve(dict.get('FT')) ?? type,
    kids: isArray(kids) ? kids : [],
  }
}

function isField(document: PdfDocument, kid: PdfObject): boolean {
  const dict = document.resolve(kid)
  return dict instanceof PdfDict && dict.get('T') !== undefined
}

function signatureFieldOf(document: PdfDocument, field: OpenField): SignatureField {
  return { ...fieldOf(document, field), value: document.resolveDict(field.dict.get('V')) }
}

function fieldOf(document: PdfDocument, { ref, dict, name, kids }: OpenField): FormField {
  const widgets = kids.flatMap((kid): Widget[] => {
    const widget = document.resolve(kid)
    return widget instanceof PdfDict ? [{ ref: kid instanceof PdfRef ? kid : null, dict: widget }] : []
  })
  const own = kids.length === 0 && isName(document.resolve(dict.get('Subtype')), 'Widget')
  return { name, ref, dict, widgets: own ? [{ ref, dict }] : widgets }
}

/** Page numbers, from 1, of widgets by object number, found by looking through the pages' annotations. */
export function locateWidgets(document: PdfDocument, fields: readonly FormField[]): ReadonlyMap<number, number> {
  const wanted = new Set(fields.flatMap(({ widgets }) => widgets.map(({ ref }) => ref?.num ?? 0)))
  const found = new Map<number, number>()
  if (wanted.size === 0) return found
  let number = 0
  for (const page of walkPages(document)) {
    number++
    const annotations = document.resolve(page.dict.get('Annots'))
    if (!isArray(annotations)) continue
    for (const ref of annotations) if (ref instanceof PdfRef && wanted.has(ref.num)) found.set(ref.num, number)
  }
  return found
}
