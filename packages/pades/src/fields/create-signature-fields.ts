/**
 * Adds empty signature fields, and buttons that repeat its stamp, with their widgets to an update (ISO 32000-2 clauses
 * 12.5.6.19, 12.7.3, 12.7.5.2 and 12.7.5.5).
 *
 * Later revisions are judged by what they touch, so only the form's list of fields, the page's list of annotations and
 * new objects are written; the catalogue and the page only when those lists stand in them.
 */
import { deflateSync } from 'node:zlib'
import { PadesError } from '../pades-error.ts'
import { readAppearanceRules } from '../stamp/archival-rules.ts'
import {
  dictOf,
  encodeText,
  findPages,
  geometryOf,
  isArray,
  nameOf,
  type Page,
  type PageGeometry,
  PdfDict,
  PdfError,
  type PdfObject,
  PdfRef,
  PdfStream,
  type PdfUpdate,
} from '@rubrica/pdf'
import type { FieldPlacement } from '../types.ts'
import { lockDictionary } from './limit-changes.ts'
import { readCertification } from './read-permissions.ts'
import { settleAppearances } from './settle-appearances.ts'
import { boxToRectangle, displayedSize, type Rectangle, uprightMatrix } from './place-box.ts'

/** Print and Locked; a zero rectangle already hides the widget, and Hidden would break PDF/A. */
const WIDGET_FLAGS = 4 + 128
/** ReadOnly and Pushbutton: it can be neither pressed nor filled by a person. */
const BUTTON_FLAGS = 1 + 65_536
/** ReadOnly. */
const CHECK_BOX_FLAGS = 1
/** The state in which such a check box shows something. */
export const TICKED = 'Yes'
/** SignaturesExist and AppendOnly. */
const SIGNATURE_FLAGS = 3
const NO_RECTANGLE: Rectangle = [0, 0, 0, 0]
const NOTHING_DRAWN = deflateSync(new Uint8Array(0))

export interface NewField {
  readonly placement: FieldPlacement
  /** What assistive technology says; the name when empty. */
  readonly description?: string
  /** The appearance; a blank one when there is none. Only for fields with a box. */
  readonly appearance?: (widget: { rectangle: Rectangle; geometry: PageGeometry }) => PdfRef
  /** The signature dictionary, when the field is signed in the same update. */
  readonly value?: PdfRef
  /** A document timestamp, which is invisible: an appearance would count as a form that was filled in. */
  readonly isTimestamp?: boolean
}

/**
 * @throws CodedError PAGE_OUT_OF_RANGE, BOX_INVALID, FIELD_NAME_INVALID, FIELD_NAME_TAKEN, CHANGES_FORBIDDEN: strict
 *   validators take a field that can be seen for tampering when it was added to a certified file
 */
export function createSignatureFields(
  update: PdfUpdate,
  fields: readonly NewField[],
  takenNames: ReadonlySet<string>,
): void {
  const isVisible = fields.some(({ placement }) => placement.box !== undefined)
  if (isVisible && readCertification(update.document) !== null) {
    throw new PadesError('CHANGES_FORBIDDEN', { by: 'certification', reason: 'VISIBLE_FIELD_IN_CERTIFIED_FILE' })
  }
  const taken = new Set(takenNames)
  const pages = findPages(
    update.document,
    fields.map(({ placement }) => placement.page),
  )
  const refs = fields.map((field) => {
    const { name } = field.placement
    assertName(name, taken)
    taken.add(name)
    const page = pages.get(field.placement.page)!
    const ref = update.add(widgetOf(update, field, page))
    addAnnotation(update, page, ref)
    return ref
  })
  addToForm(update, refs)
}

function assertName(name: string, taken: ReadonlySet<string>): void {
  // A full stop separates the parts of a qualified name, so a part cannot have one (clause 12.7.4.2).
  if (name === '' || name.length > 200 || name.includes('.')) throw new PadesError('FIELD_NAME_INVALID', { name })
  if (taken.has(name)) throw new PadesError('FIELD_NAME_TAKEN', { name })
}

function widgetOf(update: PdfUpdate, field: NewField, page: Page): PdfDict {
  const { placement, description, value } = field
  const { name, box, lock, kind = 'signature' } = placement
  const geometry = geometryOf(update.document, page)
  const rectangle = box === undefined ? NO_RECTANGLE : boxToRectangle(box, geometry)
  const normal = appearanceOf(update, field, { rectangle, geometry })
  const common = {
    Type: nameOf('Annot'),
    Subtype: nameOf('Widget'),
    T: encodeText(name),
    TU: encodeText(description === undefined || description === '' ? name : description),
    F: WIDGET_FLAGS,
    Rect: rectangle,
    P: page.ref ?? undefined,
    MK: box !== undefined && geometry.rotate !== 0 ? dictOf({ R: geometry.rotate }) : undefined,
  }
  if (kind === 'button' && normal) return dictOf({ ...common, FT: nameOf('Btn'), ...buttonEntries(update, normal) })
  return dictOf({
    ...common,
    FT: nameOf('Sig'),
    AP: normal && dictOf({ N: normal }),
    // Clause 12.7.5.5 wants a lock to be an object of its own.
    Lock: lock && update.add(lockDictionary(lock)),
    V: value,
  })
}

