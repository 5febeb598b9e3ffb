import { describe, expect, test } from 'vitest'
import { streamOf } from '@rubrica/pdf/testing'
import {
  APPEARANCE,
  certified,
  changesBy,
  object,
  paintedText,
  parts,
  put,
  SIGNATURE,
} from '../../../testing/make-signed-form.ts'

const FILLED = ['FIELD_APPEARANCE by FORM_FILLING', 'FIELD_VALUE by FORM_FILLING']
const PICTURE = streamOf('/Im Do', APPEARANCE)
const LARGE = '[0 0 300 144]'

describe('a field that is filled in', () => {
  const text: Record<number, string> = { ...put(parts.text1, '(100)', '(200)'), [parts.text1Look]: paintedText('200') }
  const tick = (look: string): Record<number, string> => ({
    ...put(parts.check, '/V /Off /AS /Off', '/V /Yes /AS /Yes'),
    [parts.checkYes]: look,
  })

  test('shows text and no picture, whatever the state', () => {
    expect(changesBy(text)).toEqual(FILLED)
    expect(changesBy({ ...text, [parts.text1Look]: PICTURE })).toContain('FIELD_APPEARANCE')
    const rollover = {
      [parts.text1]: (text[parts.text1] as string).replace(
        `${parts.text1Look} 0 R`,
        `${parts.text1Look} 0 R /R 31 0 R`,
      ),
      [parts.text1Look]: paintedText('200'),
      31: PICTURE,
    }
    expect(changesBy(rollover)).toContain('FIELD_APPEARANCE')
    expect(changesBy({ ...rollover, 31: paintedText('200') })).toEqual(FILLED)
    const nested = {
      [parts.text1]: (text[parts.text1] as string).replace(
        `${parts.text1Look} 0 R`,
        `<</A <</B ${parts.text1Look} 0 R>>>>`,
      ),
    }
    expect(changesBy(nested)).toContain('FIELD_APPEARANCE')
  })

  test('is ticked by a mark', () => {
    expect(changesBy(tick(paintedText('4')))).toEqual(FILLED)
    expect(changesBy(tick(paintedText('900')))).toContain('FIELD_APPEARANCE')
    expect(changesBy(tick(PICTURE))).toContain('FIELD_APPEARANCE')
  })

  test('is ticked by a mark as small as a mark is', () => {
    const wide = { [parts.check]: object(parts.check).replace('[10 70 20 80]', '[10 70 90 80]') }
    const ticked = { [parts.check]: (tick('')[parts.check] as string).replace('[10 70 20 80]', '[10 70 90 80]') }
    expect(changesBy(ticked, { base: wide })).toEqual(FILLED)
    expect(changesBy({ ...ticked, [parts.checkYes]: paintedText('4') }, { base: wide })).toContain('FIELD_APPEARANCE')
  })

  test('does not look otherwise where it takes the page', () => {
    const large = { [parts.text1]: object(parts.text1).replace('[10 40 90 60]', LARGE) }
    const filled = { [parts.text1]: large[parts.text1].replace('(100)', '(200)') }
    expect(changesBy(filled, { base: large })).toEqual(['FIELD_VALUE by FORM_FILLING'])
    expect(changesBy({ ...filled, [parts.text1Look]: paintedText('200') }, { base: large })).toContain(
      'FIELD_APPEARANCE',
    )
    const box = { [parts.check]: object(parts.check).replace('[10 70 20 80]', LARGE) }
    const ticked = { [parts.check]: box[parts.check].replace('/V /Off /AS /Off', '/V /Yes /AS /Yes') }
    expect(changesBy(ticked, { base: box })).toContain('FIELD_APPEARANCE')
  })

  test('has a type that can be filled in', () => {
    const bare = { [parts.text1]: object(parts.text1).replace('/FT /Tx', '') }
    expect(changesBy({ [parts.text1]: bare[parts.text1].replace('(100)', '(200)') }, { base: bare })).toEqual([
      'FIELD_VALUE',
    ])
    expect(changesBy({ [parts.text1Look]: paintedText('900') }, { base: bare })).toEqual(['FIELD_APPEARANCE'])
  })

  test('gives no value to fields below it', () => {
    const group = {
      ...put(parts.sig2, '/FT /Sig', '/FT /Sig /Parent 30 0 R'),
      30: `<</FT /Tx /T (g) /Kids [${parts.sig2} 0 R]>>`,
    }
    const given = { 30: group[30].replace('(g)', '(g) /V (x)'), [parts.sig2Look]: paintedText('Ana') }
    expect(changesBy(given, { base: group })).toContain('FIELD_VALUE')
  })
})

describe('a field that had no look', () => {
  const base = put(parts.text1, `/AP <</N ${parts.text1Look} 0 R>>`, '')

  test('gets one that shows its value and nothing else', () => {
    expect(changesBy({ [parts.text1]: object(parts.text1) }, { base })).toEqual(['FIELD_APPEARANCE by FORM_FILLING'])
    for (const look of [paintedText('900'), PICTURE]) {
      expect(
        changesBy(
          { [parts.text1]: object(parts.text1).replace(`${parts.text1Look} 0 R`, '31 0 R'), 31: look },
          { base },
        ),
      ).toEqual(['FIELD_APPEARANCE'])
    }
    const rollover = {
      [parts.text1]: object(parts.text1).replace(`${parts.text1Look} 0 R`, `${parts.text1Look} 0 R /R 31 0 R`),
      31: paintedText('900'),
    }
    expect(changesBy(rollover, { base })).toEqual(['FIELD_APPEARANCE'])
  })
})

