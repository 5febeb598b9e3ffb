import { expect, test } from 'vitest'
import { PdfDict, PdfName, PdfStream, withPdf } from '@rubrica/pdf'
import { makeTestPdf } from '@rubrica/pdf/testing'
import { wordsOf } from './appearance.ts'
import { paint } from './paint.ts'
import { lookOf } from './same-look.ts'

/** Words and looks; null for what paints something else, or is not understood. */
function read(content: string, filter?: string) {
  const dict = new PdfDict(filter === undefined ? [] : [['Filter', new PdfName(filter)]])
  return withPdf(makeTestPdf(), (document) => {
    const canvas = paint(document, new PdfStream(dict, Buffer.from(content)))
    const text = wordsOf(canvas)
    return canvas === null || text === null ? null : { text, look: lookOf(canvas) }
  })
}

const look = (content: string): string | null | undefined => read(content)?.look

test('text is what the operators of text show, without white space', () => {
  expect(read('BT (a b) Tj [(c) -9 (d)] TJ (e) \' 1 2 (f) " ET')?.text).toBe('abcdef')
  expect(read('/Tx BMC BT /Helv 12 Tf <6869> Tj ET EMC')?.text).toBe('hi')
  expect(read('<</A (x)>> BDC (y) pop')?.text).toBe('')
  expect(read('')).toEqual({ text: '', look: '' })
})

test.each(['/Im Do', '/Sh sh', 'BI /W 1 ID x EI'])('%s paints a picture', (content) => {
  expect(read(`BT (a) Tj ET ${content}`)).toBeNull()
})

test('streams that cannot be decoded, or are too long, are not understood', () => {
  expect(read('(a) Tj', 'DCTDecode')).toBeNull()
  expect(read(`${' '.repeat(1024 * 1024)}(a) Tj`)).toBeNull()
})

test('the look does not depend on fonts, places and pieces of text', () => {
  const plain = look('BT (abc) Tj ET')
  for (const content of [
    'q BT /F 9 Tf 1 0 0 1 5 5 Tm (ab) Tj (c) Tj ET Q',
    'BT 0 g (abc) Tj ET',
    'BT 0 0 0 rg (abc) Tj ET',
    'BT 0 0 0 1 k 0 Tr (abc) Tj ET',
    'q 1 g Q BT (abc) Tj ET',
  ]) {
    expect(look(content)).toBe(plain)
  }
})

test.each([
  'BT 1 g (abc) Tj ET',
  'BT 1 1 1 rg (abc) Tj ET',
  'BT 3 Tr (abc) Tj ET',
  'BT /Pattern cs /P scn (abc) Tj ET',
  'BT /Gone gs (abc) Tj ET',
  'BT (abc) Tj ET 0 0 9 9 re f',
  '1 0 0 RG 0 0 9 9 re S BT (abc) Tj ET',
  'BT (ab) Tj 1 g (c) Tj ET',
  'BT (abcd) Tj ET',
])('%s looks otherwise', (content) => {
  expect(look(content)).not.toBe(look('BT (abc) Tj ET'))
})

test.each([
  ['0 0 9 9 re f', '0 0 90 90 re f'],
  ['0 0 m 9 9 l S', '0 0 m 9 8 l S'],
  ['1 w 0 0 m 9 9 l S', '9 w 0 0 m 9 9 l S'],
  ['0 G 0 0 m 9 9 l s', '1 G 0 0 m 9 9 l s'],
  ['0 0 9 9 re f', '2 0 0 2 0 0 cm 0 0 9 9 re f'],
  ['0 0 9 9 re f', '0 0 9 9 re f*'],
])('%s and %s look differently', (content, other) => {
  expect(look(content)).not.toBe(look(other))
})

test.each([
  ['a colour that Q cannot take away', '1 g Q BT (abc) Tj ET'],
  ['a colour that Q brings back', '1 g q 0 g Q BT (abc) Tj ET'],
  ['a colour that an unknown operator leaves', '1 g pop BT (abc) Tj ET'],
  ['a colour that is almost black', '10 g BT (abc) Tj ET'],
  ['a named state that the mode of text leaves', '/G gs 0 Tr BT (abc) Tj ET'],
  ['a named state that a colour leaves', '/G gs 0 g BT (abc) Tj ET'],
])('%s is seen', (_, content) => {
  expect(look(content)).not.toBe(look('BT (abc) Tj ET'))
})

test.each([
  ['1 g /G gs BT (abc) Tj ET', '/G gs BT (abc) Tj ET'],
  ['/G gs /H gs BT (abc) Tj ET', '/H gs BT (abc) Tj ET'],
  ['BT (abc) Tj ET /G gs 0 0 m 9 9 l S', 'BT (abc) Tj ET 0 0 m 9 9 l S'],
  ['1 23 4 5 re f', '12 3 4 5 re f'],
  ['1 10 0 RG 0 0 9 9 re S', '11 0 0 RG 0 0 9 9 re S'],
  ['1 10 0 rg 0 0 9 9 re f', '11 0 0 rg 0 0 9 9 re f'],
  ['0 0 9 9 re f', '0 0 9 9 re f 0 0 9 9 re f'],
])('%s is not taken for %s', (content, other) => {
  expect(look(content)).not.toBe(look(other))
})

test('marked content is seen, unless it is optional', () => {
  expect(look('/OC BMC BT (abc) Tj ET EMC')).toBe(look('BT (abc) Tj ET'))
  expect(look('/Span <</A 1>> BDC BT (abc) Tj ET EMC')).toBe(look('BT (abc) Tj ET'))
  expect(read('/OC /Layer BDC BT (abc) Tj ET EMC')).toBeNull()
})

test('a path ends where it is painted', () => {
  for (const operator of ['f', 'S', 'b*']) {
    const twice = `1 1 2 2 re ${operator} 3 3 4 4 re f`
    expect(look(twice)).toBe(look(twice.replace(operator, `${operator} 5 5 6 6 re n`)))
    expect(look(twice)).not.toBe(look(twice.replace(operator, '')))
  }
})

test('streams as long as is looked into are understood, and not those that paint too many things', () => {
  expect(read(' '.repeat(1024 * 1024 - 6) + '(a) Tj')?.text).toBe('a')
  expect(read('(a) Tj '.repeat(100_000))?.text).toHaveLength(100_000)
  expect(read('(a) Tj '.repeat(100_001))).toBeNull()
})

test('looks that are too long in all are none', () => {
  expect(look('/G gs '.repeat(8_000) + '0 0 9 9 re f '.repeat(300))).toBeNull()
  expect(look('/G gs '.repeat(8_000) + '0 0 9 9 re f '.repeat(3))).not.toBeNull()
})

test('a path that is not painted, and a pen that is given back, are not seen', () => {
  expect(look('0 0 9 9 re n 1 1 2 2 re f')).toBe(look('1 1 2 2 re f'))
  expect(look('q 9 w Q 1 1 2 2 re S')).toBe(look('1 1 2 2 re S'))
})
