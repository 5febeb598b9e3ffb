import { describe, expect, test } from 'vitest'
import { streamOf } from '@rubrica/pdf/testing'
import { changesBy, object, paintedText, parts, put, SIGNATURE } from '../../testing/make-signed-form.ts'
import { INVISIBLE_FIELD } from '../../testing/make-new-signature.ts'

describe('shared objects', () => {
  test('an appearance that is the content of a page, too', () => {
    const base = put(parts.page2, `/Contents ${parts.content} 0 R`, `/Contents ${parts.sig2Look} 0 R`)
    const signed = { ...put(parts.sig2, '/AP', '/V 32 0 R /AP'), 32: SIGNATURE, [parts.sig2Look]: paintedText('Biel') }
    expect(changesBy(signed, { base })).toContain('PAGE_CONTENT')
  })

  test('an appearance dictionary that something else refers to', () => {
    const base = {
      ...put(parts.sig2, `<</N ${parts.sig2Look} 0 R>>`, '40 0 R'),
      ...put(parts.catalog, '/Pages', '/Other 40 0 R /Pages'),
      40: `<</N ${parts.sig2Look} 0 R>>`,
    }
    const signed = {
      ...put(parts.sig2, `<</N ${parts.sig2Look} 0 R>>`, '<</N 31 0 R>> /V 32 0 R'),
      31: paintedText('Biel'),
      32: SIGNATURE,
    }
    expect(changesBy(signed, { base })).toEqual(['FIELD_APPEARANCE', 'SIGNATURE by SIGNATURE'])
  })

  test('an appearance that several widgets have, with their value and not without it', () => {
    const widget = `<</Type /Annot /Subtype /Widget /Parent ${parts.text1} 0 R /Rect [0 0 9 9] /AP <</N ${parts.text1Look} 0 R>>>>`
    const base = { [parts.text1]: '<</FT /Tx /T (Text1) /V (100) /Kids [33 0 R 34 0 R]>>', 33: widget, 34: widget }
    const filled = { [parts.text1]: base[parts.text1].replace('100', '200'), [parts.text1Look]: paintedText('200') }
    const allowed = [
      'FIELD_APPEARANCE by FORM_FILLING',
      'FIELD_APPEARANCE by FORM_FILLING',
      'FIELD_VALUE by FORM_FILLING',
    ]
    expect(changesBy(filled, { base })).toEqual(allowed)
    expect(changesBy({ [parts.text1Look]: filled[parts.text1Look] }, { base })).toEqual([
      'FIELD_APPEARANCE',
      'FIELD_APPEARANCE',
    ])
    const other = '<</FT /Tx /T (Other) /V (100) /Kids [34 0 R]>>'
    const apart = {
      ...base,
      ...put(parts.acroForm, `${parts.sig2} 0 R]`, `${parts.sig2} 0 R 35 0 R]`),
      34: widget.replace(`${parts.text1} 0 R`, '35 0 R'),
      35: other,
    }
    expect(changesBy(filled, { base: apart })).toContain('FIELD_APPEARANCE')
    const content = {
      ...base,
      ...put(parts.page2, `/Contents ${parts.content} 0 R`, `/Contents ${parts.text1Look} 0 R`),
    }
    expect(changesBy(filled, { base: content })).toContain('PAGE_CONTENT')
  })

  test('a list of fields that something else refers to', () => {
    const list = `[${parts.sig1} 0 R ${parts.text1} 0 R ${parts.check} 0 R ${parts.sig2} 0 R]`
    const base = {
      ...put(parts.acroForm, list, '40 0 R'),
      ...put(parts.catalog, '/Pages', '/Other 40 0 R /Pages'),
      40: list,
    }
    const added = {
      40: `[${parts.sig1} 0 R ${parts.text1} 0 R ${parts.check} 0 R ${parts.sig2} 0 R 30 0 R]`,
      30: INVISIBLE_FIELD,
      31: paintedText(''),
      32: SIGNATURE,
    }
    expect(changesBy(added, { base })).toContain('CATALOG')
    const alone = { ...put(parts.acroForm, list, '40 0 R'), 40: list }
    expect(changesBy(added, { base: alone })).toEqual(['FIELD_ADDED by SIGNATURE', 'SIGNATURE by SIGNATURE'])
  })

  test('the information dictionary as the resources of a page', () => {
    const base = {
      ...put(parts.page1, `/Resources <</Font <</F1 ${parts.font} 0 R>>>>`, `/Resources ${parts.info} 0 R`),
      [parts.info]: `<</Font <</F1 ${parts.font} 0 R>>>>`,
    }
    const by = (font: string) => changesBy({ [parts.info]: '<</Font <</F1 30 0 R>>>>', 30: font }, { base })
    expect(by(object(parts.font).replace('Helvetica', 'Courier'))).toContain('PAGE_CONTENT')
    expect(by(object(parts.font))).toEqual([])
  })

  test('the metadata as the content of a page', () => {
    const packet = (text: string) =>
      streamOf(`<?xpacket?><x:xmpmeta>${text}</x:xmpmeta>`, '/Type /Metadata /Subtype /XML')
    const base = {
      ...put(parts.catalog, '/Pages', '/Metadata 40 0 R /Pages'),
      ...put(parts.page2, `/Contents ${parts.content} 0 R`, '/Contents 40 0 R'),
      40: packet('a'),
    }
    expect(changesBy({ 40: packet('b') }, { base })).toContain('METADATA')
  })

  test('a store of validation data as the content of a page', () => {
    const base = { ...put(parts.catalog, '/Pages', `/DSS ${parts.content} 0 R /Pages`) }
    expect(changesBy({ [parts.content]: streamOf('BT (900) Tj ET') }, { base })).toContain('PAGE_CONTENT')
  })
})
