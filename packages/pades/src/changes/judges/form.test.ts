import { describe, expect, test } from 'vitest'
import { withPdf } from '@rubrica/pdf'
import { streamOf } from '@rubrica/pdf/testing'
import {
  changesBy,
  FILLING,
  form,
  NO_LIMITS,
  object,
  paintedText,
  parts,
  updatedForm,
} from '../../../testing/make-signed-form.ts'
import { changesAfter } from '../changes-after.ts'

test('the form may move to an object of its own, or into the catalogue', () => {
  expect(
    changesBy({
      [parts.catalog]: object(parts.catalog).replace(`${parts.acroForm} 0 R`, '30 0 R'),
      30: object(parts.acroForm),
    }),
  ).toEqual([])
  expect(
    changesBy({ [parts.catalog]: object(parts.catalog).replace(`${parts.acroForm} 0 R`, object(parts.acroForm)) }),
  ).toEqual([])
  expect(
    changesBy({
      [parts.catalog]: object(parts.catalog).replace(`${parts.acroForm} 0 R`, `${parts.content} 0 R`),
      [parts.content]: object(parts.acroForm),
    }),
  ).toContain('PAGE_CONTENT')
})

describe('a form', () => {
  const none = { [parts.catalog]: object(parts.catalog).replace(`/AcroForm ${parts.acroForm} 0 R`, '') }

  test('that is not there needs no judgement', () => {
    expect(changesBy({ [parts.info]: '<</Producer (Other)>>' }, { base: none })).toEqual(['INFO by METADATA'])
  })

  test('that is new is judged by its entries', () => {
    const added = (entries: string) =>
      changesBy(
        { [parts.catalog]: object(parts.catalog), [parts.acroForm]: `<<${entries}>>` },
        { base: { ...none, [parts.acroForm]: 'null' } },
      )
    expect(added('/Fields [] /SigFlags 3')).toEqual(['FORM_SETTINGS by HARMLESS'])
    expect(added(`/Fields [${parts.text1} 0 R]`)).toEqual(['FIELD_ADDED'])
    expect(added('/XFA (x)')).toEqual(['FORM_SETTINGS'])
  })

  test('may be referred to by others', () => {
    const base = {
      [parts.page2]: object(parts.page2).replace(
        '/Contents',
        `/PieceInfo <</A <</Private ${parts.acroForm} 0 R>>>> /Contents`,
      ),
    }
    const filling = [...FILLING, 'PAGE_SETTINGS by HARMLESS']
    expect(changesBy(form('/SigFlags', '/Q 1 /SigFlags'), { base })).toEqual(filling)
  })

  test('is reported with the object that holds what was changed', () => {
    const base = form('/SigFlags', '/XFA 70 0 R /CO [] /SigFlags')
    const update = {
      [parts.acroForm]: base[parts.acroForm].replace('/CO []', `/CO [${parts.text1} 0 R]`),
      70: '(other)',
    }
    withPdf(updatedForm([{ objects: update }], { ...base, 70: '(form)' }), (document) => {
      expect(
        changesAfter(document, 1, NO_LIMITS)
          .map(({ what, object: num }) => `${what} ${num}`)
          .sort(),
      ).toEqual([`FORM_SETTINGS ${parts.acroForm} 0`, 'FORM_SETTINGS 70 0'])
    })
  })
})

