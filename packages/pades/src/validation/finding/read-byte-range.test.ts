import { describe, expect, test } from 'vitest'
import { type PdfArray, PdfDict, PdfName } from '@rubrica/pdf'
import { locateDict } from './locate-entries.ts'
import { readByteRange } from './read-byte-range.ts'

const HEAD = '7 0 obj\n<< /ByteRange [0 1 2 3] '
const TAIL = '>>\nendobj\n'

/** What is found in a dictionary with these Contents; `range` gets the offsets where their value begins and ends. */
function read(contents: string, range: (start: number, end: number, length: number) => PdfArray) {
  const text = `${HEAD}/Contents ${contents} ${TAIL}`
  const bytes = Buffer.from(text, 'latin1')
  const start = text.indexOf(contents)
  const dict = new PdfDict([['ByteRange', range(start, start + contents.length, text.length)]])
  return readByteRange(bytes, { field: 'Signature', dict, place: locateDict(bytes, 0) })
}

const right = (start: number, end: number, length: number) => [0, start, end, length - end]

describe('a range that leaves out the contents of its own dictionary is taken', () => {
  test('with their brackets', () => {
    expect(read('<aB12>', right)).toEqual({ fault: null, range: [0, 42, 48, 11] })
  })

  test('without their brackets', () => {
    const range = (start: number, end: number, length: number) => [0, start + 1, end - 1, length - end + 1]
    expect(read('<aB12>', range)).toEqual({ fault: null, range: [0, 43, 47, 12] })
  })

  test('when its last octet is the last one of the dictionary', () => {
    expect(read('<aB12>', (start, end) => [0, start, end, ' >>'.length])).toMatchObject({ fault: null })
    expect(read('<aB12>', (start, end) => [0, start, end, ' >'.length])).toEqual({ fault: 'BYTE_RANGE_GAP' })
  })
})

describe('what is left out is nothing but hexadecimal digits', () => {
  test.each(['<>', '(ab12)', '/ab12', '<ab 12>', '<< /A (b) >>'])('%s is rejected', (contents) => {
    expect(read(contents, right)).toEqual({ fault: 'CONTENTS_NOT_HEX' })
  })

  test('and one bracket alone is no part of it', () => {
    const opening = (start: number, end: number, length: number) => [0, start + 1, end, length - end]
    const closing = (start: number, end: number, length: number) => [0, start, end - 1, length - end + 1]
    expect(read('<ab12>', opening)).toEqual({ fault: 'BYTE_RANGE_GAP' })
    expect(read('<ab12>', closing)).toEqual({ fault: 'BYTE_RANGE_GAP' })
  })
})

describe('a range is four numbers that are no references', () => {
  test('with anything behind them it is none', () => {
    const longer = (...numbers: Parameters<typeof right>) => [...right(...numbers), new PdfName('Fifth')]
    expect(read('<ab12>', longer)).toEqual({ fault: 'BYTE_RANGE_SHAPE' })
  })

  test('that may end where the file ends and no octet later', () => {
    expect(read('<ab12>', (start, end, length) => [0, start, end, length - end + 1])).toEqual({
      fault: 'BYTE_RANGE_OUTSIDE',
    })
  })
})

describe('where the dictionary is decides before what is in it', () => {
  const bytes = Buffer.alloc(10)
  const readHidden = (range: PdfArray) =>
    readByteRange(bytes, { field: '', dict: new PdfDict([['ByteRange', range]]), place: null })

  test('inside an object stream octets have no offsets', () => {
    expect(readHidden([0, 4, 6, 4])).toEqual({ fault: 'DICTIONARY_HIDDEN' })
  })

  test.each([
    ['leaves nothing before the gap', [0, 0, 6, 4]],
    ['leaves nothing behind it', [0, 4, 10, 0]],
    ['has no gap', [0, 4, 4, 6]],
    ['overlaps', [0, 4, 3, 6]],
  ])('a range that %s needs no dictionary to be rejected', (_what, range) => {
    expect(readHidden(range)).toEqual({ fault: 'BYTE_RANGE_GAP' })
  })

  test('without contents there is nothing to leave out', () => {
    const text = '7 0 obj\n<< /ByteRange [0 4 6 4] >>\nendobj'
    const place = locateDict(Buffer.from(text), 0)
    const dict = new PdfDict([['ByteRange', [0, 4, 6, 4]]])
    expect(readByteRange(Buffer.from(text), { field: '', dict, place })).toEqual({ fault: 'CONTENTS_MISSING' })
  })
})
