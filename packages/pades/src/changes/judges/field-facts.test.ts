import { describe, expect, test } from 'vitest'
import { type PdfDict, type PdfDocument, PdfRef, withPdf } from '@rubrica/pdf'
import { parts, updatedForm } from '../../../testing/make-signed-form.ts'
import { fieldType, inheritedOf, isFieldOrWidget, isSignedBetween, qualifiedName, titleOf } from './field-facts.ts'

/** What `read` finds out about object 30. */
function of<Result>(
  objects: string | Readonly<Record<number, string>>,
  read: (document: PdfDocument, field: PdfDict) => Result,
): Result {
  const base = typeof objects === 'string' ? { 30: objects } : objects
  return withPdf(updatedForm([], base), (document) => read(document, document.resolve(new PdfRef(30)) as PdfDict))
}

/** Object 30 with so many above it; the topmost has these entries. */
const below = (levels: number, entries: string): Readonly<Record<number, string>> =>
  Object.fromEntries(
    Array.from({ length: levels + 1 }, (_, at) => [
      30 + at,
      at === levels ? `<<${entries}>>` : `<</Parent ${31 + at} 0 R>>`,
    ]),
  )

describe('a field or a widget is known', () => {
  test.each([
    '<</FT /Tx>>',
    '<</FT /Tx /S /x>>',
    '<</Subtype /Widget>>',
    '<</T (A) /Kids []>>',
    `<</T (A) /Parent ${parts.acroForm} 0 R>>`,
  ])('by its entries: %s', (field) => {
    expect(of(field, isFieldOrWidget)).toBe(true)
  })

  test.each([
    '<<>>',
    '<</T (A)>>',
    `<</Kids [] /Parent ${parts.acroForm} 0 R>>`,
    '<</T /A /Kids []>>',
    '<</Subtype /Link>>',
    '<</Subtype (Widget)>>',
    `<</S /P /T (A) /Parent ${parts.acroForm} 0 R>>`,
  ])('and is not what has others: %s', (other) => {
    expect(of(other, isFieldOrWidget)).toBe(false)
  })
})

describe('a field inherits', () => {
  const typeOf = (objects: Readonly<Record<number, string>>) => of(objects, fieldType)

  test('what the nearest one above it says, unless it says so itself', () => {
    expect(typeOf(below(0, '/FT /Tx'))).toBe('Tx')
    expect(typeOf(below(1, '/FT /Tx'))).toBe('Tx')
    expect(typeOf({ ...below(2, '/FT /Tx'), 31: '<</FT /Ch /Parent 32 0 R>>' })).toBe('Ch')
    expect(typeOf({ 30: '<</FT null /Parent 31 0 R>>', 31: '<</FT /Tx>>' })).toBe('Tx')
    expect(typeOf({ 30: '<</FT 32 0 R>>', 32: '/Tx' })).toBe('Tx')
  })

  test('nothing when nobody says anything', () => {
    expect(typeOf(below(3, ''))).toBe('')
    expect(typeOf({ 30: '<</Parent 31 0 R>>', 31: '[/FT /Tx]' })).toBe('')
    expect(typeOf({ 30: '<</FT (Tx)>>' })).toBe('')
    expect(of('<<>>', (document, field) => inheritedOf(document, field, 'V'))).toBeNull()
  })

  test('from at most sixty-three above it, even in a circle', () => {
    expect(typeOf(below(63, '/FT /Tx'))).toBe('Tx')
    expect(typeOf(below(64, '/FT /Tx'))).toBe('')
    expect(typeOf({ 30: '<</Parent 31 0 R>>', 31: '<</Parent 30 0 R>>' })).toBe('')
  })
})

describe('the name of a field', () => {
  test('has the titles above it in front', () => {
    const objects = {
      30: '<</T (c) /Parent 31 0 R>>',
      31: '<</Parent 32 0 R>>',
      32: '<</T (b) /Parent 33 0 R>>',
      33: '<</T /x /Parent 34 0 R>>',
      34: '<</T <FEFF00E9>>>',
    }
    expect(of(objects, qualifiedName)).toBe('é.b.c')
    expect(of('<<>>', qualifiedName)).toBe('')
  })

  test.each([
    ['(A)', 'A'],
    ['<FEFF00E9>', 'é'],
    ['()', null],
    ['(A.B)', null],
    ['/A', null],
    ['null', null],
  ])('is its own title, if that names one field: %s', (title, name) => {
    expect(of(`<</T ${title}>>`, titleOf)).toBe(name)
  })
})

test('a field is signed between two revisions when it gets a value', () => {
  const isSigned = (old: string, now: string) =>
    of({ 30: '<<>>', 31: old, 32: now, 33: '<</V (x)>>' }, (document) => {
      const [before, after] = [31, 32].map((num) => document.resolve(new PdfRef(num)) as PdfDict)
      return isSignedBetween({ before: document, after: document }, before as PdfDict, after as PdfDict)
    })
  expect(isSigned('<<>>', '<</V (x)>>')).toBe(true)
  expect(isSigned('<</V null>>', '<</Parent 33 0 R>>')).toBe(true)
  expect(isSigned('<<>>', '<<>>')).toBe(false)
  expect(isSigned('<</V (x)>>', '<</V (y)>>')).toBe(false)
  expect(isSigned('<</Parent 33 0 R>>', '<</V (y)>>')).toBe(false)
  expect(isSigned('<</V (x)>>', '<<>>')).toBe(false)
})
