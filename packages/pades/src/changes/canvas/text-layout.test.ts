import { describe, expect, test } from 'vitest'
import { PdfDict, PdfName, type PdfObject, PdfRef, PdfStream, withPdf } from '@rubrica/pdf'
import { updatedForm } from '../../../testing/make-signed-form.ts'
import { paint } from './paint.ts'
import { layOut, type TextLayout } from './text-layout.ts'

const BOX = [0, 0, 100, 20]

/** Of a stream with this content; object 30 is the number 100. */
function read(content: string, box: PdfObject = BOX, entries: readonly [string, PdfObject][] = []): TextLayout | null {
  const stream = new PdfStream(new PdfDict([['BBox', box], ...entries]), Buffer.from(content))
  return withPdf(updatedForm([], { 30: '100' }), (document) => {
    const canvas = paint(document, stream)
    return canvas === null ? null : layOut(canvas)
  })
}

const text = (before: string) => `BT /F 10 Tf ${before} (x) Tj ET`
const isRead = (content: string, box?: PdfObject) => read(content, box) !== null

describe('text is returned', () => {
  test('by its fonts, in the order in which they are used', () => {
    const content = "BT /A 10 Tf (a b) Tj (c) Tj /B 5 Tf [(d) -20 (e)] TJ /A 8 Tf (f) ' ET"
    expect(read(content)?.runs).toEqual([
      { font: 'A', text: 'abc' },
      { font: 'B', text: 'de' },
      { font: 'A', text: 'f' },
    ])
    expect(read('')?.runs).toEqual([])
  })

  test('by its sizes, as they are painted', () => {
    expect(read('BT /A 10 Tf (a) Tj /A 5 Tf (b) Tj /A 7 Tf (c) Tj ET')).toMatchObject({ smallest: 5, largest: 10 })
    expect(read('BT /A 5 Tf 2 0 0 2 1 1 Tm (a) Tj ET')).toMatchObject({ smallest: 10, largest: 10 })
    expect(read('3 0 0 3 0 0 cm BT /A 2 Tf (a) Tj ET')).toMatchObject({ smallest: 6, largest: 6 })
  })

  test('in a box whose corners may stand in any order and be objects of their own', () => {
    expect(isRead(text('50 5 Td'), [100, 20, 0, 0])).toBe(true)
    expect(isRead(text('50 5 Td'), [0, 0, new PdfRef(30), 20])).toBe(true)
  })
})

describe('nothing is returned', () => {
  test.each<[string, PdfObject]>([
    ['without a box', null],
    ['in a box that is no list', new PdfName('A')],
    ['in a box of three sides', [0, 0, 100]],
    ['in a box of one side', [0]],
    ['in a box of none', []],
  ])('%s', (_, box) => {
    expect(read('', box)).toBeNull()
  })

  test('of what cannot be decoded', () => {
    expect(read('', BOX, [['Filter', new PdfName('DCTDecode')]])).toBeNull()
  })

  test.each([
    'BT /F 10 0.1 Tf (x) Tj ET',
    'BT 10 /F Tf (x) Tj ET',
    'BT (F) 10 Tf (x) Tj ET',
    text('100 1 Tz'),
    text('(a) Tz'),
    text('0 0 90 5 Td'),
    text('5 (a) Td'),
    text('1 Td'),
    text('1 2 3 TD'),
    text('1 T*'),
    text('1 2 TL'),
    text('0 9 Tc'),
    text('0 9 Tw'),
    text('0 9 Ts'),
    text('1 0 0 1 0 Tm'),
    text('9 1 0 0 1 0 0 Tm'),
    '1 0 0 1 0 cm',
    '9 1 0 0 1 0 0 cm',
    '0 0 0 9 9 re',
    text('(a) (b) Tj'),
    text("(a) (b) '"),
    text('1 (a) "'),
    text('0 0 0 (a) "'),
  ])('where readers could take other operands: %s', (content) => {
    expect(read(content)).toBeNull()
  })

  test.each(['a', 'b', 'c', 'd'])('of what is turned or mirrored: %s', (which) => {
    const matrices = {
      a: ['-1 0 0 1', '0 0 0 1'],
      b: ['1 0.1 0 1', '1 -0.1 0 1'],
      c: ['1 0 0.1 1', '1 0 -0.1 1'],
      d: ['1 0 0 -1', '1 0 0 0'],
    }[which]
    for (const matrix of matrices ?? []) {
      expect(isRead(text(`${matrix} 5 5 Tm`))).toBe(false)
      expect(isRead(`${matrix} 5 5 cm ${text('')}`)).toBe(false)
    }
  })
})

