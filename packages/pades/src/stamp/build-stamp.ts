/**
 * Draws the stamp of a signature: an image, lines of text, or both side by side (ISO 32000-2 clauses 8.10 and 12.5.5).
 *
 * Lengths are user space units in the orientation that the person sees; the form's matrix turns it.
 */
import { deflateSync } from 'node:zlib'
import {
  dictOf,
  embedFont,
  type EmbeddedFont,
  nameOf,
  type PageGeometry,
  type PdfObject,
  type PdfRef,
  PdfStream,
  type PdfUpdate,
  printable,
  productFont,
} from '@rubrica/pdf'
import { displayedSize, type Rectangle, uprightMatrix } from '../fields/place-box.ts'
import type { Stamp } from '../types.ts'
import { type AppearanceRules, readAppearanceRules } from './archival-rules.ts'
import { embedImage, type EmbeddedImage } from './embed-image.ts'
import { layOutText, type TextLayout } from './lay-out-text.ts'

const LARGEST_TEXT = 12
const SMALLEST_TEXT = 3
const MOST_LINES = 20
const LONGEST_LINE = 500

interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface Place {
  readonly rectangle: Rectangle
  readonly geometry: PageGeometry
}

/**
 * Prepares the appearance streams of a stamp for any number of places: each gets a form XObject of its own, and all
 * share one picture and one font.
 * @returns adds the form XObject for a place; throws PadesError IMAGE_INVALID
 */
export function buildStamp(update: PdfUpdate, stamp: Stamp): (place: Place) => PdfRef {
  const texts = stamp.lines
    .slice(0, MOST_LINES)
    .map(cleanLine)
    .filter((line) => line !== '')
  let image: EmbeddedImage | undefined
  let font: EmbeddedFont | undefined
  let rules: AppearanceRules | undefined
  return (place) => {
    rules ??= readAppearanceRules(update.document)
    if (stamp.image !== undefined) image ??= embedImage(update, stamp.image, rules)
    // A text that does not fit ends in an ellipsis.
    if (texts.length > 0) font ??= embedFont(update, [...texts, '…'])
    return addForm(update, { texts, image, font, rules }, place)
  }
}

interface Parts {
  readonly texts: readonly string[]
  readonly image: EmbeddedImage | undefined
  readonly font: EmbeddedFont | undefined
  readonly rules: AppearanceRules
}

function addForm(update: PdfUpdate, { texts, image, font, rules }: Parts, { rectangle, geometry }: Place): PdfRef {
  const size = displayedSize(rectangle, geometry)
  const areas = divide(size, { text: font !== undefined, image: image !== undefined })
  const operators: string[] = []
  const resources: Record<string, PdfObject> = {}
  if (image !== undefined) {
    resources.XObject = dictOf({ Im0: image.ref })
    operators.push(drawImage(image, areas.image))
  }
  if (font !== undefined) {
    const layout = fit(texts, areas.text, geometry.userUnit)
    resources.Font = dictOf({ F0: font.ref })
    if (rules.isArchival) resources.ColorSpace = dictOf({ Cs0: rules.gray })
    operators.push(rules.isArchival ? '/Cs0 cs 0 sc' : '0 g')
    operators.push(drawText(layout, areas.text, font.encode))
  }
  const dict = dictOf({
    Type: nameOf('XObject'),
    Subtype: nameOf('Form'),
    BBox: [0, 0, size.width, size.height],
    Matrix: uprightMatrix(geometry),
    Resources: dictOf(resources),
    Filter: nameOf('FlateDecode'),
  })
  return update.add(new PdfStream(dict, deflateSync(Buffer.from(operators.join('\n'), 'latin1'))))
}

/** One printable line. */
const cleanLine = (line: string): string => printable(line.replace(/\s+/g, ' ').trim().slice(0, LONGEST_LINE))

/** The image takes the left part of a wide box, the upper part of a tall one. */
function divide(
  size: { width: number; height: number },
  has: { text: boolean; image: boolean },
): { text: Area; image: Area } {
  const margin = Math.min(size.width, size.height) * 0.05
  const whole = { x: margin, y: margin, width: size.width - 2 * margin, height: size.height - 2 * margin }
  if (!has.text || !has.image) return { text: whole, image: whole }
  if (size.width >= size.height * 1.5) {
    const left = whole.width * 0.38
    const rest = whole.width - left - margin
    return { image: { ...whole, width: left }, text: { ...whole, x: whole.x + left + margin, width: rest } }
  }
  const upper = whole.height * 0.5
  const rest = whole.height - upper - margin
  return { image: { ...whole, y: whole.y + rest + margin, height: upper }, text: { ...whole, height: rest } }
}

function fit(texts: readonly string[], area: Area, userUnit: number): TextLayout {
  const font = productFont()
  return layOutText(texts, {
    width: area.width,
    height: area.height,
    largest: LARGEST_TEXT / userUnit,
    smallest: SMALLEST_TEXT / userUnit,
    measure: (text) => font.widthOf(text) / 1000,
  })
}

function drawImage({ width, height, upright }: EmbeddedImage, area: Area): string {
  const scale = Math.min(area.width / width, area.height / height)
  const [w, h] = [width * scale, height * scale]
  const [x, y] = [area.x + (area.width - w) / 2, area.y + (area.height - h) / 2]
  return `q ${[w, 0, 0, h, x, y].map(decimal).join(' ')} cm ${upright.join(' ')} cm /Im0 Do Q`
}

function drawText({ size, lineHeight, lines }: TextLayout, area: Area, encode: (text: string) => string): string {
  const spare = Math.max(0, area.height - lines.length * lineHeight)
  // The baseline sits about four fifths below the top of its line.
  const first = area.y + area.height - spare / 2 - lineHeight * 0.8
  const rows = lines.map((line) => `${encode(line)} Tj T*`)
  const start = `/F0 ${decimal(size)} Tf ${decimal(lineHeight)} TL ${decimal(area.x)} ${decimal(first)} Td`
  return `BT ${start}\n${rows.join('\n')}\nET`
}

function decimal(value: number): string {
  return value.toFixed(3)
}
