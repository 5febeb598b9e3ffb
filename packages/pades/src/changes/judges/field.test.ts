import { describe, expect, test } from 'vitest'
import { streamOf } from '@rubrica/pdf/testing'
import {
  APPEARANCE,
  changesBy,
  object,
  paintedText,
  type Part,
  parts,
  put,
  SIGNATURE,
} from '../../../testing/make-signed-form.ts'

describe('filling in', () => {
  test('a check box, with its state', () => {
    expect(changesBy(put(parts.check, '/V /Off /AS /Off', '/V /Yes /AS /Yes'))).toEqual([
      'FIELD_APPEARANCE by FORM_FILLING',
      'FIELD_VALUE by FORM_FILLING',
    ])
  })

  test('the widget of a field whose value stands above it', () => {
    const base = {
      [parts.text1]: '<</FT /Tx /T (Text1) /V (100) /Kids [33 0 R]>>',
      33: `<</Type /Annot /Subtype /Widget /Parent ${parts.text1} 0 R /Rect [0 0 9 9] /AP <</N ${parts.text1Look} 0 R>>>>`,
    }
    const filled = {
      [parts.text1]: base[parts.text1].replace('100', '200'),
      33: base[33].replace(`${parts.text1Look} 0 R`, '34 0 R'),
      34: paintedText('200'),
    }
    expect(changesBy(filled, { base })).toEqual(['FIELD_APPEARANCE by FORM_FILLING', 'FIELD_VALUE by FORM_FILLING'])
    expect(changesBy({ 33: filled[33], 34: filled[34] }, { base })).toEqual(['FIELD_APPEARANCE'])
  })

  test('a long value in a stream of its own', () => {
    const base = { ...put(parts.text1, '(100)', '30 0 R'), 30: streamOf('100') }
    expect(changesBy({ 30: streamOf('200') }, { base })).toEqual(['FIELD_VALUE by FORM_FILLING'])
  })

  test('an appearance for a value that had none', () => {
    const base = put(parts.text1, `/AP <</N ${parts.text1Look} 0 R>>`, '')
    expect(changesBy({ [parts.text1]: object(parts.text1) }, { base })).toEqual(['FIELD_APPEARANCE by FORM_FILLING'])
  })

  test('with an appearance that readers are to draw', () => {
    const bare = (entries: string) => ({
      [parts.text1]: object(parts.text1).replace(`/AP <</N ${parts.text1Look} 0 R>>`, '').replace('/V (100)', entries),
    })
    const filled = ['FIELD_APPEARANCE by FORM_FILLING', 'FIELD_VALUE by FORM_FILLING']
    expect(changesBy(bare('/V (200)'))).toEqual(filled)
    expect(changesBy(bare('/V (100)'))).toEqual(['FIELD_APPEARANCE'])
    expect(
      changesBy({
        [parts.text1]: object(parts.text1).replace('(100)', '(200)').replace(`<</N ${parts.text1Look} 0 R>>`, '(x)'),
      }),
    ).toContain('FIELD_APPEARANCE')
    const box = object(parts.check)
      .replace('/Off /AS /Off', '/Yes /AS /Yes')
      .replace(`/AP <</N <</Yes ${parts.checkYes} 0 R /Off ${parts.checkOff} 0 R>>>>`, '')
    expect(changesBy({ [parts.check]: box })).toContain('FIELD_APPEARANCE')
  })

  test('flags that nobody sees', () => {
    expect(changesBy(put(parts.text1, '/F 4', '/F 4 /Ff 3 /M (D:2026) /NM (x)'))).toEqual([
      'FIELD_APPEARANCE by HARMLESS',
    ])
    expect(changesBy(put(parts.text1, '/F 4', '/F 4 /Ff 4096'))).toEqual(['FIELD_APPEARANCE'])
  })

  test('the default appearance changes only with the value', () => {
    expect(changesBy(put(parts.text1, '12 Tf 0 g', '1 Tf 1 g'))).toEqual(['FIELD_APPEARANCE'])
    expect(changesBy(put(parts.text1, '(100) /DA (/Helv 12', '(200) /DA (/Helv 11'))).toContain(
      'FIELD_APPEARANCE by FORM_FILLING',
    )
  })

  test.each([
    ['/OC 30 0 R', 'OPTIONAL_CONTENT'],
    ['/A <</S /URI /URI (x)>>', 'ACTION'],
    ['/AA <</K <</S /JavaScript /JS (x)>>>>', 'JAVASCRIPT'],
    ['/MaxLen 2', 'FIELD_APPEARANCE'],
    ['/Border [0 0 9]', 'FIELD_APPEARANCE'],
    [`/Parent ${parts.sig1} 0 R`, 'FIELD_REMOVED'],
    [`/Kids [${parts.sig1} 0 R]`, 'FIELD_REMOVED'],
  ])('not %s', (entry, what) => {
    expect(changesBy({ ...put(parts.text1, '/F 4', `/F 4 ${entry}`), 30: '<</Type /OCG /Name (x)>>' })).toContain(what)
  })

  test('another type than the one of annotations', () => {
    expect(changesBy(put(parts.text1, '/Type /Annot', '/Type /Foo'))).toEqual(['FIELD_APPEARANCE'])
    expect(changesBy(put(parts.text1, '/Type /Annot', ''))).toEqual(['FIELD_APPEARANCE'])
    expect(changesBy({ [parts.text1]: object(parts.text1) }, { base: put(parts.text1, '/Type /Annot', '') })).toEqual([
      'FIELD_APPEARANCE by HARMLESS',
    ])
  })
})