describe('text that is too narrow or too wide is not read', () => {
  test.each([
    ['49 Tz', '50 Tz'],
    ['201 Tz', '200 Tz'],
    ['0.9 0 0 2 5 5 Tm', '1 0 0 2 5 5 Tm'],
    ['2.1 0 0 1 5 5 Tm', '2 0 0 1 5 5 Tm'],
    ['1 0 0 1 0 0 Tm 40 Tz', '1 0 0 0.5 0 0 Tm 40 Tz'],
  ])('%s, but %s is', (bad, good) => {
    expect(isRead(text(bad))).toBe(false)
    expect(isRead(text(good))).toBe(true)
  })

  test.each([
    ['0.9 0 0 2 0 0 cm', '1 0 0 2 0 0 cm'],
    ['2.1 0 0 1 0 0 cm', '2 0 0 1 0 0 cm'],
  ])('%s, but %s is', (bad, good) => {
    expect(isRead(`${bad} ${text('')}`)).toBe(false)
    expect(isRead(`${good} ${text('')}`)).toBe(true)
  })

  test.each([
    ['5.1 Tc', '5 Tc'],
    ['-5.1 Tc', '-5 Tc'],
    ['5.1 Tw', '5 Tw'],
    ['-5.1 Tw', '-5 Tw'],
    ['1 Ts', '0 Ts'],
    ['-1 Ts', '0 Ts'],
    ['5.1 0 (a) "', '5 0 (a) "'],
    ['0 5.1 (a) "', '0 5 (a) "'],
    ['[(a) 1001 (b)] TJ', '[(a) 1000 (b)] TJ'],
    ['[(a) -1001 (b)] TJ', '[(a) -1000 (b)] TJ'],
  ])('%s tears it apart, and %s does not', (bad, good) => {
    expect(isRead(text(bad))).toBe(false)
    expect(isRead(text(good))).toBe(true)
  })

  test('text without a size is none', () => {
    expect(isRead('BT (x) Tj ET')).toBe(false)
    expect(isRead('BT /F -10 Tf (x) Tj ET')).toBe(false)
  })
})

describe('text begins inside its box', () => {
  const box = [50, 50, 150, 70]

  test.each([
    ['47.9 55', '48 55'],
    ['150 55', '149 55'],
    ['60 47.4', '60 47.5'],
    ['60 65.1', '60 65'],
  ])('not at %s, but at %s', (bad, good) => {
    for (const [place, inside] of [
      [bad, false],
      [good, true],
    ] as const) {
      const [x = '', y = ''] = place.split(' ')
      expect(isRead(text(`${x} ${y} Td`), box)).toBe(inside)
      expect(isRead(text(`1 1 Td 1 0 0 1 ${x} ${y} Tm`), box)).toBe(inside)
      expect(isRead(`1 0 0 1 ${x} ${y} cm ${text('')}`, box)).toBe(inside)
      expect(isRead(`1 0 0 1 30 20 cm ${text(`${Number(x) - 30} ${Number(y) - 20} Td`)}`, box)).toBe(inside)
      expect(isRead(`2 0 0 2 0 0 cm BT /F 5 Tf ${Number(x) / 2} ${Number(y) / 2} Td (x) Tj ET`, box)).toBe(inside)
      expect(isRead(`BT /F 5 Tf 2 0 0 2 0 0 Tm ${Number(x) / 2} ${Number(y) / 2} Td (x) Tj ET`, box)).toBe(inside)
    }
  })

  test('wherever the line before began', () => {
    expect(isRead(text('30 5 Td (a) Tj 40 0 Td (b) Tj 40 0 Td'))).toBe(false)
    expect(isRead(text('30 5 Td (a) Tj 30 0 Td (b) Tj 30 0 Td'))).toBe(true)
    expect(isRead(`${text('90 5 Td')} ${text('10 5 Td')}`)).toBe(false)
    expect(isRead(`BT 90 5 Td ET ${text('10 5 Td')}`)).toBe(true)
  })

  test.each([
    ['T*', '4 TL 0 5 Td (a) Tj T*'],
    ["'", "4 TL 0 5 Td (a) Tj (b) '"],
    ['"', '4 TL 0 5 Td (a) Tj 0 0 (b) "'],
    ['TD', '0 9 Td 0 -4 TD T*'],
  ])('%s goes to the next line', (_, content) => {
    expect(isRead(text(content))).toBe(true)
    expect(isRead(text(content.replaceAll('4', '9').replace('0 9 Td', '0 5 Td')))).toBe(false)
  })
})

