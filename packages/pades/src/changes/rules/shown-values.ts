/**
 * Whether readers may draw all fields anew (ISO 32000-2 clause 12.7.3, NeedAppearances) without anything changing.
 *
 * A field whose appearance shows something else than its value was prepared to change its look.
 */
import {
  decodeText,
  isArray,
  isName,
  PdfDict,
  type PdfDocument,
  PdfName,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
  walkPages,
} from '@rubrica/pdf'
import { decodeIfPossible } from '../decode-if-possible.ts'
import { streamsOf } from './appearance-streams.ts'
import { fieldType, inheritedOf } from './field-facts.ts'
import { readPaintedText } from './painted-text.ts'
import { isRedrawnAlike } from './redrawn-look.ts'

const MOST_FIELDS = 5_000

export function everyFieldShowsItsValue(document: PdfDocument): boolean {
  return everyField(document, (field) => showsItsValue(document, field) && isRedrawnAlike(document, field))
}

/** Whether no field with text depends on the form for how it is drawn. */
export function everyFieldHasAppearanceString(document: PdfDocument): boolean {
  return everyField(document, (field) => {
    const type = fieldType(document, field)
    return (type !== 'Tx' && type !== 'Ch') || inheritedOf(document, field, 'DA') !== null
  })
}

/** The names of resources that fields take, or could take, from the form; null when they are not known. */
export function namesTakenFromForm(document: PdfDocument): ReadonlySet<string> | null {
  const names = new Set<string>()
  const add = (bytes: Uint8Array): void => {
    for (const [, name] of Buffer.from(bytes).toString('latin1').matchAll(NAMES))
      if (name !== undefined) names.add(name)
  }
  const form = document.resolveDict(document.catalog.dict.get('AcroForm'))
  const general = document.resolve(form?.get('DA'))
  if (general instanceof PdfString) add(general.bytes)
  const isRead = everyField(document, (field) => {
    const own = document.resolve(field.get('DA'))
    if (own instanceof PdfString) add(own.bytes)
    return everyStream(document, field.get('AP'), (stream) => {
      if (document.resolve(stream.dict.get('Resources')) instanceof PdfDict) return true
      const content = decodeIfPossible(document, stream)
      if (content !== null) add(content)
      return content !== null
    })
  })
  return isRead ? names : null
}

const NAMES = /\/([^\s()<>[\]{}/%]+)/g

/** Whether no appearance would take pictures from the form's resources, having none of its own. */
export function everyAppearanceHasResources(document: PdfDocument): boolean {
  return everyField(document, (field) =>
    everyStream(
      document,
      field.get('AP'),
      (stream) =>
        document.resolve(stream.dict.get('Resources')) instanceof PdfDict || readPaintedText(document, stream) !== null,
    ),
  )
}

/** Of an appearance dictionary and the states in it; false when they are too deep. */
function everyStream(
  document: PdfDocument,
  place: PdfObject | undefined,
  holds: (stream: PdfStream) => boolean,
): boolean {
  return streamsOf(document, place)?.every(holds) === true
}

/** A box whose state is another one than its value would be drawn with that. */
function showsItsState(document: PdfDocument, field: PdfDict, states: PdfObject): boolean {
  const value = inheritedOf(document, field, 'V')
  const state = document.resolve(field.get('AS'))
  if (!(value instanceof PdfName) || !(states instanceof PdfDict)) return true
  const shown = state instanceof PdfName ? state.value : 'Off'
  return shown === value.value || (shown === 'Off' && states.get(value.value) === undefined)
}

function everyField(document: PdfDocument, holds: (field: PdfDict) => boolean): boolean {
  const form = document.resolveDict(document.catalog.dict.get('AcroForm'))
  const listed = listedFields(document, form?.get('Fields'), holds)
  return listed !== null && unlistedFields(document, listed).every(holds)
}

/**
 * Numbers of the fields in the form and of their widgets; null when something holds not for all, or they are too many.
 */
function listedFields(
  document: PdfDocument,
  fields: PdfObject | undefined,
  holds: (field: PdfDict) => boolean,
): ReadonlySet<number> | null {
  const numbers = new Set<number>()
  const stack: PdfObject[] = [fields ?? null]
  for (let seen = 0; stack.length > 0; seen++) {
    if (seen > MOST_FIELDS) return null
    const item = stack.pop()
    const value = document.resolve(item)
    if (item instanceof PdfRef) numbers.add(item.num)
    if (isArray(value)) stack.push(...value)
    if (!(value instanceof PdfDict)) continue
    if (!holds(value)) return null
    stack.push(value.get('Kids') ?? null)
  }
  return numbers
}

/** Readers draw widgets that no form lists, and comments with text, by the same entries. */
function unlistedFields(document: PdfDocument, listed: ReadonlySet<number>): readonly PdfDict[] {
  const found: PdfDict[] = []
  for (const page of walkPages(document)) {
    const list = document.resolve(page.dict.get('Annots'))
    for (const item of isArray(list) ? list : []) {
      const value = item instanceof PdfRef && listed.has(item.num) ? null : document.resolve(item)
      if (value instanceof PdfDict && isDrawnByReaders(document, value)) found.push(value)
    }
  }
  return found
}

function isDrawnByReaders(document: PdfDocument, annotation: PdfDict): boolean {
  const kind = document.resolve(annotation.get('Subtype'))
  return isName(kind, 'Widget') || isName(kind, 'FreeText')
}

function showsItsValue(document: PdfDocument, field: PdfDict): boolean {
  const type = fieldType(document, field)
  const appearance = document.resolve(field.get('AP'))
  const normal = appearance instanceof PdfDict ? document.resolve(appearance.get('N')) : null
  if (type === 'Btn') return showsItsState(document, field, normal)
  if ((type !== 'Tx' && type !== 'Ch') || !(normal instanceof PdfStream)) return true
  return showsValue(document, field, normal)
}

/** Whether an appearance of a text or a choice shows its value and nothing else. */
export function showsValue(document: PdfDocument, field: PdfDict, stream: PdfStream): boolean {
  const value = inheritedOf(document, field, 'V')
  const long = value instanceof PdfStream ? decodeIfPossible(document, value) : null
  const string = long === null ? value : new PdfString(long)
  // Several choices are drawn as a list, which is not compared.
  const text = string instanceof PdfString ? decodeText(string) : ''
  const shown = readPaintedText(document, stream)?.text
  if (shown === undefined) return false
  const texts = fieldType(document, field) === 'Ch' ? labelsOf(document, field, text) : [text]
  return texts.map((one) => one.replace(/\s/g, '')).every((one) => isShown(shown, one))
}

function isShown(shown: string, text: string): boolean {
  return shown === text || Buffer.from(shown, 'latin1').toString('utf8') === text
}

/** What readers may show for a choice (clause 12.7.5.4): its label, or itself when it has none. */
function labelsOf(document: PdfDocument, field: PdfDict, choice: string): readonly string[] {
  const options = inheritedOf(document, field, 'Opt')
  const labels = (isArray(options) ? options : []).flatMap((option) => {
    const pair = document.resolve(option)
    const [value, label] = isArray(pair) ? pair.map((item) => document.resolve(item)) : []
    const isChosen = value instanceof PdfString && decodeText(value) === choice
    return isChosen && label instanceof PdfString ? [decodeText(label)] : []
  })
  return labels.length === 0 ? [choice] : labels
}
