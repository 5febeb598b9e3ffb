import { describe, expect, test } from 'vitest'
import { certified, changesBy, parts, put } from '../../../testing/make-signed-form.ts'

type Objects = Record<number, string>

describe('a field is one wherever fields are referred to', () => {
  const QUIET = ['FIELD_APPEARANCE by HARMLESS']
  const dated = put(parts.text1, '/F 4', '/F 4 /M (D:2026)')

  test.each<[string, Objects]>([
    [
      'a list that is an object of its own',
      {
        ...put(parts.page1, `[${parts.sig1} 0 R ${parts.text1} 0 R ${parts.check} 0 R ${parts.sig2} 0 R]`, '61 0 R'),
        61: `[${parts.sig1} 0 R ${parts.text1} 0 R]`,
      },
    ],
    [
      'private data of a program',
      put(parts.page1, '/Contents', `/PieceInfo <</A <</Private <</Own ${parts.text1} 0 R>>>>>> /Contents`),
    ],
    [
      'the structure',
      put(parts.catalog, '/Pages', `/StructTreeRoot <</K <</Type /OBJR /Obj ${parts.text1} 0 R>>>> /Pages`),
    ],
    ['an order of calculations', put(parts.acroForm, '/SigFlags', `/CO [${parts.text1} 0 R] /SigFlags`)],
    ['an action', put(parts.catalog, '/Pages', `/OpenAction <</S /Hide /T ${parts.text1} 0 R>> /Pages`)],
  ])('%s', (_, base) => {
    expect(changesBy(dated, { base })).toEqual(QUIET)
  })

  test.each<[string, Objects]>([
    ['an entry that nobody knows', put(parts.catalog, '/Pages', `/Other ${parts.text1} 0 R /Pages`)],
    [
      'an entry that only begins like private data',
      put(parts.catalog, '/Pages', `/PieceInfoX <</A ${parts.text1} 0 R>> /Pages`),
    ],
    ['resources', put(parts.page1, '/Font <<', `/Font <</Annots ${parts.text1} 0 R `)],
  ])('and not in %s', (_, base) => {
    expect(changesBy(dated, { base })).not.toEqual(QUIET)
  })

  test('a comment is one beside the comments that answer it', () => {
    const note = (more: string) => `<</Type /Annot /Subtype /Text /Rect [0 0 9 9] ${more}>>`
    const base = {
      ...put(parts.page1, `${parts.sig2} 0 R]`, `${parts.sig2} 0 R 30 0 R 31 0 R]`),
      30: note('/Popup 31 0 R'),
      31: note('/IRT 30 0 R'),
    }
    const edited = { 30: note('/Popup 31 0 R /Contents (x)') }
    expect(changesBy(edited, { base, limits: certified(3) })).toEqual(['ANNOTATION_CHANGED by ANNOTATION'])
  })
})

describe('the page of a field', () => {
  test.each([`/P ${parts.page2} 0 R`, ''])('may be written otherwise: "%s"', (page) => {
    expect(changesBy(put(parts.text1, `/P ${parts.page1} 0 R`, page))).toEqual(['FIELD_APPEARANCE by HARMLESS'])
  })

  test.each(['/P /AllOff', '/P (x)', `/P [${parts.page2} 0 R]`])(
    'may not be something that is no page: "%s"',
    (page) => {
      expect(changesBy(put(parts.text1, `/P ${parts.page1} 0 R`, page))).toEqual(['FIELD_APPEARANCE'])
    },
  )
})

describe('the catalogue may be written anew, wherever it is referred to', () => {
  const versioned = put(parts.catalog, '/Pages', '/Version /2.0 /Pages')

  test('a field of private data', () => {
    const base = put(parts.page1, '/Contents', `/PieceInfo <</A <</Data ${parts.catalog} 0 R>>>> /Contents`)
    expect(changesBy(versioned, { base })).toEqual(['CATALOG by HARMLESS', 'PAGE_SETTINGS by HARMLESS'])
  })

  test('but not an entry that nobody knows', () => {
    const base = put(parts.page2, '/Contents', `/Other ${parts.catalog} 0 R /Contents`)
    expect(changesBy(versioned, { base })).toContain('CATALOG')
  })

  test.each(['Font', 'XObject', 'Properties', 'ExtGState', 'Pattern'])(
    'unless its entries are each a %s',
    (category) => {
      const base = put(parts.page2, `/Font <</F1 ${parts.font} 0 R>>`, `/${category} ${parts.catalog} 0 R`)
      expect(changesBy(versioned, { base })).toContain('CATALOG')
    },
  )
})