describe('a field that nobody fills in keeps', () => {
  const LOOK = ['FIELD_APPEARANCE']
  const button = (flags: string) => put(parts.check, '/FT /Btn', `/FT /Btn ${flags}`)
  const withoutLook = (part: Part) => ({ [part]: object(part).replace(/ \/AP <<\/N (<<.*?>>|\d+ 0 R)>>/, '') })

  test.each<[string, Record<number, string>, Record<number, string>]>([
    ['the border of a signature field', {}, put(parts.sig2, '/F 132', '/F 132 /Border [0 0 9 9]')],
    ['its type, if it has one', put(parts.text1, '/Type /Annot', '/Type /Foo'), { [parts.text1]: object(parts.text1) }],
    ['flags that are a number', {}, put(parts.text1, '/F 4', '/F (x)')],
    ['the look of a check box', {}, { ...put(parts.check, `${parts.checkYes} 0 R`, '31 0 R'), 31: paintedText('x') }],
    ['the look of a radio button', button('/Ff 32768'), { [parts.checkYes]: paintedText('x') }],
    [
      'the look of what only has the flag of a button',
      put(parts.text1, '/FT /Tx', '/FT /Tx /Ff 65536'),
      { [parts.text1Look]: paintedText('9') },
    ],
    ['no look, if it is a button', withoutLook(parts.check), { [parts.check]: object(parts.check) }],
    [
      'no look, if it is a signature field',
      withoutLook(parts.sig2),
      { ...put(parts.sig2, `${parts.sig2Look} 0 R`, '31 0 R'), 31: paintedText('Eve') },
    ],
    [
      'no look, if it is a signature that has none',
      withoutLook(parts.sig1),
      put(parts.sig1, `${parts.sig1Look} 0 R`, `${parts.sig2Look} 0 R`),
    ],
    [
      'the look of an empty signature field',
      put(parts.sig2, `${parts.sig2Look} 0 R`, `${parts.sig1Look} 0 R`),
      { [parts.sig2]: object(parts.sig2) },
    ],
    ['no picture in an empty signature field', {}, { [parts.sig2Look]: streamOf('/Im Do', APPEARANCE) }],
    [
      'its picture in an empty signature field',
      { [parts.sig2Look]: streamOf('/Im Do', APPEARANCE) },
      { [parts.sig2Look]: streamOf('', APPEARANCE) },
    ],
    ['no appearance that is none', withoutLook(parts.text1), put(parts.text1, `<</N ${parts.text1Look} 0 R>>`, '(x)')],
  ])('%s', (_, base, update) => {
    expect(changesBy(update, { base })).toEqual(LOOK)
  })

  test('its value when that becomes what is no value', () => {
    for (const value of ['<<>>', 'true', '<</Type /Sig>>']) {
      expect(changesBy(put(parts.text1, '(100)', value))).toContain('FIELD_VALUE')
    }
  })

  test('its signature when only a note of the writer comes', () => {
    expect(changesBy(put(parts.sig1, '/F 132', '/F 132 /M (D:2026)'))).toEqual(['FIELD_APPEARANCE by HARMLESS'])
  })

  test('but it may lose flags that nobody sees', () => {
    expect(changesBy(put(parts.text1, '/F 4', ''), { base: put(parts.text1, '/F 4', '/F 64') })).toEqual([
      'FIELD_APPEARANCE by HARMLESS',
    ])
    expect(changesBy(put(parts.text1, '/F 4', ''), { base: put(parts.text1, '/F 4', '/F 6') })).toEqual([
      'FIELD_APPEARANCE',
    ])
  })
})

