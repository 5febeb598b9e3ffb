import { describe, expect, test } from 'vitest'
import { streamOf } from '@rubrica/pdf/testing'
import {
  APPEARANCE,
  changesBy,
  changesOf,
  object,
  paintedText,
  parts,
  put,
  SIGNATURE,
  updatedForm,
} from '../../testing/make-signed-form.ts'
import { NEW_FIELD } from '../../testing/make-new-signature.ts'

describe('shadow attacks', () => {
  test('hide: an overlay is taken away', () => {
    const overlay = '<</Type /Annot /Subtype /Stamp /Rect [0 0 300 144] /AP <</N 31 0 R>>>>'
    const base = {
      ...put(parts.page1, `${parts.sig2} 0 R]`, `${parts.sig2} 0 R 30 0 R]`),
      30: overlay,
      31: streamOf('1 g 0 0 300 144 re f', APPEARANCE),
    }
    expect(changesBy({ [parts.page1]: object(parts.page1) }, { base })).toEqual(['ANNOTATION_REMOVED'])
    expect(changesBy({}, { base, freed: [30] })).toEqual(['ANNOTATION_CHANGED'])
    expect(changesBy({ 30: overlay.replace('/Rect', '/F 2 /Rect') }, { base })).toEqual(['ANNOTATION_CHANGED'])
    expect(changesBy({ 31: streamOf('', APPEARANCE) }, { base })).toEqual(['ANNOTATION_CHANGED'])
  })

  test('hide: an image in the content is overwritten or freed', () => {
    const base = {
      ...put(parts.page1, '/Font', '/XObject <</Im 30 0 R>> /Font'),
      30: streamOf('xx', '/Type /XObject /Subtype /Image /Width 1 /Height 1'),
    }
    expect(changesBy({ 30: streamOf('', APPEARANCE) }, { base })).toEqual(['PAGE_CONTENT'])
    expect(changesBy({}, { base, freed: [30] })).toEqual(['PAGE_CONTENT'])
  })

  test('replace: a field shows another text while its value stays', () => {
    expect(changesBy({ [parts.text1Look]: paintedText('900') })).toEqual(['FIELD_APPEARANCE'])
    expect(changesBy({ ...put(parts.text1, `${parts.text1Look} 0 R`, '30 0 R'), 30: paintedText('900') })).toEqual([
      'FIELD_APPEARANCE',
    ])
  })

  test('replace: the same text in white, or under a filling', () => {
    const white = streamOf('/Tx BMC BT 1 g /Helv 12 Tf (100) Tj ET EMC', APPEARANCE)
    const under = streamOf('/Tx BMC BT /Helv 12 Tf (100) Tj ET 0 0 90 20 re f EMC', APPEARANCE)
    expect(changesBy({ [parts.text1Look]: white })).toEqual(['FIELD_APPEARANCE'])
    expect(changesBy({ [parts.text1Look]: under })).toEqual(['FIELD_APPEARANCE'])
  })

  test('the same text written anew is no replacement', () => {
    const anew = streamOf('q BT /Helv 11 Tf 1 0 0 1 2 3 Tm [(1) -20 (00)] TJ ET Q', APPEARANCE)
    expect(changesBy({ [parts.text1Look]: anew })).toEqual([])
  })

  test('replace: a font is exchanged under the text', () => {
    expect(changesBy({ [parts.font]: '<</Type /Font /Subtype /Type1 /BaseFont /Symbol>>' })).toContain('FONT')
    const base = {
      [parts.font]: '<</Type /Font /Subtype /TrueType /BaseFont /A /FontDescriptor 30 0 R>>',
      30: '<</Type /FontDescriptor /FontName /A /FontFile2 31 0 R>>',
      31: streamOf('font'),
    }
    expect(changesBy({ 31: streamOf('other font') }, { base })).toEqual(['FONT', 'FORM_SETTINGS'])
    expect(
      changesBy({ 30: '<</Type /FontDescriptor /FontName /A /FontFile2 32 0 R>>', 32: streamOf('x') }, { base }),
    ).toEqual(['FONT', 'FORM_SETTINGS'])
  })

  test('hide-and-replace: the root leads to a second catalogue that was prepared', () => {
    const base = {
      40: `<</Type /Catalog /Pages 41 0 R /AcroForm ${parts.acroForm} 0 R>>`,
      41: '<</Type /Pages /Kids [42 0 R] /Count 1>>',
      42: '<</Type /Page /Parent 41 0 R /MediaBox [0 0 300 144] /Contents 43 0 R>>',
      43: streamOf('BT (Pay 900) Tj ET'),
    }
    expect(changesBy({}, { base, trailer: '/Root 40 0 R' })).toEqual(['PAGE_REMOVED'])
    expect(
      changesBy({ [parts.catalog]: object(parts.catalog).replace(`${parts.pageTree} 0 R`, '41 0 R') }, { base }),
    ).toEqual(['PAGE_REMOVED'])
    const same = { ...base, 41: '<</Type /Pages /Kids [42 0 R 42 0 R] /Count 2>>' }
    expect(changesBy({}, { base: same, trailer: '/Root 40 0 R' })).toEqual(['PAGE_SETTINGS'])
  })

  test('hide-and-replace: entries lead to other bytes of the signed part', () => {
    const file = updatedForm([{ objects: {} }], {
      30: `${parts.content} 0 obj\n<</Length 2>>\nstream\nxx\nendstream\nendobj`,
    })
    const offset = file.indexOf(`${parts.content} 0 obj\n<</Length 2>>`)
    const text = file.toString('latin1')
    const at = text.lastIndexOf('xref\n0 1')
    const row = `${String(offset).padStart(10, '0')} 00000 n \n`
    const changed = `${text.slice(0, at)}xref\n0 1\n0000000000 65535 f \n11 1\n${row}${text.slice(text.lastIndexOf('trailer'))}`
    expect(changesOf(Buffer.from(changed, 'latin1'))).toEqual(['PAGE_CONTENT'])
  })

  test('hide-and-replace: a reference to nothing gets an object', () => {
    const base = put(parts.page1, `/Contents ${parts.content} 0 R`, `/Contents [${parts.content} 0 R 50 0 R]`)
    expect(changesBy({ 50: streamOf('BT (900) Tj ET') }, { base })).toEqual(['PAGE_CONTENT'])
    const hidden = put(parts.page1, '/Annots [', '/Annots [51 %\n 0\tR ')
    expect(changesBy({ 51: '<</Type /Annot /Subtype /Stamp /Rect [0 0 9 9]>>' }, { base: hidden })).toEqual([
      'ANNOTATION_CHANGED',
    ])
  })

  test('a field that was hidden is shown, or one that was shown is hidden', () => {
    expect(changesBy(put(parts.text1, '/F 4', '/F 2'))).toEqual(['FIELD_APPEARANCE'])
    expect(changesBy(put(parts.text1, '/F 4', '/F 36'))).toEqual(['FIELD_APPEARANCE'])
    expect(changesBy(put(parts.text1, '/F 4', '/F 132'))).toEqual(['FIELD_APPEARANCE by HARMLESS'])
  })

  test('a field that stood by unlisted is not a new one', () => {
    const base = { 30: NEW_FIELD, 31: paintedText('900'), 32: SIGNATURE }
    const listed = {
      ...put(parts.acroForm, `${parts.sig2} 0 R]`, `${parts.sig2} 0 R 30 0 R]`),
      ...put(parts.page1, `${parts.sig2} 0 R]`, `${parts.sig2} 0 R 30 0 R]`),
    }
    expect(changesBy(listed, { base })).toEqual(['ANNOTATION_ADDED', 'FIELD_ADDED'])
  })

  test('annotations change their order', () => {
    expect(
      changesBy(put(parts.page1, `${parts.sig1} 0 R ${parts.text1} 0 R`, `${parts.text1} 0 R ${parts.sig1} 0 R`)),
    ).toEqual(['ANNOTATION_CHANGED'])
  })
})