describe('entries of the form', () => {
  const bare = { [parts.text1]: object(parts.text1).replace('/DA (/Helv 12 Tf 0 g)', '') }
  const entry = (written: string) => form('/SigFlags 3', written)
  const judge = (old: string, now: string, base: Record<number, string> = {}) =>
    changesBy(entry(now), { base: { ...base, ...entry(old) } })

  test.each([
    ['/SigFlags 0', '/SigFlags 3'],
    ['/SigFlags 1', '/SigFlags 3'],
    ['/SigFlags 2', '/SigFlags 2.0 /SigFlags 3'],
    ['', '/SigFlags 1'],
    ['/SigFlags (x)', '/SigFlags 3'],
    ['/SigFlags 7', '/SigFlags 3'],
  ])('flags may be raised from "%s" to "%s"', (old, now) => {
    expect(judge(old, now)).toContain('FORM_SETTINGS by HARMLESS')
  })

  test.each([
    ['/SigFlags 3', '/SigFlags 1'],
    ['/SigFlags 3', '/SigFlags 2'],
    ['/SigFlags 2', '/SigFlags 1'],
    ['/SigFlags 3', ''],
    ['/SigFlags 3', '/SigFlags (3)'],
    ['/SigFlags 3', '/SigFlags 7'],
    ['', '/SigFlags 4'],
  ])('but not be changed from "%s" to "%s"', (old, now) => {
    expect(judge(old, now)).toEqual(['FORM_SETTINGS'])
  })

  test.each([
    ['', '/Type /AcroForm'],
    ['', '/Q 2'],
    ['/Q 2', '/Q 0'],
    ['/Q 2', ''],
    ['', '/DA (/Helv 12 Tf 1 0 0 rg)'],
    ['/DA (/Helv 12 Tf 0 g)', ''],
    ['/DA (/Helv 12 Tf 0 g)', '/DA (/Cour 9 Tf 0 g)'],
    ['/NeedAppearances true', '/NeedAppearances false'],
  ])('may be filled in as "%s" becomes "%s"', (old, now) => {
    expect(judge(old, now)).toEqual(FILLING)
  })

  test.each([
    ['/Type /Font', '/Type /AcroForm'],
    ['/Type /AcroForm', ''],
    ['', '/Type (AcroForm)'],
    ['', '/Q (2)'],
    ['', '/Q 0.5'],
    ['', '/DA 12'],
    ['/DA (/Helv 12 Tf 0 g)', '/DA /Helv'],
    ['', '/Foo (/Helv 12 Tf 0 g)'],
    ['', `/CO [${parts.text1} 0 R]`],
  ])('may not as "%s" becomes "%s"', (old, now) => {
    expect(judge(old, now)).toEqual(['FORM_SETTINGS'])
  })

  test.each(['/Helv 0 Tf 0 g', ' /Helv  12.5 Tf ', '/Helv 4 Tf 0 0 0 rg', '/Helv 24 Tf 0 g'])(
    'give plain text, "%s", to fields that have none',
    (text) => {
      expect(judge('', `/DA (${text})`, bare)).toEqual(FILLING)
    },
  )

  test.each([
    '/Helv 1 Tf 0 g',
    '/Helv 25 Tf 0 g',
    '/Helv 12 Tf 1 g',
    '/Helv 12 Tf 0 g 3 Tr',
    '1 g /Helv 12 Tf 0 g',
    '',
  ])('give no other text, "%s", to fields that have none', (text) => {
    expect(judge('', `/DA (${text})`, bare)).toEqual(['FORM_SETTINGS'])
  })

  test('do not take their text from fields that have none', () => {
    expect(judge('/DA (/Helv 12 Tf 0 g)', '', bare)).toEqual(['FORM_SETTINGS'])
    expect(judge('/DA (/Helv 9 Tf 0 g)', '/DA (/Helv 12 Tf 0 g)', bare)).toEqual(['FORM_SETTINGS'])
  })
})

describe('NeedAppearances', () => {
  const needed = form('/SigFlags', '/NeedAppearances true /SigFlags')

  test('may be switched on where every field shows its value, and off', () => {
    expect(changesBy(needed)).toEqual(FILLING)
    expect(changesBy({ [parts.acroForm]: object(parts.acroForm) }, { base: needed })).toEqual(FILLING)
  })

  test('may be switched off over a field that shows something else', () => {
    expect(
      changesBy(
        { [parts.acroForm]: object(parts.acroForm) },
        { base: { ...needed, [parts.text1Look]: paintedText('5') } },
      ),
    ).toEqual(FILLING)
  })

  test('may not be switched on over a field that shows something else', () => {
    expect(changesBy(needed, { base: { [parts.text1Look]: paintedText('5') } })).toEqual(['FORM_SETTINGS'])
    const picture = streamOf('/Im Do', '/Type /XObject /Subtype /Form /BBox [0 0 1 1]')
    expect(changesBy(needed, { base: { [parts.text1Look]: picture } })).toEqual(['FORM_SETTINGS'])
    const below = {
      [parts.text1]: '<</FT /Tx /T (Text1) /V (100) /Kids [33 0 R]>>',
      33: `<</Parent ${parts.text1} 0 R /AP <</N 34 0 R>> /Rect [0 0 9 9]>>`,
    }
    expect(changesBy(needed, { base: { ...below, 34: paintedText('5') } })).toEqual(['FORM_SETTINGS'])
  })
})
