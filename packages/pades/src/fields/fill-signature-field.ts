/**
 * Puts a signature into an existing empty field, and its stamp into buttons (ISO 32000-2 clauses 12.7.5.2 and
 * 12.7.5.5).
 *
 * Touches the field's value and, where a widget can be seen, its normal appearance; nothing else, so that validators
 * see a form that was filled in.
 */
import {
  dictOf,
  geometryOf,
  nameOf,
  openPage,
  type PageGeometry,
  PdfDict,
  type PdfDocument,
  PdfError,
  type PdfObject,
  PdfRef,
  type PdfUpdate,
  readBox,
  walkPages,
} from '@rubrica/pdf'
import { type FormField, locateWidgets, type SignatureField, type Widget } from './read-fields.ts'
import { raiseSignatureFlags, TICKED } from './create-signature-fields.ts'
import type { Rectangle } from './place-box.ts'

/** Makes the appearance for a widget. */
export type DrawWidget = (widget: { rectangle: Rectangle; geometry: PageGeometry }) => PdfRef

export interface FieldFilling {
  readonly value: PdfRef
  readonly draw: DrawWidget | undefined
}

export function fillSignatureField(update: PdfUpdate, field: SignatureField, { value, draw }: FieldFilling): void {
  if (field.ref === null) throw new PdfError('PDF_DAMAGED', { what: 'field without a number' })
  update.replace(field.ref, field.dict.with({ V: value }))
  if (draw !== undefined) drawField(update, field, draw)
  raiseSignatureFlags(update)
}

/** Gives every widget of a field a new normal appearance. */
export function drawField(update: PdfUpdate, field: FormField, draw: DrawWidget): void {
  for (const widget of field.widgets) drawWidget(update, field, { widget, draw })
}

interface Drawing {
  readonly widget: Widget
  readonly draw: DrawWidget
}

function drawWidget(update: PdfUpdate, field: FormField, { widget, draw }: Drawing): void {
  const { document } = update
  const rectangle = readBox(document, document.resolve(widget.dict.get('Rect')))
  if (widget.ref === null || rectangle === null) return
  const geometry = geometryOfWidget(document, field, widget)
  const current = update.resolve(widget.ref)
  if (geometry === null || !(current instanceof PdfDict)) return
  update.replace(widget.ref, current.with(lookOf(document, current, draw({ rectangle, geometry }))))
}

/** The appearance alone; a check box, which has one for each state, is ticked to show it. */
function lookOf(document: PdfDocument, widget: PdfDict, appearance: PdfRef): Readonly<Record<string, PdfObject>> {
  const states = document.resolve(document.resolveDict(widget.get('AP'))?.get('N'))
  if (!(states instanceof PdfDict)) return { AP: dictOf({ N: appearance }) }
  const ticked = nameOf(TICKED)
  return { AP: dictOf({ N: states.with({ [TICKED]: appearance }) }), AS: ticked, V: ticked }
}

function geometryOfWidget(document: PdfDocument, field: FormField, { ref, dict }: Widget): PageGeometry | null {
  const named = dict.get('P')
  const own = named instanceof PdfRef ? openPage(document, named) : null
  if (own !== null) return geometryOf(document, own)
  const number = named instanceof PdfRef || ref === null ? undefined : locateWidgets(document, [field]).get(ref.num)
  let at = 0
  for (const page of walkPages(document)) {
    at++
    if (at === number || (named instanceof PdfRef && page.ref?.num === named.num)) return geometryOf(document, page)
  }
  return null
}