describe('text is read in its order', () => {
  const second = (x: number, y: number) => isRead(`BT /F 10 Tf 50 10 Td (a) Tj ${x - 50} ${y - 10} Td (b) Tj ET`)

  test('on a line from left to right', () => {
    expect(second(50, 10)).toBe(true)
    expect(second(60, 15)).toBe(true)
    expect(second(60, 5)).toBe(true)
    expect(second(49, 10)).toBe(false)
    expect(second(49, 5)).toBe(false)
  })

  test('from line to line downwards', () => {
    expect(second(10, 4.9)).toBe(true)
    expect(isRead('BT /F 5 Tf 10 5 Td (a) Tj 0 3 Td (b) Tj ET')).toBe(false)
    expect(isRead('BT /F 5 Tf 10 5 Td (a) Tj 0 2.5 Td (b) Tj ET')).toBe(true)
  })

  test('in one text object after the other, too', () => {
    expect(isRead(`${text('10 5 Td')} ${text('50 5 Td')}`)).toBe(true)
    expect(isRead(`${text('50 5 Td')} ${text('10 5 Td')}`)).toBe(false)
  })
})

describe('Q brings back what q kept', () => {
  test.each([
    ['/F 10 Tf', 'q /F 1 Tf Q', { smallest: 10 }],
    ['/F 1 Tf', 'q /F 10 Tf Q', { smallest: 1 }],
    ['/F 10 Tf', 'q /G 10 Tf Q', { runs: [{ font: 'F', text: 'x' }] }],
    ['/F 10 Tf', 'q 0.5 0 0 0.5 0 0 cm Q', { smallest: 10 }],
    ['/F 10 Tf', 'q q 0.5 0 0 0.5 0 0 cm Q 0.5 0 0 0.5 0 0 cm Q', { smallest: 10 }],
  ])('%s %s', (before, between, found) => {
    expect(read(`${before} ${between} BT (x) Tj ET`)).toMatchObject(found)
  })

  test.each([
    ['10 Tz', '100 Tz'],
    ['9 TL', '0 TL'],
    ['30 0 60 20 re W n', '0 0 100 20 re W n'],
  ])('%s, not %s', (outer, inner) => {
    const shown = 'BT 10 5 Td T* (x) Tj ET'
    expect(isRead(`/F 10 Tf ${outer} q ${inner} Q ${shown}`)).toBe(false)
    expect(isRead(`/F 10 Tf q ${outer} Q ${shown}`)).toBe(true)
  })

  test('and nothing where nothing was kept', () => {
    expect(isRead(`Q ${text('')}`)).toBe(true)
  })
})