/** PDF/A-1 wants an appearance of every field (ISO 19005-1 clause 6.9). */
function appearanceOf(
  update: PdfUpdate,
  { appearance, isTimestamp = false }: NewField,
  widget: { rectangle: Rectangle; geometry: PageGeometry },
): PdfRef | undefined {
  if (isTimestamp && !readAppearanceRules(update.document).isArchival) return undefined
  return appearance?.(widget) ?? update.add(blankAppearance(widget.rectangle, widget.geometry))
}

/**
 * A push button; in PDF/A, which allows buttons no appearance without a state (ISO 19005-2 clause 6.3.3), a check box
 * that nobody can tick: filling it ticks it.
 */
function buttonEntries(update: PdfUpdate, normal: PdfRef): Readonly<Record<string, PdfObject>> {
  if (!readAppearanceRules(update.document).isArchival) return { Ff: BUTTON_FLAGS, AP: dictOf({ N: normal }) }
  const states = dictOf({ [TICKED]: normal, Off: normal })
  return { Ff: CHECK_BOX_FLAGS, AP: dictOf({ N: states }), AS: nameOf('Off'), V: nameOf('Off') }
}

/** Compressed, like the one that takes its place: EU DSS calls a change of the stream's filter an undefined change. */
function blankAppearance(rectangle: Rectangle, geometry: PageGeometry): PdfStream {
  const { width, height } = displayedSize(rectangle, geometry)
  const dict = dictOf({
    Type: nameOf('XObject'),
    Subtype: nameOf('Form'),
    BBox: [0, 0, width, height],
    Matrix: uprightMatrix(geometry),
    Resources: dictOf({}),
    Filter: nameOf('FlateDecode'),
  })
  return new PdfStream(dict, NOTHING_DRAWN)
}

function addAnnotation(update: PdfUpdate, page: Page, widget: PdfRef): void {
  if (page.ref === null) throw new PdfError('PDF_DAMAGED', { what: 'page without a number' })
  const current = update.resolve(page.ref)
  const dict = current instanceof PdfDict ? current : page.dict
  const list = dict.get('Annots')
  const annotations = update.resolve(list)
  const extended = [...(isArray(annotations) ? annotations : []), widget]
  if (list instanceof PdfRef && isArray(annotations)) update.replace(list, extended)
  else update.replace(page.ref, dict.with({ Annots: extended }))
}

function addToForm(update: PdfUpdate, refs: readonly PdfRef[]): void {
  const { ref, dict: original } = update.document.catalog
  const current = update.resolve(ref)
  const catalog = current instanceof PdfDict ? current : original
  const place = catalog.get('AcroForm')
  const form = update.resolve(place)
  if (!(form instanceof PdfDict)) {
    const created = update.add(dictOf({ Fields: refs, SigFlags: SIGNATURE_FLAGS }))
    update.replace(ref, catalog.with({ AcroForm: created }))
    return
  }
  const list = form.get('Fields')
  const fields = update.resolve(list)
  const listed = isArray(fields) ? fields : []
  // Some files have one list for the form and the page, which has the widgets by now.
  const numbers = new Set(listed.map((item) => (item instanceof PdfRef ? item.num : null)))
  const extended = [...listed, ...refs.filter(({ num }) => !numbers.has(num))]
  const settled = settleAppearances(update.document, form)
  if (list instanceof PdfRef && isArray(fields)) {
    update.replace(list, extended)
    writeForm(update, form, withFlags(update, settled))
  } else writeForm(update, form, withFlags(update, settled.with({ Fields: extended })))
}

/** Makes the form say that there are signatures and that the file may only be appended to. */
export function raiseSignatureFlags(update: PdfUpdate): void {
  const form = update.resolve(update.document.catalog.dict.get('AcroForm'))
  if (form instanceof PdfDict) writeForm(update, form, withFlags(update, settleAppearances(update.document, form)))
}

/** The form with both flags; the same one when it has them already. */
function withFlags(update: PdfUpdate, form: PdfDict): PdfDict {
  const flags: PdfObject = update.resolve(form.get('SigFlags'))
  const present = typeof flags === 'number' && Number.isInteger(flags) ? flags : 0
  return (present & SIGNATURE_FLAGS) === SIGNATURE_FLAGS ? form : form.with({ SigFlags: present | SIGNATURE_FLAGS })
}

/** Writes the form only when it became another one. */
function writeForm(update: PdfUpdate, before: PdfDict, form: PdfDict): void {
  if (form === before) return
  const { ref, dict } = update.document.catalog
  const current = update.resolve(ref)
  const catalog = current instanceof PdfDict ? current : dict
  const place = catalog.get('AcroForm')
  if (place instanceof PdfRef) update.replace(place, form)
  else update.replace(ref, catalog.with({ AcroForm: form }))
}
