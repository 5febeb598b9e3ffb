/** The mark in stamps: whether it can be read from the page, and what it does where there is little room. */
import { inflateSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { classicParts, classicPdf, type TestPdfOptions } from '@rubrica/pdf/testing'
import { PdfUpdate, withPdf } from '@rubrica/pdf'
import { makeTestSigner } from '@rubrica/pki/testing'
import { openSymbolReader } from '@rubrica/rendering/testing'
import type { Rectangle } from '../fields/place-box.ts'
import { prepareSignature } from '../prepare-signature.ts'
import type { Box, Stamp } from '../types.ts'
import { buildStamp } from './build-stamp.ts'

const signer = makeTestSigner()
const symbols = openSymbolReader()
afterAll(() => symbols[Symbol.asyncDispose]())

const mark = {
  code: '7KQM-2XWP-9DTR-H4BV-CZ8N-E',
  address: 'https://sign.example.org/v/7KQM-2XWP-9DTR-H4BV-CZ8N-E',
}
const LINES = ['Núria Soler Camps', '2026-11-25 10:00 UTC', 'I have read it and agree']

/** Grey, two pixels by one. */
const PICTURE = Buffer.from(
  '89504e470d0a1a0a0000000d4948445200000002000000010800000000d14920560000000b49444154789c636868000001830101183522150000000049454e44ae426082',
  'hex',
)

interface Wish extends TestPdfOptions {
  readonly width: number
  readonly height: number
}

/** A small page with one stamp. */
function stamped({ width, height, pageEntries = '', ...more }: Wish, stamp: Partial<Stamp> = {}): Buffer {
  const base = classicPdf({ ...more, pageEntries: `/MediaBox [0 0 340 240] ${pageEntries}` })
  const box: Box = { x: 20, y: 20, width, height }
  const { tail } = prepareSignature(base, {
    certificate: signer.certificate,
    chain: [],
    digestAlgorithm: 'SHA-256',
    claimedTime: new Date(),
    field: { create: { name: 'Signature', page: 1, box } },
    stamp: { lines: LINES, mark, ...stamp },
  })
  return Buffer.concat([base, tail])
}

const PLACE = { rectangle: [10, 10, 210, 60], geometry: { cropBox: [0, 0, 595, 842], rotate: 0, userUnit: 1 } } as const

/** What the form of an appearance draws, and the whole update. */
function drawn(stamp: Stamp, rectangle: Rectangle = PLACE.rectangle, file = classicPdf()) {
  const tail = withPdf(file, (document) => {
    const update = new PdfUpdate(document)
    buildStamp(update, stamp)({ ...PLACE, rectangle })
    return update.write().tail
  })
  const form = tail.indexOf('/Subtype /Form')
  const start = tail.indexOf('stream\n', form) + 'stream\n'.length
  return { tail, content: inflateSync(tail.subarray(start)).toString('latin1') }
}

/** Side of the symbol; 0 without one. */
function sideOf(content: string): number {
  const [, scale = 0, modules = 0] = /^q ([\d.]+) 0 0 \1 [^]*? 0 0 (\d+) \2 re f/m.exec(content) ?? []
  return Number(scale) * Number(modules)
}

/** Each text with the size of its letters, how many there are, and in how many rows. */
function blocksOf(content: string) {
  return [...content.matchAll(/\/F0 ([\d.]+) Tf[^]*?ET/g)].map(([text, size]) => {
    const rows = [...text.matchAll(/<([0-9a-f]*)> Tj/g)].map((row) => row[1]!)
    return { size: Number(size), rows: rows.length, glyphs: rows.join('').length / 4 }
  })
}

describe('the symbol in a stamp leads to the address', () => {
  test.each([
    ['as small as it gets', { width: 120, height: 45 }],
    ['in a usual box', { width: 180, height: 60 }],
    ['with the code below it', { width: 100, height: 100 }],
    ['as large as it gets', { width: 300, height: 120 }],
  ])('%s', async (_, box) => {
    expect(await symbols.read(stamped(box))).toBe(mark.address)
  })

  test.each([90, 180, 270])('on a page that is turned by %d°', async (turn) => {
    expect(await symbols.read(stamped({ width: 200, height: 50, pageEntries: `/Rotate ${turn}` }))).toBe(mark.address)
  })

  test('on a page whose unit is not a point', async () => {
    const page = { width: 150, height: 60, pageEntries: '/UserUnit 1.5' }
    expect(await symbols.read(stamped(page), 1, 200)).toBe(mark.address)
  })

  test('beside a picture', async () => {
    expect(await symbols.read(stamped({ width: 220, height: 70 }, { image: PICTURE }))).toBe(mark.address)
  })

  test('on a black page, because its quiet zone is white', async () => {
    const black = { num: classicParts.content(1), body: { dict: '', data: '0 g 0 0 340 240 re f' } }
    expect(await symbols.read(stamped({ width: 180, height: 60, extra: [black] }))).toBe(mark.address)
  })

  test('however long the address is, in modules that a phone can tell apart', async () => {
    const address = `https://${'long-name.'.repeat(18)}example.org/v/${mark.code}`
    const box = { width: 300, height: 120 }
    expect(await symbols.read(stamped(box, { mark: { ...mark, address } }))).toBe(address)
    expect(sideOf(drawn({ lines: LINES, mark: { ...mark, address } }, [0, 0, 200, 50]).content)).toBe(0)
  })
})

describe('in a box with little room', () => {
  test.each([
    ['low', 200, 40],
    ['narrow', 85, 60],
    ['tiny', 60, 20],
  ])('that is %s no symbol is drawn', async (_, width, height) => {
    expect(await symbols.read(stamped({ width, height }))).toBeUndefined()
    expect(sideOf(drawn({ lines: LINES, mark }, [0, 0, width, height]).content)).toBe(0)
  })

  test('the code stands alone in a line where the words leave one, and else not at all', () => {
    const [inLine, nowhere] = [
      drawn({ lines: LINES, mark }, [0, 0, 150, 30]),
      drawn({ lines: LINES, mark }, [0, 0, 80, 14]),
    ]
    expect(sideOf(inLine.content)).toBe(0)
    expect(blocksOf(inLine.content)).toMatchObject([{ size: 6, rows: 1, glyphs: mark.code.length }, {}])
    expect(blocksOf(nowhere.content)).toHaveLength(1)
  })

  test('nothing else is cut for the mark, and no letter becomes smaller than it may be', () => {
    const sizes = [40, 60, 80, 100, 120, 160, 200, 240, 320].flatMap((width) =>
      [10, 20, 30, 40, 50, 60, 80, 100, 140].map((height) => [0, 0, width, height] as const),
    )
    const marked = sizes.map((box) => blocksOf(drawn({ lines: LINES, mark }, box).content))
    const shown = marked.filter(({ length }) => length === 2)
    expect(shown.length).toBeGreaterThan(40)
    for (const [code, text] of shown) {
      expect(code).toMatchObject({ glyphs: mark.code.length })
      expect(code!.size).toBeGreaterThanOrEqual(4.499)
      // A blank at which a line is broken is not drawn.
      expect(text!.glyphs + text!.rows - LINES.length).toBe(LINES.join('').length)
      expect(text!.size).toBeGreaterThanOrEqual(3)
    }
  })
})

describe('without a mark', () => {
  test('an appearance is what it was before there were marks', () => {
    expect(drawn({ lines: ['Núria', '2026'], image: PICTURE }).content).toBe(
      [
        'q 74.100 0.000 0.000 37.050 2.500 6.475 cm 1 0 0 1 0 0 cm /Im0 Do Q',
        '0 g',
        'BT /F0 12.000 Tf 15.000 TL 79.100 28.000 Td',
        '<00010002000300040005> Tj T*',
        '<0006000700060008> Tj T*',
        'ET',
      ].join('\n'),
    )
  })
})

test('in PDF/A black and white are calibrated, and nothing is transparent', () => {
  const xmp = { num: 50, body: { dict: '/Type /Metadata /Subtype /XML', data: '<x pdfaid:part="2"/>' } }
  const file = classicPdf({ catalogEntries: '/Metadata 50 0 R', extra: [xmp] })
  const { content, tail } = drawn({ lines: LINES, mark }, PLACE.rectangle, file)
  expect(tail.toString('latin1')).toMatch(/\/ColorSpace <<\/Cs0 \[\/CalGray/)
  expect(content.match(/\/Cs0 cs [01] sc/g)).toEqual(['/Cs0 cs 1 sc', '/Cs0 cs 0 sc', '/Cs0 cs 0 sc'])
  expect(content).not.toMatch(/\b(?:g|rg|k|gs)\b/)
})
