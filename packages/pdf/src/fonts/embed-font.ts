/**
 * Embeds the product's font in a file, cut down to the characters in use (ISO 32000-2 clauses 9.7 and 9.10.3).
 *
 * The font is Noto Sans (OFL-1.1): the Latin, Greek and Cyrillic alphabets.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { deflateSync } from 'node:zlib'
import { dictOf, nameOf, type PdfRef, PdfStream, PdfString } from '../objects/pdf-objects.ts'
import type { ObjectSink } from '../writing/write-object.ts'
import { type FontSubset, TrueTypeFont } from './true-type-font.ts'

const require = createRequire(import.meta.url)
const SYMBOLIC = 4

const FILES = {
  regular: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  bold: '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
} as const
const NAMES = { regular: 'NotoSans-Regular', bold: 'NotoSans-Bold' } as const

export type FontWeight = keyof typeof FILES

const loaded = new Map<FontWeight, TrueTypeFont>()

/** Read once, when the first text needs it. */
export function productFont(weight: FontWeight = 'regular'): TrueTypeFont {
  const font = loaded.get(weight) ?? new TrueTypeFont(readFileSync(require.resolve(FILES[weight])))
  loaded.set(weight, font)
  return font
}

/** Characters that the font lacks show as question marks rather than as empty boxes, which PDF/A forbids. */
export const printable = (text: string): string =>
  Array.from(text.normalize('NFC'), (character) => (productFont().has(character) ? character : '?')).join('')

/**
 * Wraps a text at its blanks; a word that is wider than a line stands alone.
 * @param measure width of a text in the unit of `width`
 */
export function wrapWords(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && measure(longer) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line]
}

export interface EmbeddedFont {
  readonly ref: PdfRef
  /** The text as a hex string of glyph numbers. */
  readonly encode: (text: string) => string
}

export function embedFont(file: ObjectSink, texts: readonly string[], weight: FontWeight = 'regular'): EmbeddedFont {
  const font = productFont(weight)
  const subset = font.subset(texts)
  const name = nameOf(`${tagOf(subset)}+${NAMES[weight]}`)
  const program = new PdfStream(
    dictOf({ Filter: nameOf('FlateDecode'), Length1: subset.bytes.length }),
    deflateSync(subset.bytes),
  )
  const descriptor = dictOf({
    Type: nameOf('FontDescriptor'),
    FontName: name,
    Flags: SYMBOLIC,
    FontBBox: font.bounds,
    ItalicAngle: 0,
    Ascent: font.ascent,
    Descent: font.descent,
    CapHeight: font.capHeight,
    StemV: 80,
    FontFile2: file.add(program),
    CIDSet: file.add(new PdfStream(dictOf({}), presentGlyphs(subset))),
  })
  const system = dictOf({ Registry: asciiString('Adobe'), Ordering: asciiString('Identity'), Supplement: 0 })
  const descendant = dictOf({
    Type: nameOf('Font'),
    Subtype: nameOf('CIDFontType2'),
    BaseFont: name,
    CIDSystemInfo: system,
    FontDescriptor: file.add(descriptor),
    CIDToGIDMap: nameOf('Identity'),
    W: [0, subset.widths],
  })
  const composite = dictOf({
    Type: nameOf('Font'),
    Subtype: nameOf('Type0'),
    BaseFont: name,
    Encoding: nameOf('Identity-H'),
    DescendantFonts: [file.add(descendant)],
    ToUnicode: file.add(new PdfStream(dictOf({}), Buffer.from(unicodeMap(subset), 'latin1'))),
  })
  return { ref: file.add(composite), encode: (text) => encodeGlyphs(text, subset) }
}

/** One bit for each glyph, the first one highest; all of a subset are there. PDF/A-1 requires this set. */
function presentGlyphs({ widths }: FontSubset): Uint8Array {
  const bits = new Uint8Array(Math.ceil(widths.length / 8))
  for (let glyph = 0; glyph < widths.length; glyph++)
    bits[glyph >> 3] = (bits[glyph >> 3] as number) | (0x80 >> (glyph & 7))
  return bits
}

function asciiString(text: string): PdfString {
  return new PdfString(Buffer.from(text, 'latin1'))
}

/** Six letters that differ between subsets (clause 9.9.2). */
function tagOf({ glyphs }: FontSubset): string {
  let hash = 7
  for (const character of glyphs.keys()) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 308_915_776
  let tag = ''
  for (let i = 0; i < 6; i++, hash = Math.floor(hash / 26)) tag += String.fromCharCode(65 + (hash % 26))
  return tag
}

function encodeGlyphs(text: string, { glyphs }: FontSubset): string {
  return `<${Array.from(text, (character) => hex4(glyphs.get(character) ?? 0)).join('')}>`
}

function hex4(value: number): string {
  return value.toString(16).padStart(4, '0')
}

function unicodeMap({ glyphs }: FontSubset): string {
  const pairs = [...glyphs].filter(([, glyph]) => glyph !== 0)
  const lines = pairs.map(([character, glyph]) => `<${hex4(glyph)}> <${hex4(character.charCodeAt(0))}>`)
  const blocks: string[] = []
  // A block holds at most 100 entries.
  for (let at = 0; at < lines.length; at += 100) {
    const block = lines.slice(at, at + 100)
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`)
  }
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    '1 begincodespacerange <0000> <ffff> endcodespacerange',
    ...blocks,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n')
}