describe('a clip may cut off the margins and no more', () => {
  const clipped = (path: string, place = '60 5 Td') => isRead(`${path} ${text(place)}`)

  test.each([
    ['49 0 49 20 re W n', '50 0 50 20 re W n'],
    ['0 0 100 9 re W n', '0 0 100 10 re W n'],
    ['0 11 100 9 re W n', '0 0 100 20 re W* n'],
    ['-60 0 109 20 re W n', '-60 0 200 20 re W n'],
    ['0 -60 100 69 re W n', '0 -60 100 100 re W n'],
    ['0.4 0 0 1 0 0 cm 0 0 100 20 re W n', '100 20 -100 -20 re W n'],
    ['0 0 100 20 re 0 0 100 20 re W n', '0 0 1 1 re n 0 0 100 20 re W n'],
    ['W n', '0 0 100 20 re W n 0 0 1 1 re f'],
  ])('%s does, and %s does not', (bad, good) => {
    expect(clipped(bad)).toBe(false)
    expect(clipped(good)).toBe(true)
  })

  test('in the units of its place', () => {
    expect(isRead(`2 0 0 2 0 0 cm 5 1 42 8 re W n BT /F 5 Tf 10 3 Td (x) Tj ET`)).toBe(true)
    expect(isRead(`1 0 0 1 60 0 cm 0 0 100 20 re W n ${text('1 5 Td')}`)).toBe(false)
    expect(isRead(`1 0 0 1 0 12 cm 0 0 100 20 re W n ${text('1 0 Td')}`)).toBe(false)
  })

  test('and text begins where it is not cut off', () => {
    expect(clipped('40 0 60 20 re W n', '37 5 Td')).toBe(false)
    expect(clipped('40 0 60 20 re W n', '38 5 Td')).toBe(true)
    expect(clipped('0 0 60 20 re W n', '60 5 Td')).toBe(false)
    expect(clipped('0 8 100 12 re W n', '0 5 Td')).toBe(false)
    expect(clipped('0 0 100 12 re W n', '0 8 Td')).toBe(false)
    expect(clipped('40 0 60 20 re W n 0 0 70 20 re W n', '45 5 Td')).toBe(true)
    expect(clipped('40 0 60 20 re W n 0 0 69 20 re W n', '45 5 Td')).toBe(false)
  })

  test.each(['c', 'h', 'l', 'm', 'v', 'y'])('with %s it has another shape', (operator) => {
    expect(clipped(`0 0 100 20 re ${operator} W n`)).toBe(false)
    expect(clipped(`0 0 100 20 re ${operator} n`)).toBe(true)
  })

  test.each(['B', 'B*', 'F', 'S', 'b', 'b*', 'f', 'f*', 'n', 's'])('%s ends the path', (operator) => {
    expect(clipped(`0 0 1 1 re ${operator} 0 0 100 20 re W n`)).toBe(true)
    expect(clipped(`0 0 1 1 re W ${operator}`)).toBe(false)
  })
})

describe('how far text reaches beyond its box', () => {
  const excess = (content: string) => read(`BT /F 10 Tf ${content} ET`)?.excess

  test('is estimated with digits of an ordinary width', () => {
    expect(excess('(12345) Tj')).toBe(0)
    expect(excess('72.5 5 Td (12345) Tj')).toBe(0)
    expect(excess('80 5 Td (12345) Tj')).toBeCloseTo(7.5)
    expect(excess('80 5 Td (12) Tj (345) Tj')).toBeCloseTo(7.5)
    expect(excess('80 5 Td (12345) Tj 0 -6 Td (1) Tj')).toBeCloseTo(7.5)
    expect(excess('80 5 Td 50 Tz (12345) Tj')).toBe(0)
    expect(excess('2 0 0 1 80 5 Tm (12) Tj')).toBeCloseTo(2)
  })

  test('has what is between them', () => {
    expect(excess('90 5 Td 5 Tc (12) Tj')).toBeCloseTo(11)
    expect(excess('90 5 Td 0 5 (12) "')).toBeCloseTo(11)
    expect(excess('90 5 Td [(1) -1000 (2)] TJ')).toBeCloseTo(11)
  })

  test('is a matter of each line', () => {
    expect(excess('4 TL 0 10 Td (1234567890) Tj T* (1234567890) Tj')).toBe(0)
    expect(excess('0 5 Td (1234567890) Tj (1234567890) Tj')).toBeCloseTo(10)
  })
})
