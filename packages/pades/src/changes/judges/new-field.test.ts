import { describe, expect, test } from 'vitest'
import { streamOf } from '@rubrica/pdf/testing'
import {
  APPEARANCE,
  certified,
  changesBy,
  object,
  paintedText,
  parts,
  SIGNATURE,
  TIMESTAMP,
} from '../../../testing/make-signed-form.ts'

const listed = {
  [parts.page1]: object(parts.page1).replace(`${parts.sig2} 0 R]`, `${parts.sig2} 0 R 30 0 R]`),
  [parts.acroForm]: object(parts.acroForm).replace(`${parts.sig2} 0 R]`, `${parts.sig2} 0 R 30 0 R]`),
}
const field = (entries: string): string => `<</FT /Sig /T (Sig3) /Subtype /Widget ${entries}>>`
const added = (entries: string, options: Parameters<typeof changesBy>[1] = {}, more: Record<number, string> = {}) =>
  changesBy({ ...listed, 30: field(entries), ...more }, options)

describe('a new signature field', () => {
  const SIGNED = { 32: SIGNATURE }
  const allowed = ['FIELD_ADDED by SIGNATURE', 'SIGNATURE by SIGNATURE']

  test.each([
    ['has no place', ''],
    ['has no size', '/Rect [5 5 5 5]'],
    ['has no width', '/Rect [5 5 5 9]'],
    ['has no height', '/Rect [5 5 9 5]'],
    ['is hidden', '/Rect [0 0 9 9] /F 2'],
    ['is not viewed', '/Rect [0 0 9 9] /F 32'],
    ['has a place that is none', '/Rect 5'],
  ])('that %s may be signed in what was certified', (_what, entries) => {
    expect(added(`${entries} /V 32 0 R`, { limits: certified(2) }, SIGNED)).toEqual(allowed)
  })

  test.each([
    '/Rect [0 0 9 9]',
    '/Rect [0 0 9 9] /F 1',
    '/Rect [0 0 9 9] /F 36',
    '/Rect [0 0 9 9] /F 4',
    '/Rect [0 0 9 9] /F 132',
    '/Rect [0 0 9 9] /F /X',
  ])('that is seen (%s) may not', (entries) => {
    expect(added(`${entries} /V 32 0 R`, { limits: certified(2) }, SIGNED)).toContain('FIELD_ADDED')
    expect(added(`${entries} /V 32 0 R`, {}, SIGNED)).toEqual(allowed)
  })

  test('that nobody sees may hold a document timestamp', () => {
    const stamp = { 32: TIMESTAMP }
    expect(added('/Rect [0 0 0 0] /V 32 0 R', { limits: certified(1) }, stamp)).toEqual([
      'DOCUMENT_TIMESTAMP by DOCUMENT_TIMESTAMP',
      'FIELD_ADDED by DOCUMENT_TIMESTAMP',
    ])
    expect(added('/Rect [0 0 9 9] /V 32 0 R', { limits: certified(1) }, stamp)).toContain('FIELD_ADDED')
  })

  test('that is something else besides is none', () => {
    const other = field('/Rect [0 0 9 9] /V 32 0 R').replace('/Widget', '/Stamp')
    expect(changesBy({ ...listed, ...SIGNED, 30: other })).toContain('FIELD_ADDED')
  })

  test('shows a picture only when it is signed', () => {
    const picture = { ...SIGNED, 31: streamOf('/Im Do', APPEARANCE) }
    expect(added('/Rect [0 0 9 9] /AP <</N 31 0 R>>', {}, picture)).toEqual(['FIELD_ADDED'])
    expect(added('/Rect [0 0 9 9] /AP <</N 31 0 R>> /V 32 0 R', {}, picture)).toEqual(allowed)
    expect(added('/Rect [0 0 9 9] /AP <</N 31 0 R>>', {}, { 31: paintedText(' ') })).toEqual([
      'FIELD_ADDED by SIGNATURE',
    ])
  })

  test.each([
    ['/A <</S /URI>>', 'ACTION'],
    ['/AA <</X <</JS (x)>>>>', 'JAVASCRIPT'],
  ])('with %s acts', (entries, what) => {
    expect(added(`/Rect [0 0 0 0] /V 32 0 R ${entries}`, {}, SIGNED)).toContain(what)
  })
})

describe('a new field', () => {
  test.each(['Tx', 'Btn', 'Ch', 'Foo'])('of type %s is none of a signature', (type) => {
    const other = field('/Rect [0 0 0 0]').replace('/FT /Sig', `/FT /${type}`)
    expect(changesBy({ ...listed, 30: other })).toContain('FIELD_ADDED')
  })

  test('is an object that was not there', () => {
    const options = { base: { 30: field('/Rect [0 0 0 0]') } }
    expect(added('/Rect [0 0 0 0]', options)).toContain('FIELD_ADDED')
  })

  test.each(['5', '[]', '(Sig3)'])('is a dictionary and not %s', (body) => {
    expect(changesBy({ ...listed, 30: body })).toContain('FIELD_ADDED')
  })

  test('has children that can be named', () => {
    const group = '<</T (Group) /Kids [33 0 R]>>'
    const child = (title: string) => ({ ...listed, 30: group, 33: `<</FT /Sig /Parent 30 0 R /T ${title}>>` })
    expect(changesBy(child('(A)'))).toContain('FIELD_ADDED by SIGNATURE')
    expect(changesBy(child('()'))).toContain('FIELD_ADDED')
    expect(changesBy(child('(A.B)'))).toContain('FIELD_ADDED')
    expect(changesBy(child('/A'))).toContain('FIELD_ADDED')
    const inline = group.replace('33 0 R', '<</FT /Sig /T (A)>>')
    expect(changesBy({ ...listed, 30: inline })).toContain('FIELD_ADDED')
  })

  test('below itself has an end', () => {
    expect(changesBy({ ...listed, 30: '<</T (Group) /Kids [30 0 R]>>' })).toContain('FIELD_ADDED')
  })
})
