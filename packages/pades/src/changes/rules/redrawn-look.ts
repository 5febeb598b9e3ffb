/**
 * Whether a field whose value is drawn anew keeps its look (ISO 32000-2 clauses 12.5.6.19 and 12.7.4.3).
 *
 * Readers then take font, colour, background and captions from the field's entries, which need not be those that its
 * appearance was painted with: white on white, a prepared font, another caption.
 */
import {
  decodeText,
  isArray,
  isInteger,
  type PdfDict,
  type PdfDocument,
  type PdfObject,
  type PdfStream,
  PdfString,
} from '@rubrica/pdf'
import { streamsOf } from './appearance-streams.ts'
import { fieldType, inheritedOf } from './field-facts.ts'
import { readPaintedText } from './painted-text.ts'
import { plainFontName } from './plain-font.ts'

const PUSHBUTTON = 65_536
const PASSWORD = 8_192
/** In shares of full light: words in lighter colours, or on darker ground, are hard to see. */
const LIGHT = 0.75
/** In points; 0 lets readers choose. */
const SMALLEST = 4

/** Whether nothing but the value, which is compared elsewhere, decides on what is drawn. */
export function isRedrawnAlike(document: PdfDocument, field: PdfDict): boolean {
  const type = fieldType(document, field)
  const streams = streamsOf(document, field.get('AP'))
  if (streams === null) return false
  if (streams.length === 0 || type === 'Sig') return true
  return type === 'Btn' ? showsItsCaption(document, field, streams) : isWrittenPlainly(document, field)
}

function showsItsCaption(document: PdfDocument, field: PdfDict, streams: readonly PdfStream[]): boolean {
  const flags = inheritedOf(document, field, 'Ff')
  const isPush = isInteger(flags) && (flags & PUSHBUTTON) !== 0
  const caption = document.resolve(document.resolveDict(field.get('MK'))?.get('CA'))
  const words = caption instanceof PdfString ? decodeText(caption).replace(/\s/g, '') : ''
  return streams.every((stream) => {
    const painted = readPaintedText(document, stream)
    // Readers draw the mark of a box in their own way.
    return painted !== null && (isPush ? painted.text === words : painted.text.length <= 1)
  })
}

function isWrittenPlainly(document: PdfDocument, field: PdfDict): boolean {
  const flags = inheritedOf(document, field, 'Ff')
  const ground = document.resolve(document.resolveDict(field.get('MK'))?.get('BG'))
  const isHidden = isInteger(flags) && (flags & PASSWORD) !== 0
  const isRich = inheritedOf(document, field, 'RV') !== null
  return !isHidden && !isRich && (!isArray(ground) || isLight(document, ground)) && isLegible(document, field)
}

function isLight(document: PdfDocument, colour: readonly PdfObject[]): boolean {
  const shares = colour.map((share) => document.resolve(share)).filter((share) => typeof share === 'number')
  return shares.length === 0 || lightOf(shares) >= 1 - LIGHT
}

function isLegible(document: PdfDocument, field: PdfDict): boolean {
  const form = document.resolveDict(document.catalog.dict.get('AcroForm'))
  const string = inheritedOf(document, field, 'DA') ?? document.resolve(form?.get('DA'))
  if (!(string instanceof PdfString)) return true
  const text = Buffer.from(string.bytes).toString('latin1')
  return isInKnownFont(document, form, text) && isInDarkColour(text)
}

function isInKnownFont(document: PdfDocument, form: PdfDict | null, text: string): boolean {
  const [, name = '', size = ''] = [...text.matchAll(FONT)].at(-1) ?? []
  const font = document.resolveDict(document.resolveDict(form?.get('DR'))?.get('Font'))?.get(name)
  if (font !== undefined && plainFontName(document, font) === null) return false
  return Number(size) === 0 || Number(size) >= SMALLEST
}

function isInDarkColour(text: string): boolean {
  const [, colour = ''] = [...text.matchAll(COLOUR)].at(-1) ?? []
  return colour === '' || lightOf(colour.trim().split(/\s+/).map(Number)) <= LIGHT
}

const FONT = /\/(\S+)\s+([\d.]+)\s+Tf/g
const COLOUR = /((?:[\d.]+\s+)+)(?:g|rg|k)\b/g

/** Of grey, of red, green and blue, or of four inks. */
function lightOf(shares: readonly number[]): number {
  const black = shares.length === 4 ? (shares[3] as number) : null
  const lights = black === null ? shares : shares.slice(0, 3).map((ink) => (1 - ink) * (1 - black))
  return lights.reduce((sum, light) => sum + light, 0) / lights.length
}
