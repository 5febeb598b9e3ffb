import { describe, expect, test } from 'vitest'
import { withPdf } from '@rubrica/pdf'
import { streamOf } from '@rubrica/pdf/testing'
import { changesBy, NO_LIMITS, object, paintedText, parts, updatedForm } from '../../../testing/make-signed-form.ts'
import { changesAfter } from '../changes-after.ts'

const form = (from: string, to: string) => ({ [parts.acroForm]: object(parts.acroForm).replace(from, to) })
const FILLING = ['FORM_SETTINGS by FORM_FILLING']

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
    expect(changesBy(form('/SigFlags', '/Q 1 /SigFlags'), { base })).toEqual(FILLING)
  })

  test('is reported with the object that holds what was changed', () => {
    const base = form('/SigFlags', '/XFA 70 0 R /CO [] /SigFlags')
    const update = {
      [parts.acroForm]: base[parts.acroForm].replace('/CO []', `/CO [${parts.text1} 0 R]`),
      70: '(other)',
    }
    withPdf(updatedForm([{ objects: update }], { ...base, 70: '(form)' }), (document) => {
      expect(changesAfter(document, 1, NO_LIMITS).map(({ what, object: num }) => `${what} ${num}`)).toEqual([
        `FORM_SETTINGS ${parts.acroForm} 0`,
        'FORM_SETTINGS 70 0',
      ])
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

describe('default resources', () => {
  const FONT = '<</Type /Font /Subtype /Type1 /BaseFont /Courier>>'

  test('fonts and encodings may be added', () => {
    expect(
      changesBy({
        ...form(`${parts.font} 0 R>>`, `${parts.font} 0 R /Cour 30 0 R>> /Encoding <</A 31 0 R>>`),
        30: FONT,
      }),
    ).toEqual(FILLING)
    expect(changesBy(form('/DR', '/DA (/Helv 0 Tf 0 g) /Q 1 /DR'))).toEqual(FILLING)
    const base = form(`<</Font <</Helv ${parts.font} 0 R>>>>`, '30 0 R')
    expect(
      changesBy(
        { 30: `<</Font <</Helv ${parts.font} 0 R /Cour 31 0 R>>>>`, 31: FONT },
        { base: { ...base, 30: `<</Font <</Helv ${parts.font} 0 R>>>>` } },
      ),
    ).toEqual(FILLING)
    const nested = { ...form(`<</Helv ${parts.font} 0 R>>`, '30 0 R'), 30: `<</Helv ${parts.font} 0 R>>` }
    expect(changesBy({ 30: `<</Helv ${parts.font} 0 R /Cour 31 0 R>>`, 31: FONT }, { base: nested })).toEqual(FILLING)
  })

  test('a font may be written anew when it says the same', () => {
    expect(changesBy({ ...form(`${parts.font} 0 R`, '30 0 R'), 30: object(parts.font) })).toEqual([])
  })

  test('nothing is exchanged or removed', () => {
    expect(changesBy({ ...form(`${parts.font} 0 R`, '30 0 R'), 30: FONT })).toEqual(['FORM_SETTINGS'])
    expect(changesBy(form(`/Helv ${parts.font} 0 R`, ''))).toEqual(['FORM_SETTINGS'])
    expect(changesBy(form(`/DR <</Font <</Helv ${parts.font} 0 R>>>>`, ''))).toEqual(['FORM_SETTINGS'])
    expect(changesBy({ ...form(`<</Font <</Helv ${parts.font} 0 R>>>>`, '30 0 R'), 30: streamOf('') })).toEqual([
      'FORM_SETTINGS',
    ])
  })

  test('pictures may be exchanged for new ones, unless an appearance could show them', () => {
    const picture = streamOf('', '/Type /XObject /Subtype /Form /BBox [0 0 1 1]')
    const base = { ...form('/Font <<', '/XObject <</FRM 30 0 R>> /Font <<'), 30: picture }
    const exchanged = {
      [parts.acroForm]: base[parts.acroForm].replace('30 0 R', '31 0 R'),
      31: streamOf('0 0 9 9 re f'),
    }
    expect(changesBy(exchanged, { base })).toEqual(FILLING)
    expect(changesBy(exchanged, { base: { ...base, 31: streamOf('prepared') } })).toContain('FORM_SETTINGS')
    expect(
      changesBy({ [parts.acroForm]: exchanged[parts.acroForm] }, { base: { ...base, 31: streamOf('prepared') } }),
    ).toEqual(['FORM_SETTINGS'])
    const showing = streamOf('/FRM Do', '/Type /XObject /Subtype /Form /BBox [0 0 1 1]')
    expect(changesBy(exchanged, { base: { ...base, [parts.checkOff]: showing } })).toEqual(['FORM_SETTINGS'])
  })

  test.each<[string, string, string]>([
    ['for the first time', '', `/DR <</Font <</Helv ${parts.font} 0 R>>>>`],
    [
      'besides what was there',
      `/DR <</Font <</Helv ${parts.font} 0 R>>>>`,
      `/DR <</Font <</Helv ${parts.font} 0 R>> /Encoding <<>>>>`,
    ],
    ['with other procedures', '/DR <</ProcSet [/PDF]>>', '/DR <</ProcSet [/PDF /Text]>>'],
    ['without procedures', '/DR <</ProcSet [/PDF]>>', '/DR <<>>'],
    ['without a category that was empty', '/DR <</XObject <<>>>>', '/DR <<>>'],
  ])('may be written %s', (_, old, now) => {
    const written = (resources: string) => ({
      [parts.acroForm]: object(parts.acroForm).replace(`/DR <</Font <</Helv ${parts.font} 0 R>>>>`, resources),
    })
    expect(changesBy(written(now), { base: written(old) })).toEqual(FILLING)
  })

  test.each<[string, string, string]>([
    ['that are none', '/DR <<>>', '/DR (x)'],
    ['in place of what was none', '/DR (x)', '/DR <</Font <<>>>>'],
    ['with procedures that are no list', '/DR <<>>', '/DR <</ProcSet /PDF>>'],
    ['with a category that is none', '/DR <</XObject <<>>>>', '/DR <</XObject (x)>>'],
    ['with a category in place of what was none', '/DR <</Font (x)>>', '/DR <</Font <<>>>>'],
    ['without a category', `/DR <</Font <</Helv ${parts.font} 0 R>>>>`, '/DR <<>>'],
    [
      'with one more category and one less',
      `/DR <</Font <</Helv ${parts.font} 0 R>>>>`,
      `/DR <</Encoding <</A ${parts.font} 0 R>>>>`,
    ],
  ])('may not be written %s', (_, old, now) => {
    const written = (resources: string) => ({
      [parts.acroForm]: object(parts.acroForm).replace(`/DR <</Font <</Helv ${parts.font} 0 R>>>>`, resources),
    })
    expect(changesBy(written(now), { base: written(old) })).toEqual(['FORM_SETTINGS'])
  })

  test('a category of their own grows, and is not exchanged', () => {
    const inCatalog = {
      [parts.catalog]: object(parts.catalog).replace(
        `${parts.acroForm} 0 R`,
        object(parts.acroForm).replace(`<</Helv ${parts.font} 0 R>>`, '30 0 R'),
      ),
      30: `<</Helv ${parts.font} 0 R>>`,
    }
    expect(changesBy({ 30: `<</Helv ${parts.font} 0 R /Cour 31 0 R>>`, 31: FONT }, { base: inCatalog })).toEqual(
      FILLING,
    )
    const exchanged = changesBy({ 30: '<</Helv 31 0 R>>', 31: FONT }, { base: inCatalog })
    expect(exchanged).toEqual(['FONT', 'FORM_SETTINGS'])
  })

  test('one picture may not be exchanged for a prepared one besides a new one', () => {
    const picture = streamOf('', '/Type /XObject /Subtype /Form /BBox [0 0 1 1]')
    const both = (first: number, second: number) =>
      form('/Font <<', `/XObject <</A ${first} 0 R /B ${second} 0 R>> /Font <<`)
    const base = { ...both(30, 31), 30: picture, 31: picture, 32: streamOf('prepared') }
    expect(changesBy({ ...both(33, 32), 33: picture }, { base })).toEqual(['FORM_SETTINGS'])
    expect(changesBy({ ...both(33, 31), 33: streamOf('new') }, { base })).toEqual(FILLING)
  })

  test('resources that a page has, too, are not the form’s to extend', () => {
    const base = {
      ...form(`<</Font <</Helv ${parts.font} 0 R>>>>`, '30 0 R'),
      [parts.page2]: object(parts.page2).replace(`<</Font <</F1 ${parts.font} 0 R>>>>`, '30 0 R'),
      30: `<</Font <</Helv ${parts.font} 0 R>>>>`,
    }
    expect(changesBy({ 30: `<</Font <</Helv ${parts.font} 0 R /F1 31 0 R>>>>`, 31: FONT }, { base })).toContain(
      'PAGE_CONTENT',
    )
  })
})

test('a font that a comment without a look waits for must draw the same letters', () => {
  const page = object(parts.page1).replace(`${parts.sig2} 0 R]`, `${parts.sig2} 0 R 30 0 R]`)
  const base = { [parts.page1]: page, 30: '<</Subtype /FreeText /Contents (100) /DA (/F9 18 Tf) /Rect [0 0 9 9]>>' }
  const added = (font: string) =>
    changesBy({ ...form(`/Helv ${parts.font} 0 R`, `/Helv ${parts.font} 0 R /F9 70 0 R`), 70: font }, { base })
  expect(added('<</Type /Font /Subtype /Type3>>')).toEqual(['FORM_SETTINGS'])
  expect(added('<</Type /Font /Subtype /Type1 /BaseFont /Courier>>')).toEqual(FILLING)
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
