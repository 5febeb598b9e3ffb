/**
 * Reads a TrueType font and cuts it down to the glyphs in use (OpenType specification: cmap, glyf, loca, hmtx).
 *
 * Works on one font that ships with the product, so malformed fonts are not its business. Glyphs are renumbered from 0
 * in the order of use; parts of composite glyphs come along.
 */

interface Table {
  readonly offset: number
  readonly length: number
}

/** What a PDF needs to embed the subset. */
export interface FontSubset {
  readonly bytes: Buffer
  /** New glyph number by character. */
  readonly glyphs: ReadonlyMap<string, number>
  /** Advance widths in thousandths of the font size, by new glyph number. */
  readonly widths: readonly number[]
}

/** Hinting lives in cvt, fpgm and prep; without them glyphs with instructions draw wrong. */
const COPIED_TABLES = ['cvt ', 'fpgm', 'prep']
const MORE_COMPONENTS = 0x20

export class TrueTypeFont {
  readonly ascent: number
  readonly descent: number
  readonly capHeight: number
  /** xMin, yMin, xMax, yMax in thousandths. */
  readonly bounds: readonly number[]
  private readonly data: Buffer
  private readonly tables = new Map<string, Table>()
  private readonly unitsPerEm: number
  private readonly longOffsets: boolean
  private readonly metricsCount: number
  private readonly cmap: number

  constructor(data: Buffer) {
    this.data = data
    for (let i = 0, at = 12; i < data.readUInt16BE(4); i++, at += 16) {
      const tag = data.toString('latin1', at, at + 4)
      this.tables.set(tag, { offset: data.readUInt32BE(at + 8), length: data.readUInt32BE(at + 12) })
    }
    const head = this.table('head').offset
    this.unitsPerEm = data.readUInt16BE(head + 18)
    this.longOffsets = data.readInt16BE(head + 50) === 1
    const hhea = this.table('hhea').offset
    this.metricsCount = data.readUInt16BE(hhea + 34)
    this.ascent = this.toThousandths(data.readInt16BE(hhea + 4))
    this.descent = this.toThousandths(data.readInt16BE(hhea + 6))
    this.bounds = [36, 38, 40, 42].map((at) => this.toThousandths(data.readInt16BE(head + at)))
    this.capHeight = this.toThousandths(data.readInt16BE(this.table('OS/2').offset + 88))
    this.cmap = this.findCharacterMap()
  }

  /** Advance width of a text in thousandths of the font size. */
  widthOf(text: string): number {
    let width = 0
    for (const character of text) width += this.advanceOf(this.glyphOf(character))
    return width
  }

  has(character: string): boolean {
    return this.glyphOf(character) !== 0
  }

  subset(texts: readonly string[]): FontSubset {
    const order = [0]
    const numbers = new Map<number, number>([[0, 0]])
    const renumber = (glyph: number): number => {
      const known = numbers.get(glyph)
      if (known !== undefined) return known
      numbers.set(glyph, order.length)
      return order.push(glyph) - 1
    }
    const glyphs = new Map<string, number>()
    for (const character of texts.join('')) glyphs.set(character, renumber(this.glyphOf(character)))
    // The list grows while composite glyphs ask for their parts.
    const outlines: Buffer[] = []
    for (let i = 0; i < order.length; i++) outlines.push(this.outlineOf(order[i] as number, renumber))
    const widths = order.map((glyph) => this.advanceOf(glyph))
    return { bytes: this.assemble(order, outlines), glyphs, widths }
  }

  private table(tag: string): Table {
    const table = this.tables.get(tag)
    if (table === undefined) throw new Error(`The font has no table ${tag}`)
    return table
  }

  private toThousandths(units: number): number {
    return Math.round((units * 1000) / this.unitsPerEm)
  }

  /** Offset of the format 4 subtable for Unicode's basic plane. */
  private findCharacterMap(): number {
    const { offset } = this.table('cmap')
    for (let i = 0; i < this.data.readUInt16BE(offset + 2); i++) {
      const subtable = offset + this.data.readUInt32BE(offset + 8 + i * 8)
      if (this.data.readUInt16BE(subtable) === 4) return subtable
    }
    throw new Error('The font has no character map of format 4')
  }

  private glyphOf(character: string): number {
    const code = character.codePointAt(0) ?? 0
    if (code > 0xffff) return 0
    const { data, cmap } = this
    const doubled = data.readUInt16BE(cmap + 6)
    for (let at = 0; at < doubled; at += 2) {
      if (data.readUInt16BE(cmap + 14 + at) < code) continue
      const start = data.readUInt16BE(cmap + 16 + doubled + at)
      if (start > code) return 0
      const delta = data.readUInt16BE(cmap + 16 + 2 * doubled + at)
      const rangeAt = cmap + 16 + 3 * doubled + at
      const range = data.readUInt16BE(rangeAt)
      if (range === 0) return (code + delta) & 0xffff
      const glyph = data.readUInt16BE(rangeAt + range + 2 * (code - start))
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff
    }
    return 0
  }

