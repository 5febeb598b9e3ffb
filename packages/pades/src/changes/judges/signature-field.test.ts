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

describe('signature fields', () => {
  const unplaced = {
    [parts.sig2]: '<</FT /Sig /T (Sig2)>>',
    [parts.page1]: object(parts.page1).replace(` ${parts.sig2} 0 R`, ''),
  }
  const placed = {
    [parts.page1]: object(parts.page1),
    [parts.sig2]: `<</FT /Sig /T (Sig2) /Type /Annot /Subtype /Widget /Rect [0 0 9 9] /P ${parts.page1} 0 R /AP <</N 31 0 R>> /V 32 0 R>>`,
    31: paintedText('Biel'),
    32: SIGNATURE,
  }

  test('one without a widget gets it when it is signed', () => {
    const changes = changesBy(placed, { base: unplaced })
    expect(changes.every((change) => / by (SIGNATURE|FORM_FILLING|HARMLESS)$/.test(change))).toBe(true)
    expect(changes).toContain('FIELD_ADDED by SIGNATURE')
  })

  test('but not over what was certified', () => {
    expect(changesBy(placed, { base: unplaced, limits: certified(2) })).toContain('FIELD_ADDED')
  })

  test('an empty one gets no look, except an empty one', () => {
    expect(changesBy({ ...put(parts.sig2, `${parts.sig2Look} 0 R`, '31 0 R'), 31: paintedText('900') })).toEqual([
      'FIELD_APPEARANCE',
    ])
    expect(
      changesBy(
        { [parts.sig2]: object(parts.sig2) },
        { base: put(parts.sig2, `/AP <</N ${parts.sig2Look} 0 R>>`, '') },
      ),
    ).toEqual(['FIELD_APPEARANCE by FORM_FILLING'])
  })

  test('a new one that nobody signed brings no text along', () => {
    const added = {
      ...put(parts.acroForm, `${parts.sig2} 0 R]`, `${parts.sig2} 0 R 30 0 R]`),
      ...put(parts.page1, `${parts.sig2} 0 R]`, `${parts.sig2} 0 R 30 0 R]`),
      30: '<</FT /Sig /T (Sig3) /Subtype /Widget /Rect [0 0 9 9] /AP <</N 31 0 R>>>>',
    }
    expect(changesBy({ ...added, 31: streamOf('0 0 9 9 re S', APPEARANCE) })).toEqual(['FIELD_ADDED by SIGNATURE'])
    expect(changesBy({ ...added, 31: paintedText('900') })).toEqual(['FIELD_ADDED'])
    expect(changesBy({ ...added, 31: streamOf('/Im Do', APPEARANCE) })).toEqual(['FIELD_ADDED'])
  })

  test('one with its widgets below it, and one below a name', () => {
    const widget = `<</Type /Annot /Subtype /Widget /Parent 30 0 R /Rect [0 0 9 9] /P ${parts.page1} 0 R /AP <</N 31 0 R>>>>`
    const common = {
      ...put(parts.acroForm, `${parts.sig2} 0 R]`, `${parts.sig2} 0 R 30 0 R]`),
      ...put(parts.page1, `${parts.sig2} 0 R]`, `${parts.sig2} 0 R 33 0 R]`),
      31: paintedText('Biel'),
      32: SIGNATURE,
    }
    const kids = { ...common, 30: '<</FT /Sig /T (Sig3) /Kids [33 0 R] /V 32 0 R>>', 33: widget }
    expect(changesBy(kids)).toEqual(['FIELD_ADDED by SIGNATURE', 'SIGNATURE by SIGNATURE'])
    const below = {
      ...common,
      30: '<</T (Group) /Kids [33 0 R]>>',
      33: widget.replace('/Type', '/FT /Sig /T (Sig3) /V 32 0 R /Type'),
    }
    expect(changesBy(below)).toEqual(['FIELD_ADDED by SIGNATURE', 'SIGNATURE by SIGNATURE'])
    expect(changesBy({ ...below, 33: below[33].replace('/FT /Sig', '/FT /Tx') })).toContain('FIELD_ADDED')
  })
})

describe('the place of a signature field', () => {
  const unseen = put(parts.sig2, '[100 10 190 30]', '[0 0 0 0]')
  const signed = (rectangle: string) => ({
    [parts.sig2]: object(parts.sig2).replace('[100 10 190 30]', `${rectangle} /V 32 0 R`),
    32: SIGNATURE,
  })
  const PLACED = ['FIELD_APPEARANCE by SIGNATURE', 'SIGNATURE by SIGNATURE']

  test('comes with its signature, if nobody could see it, or goes', () => {
    expect(changesBy(signed('[100 10 190 30]'), { base: unseen })).toEqual(PLACED)
    expect(changesBy(signed('[0 0 0 0]'))).toEqual(PLACED)
  })

  test('does not come over what was certified', () => {
    expect(changesBy(signed('[100 10 190 30]'), { base: unseen, limits: certified(2) })).toEqual([
      'FIELD_APPEARANCE',
      'SIGNATURE by SIGNATURE',
    ])
    expect(changesBy(signed('[0 0 0 0]'), { limits: certified(2) })).toEqual(PLACED)
  })

  test('does not change once it could be seen, nor without a signature', () => {
    expect(changesBy(signed('[0 0 300 144]'))).toContain('FIELD_APPEARANCE')
    expect(changesBy({ [parts.sig2]: object(parts.sig2) }, { base: unseen })).toEqual(['FIELD_APPEARANCE'])
  })

  test('of another field does not come with its value', () => {
    const base = { [parts.text1]: object(parts.text1).replace('/F 4', '/F 2').replace('/V (100)', '') }
    expect(changesBy({ [parts.text1]: object(parts.text1) }, { base })).toContain('FIELD_APPEARANCE')
  })
})
