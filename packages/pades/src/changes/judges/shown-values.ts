/**
 * What all fields of a form show, and what they take from it (ISO 32000-2 clauses 12.7.3 and 12.7.4.3).
 *
 * With NeedAppearances readers draw every field anew, from its value and its entries, which need not be what its
 * appearance was painted with: another value, white on white, a prepared font, another caption.
 */
import {
  decodeText,
  isArray,
  isInteger,
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
import { decodeIfPossible } from '../comparison.ts'
import { fieldType, inheritedOf, PUSHBUTTON } from './field-facts.ts'
import { plainFontName } from './plain-font.ts'
import { everyCanvas, streamsOf, wordsOf } from '../canvas/appearance.ts'
import { lightIn } from '../canvas/hides.ts'
import { numbersIn } from '../canvas/geometry.ts'
import { paint } from '../canvas/paint.ts'

const MOST_FIELDS = 5_000
const PASSWORD = 8_192
/** In shares of full light: words in lighter colours, or on darker ground, are hard to see. */
const LIGHT = 0.75
/** In points; 0 lets readers choose. */
const SMALLEST = 4

/** Whether readers may draw all fields anew without anything changing. */
export const everyFieldShowsItsValue = (document: PdfDocument): boolean =>
  everyField(document, (field) => showsItsValue(document, field) && isRedrawnAlike(document, field))

/** Whether no field with text depends on the form for how it is drawn. */
export const everyFieldHasAppearanceString = (document: PdfDocument): boolean =>
  everyField(document, (field) => !isText(document, field) || inheritedOf(document, field, 'DA') !== null)

/** Whether no appearance would take pictures from the form's resources, having none of its own. */
export const everyAppearanceHasResources = (document: PdfDocument): boolean =>
  everyField(
    document,
    (field) =>
      streamsOf(document, field.get('AP'))?.every(
        (stream) => hasResources(document, stream) || wordsOf(paint(document, stream)) !== null,
      ) === true,
  )

const hasResources = (document: PdfDocument, stream: PdfStream): boolean =>
  document.resolve(stream.dict.get('Resources')) instanceof PdfDict

/** The names of resources that fields take, or could take, from the form; null when they are not known. */
export function namesTakenFromForm(document: PdfDocument): ReadonlySet<string> | null {
  const names = new Set<string>()
  const add = (bytes: Uint8Array): void => {
    for (const [, name = ''] of Buffer.from(bytes).toString('latin1').matchAll(NAMES)) names.add(name)
  }
  const general = document.resolve(formOf(document)?.get('DA'))
  if (general instanceof PdfString) add(general.bytes)
  const isRead = everyField(document, (field) => {
    const own = document.resolve(field.get('DA'))
    if (own instanceof PdfString) add(own.bytes)
    const streams = streamsOf(document, field.get('AP'))?.filter((stream) => !hasResources(document, stream))
    const contents = streams?.map((stream) => decodeIfPossible(document, stream))
    for (const content of contents ?? []) if (content !== null) add(content)
    return contents?.includes(null) === false
  })
  return isRead ? names : null
}

const NAMES = /\/([^\s()<>[\]{}/%]+)/g

const formOf = (document: PdfDocument): PdfDict | null => document.resolveDict(document.catalog.dict.get('AcroForm'))

/** Fields of the form, with their widgets; then what else readers draw by the same entries. */
function everyField(document: PdfDocument, holds: (field: PdfDict) => boolean): boolean {
  const numbers = new Set<number>()
  const stack: PdfObject[] = [formOf(document)?.get('Fields') ?? null]
  for (let seen = 0; stack.length > 0; seen++) {
    if (seen > MOST_FIELDS) return false
    const item = stack.pop()
    const value = document.resolve(item)
    if (item instanceof PdfRef) numbers.add(item.num)
    if (isArray(value)) stack.push(...value)
    if (!(value instanceof PdfDict)) continue
    if (!holds(value)) return false
    stack.push(value.get('Kids') ?? null)
  }
  return unlistedFields(document, numbers).every(holds)
}

/** Widgets that no form lists, and comments with text. */
function unlistedFields(document: PdfDocument, listed: ReadonlySet<number>): readonly PdfDict[] {
  const found: PdfDict[] = []
  for (const page of walkPages(document)) {
    const list = document.resolve(page.dict.get('Annots'))
    for (const item of isArray(list) ? list : []) {
      const value = item instanceof PdfRef && listed.has(item.num) ? null : document.resolve(item)
      if (!(value instanceof PdfDict)) continue
      const kind = document.resolve(value.get('Subtype'))
      if (isName(kind, 'Widget') || isName(kind, 'FreeText')) found.push(value)
    }
  }
  return found
}

const isText = (document: PdfDocument, field: PdfDict): boolean => ['Tx', 'Ch'].includes(fieldType(document, field))

function hasFlag(document: PdfDocument, field: PdfDict, flag: number): boolean {
  const flags = inheritedOf(document, field, 'Ff')
  return isInteger(flags) && (flags & flag) !== 0
}

function showsItsValue(document: PdfDocument, field: PdfDict): boolean {
  const appearance = document.resolve(field.get('AP'))
  const normal = appearance instanceof PdfDict ? document.resolve(appearance.get('N')) : null
  if (fieldType(document, field) === 'Btn') return showsItsState(document, field, normal)
  return !isText(document, field) || !(normal instanceof PdfStream) || showsValue(document, field, normal)
}

/** A box whose state is another one than its value would be drawn with that. */
function showsItsState(document: PdfDocument, field: PdfDict, states: PdfObject): boolean {
  const value = inheritedOf(document, field, 'V')
  const state = document.resolve(field.get('AS'))
  if (!(value instanceof PdfName) || !(states instanceof PdfDict)) return true
  const shown = state instanceof PdfName ? state.value : 'Off'
  return shown === value.value || (shown === 'Off' && states.get(value.value) === undefined)
}

/** Whether an appearance of a text or a choice shows its value and nothing else. */
export function showsValue(document: PdfDocument, field: PdfDict, stream: PdfStream): boolean {
  const value = inheritedOf(document, field, 'V')
  const long = value instanceof PdfStream ? decodeIfPossible(document, value) : null
  const string = long === null ? value : new PdfString(long)
  // Several choices are drawn as a list, which is not compared.
  const text = string instanceof PdfString ? decodeText(string) : ''
  const shown = wordsOf(paint(document, stream))
  if (shown === null) return false
  const texts = fieldType(document, field) === 'Ch' ? labelsOf(document, field, text) : [text]
  const utf8 = Buffer.from(shown, 'latin1').toString('utf8')
  return texts.map((one) => one.replace(/\s/g, '')).every((one) => one === shown || one === utf8)
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

/** Whether nothing but the value, which is compared elsewhere, decides on what is drawn. */
function isRedrawnAlike(document: PdfDocument, field: PdfDict): boolean {
  const type = fieldType(document, field)
  const streams = streamsOf(document, field.get('AP'))
  if (streams === null) return false
  if (streams.length === 0 || type === 'Sig') return true
  return type === 'Btn' ? showsItsCaption(document, field) : isWrittenPlainly(document, field)
}

function showsItsCaption(document: PdfDocument, field: PdfDict): boolean {
  const isPush = hasFlag(document, field, PUSHBUTTON)
  const caption = document.resolve(document.resolveDict(field.get('MK'))?.get('CA'))
  const words = caption instanceof PdfString ? decodeText(caption).replace(/\s/g, '') : ''
  return everyCanvas(document, field.get('AP'), (canvas) => {
    const shown = wordsOf(canvas)
    // Readers draw the mark of a box in their own way.
    return shown !== null && (isPush ? shown === words : shown.length <= 1)
  })
}

function isWrittenPlainly(document: PdfDocument, field: PdfDict): boolean {
  const ground = numbersIn(document, document.resolveDict(field.get('MK'))?.get('BG'))
  const isDark = ground.length > 0 && lightOf(ground) < 1 - LIGHT
  const isRich = inheritedOf(document, field, 'RV') !== null
  return !hasFlag(document, field, PASSWORD) && !isRich && !isDark && isLegible(document, field)
}

const FONT = /\/(\S+)\s+([\d.]+)\s+Tf/g
const COLOUR = /((?:[\d.]+\s+)+)(?:g|rg|k)\b/g

/** Whether it is written in a known font, not too small, and in a dark colour. */
function isLegible(document: PdfDocument, field: PdfDict): boolean {
  const form = formOf(document)
  const string = inheritedOf(document, field, 'DA') ?? document.resolve(form?.get('DA'))
  if (!(string instanceof PdfString)) return true
  const text = Buffer.from(string.bytes).toString('latin1')
  const [, colour = ''] = [...text.matchAll(COLOUR)].at(-1) ?? []
  const isDark = colour === '' || lightOf(colour.trim().split(/\s+/).map(Number)) <= LIGHT
  return isDark && isInKnownFont(document, form, text)
}

function isInKnownFont(document: PdfDocument, form: PdfDict | null, text: string): boolean {
  const [, name = '', size = ''] = [...text.matchAll(FONT)].at(-1) ?? []
  const font = document.resolveDict(document.resolveDict(form?.get('DR'))?.get('Font'))?.get(name)
  const isKnown = font === undefined || plainFontName(document, font) !== null
  return isKnown && (Number(size) === 0 || Number(size) >= SMALLEST)
}

function lightOf(shares: readonly number[]): number {
  const lights = lightIn(shares)
  return lights.reduce((sum, light) => sum + light, 0) / lights.length
}