describe('an empty signature field', () => {
  test('stays blank in all its states', () => {
    const states = (look: string) => ({
      ...put(parts.sig2, `${parts.sig2Look} 0 R`, `${parts.sig2Look} 0 R /R 31 0 R`),
      31: look,
    })
    expect(changesBy(states(streamOf('q Q', APPEARANCE)))).toEqual(['FIELD_APPEARANCE by FORM_FILLING'])
    expect(changesBy(states(paintedText('900')))).toEqual(['FIELD_APPEARANCE'])
  })
})

describe('a push button', () => {
  const button = '<</FT /Btn /Ff 65537 /T (B) /Type /Annot /Subtype /Widget /Rect [0 0 9 9] /AP <</N 31 0 R>>>>'
  const base = {
    ...put(parts.acroForm, `${parts.sig2} 0 R]`, `${parts.sig2} 0 R 30 0 R]`),
    30: button,
    31: streamOf('', APPEARANCE),
  }
  const RESOURCES = '/Resources <</XObject <</Im 33 0 R>>>>'
  const look = (content: string, resources = RESOURCES) => streamOf(content, `${APPEARANCE} ${resources}`)
  const signed = {
    ...put(parts.sig2, `/AP <</N ${parts.sig2Look} 0 R>>`, '/AP <</N 34 0 R>> /V 32 0 R'),
    32: SIGNATURE,
    33: streamOf('x', '/Subtype /Image'),
    34: look('q 2 0 0 2 0 0 cm /Im Do Q BT (Ana) Tj ET'),
  }
  const REPEATED = [...FILLED.slice(0, 1), ...FILLED.slice(0, 1), 'SIGNATURE by SIGNATURE']

  test('repeats the signature of the same revision in another size', () => {
    expect(changesBy({ ...signed, 31: look('q 9 0 0 9 0 0 cm /Im Do Q BT (A) Tj T* (na) Tj ET') }, { base })).toEqual(
      REPEATED,
    )
  })

  test.each([
    ['other words', look('/Im Do BT (Eve) Tj ET')],
    ['another picture', look('/Im Do BT (Ana) Tj ET', `/Resources <</XObject <</Im ${parts.text1Look} 0 R>>>>`)],
    ['more than that', look('/Im Do BT (Ana) Tj ET 0 0 9 9 re f')],
  ])('but not with %s', (_, content) => {
    expect(changesBy({ ...signed, 31: content }, { base })).toContain('FIELD_APPEARANCE')
  })

  test('shows nothing new by itself', () => {
    expect(changesBy({ 31: look('BT (Ana) Tj ET') }, { base })).toEqual(['FIELD_APPEARANCE'])
    expect(changesBy({ 30: button.replace('31', '35'), 35: PICTURE }, { base })).toEqual(['FIELD_APPEARANCE'])
    expect(changesBy({ 31: PICTURE }, { base, limits: certified(1) })).toEqual(['FIELD_APPEARANCE'])
  })
})

describe('a signature', () => {
  const seen = (rectangle: string) => ({ ...put(parts.sig2, '[100 10 190 30]', rectangle) })
  const signed = (rectangle: string) => ({
    [parts.sig2]: (seen(rectangle)[parts.sig2] as string).replace(`${parts.sig2Look} 0 R>>`, '31 0 R>> /V 32 0 R'),
    31: paintedText('Biel'),
    32: SIGNATURE,
  })
  const added = (rectangle: string, entries = '') => ({
    ...put(parts.page1, `${parts.sig2} 0 R]`, `${parts.sig2} 0 R 30 0 R]`),
    ...put(parts.acroForm, `${parts.sig2} 0 R]`, `${parts.sig2} 0 R 30 0 R]`),
    30: `<</FT /Sig /T (Sig3) /Subtype /Widget /Rect ${rectangle} /V 32 0 R ${entries}>>`,
    31: paintedText('Biel'),
    32: SIGNATURE,
  })

  test('takes at most half of the page, certified or not', () => {
    const half = '[0 70 300 142]'
    expect(changesBy(signed(half), { base: seen(half), limits: certified(2) })).not.toContain('FIELD_APPEARANCE')
    expect(changesBy(signed(LARGE), { base: seen(LARGE), limits: certified(2) })).toContain('FIELD_APPEARANCE')
    expect(changesBy(added('[100 60 290 130]'))).not.toContain('FIELD_ADDED')
    expect(changesBy(added(LARGE))).toContain('FIELD_ADDED')
  })

  test.each([
    ['hidden, with a look that a script could show', '/F 2 /AP <</N 31 0 R>>'],
    ['hidden by a number that readers cut off', '/F 4294967298'],
    ['hidden by a number that is no integer', '/F 2.5'],
  ])('is not added over what was certified: %s', (_, entries) => {
    expect(changesBy(added('[100 40 190 60]', entries), { limits: certified(2) })).toContain('FIELD_ADDED')
    expect(changesBy(added('[100 40 190 60]', '/F 2'), { limits: certified(2) })).not.toContain('FIELD_ADDED')
  })
})
