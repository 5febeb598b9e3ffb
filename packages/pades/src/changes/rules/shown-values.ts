/**
 * Whether readers may draw all fields anew (ISO 32000-2 clause 12.7.3, NeedAppearances) without anything changing.
 *
 * Difficulty: medium. A field whose appearance shows something else than its value was prepared to change its look.
 */
import { isArray, PdfDict, type PdfObject, PdfStream, PdfString } from '../../objects/pdf-objects.ts'
import { decodeText } from '../../objects/text-strings.ts'
import type { PdfDocument } from '../../reader/pdf-document.ts'
import { fieldType, inheritedOf } from './field-facts.ts'
import { readPaintedText } from './painted-text.ts'

const MOST_FIELDS = 5_000

export function everyFieldShowsItsValue(document: PdfDocument): boolean {
  return everyField(document, (field) => showsItsValue(document, field))
}

/** Whether no appearance would take pictures from the form's resources, having none of its own. */
export function everyAppearanceHasResources(document: PdfDocument): boolean {
  return everyField(document, (field) => hasResources(document, field.get('AP'), 0))
}

/** An appearance dictionary, the states in it, or a stream. */
function hasResources(document: PdfDocument, place: PdfObject | undefined, depth: number): boolean {
  const value = document.resolve(place)
  if (value instanceof PdfStream) {
    return document.resolve(value.dict.get('Resources')) instanceof PdfDict || readPaintedText(document, value) !== null
  }
  if (!(value instanceof PdfDict)) return true
  return depth < 2 && [...value.entries.values()].every((state) => hasResources(document, state, depth + 1))
}

function everyField(document: PdfDocument, holds: (field: PdfDict) => boolean): boolean {
  const form = document.resolveDict(document.catalog.dict.get('AcroForm'))
  const stack: PdfObject[] = [form?.get('Fields') ?? null]
  for (let seen = 0; stack.length > 0; seen++) {
    if (seen > MOST_FIELDS) return false
    const value = document.resolve(stack.pop())
    if (isArray(value)) stack.push(...value)
    if (!(value instanceof PdfDict)) continue
    if (!holds(value)) return false
    stack.push(value.get('Kids') ?? null)
  }
  return true
}

function showsItsValue(document: PdfDocument, field: PdfDict): boolean {
  const type = fieldType(document, field)
  if (type !== 'Tx' && type !== 'Ch') return true
  const value = inheritedOf(document, field, 'V')
  const appearance = document.resolve(field.get('AP'))
  const normal = appearance instanceof PdfDict ? document.resolve(appearance.get('N')) : null
  if (!(value instanceof PdfString) || !(normal instanceof PdfStream)) return true
  const shown = readPaintedText(document, normal)?.text
  if (shown === undefined) return false
  const texts = type === 'Ch' ? labelsOf(document, field, decodeText(value)) : [decodeText(value)]
  return texts.map((text) => text.replace(/\s/g, '')).every((text) => isShown(shown, text))
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