describe('on paper', () => {
  const printed = (from: string, to: string) =>
    changesBy(put(parts.text1, '/F 4', to), { base: put(parts.text1, '/F 4', from) })

  test('a field comes that is seen on the screen, too', () => {
    expect(printed('', '/F 4')).toEqual(['FIELD_APPEARANCE by HARMLESS'])
  })

  test.each([
    ['/F 32', '/F 36'],
    ['/F 2', '/F 6'],
    ['/F 4', '/F 0'],
    ['/F 4', ''],
  ])('it does not come unseen, nor go: %s becomes %s', (from, to) => {
    expect(printed(from, to)).toEqual(['FIELD_APPEARANCE'])
  })
})

describe('a state of a check box that is filled in', () => {
  const filled = (state: string) => changesBy(put(parts.check, '/V /Off /AS /Off', `/V /Yes ${state}`))

  test('is a name, or none', () => {
    for (const state of ['/AS /Yes', '']) expect(filled(state)).not.toContain('FIELD_APPEARANCE')
    expect(filled('/AS (Yes)')).toContain('FIELD_APPEARANCE')
  })
})

describe('parts of a field that are objects of their own', () => {
  const FILLED = ['FIELD_APPEARANCE by FORM_FILLING', 'FIELD_VALUE by FORM_FILLING']
  const text = (entries: string, value = '(100)') => object(parts.text1).replace('/V (100)', `/V ${value} ${entries}`)

  test('choices in a list', () => {
    const base = { [parts.text1]: text('', '[30 0 R]').replace('/Tx', '/Ch'), 30: '(a)' }
    expect(changesBy({ 30: '(b)' }, { base })).toEqual(['FIELD_VALUE by FORM_FILLING'])
  })

  test('colours and borders change with the value and not without it', () => {
    const base = { [parts.text1]: text('/MK 30 0 R'), 30: '<</BG [1]>>' }
    expect(changesBy({ [parts.text1]: text('/MK 30 0 R', '(200)'), 30: '<</BG [0]>>' }, { base })).toEqual(FILLED)
    expect(changesBy({ [parts.text1]: text('/MK 30 0 R /NM (x)'), 30: '<</BG [0]>>' }, { base })).toContain(
      'FIELD_APPEARANCE',
    )
    expect(changesBy({ [parts.text1]: text('/BS <</W 1>>', '(200)') })).toEqual(FILLED)
    expect(changesBy({ [parts.text1]: text('/BS <</W 1>>') })).toEqual(['FIELD_APPEARANCE'])
    const nested = { [parts.text1]: text('/MK 30 0 R'), 30: '<</CA 31 0 R>>', 31: '(x)' }
    expect(
      changesBy({ [parts.text1]: text('/MK 30 0 R /NM (x)'), 30: '<</CA 32 0 R>>', 32: '(x)' }, { base: nested }),
    ).toEqual(['FIELD_APPEARANCE by HARMLESS'])
  })

  test('an appearance dictionary that only the field has', () => {
    const base = {
      [parts.sig2]: object(parts.sig2).replace(`<</N ${parts.sig2Look} 0 R>>`, '40 0 R'),
      40: `<</N ${parts.sig2Look} 0 R>>`,
    }
    const signed = { [parts.sig2]: base[parts.sig2].replace('/AP', '/V 32 0 R /AP'), 32: SIGNATURE }
    expect(changesBy({ ...signed, 40: '<</N 31 0 R>>', 31: paintedText('Biel') }, { base })).toEqual([
      'FIELD_APPEARANCE by FORM_FILLING',
      'SIGNATURE by SIGNATURE',
    ])
    expect(changesBy({ 40: '<</N 31 0 R>>', 31: streamOf('q Q', APPEARANCE) }, { base })).toEqual([])
    expect(changesBy({ 40: '<</N 31 0 R>>', 31: paintedText('Eve') }, { base })).toContain('FIELD_APPEARANCE')
    expect(changesBy({ ...signed, 40: '(x)' }, { base })).toContain('FIELD_APPEARANCE')
  })
})
