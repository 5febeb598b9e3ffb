import { describe, expect, test } from 'vitest'
import { streamOf } from '@rubrica/pdf/testing'
import { changesBy, FILLING, form, object, parts } from '../../../testing/make-signed-form.ts'

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
    expect(exchanged).toEqual(['FORM_SETTINGS'])
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