  private metricOf(glyph: number): { advance: number; bearing: number } {
    const { offset } = this.table('hmtx')
    const last = Math.min(glyph, this.metricsCount - 1)
    const advance = this.data.readUInt16BE(offset + 4 * last)
    const beyond = glyph >= this.metricsCount
    const at = beyond ? offset + 4 * this.metricsCount + 2 * (glyph - this.metricsCount) : offset + 4 * glyph + 2
    return { advance, bearing: this.data.readInt16BE(at) }
  }

  private advanceOf(glyph: number): number {
    return this.toThousandths(this.metricOf(glyph).advance)
  }

  /** A copy of a glyph's outline with the parts of a composite renumbered. */
  private outlineOf(glyph: number, renumber: (glyph: number) => number): Buffer {
    const { data } = this
    const loca = this.table('loca').offset
    const offsetOf = (index: number): number =>
      this.longOffsets ? data.readUInt32BE(loca + 4 * index) : 2 * data.readUInt16BE(loca + 2 * index)
    const glyf = this.table('glyf').offset
    const outline = Buffer.from(data.subarray(glyf + offsetOf(glyph), glyf + offsetOf(glyph + 1)))
    if (outline.length < 10 || outline.readInt16BE(0) >= 0) return outline
    for (let at = 10, flags = MORE_COMPONENTS; (flags & MORE_COMPONENTS) !== 0; at += componentLength(flags)) {
      flags = outline.readUInt16BE(at)
      outline.writeUInt16BE(renumber(outline.readUInt16BE(at + 2)), at + 2)
    }
    return outline
  }

  private assemble(order: readonly number[], outlines: readonly Buffer[]): Buffer {
    const padded = outlines.map((outline) => Buffer.concat([outline, Buffer.alloc((4 - (outline.length % 4)) % 4)]))
    const loca = Buffer.alloc(4 * (order.length + 1))
    const hmtx = Buffer.alloc(4 * order.length)
    let offset = 0
    order.forEach((glyph, index) => {
      const { advance, bearing } = this.metricOf(glyph)
      hmtx.writeUInt16BE(advance, 4 * index)
      hmtx.writeInt16BE(bearing, 4 * index + 2)
      offset += (padded[index] as Buffer).length
      loca.writeUInt32BE(offset, 4 * (index + 1))
    })
    const head = this.copyOf('head')
    head.writeUInt32BE(0, 8)
    head.writeInt16BE(1, 50)
    const hhea = this.copyOf('hhea')
    hhea.writeUInt16BE(order.length, 34)
    const maxp = this.copyOf('maxp')
    maxp.writeUInt16BE(order.length, 4)
    const copied = COPIED_TABLES.filter((tag) => this.tables.has(tag)).map((tag) => [tag, this.copyOf(tag)] as const)
    return writeTables([
      ...copied,
      ['glyf', Buffer.concat(padded)],
      ['head', head],
      ['hhea', hhea],
      ['hmtx', hmtx],
      ['loca', loca],
      ['maxp', maxp],
    ])
  }

  private copyOf(tag: string): Buffer {
    const { offset, length } = this.table(tag)
    return Buffer.from(this.data.subarray(offset, offset + length))
  }
}

function componentLength(flags: number): number {
  const offsets = (flags & 1) !== 0 ? 4 : 2
  if ((flags & 0x08) !== 0) return 4 + offsets + 2
  if ((flags & 0x40) !== 0) return 4 + offsets + 4
  return 4 + offsets + ((flags & 0x80) !== 0 ? 8 : 0)
}

function writeTables(tables: readonly (readonly [string, Buffer])[]): Buffer {
  const sorted = tables.toSorted(([a], [b]) => (a < b ? -1 : 1))
  const power = 2 ** Math.floor(Math.log2(sorted.length))
  const header = Buffer.alloc(12 + 16 * sorted.length)
  header.writeUInt32BE(0x00010000, 0)
  header.writeUInt16BE(sorted.length, 4)
  header.writeUInt16BE(power * 16, 6)
  header.writeUInt16BE(Math.log2(power), 8)
  header.writeUInt16BE((sorted.length - power) * 16, 10)
  const parts: Buffer[] = [header]
  let offset = header.length
  sorted.forEach(([tag, table], index) => {
    const at = 12 + 16 * index
    header.write(tag, at, 'latin1')
    header.writeUInt32BE(checksum(table), at + 4)
    header.writeUInt32BE(offset, at + 8)
    header.writeUInt32BE(table.length, at + 12)
    const padding = Buffer.alloc((4 - (table.length % 4)) % 4)
    parts.push(table, padding)
    offset += table.length + padding.length
  })
  return Buffer.concat(parts)
}

function checksum(table: Buffer): number {
  let sum = 0
  for (let at = 0; at < table.length; at++) sum = (sum + (table[at] as number) * 2 ** (24 - 8 * (at % 4))) % 2 ** 32
  return sum
}
