import { expect, test } from 'vitest'
import { PdfDict, PdfName, PdfStream } from '../../objects/pdf-objects.ts'
import { withPdf } from '../../reader/open-pdf.ts'
import { makeTestPdf } from '../../test-keys/make-test-pdf.ts'
import { type PaintedText, readPaintedText } from './painted-text.ts'

function read(content: string, filter?: string): PaintedText | null {
  const dict = new PdfDict(filter === undefined ? [] : [['Filter', new PdfName(filter)]])
  return withPdf(makeTestPdf(), (document) => readPaintedText(document, new PdfStream(dict, Buffer.from(content))))
}

const look = (content: string): string | undefined => read(content)?.look

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

test('the look does not depend on fonts, places and pieces', () => {
  const plain = look('BT (abc) Tj ET')
  for (const content of [
    'q BT /F 9 Tf 1 0 0 1 5 5 Tm (ab) Tj (c) Tj ET Q',
    'BT 0 g (abc) Tj ET',
    'BT 0 0 0 rg (abc) Tj ET',
    'BT 0 0 0 1 k 0 Tr (abc) Tj ET',
    'q 1 g Q BT (abc) Tj ET',
    '1 0 0 RG 0 0 9 9 re S BT (abc) Tj ET',
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
  'BT (ab) Tj 1 g (c) Tj ET',
  'BT (abcd) Tj ET',
])('%s looks otherwise', (content) => {
  expect(look(content)).not.toBe(look('BT (abc) Tj ET'))
})
