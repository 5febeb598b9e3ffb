import { expect, test } from 'vitest'
import { Lexer, parseObject, type PdfDict, type PdfObject, PdfStream } from '@rubrica/pdf'
import { changedKeys, isSameValue } from './same-value.ts'

const parse = (text: string): PdfObject => parseObject(new Lexer(Buffer.from(text, 'latin1')))

test.each([
  ['1', '1.0'],
  ['12.345', '12.35'],
  ['0.3504', '0.35'],
  ['595.32001', '595.32'],
  ['(a)', '<61>'],
  ['/A#42', '/AB'],
  ['[1 (x) /N 5 0 R null]', '[ 1 (x)/N 5 0 R null ]'],
  ['<</A 1 /B 2>>', '<</B 2 /A 1>>'],
  ['<</A null>>', '<<>>'],
])('%s says the same as %s', (a, b) => {
  expect(isSameValue(parse(a), parse(b))).toBe(true)
  expect(isSameValue(parse(b), parse(a))).toBe(true)
})

test.each([
  ['1', '2'],
  ['4', '4.1'],
  ['0.001', '0.002'],
  ['12.34', '12.36'],
  ['(a)', '(b)'],
  ['(a)', '/a'],
  ['true', '(true)'],
  ['null', 'false'],
  ['[1 2]', '[1]'],
  ['[1 2]', '[2 1]'],
  ['5 0 R', '6 0 R'],
  ['5 0 R', '5 1 R'],
  ['5 0 R', '5'],
  ['<</A 1>>', '<</A 2>>'],
  ['<</A 1>>', '<</B 1>>'],
  ['<<>>', '[]'],
])('%s does not say the same as %s', (a, b) => {
  expect(isSameValue(parse(a), parse(b))).toBe(false)
  expect(isSameValue(parse(b), parse(a))).toBe(false)
})

test('a stream is its dictionary and its bytes', () => {
  const stream = (text: string, dict = '<<>>') => new PdfStream(parse(dict) as PdfDict, Buffer.from(text))
  expect(isSameValue(stream('a'), stream('a'))).toBe(true)
  expect(isSameValue(stream('a'), stream('b'))).toBe(false)
  expect(isSameValue(stream('a'), stream('a', '<</A 1>>'))).toBe(false)
  expect(isSameValue(stream('a'), parse('<<>>'))).toBe(false)
})

test('changed keys are those that came, went or say something else', () => {
  const keys = changedKeys(parse('<</A 1 /B 2 /C (x)>>') as PdfDict, parse('<</A 1 /B 3 /D 4>>') as PdfDict)
  expect(keys.toSorted()).toEqual(['B', 'C', 'D'])
})
