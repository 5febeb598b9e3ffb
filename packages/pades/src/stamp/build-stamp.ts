/**
 * Draws the stamp of a signature: an image, lines of text, or both side by side (ISO 32000-2 clauses 8.10 and 12.5.5).
 *
 * Lengths are user space units in the orientation that the person sees; the form's matrix turns it.
 */
import { deflateSync } from 'node:zlib'
import {
  dictOf,
  drawQr,
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
import type { Stamp, VerificationMark } from '../types.ts'
import { type AppearanceRules, readAppearanceRules } from './archival-rules.ts'
import { type Area, divideRoom, type Room, roomOf } from './divide-room.ts'
import { embedImage, type EmbeddedImage } from './embed-image.ts'
import { fitText, layOutText, type TextLayout, type TextSpace } from './lay-out-text.ts'
import { type PlacedMark, waysToPlace } from './place-mark.ts'

const LARGEST_TEXT = 12
const SMALLEST_TEXT = 3
const MOST_LINES = 20
const LONGEST_LINE = 500

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
  const mark = stamp.mark && { ...stamp.mark, code: cleanLine(stamp.mark.code) }
  const written = mark ? [...texts, mark.code] : texts
  let image: EmbeddedImage | undefined
  let font: EmbeddedFont | undefined
  let rules: AppearanceRules | undefined
  return (place) => {
    rules ??= readAppearanceRules(update.document)
    if (stamp.image !== undefined) image ??= embedImage(update, stamp.image, rules)
    // A text that does not fit ends in an ellipsis.
    if (written.length > 0) font ??= embedFont(update, [...written, '…'])
    return addForm(update, { texts, mark, image, font, rules }, place)
  }
}

interface Parts {
  readonly texts: readonly string[]
  readonly mark: VerificationMark | undefined
  readonly image: EmbeddedImage | undefined
  readonly font: EmbeddedFont | undefined
  readonly rules: AppearanceRules
}

function addForm(update: PdfUpdate, parts: Parts, { rectangle, geometry }: Place): PdfRef {
  const { image, font, rules } = parts
  const size = displayedSize(rectangle, geometry)
  const room = roomOf(size)
  const placed = placeMark(parts, room, geometry.userUnit)
  const areas = divide(parts, placed?.rest ?? room)
  const operators: string[] = []
  const resources: Record<string, PdfObject> = {}
  if (image !== undefined) {
    resources.XObject = dictOf({ Im0: image.ref })
    operators.push(drawImage(image, areas.image))
  }
  if (font !== undefined) {
    resources.Font = dictOf({ F0: font.ref })
    if (rules.isArchival) resources.ColorSpace = dictOf({ Cs0: rules.gray })
    operators.push(...drawWords({ ...parts, font }, placed, { area: areas.text, userUnit: geometry.userUnit }))
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

const divide = ({ texts, image }: Parts, room: Room) =>
  divideRoom(room, { text: texts.length > 0, image: image !== undefined })

/** The best way that cuts no word of the text and leaves a picture half of the box. */
function placeMark(parts: Parts, room: Room, userUnit: number): PlacedMark | undefined {
  const { texts, mark, image } = parts
  const leavesPicture = ({ area }: Room) =>
    image === undefined || (2 * area.width >= room.area.width && 2 * area.height >= room.area.height)
  const leavesText = (rest: Room) =>
    texts.length === 0 || fitText(texts, spaceOf(divide(parts, rest).text, userUnit)) !== undefined
  for (const way of mark ? waysToPlace(mark, room, userUnit) : []) {
    if (leavesPicture(way.rest) && leavesText(way.rest)) return way
  }
  return undefined
}

interface TextPlace {
  readonly area: Area
  readonly userUnit: number
}

/** Symbol, code and text, in what the file allows as black and white. */
function drawWords(
  { texts, font, rules }: Parts & { readonly font: EmbeddedFont },
  placed: PlacedMark | undefined,
  { area, userUnit }: TextPlace,
): string[] {
  const [light, dark] = rules.isArchival ? ['/Cs0 cs 1 sc', '/Cs0 cs 0 sc'] : ['1 g', '0 g']
  const operators: string[] = []
  if (placed?.symbol) operators.push(drawQr(placed.symbol.qr, placed.symbol.square, { light, dark }))
  operators.push(dark)
  if (placed) operators.push(drawText(placed.code.layout, placed.code.area, font.encode))
  if (texts.length > 0) operators.push(drawText(layOutText(texts, spaceOf(area, userUnit)), area, font.encode))
  return operators
}

/** One printable line. */
const cleanLine = (line: string): string => printable(line.replace(/\s+/g, ' ').trim().slice(0, LONGEST_LINE))

function spaceOf({ width, height }: Area, userUnit: number): TextSpace {
  const font = productFont()
  return {
    ...{ width, height },
    largest: LARGEST_TEXT / userUnit,
    smallest: SMALLEST_TEXT / userUnit,
    measure: (text) => font.widthOf(text) / 1000,
  }
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
