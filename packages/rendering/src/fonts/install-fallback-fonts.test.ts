import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { makeFile, makeStream } from '../../tests/make-pdf.ts'
import { createRenderPool } from '../isolation/render-pool.ts'

const pool = createRenderPool({ processes: 1, memoryMb: 512, timeoutMs: 20_000 })
afterAll(() => pool.close())

const SIZE = 40
const CELL = 50
const BASELINE = 30

/** How each letter is named in an encoding (Adobe glyph list). */
const NAMES: Record<string, string> = Object.fromEntries(
  [...'řěůŘőűŐŰşğąęαβωΩЖжяЩבש'].map((letter) => [
    letter,
    `uni${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`,
  ]),
)

interface FontParts {
  readonly name: string
  readonly subtype?: string
  readonly letters: string
  readonly entries?: string
}

function fontObject(font: FontParts): string {
  const { name, subtype = 'Type1', letters, entries = '' } = font
  const names = [...letters].map((letter) => `/${NAMES[letter] ?? letter}`).join('')
  return `<</Type/Font/Subtype/${subtype}/BaseFont/${name}/Encoding<</Type/Encoding/Differences[128${names}]>>${entries}>>`
}

/** Each letter in a square of its own: the codes from 128 on. */
function showLetters(count: number): string {
  const codes = Array.from({ length: count }, (_, index) => (128 + index).toString(16))
  return codes
    .map((code, index) => `BT /F1 ${SIZE} Tf ${index * CELL + 5} ${BASELINE - 15} Td <${code}> Tj ET`)
    .join('\n')
}

interface PageParts {
  readonly width: number
  readonly content: string
  readonly entries?: string
  readonly fonts?: string
}

/** The object numbers of the test's own objects, counted from 0; the first one is the font of the page. */
const own = (index: number): number => 5 + index

