import { describe, expect, test } from 'vitest'
import { certified, changesBy, SIGNED_FORM } from '../../../testing/make-signed-form.ts'

type Objects = Record<number, string>
const object = (num: number): string => SIGNED_FORM[num] as string
const put = (num: number, from: string, to: string): Objects => ({ [num]: object(num).replace(from, to) })

describe('a field is one wherever fields are referred to', () => {
  const QUIET = ['FIELD_APPEARANCE by HARMLESS']
  const dated = put(7, '/F 4', '/F 4 /M (D:2026)')

  test.each<[string, Objects]>([
    ['a list that is an object of its own', { ...put(3, '[6 0 R 7 0 R 8 0 R 10 0 R]', '61 0 R'), 61: '[6 0 R 7 0 R]' }],
    ['private data of a program', put(3, '/Contents', '/PieceInfo <</A <</Private <</Own 7 0 R>>>>>> /Contents')],
    ['the structure', put(1, '/Pages', '/StructTreeRoot <</K <</Type /OBJR /Obj 7 0 R>>>> /Pages')],
    ['an order of calculations', put(5, '/SigFlags', '/CO [7 0 R] /SigFlags')],
    ['an action', put(1, '/Pages', '/OpenAction <</S /Hide /T 7 0 R>> /Pages')],
  ])('%s', (_, base) => {
    expect(changesBy(dated, { base })).toEqual(QUIET)
  })

  test.each<[string, Objects]>([
    ['an entry that nobody knows', put(1, '/Pages', '/Other 7 0 R /Pages')],
    ['an entry that only begins like private data', put(1, '/Pages', '/PieceInfoX <</A 7 0 R>> /Pages')],
    ['resources', put(3, '/Font <<', '/Font <</Annots 7 0 R ')],
  ])('and not in %s', (_, base) => {
    expect(changesBy(dated, { base })).not.toEqual(QUIET)
  })

  test('a comment is one beside the comments that answer it', () => {
    const note = (more: string) => `<</Type /Annot /Subtype /Text /Rect [0 0 9 9] ${more}>>`
    const base = { ...put(3, '10 0 R]', '10 0 R 30 0 R 31 0 R]'), 30: note('/Popup 31 0 R'), 31: note('/IRT 30 0 R') }
    const edited = { 30: note('/Popup 31 0 R /Contents (x)') }
    expect(changesBy(edited, { base, limits: certified(3) })).toEqual(['ANNOTATION_CHANGED by ANNOTATION'])
  })
})

describe('the page of a field', () => {
  test.each(['/P 4 0 R', ''])('may be told otherwise: "%s"', (page) => {
    expect(changesBy(put(7, '/P 3 0 R', page))).toEqual(['FIELD_APPEARANCE by HARMLESS'])
  })

  test.each(['/P /AllOff', '/P (x)', '/P [4 0 R]'])('may not be told by what is no page: "%s"', (page) => {
    expect(changesBy(put(7, '/P 3 0 R', page))).toEqual(['FIELD_APPEARANCE'])
  })
})

describe('the catalogue may be written anew whoever refers to it', () => {
  const versioned = put(1, '/Pages', '/Version /2.0 /Pages')

  test.each<[string, Objects]>([
    ['a field of private data', put(3, '/Contents', '/PieceInfo <</A <</Data 1 0 R>>>> /Contents')],
    ['an entry that nobody knows', put(4, '/Contents', '/Other 1 0 R /Contents')],
  ])('%s', (_, base) => {
    expect(changesBy(versioned, { base })).toEqual(['CATALOG by HARMLESS'])
  })

  test.each(['Font', 'XObject', 'Properties', 'ExtGState', 'Pattern'])(
    'unless its entries are each a %s',
    (category) => {
      const base = put(4, '/Font <</F1 12 0 R>>', `/${category} 1 0 R`)
      expect(changesBy(versioned, { base })).toContain('CATALOG')
    },
  )
})