/** One page with the objects of the test. */
function onePagePdf(page: PageParts, more: (string | Buffer)[]): Buffer {
  return makeFile([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${page.width} ${CELL}]/Contents 4 0 R/Resources<</Font<</F1 ${own(0)} 0 R${page.fonts ?? ''}>>/XObject<</X ${own(1)} 0 R>>>>${page.entries ?? ''}>>`,
    makeStream(page.content),
    ...more,
  ])
}

function lettersPdf(font: FontParts): Buffer {
  const count = [...font.letters].length
  return onePagePdf({ width: count * CELL, content: showLetters(count) }, [fontObject(font)])
}

/** The letters in a form XObject, which `page` shows as a group or as an annotation's appearance. */
function lettersInForm(letters: string, page: { content: string; entries?: string }): Buffer {
  const width = [...letters].length * CELL
  const form = makeStream(
    showLetters([...letters].length),
    `/Type/XObject/Subtype/Form/BBox[0 0 ${width} ${CELL}]/Resources<</Font<</F1 ${own(0)} 0 R>>>>`,
  )
  const rect = `/Rect[0 0 ${width} ${CELL}]`
  return onePagePdf({ width, content: page.content, entries: page.entries }, [
    fontObject({ name: 'Helvetica', letters }),
    form,
    `<</Type/Annot/Subtype/Stamp${rect}/F 4/AP<</N ${own(1)} 0 R>>>>`,
  ])
}

let keys = 0
async function draw(bytes: Uint8Array): Promise<{ data: Buffer; width: number; height: number }> {
  keys += 1
  const image = await pool.renderPage({ key: `fonts-${keys}`, load: () => Promise.resolve(bytes), page: 1, dpi: 72 })
  const { data, info } = await sharp(image.jpeg)
    .greyscale()
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** The dark pixels of each square, as text that differs between two glyphs. */
async function drawCells(bytes: Uint8Array): Promise<string[]> {
  const { data, width } = await draw(bytes)
  return Array.from({ length: width / CELL }, (_, cell) => {
    let shape = ''
    for (let y = 0; y < CELL; y += 1) {
      for (let x = cell * CELL; x < (cell + 1) * CELL; x += 1) shape += data[y * width + x]! < 128 ? '#' : '.'
    }
    return shape
  })
}

function ink(shape: string): number {
  return shape.split('#').length - 1
}

const LANGUAGES = [
  ['Czech', 'řěůŘ'],
  ['Hungarian', 'őűŐŰ'],
  ['Turkish and Polish', 'şğąę'],
  ['Greek', 'αβωΩ'],
  ['Russian', 'ЖжяЩ'],
  ['Hebrew', 'בש'],
] as const

const FONTS = ['Helvetica', 'Times-Roman', 'Courier', 'Arial-BoldMT', 'TimesNewRomanPS-ItalicMT', 'Verdana'] as const

describe('letters that the built-in Latin fonts lack', () => {
  describe.each(FONTS)('in %s', (name) => {
    it.each(LANGUAGES)('draws each %s letter, and not the box of a missing one', async (_language, letters) => {
      for (const subtype of ['Type1', 'TrueType']) {
        const [missing, ...cells] = await drawCells(lettersPdf({ name, subtype, letters: `\u{e000}${letters}` }))
        for (const cell of cells) {
          expect(ink(cell)).toBeGreaterThan(40)
          expect(cell).not.toBe(missing)
        }
        expect(new Set(cells).size).toBe(cells.length)
      }
    })
  })

  it('draws them in a composite font whose text is known only from its ToUnicode map', async () => {
    const map =
      'begincmap 1 begincodespacerange <0000><ffff> endcodespacerange 2 beginbfchar <0001><0159><0002><0416> endbfchar endcmap'
    const [first, second] = await drawCells(
      onePagePdf({ width: 2 * CELL, content: `BT /F1 ${SIZE} Tf 5 15 Td <0001> Tj ${CELL} 0 Td <0002> Tj ET` }, [
        `<</Type/Font/Subtype/Type0/BaseFont/ArialMT/Encoding/Identity-H/ToUnicode ${own(3)} 0 R/DescendantFonts[${own(1)} 0 R]>>`,
        `<</Type/Font/Subtype/CIDFontType2/BaseFont/ArialMT/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 800/FontDescriptor ${own(2)} 0 R>>`,
        '<</Type/FontDescriptor/FontName/ArialMT/Flags 4/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>>',
        makeStream(map),
      ]),
    )
    expect(ink(first!)).toBeGreaterThan(40)
    expect(ink(second!)).toBeGreaterThan(40)
    expect(first).not.toBe(second)
  })

  it.each([
    ['a group of objects', { content: '/X Do' }],
    ['an annotation', { content: '', entries: `/Annots[${own(2)} 0 R]` }],
  ])('draws them in %s', async (_place, page) => {
    const cells = await drawCells(lettersInForm('řЖω', page))
    for (const cell of cells) expect(ink(cell)).toBeGreaterThan(40)
    expect(new Set(cells).size).toBe(3)
  })

  it('leaves the appearance of an annotation as it is while it looks for them', async () => {
    const turned = (letters: string): Buffer =>
      onePagePdf({ width: CELL, content: '', entries: `/Annots[${own(2)} 0 R]` }, [
        fontObject({ name: 'Helvetica', letters }),
        makeStream(
          `0 0 10 50 re f ${showLetters(1)}`,
          `/Type/XObject/Subtype/Form/BBox[0 0 50 50]/Matrix[0 1 -1 0 0 0]/Resources<</Font<</F1 ${own(0)} 0 R>>>>`,
        ),
        `<</Type/Annot/Subtype/Stamp/Rect[0 0 50 50]/F 4/AP<</N ${own(1)} 0 R>>>>`,
      ])
    for (const letters of ['a', 'ř']) {
      const [cell] = await drawCells(turned(letters))
      expect(cell!.slice(-8 * CELL)).toBe('#'.repeat(8 * CELL))
    }
  })

  it('draws them bold and italic when the name or the descriptor says so', async () => {
    const descriptor = (stem: number, angle: number): string =>
      `/FontDescriptor<</Type/FontDescriptor/FontName/Verdana/Flags 32/Ascent 900/Descent -200/CapHeight 700/StemV ${stem}/ItalicAngle ${angle}>>`
    const fonts = [
      { name: 'Arial' },
      { name: 'Arial-BoldMT' },
      { name: 'Arial-ItalicMT' },
      { name: 'Arial-BoldItalicMT' },
      { name: 'Verdana', entries: descriptor(80, 0) },
      { name: 'Verdana', entries: descriptor(140, 0) },
      { name: 'Verdana', entries: descriptor(80, -12) },
    ]
    const shapes: string[] = []
    for (const font of fonts) shapes.push((await drawCells(lettersPdf({ ...font, letters: 'Ж' })))[0]!)
    expect(ink(shapes[1]!)).toBeGreaterThan(ink(shapes[0]!) * 1.2)
    expect(ink(shapes[5]!)).toBeGreaterThan(ink(shapes[4]!) * 1.2)
    expect(new Set(shapes.slice(0, 4)).size).toBe(4)
    expect(new Set(shapes.slice(4)).size).toBe(3)
  })
})

describe('letters that the built-in Latin fonts hold', () => {
  const LATIN = 'AgRaQ'

  it.each(['Helvetica', 'Times-Roman', 'Courier'])('keep the built-in look of %s on other pages', async (name) => {
    const alone = await drawCells(lettersPdf({ name, letters: LATIN }))
    const beside = await drawCells(lettersPdf({ name, letters: `${LATIN}ř` }))
    expect(alone).not.toEqual(beside.slice(0, -1))
    expect(alone).toEqual(await drawCells(lettersPdf({ name, letters: LATIN })))
  })

  it('count the signs of Windows-1252 among them', async () => {
    const signs = ['Euro', 'quoteright', 'endash', 'bullet', 'ellipsis', 'lslash', 'zcaron', 'OE', 'fi']
    const page = onePagePdf({ width: 12 * CELL, content: showLetters(3 + signs.length) }, [
      `<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[128/a/g/R/${signs.join('/')}]>>>>`,
    ])
    const alone = await drawCells(lettersPdf({ name: 'Helvetica', letters: 'agR' }))
    const cells = await drawCells(page)
    expect(cells.slice(0, 3)).toEqual(alone)
    for (const cell of cells) expect(ink(cell)).toBeGreaterThan(10)
  })

  it('keep it beside signs of Symbol and ZapfDingbats, which PDFium draws itself', async () => {
    const content = `${showLetters(3)} BT /F2 ${SIZE} Tf 155 15 Td (W) Tj ET`
    const page = onePagePdf({ width: 4 * CELL, content, fonts: `/F2 ${own(1)} 0 R` }, [
      fontObject({ name: 'Helvetica', letters: 'agR' }),
      '<</Type/Font/Subtype/Type1/BaseFont/Symbol>>',
    ])
    const signs = await drawCells(page)
    const alone = await drawCells(lettersPdf({ name: 'Helvetica', letters: 'agR' }))
    expect(signs.slice(0, 3)).toEqual(alone)
    expect(ink(signs[3]!)).toBeGreaterThan(40)
  })

  it.each(['Helvetica', 'Times-Roman', 'Courier'])('take the same room in both fonts: %s', async (name) => {
    const line = (extra: string): Buffer =>
      onePagePdf({ width: 500, content: `BT /F1 20 Tf 5 15 Td (Hamburgefonstiv 0123 quick) Tj ET ${extra}` }, [
        fontObject({ name, letters: 'ř' }),
      ])
    const end = async (bytes: Buffer): Promise<number> => {
      const { data, width } = await draw(bytes)
      return Math.max(...[...data].map((value, index) => (value < 128 ? index % width : 0)))
    }
    const difference = (await end(line(''))) - (await end(line('BT /F1 20 Tf 5 15 Td 3 Tr <80> Tj ET')))
    expect(Math.abs(difference)).toBeLessThanOrEqual(1)
  })
})
