/** What a field, or a form, looks like is changed, while what it says stays the same. */
import { describe, expect, test } from 'vitest'
import { streamOf } from '@rubrica/pdf/testing'
import { APPEARANCE, changesBy, object, paintedText, parts, put } from '../../testing/make-signed-form.ts'

type Objects = Record<number, string>
const EVIL = streamOf('BT (900) Tj ET', APPEARANCE)

describe('the same text looks otherwise', () => {
  const drawn = (content: string, entries = APPEARANCE, more: Objects = {}) =>
    changesBy({ [parts.text1Look]: streamOf(content, entries), ...more })
  const TEXT = 'BT /Helv 12 Tf (100) Tj ET'

  test.each([
    ['beside its box', 'BT /Helv 12 Tf 5000 5000 Td (100) Tj ET'],
    ['too small', 'BT /Helv 0.01 Tf (100) Tj ET'],
    ['too narrow', 'BT /Helv 12 Tf 0.001 Tz (100) Tj ET'],
    ['upside down', 'BT /Helv 12 Tf 1 0 0 -1 0 0 Tm (100) Tj ET'],
    ['under a clip', `0 0 1 1 re W n ${TEXT}`],
    ['under a clip of another shape', `0 0 m 9 9 l 9 0 l W n ${TEXT}`],
    ['in another order', 'BT /Helv 12 Tf 50 2 Td (1) Tj -50 0 Td (00) Tj ET'],
    ['torn apart', 'BT /Helv 12 Tf [(1) -9000 (00)] TJ ET'],
    ['raised', 'BT /Helv 12 Tf 50 Ts (100) Tj ET'],
    ['struck through', `${TEXT} 5 w 0 0 m 90 20 l S`],
    ['as optional content', `/OC /Layer BDC ${TEXT} EMC`],
    ['as optional content after a stray operand', `/X /OC /Layer BDC ${TEXT} EMC`],
    ['in another order, in two text objects', 'BT /Helv 12 Tf 50 2 Td (1) Tj ET BT /Helv 12 Tf (00) Tj ET'],
    ['too large', 'BT /Helv 25 Tf (100) Tj ET'],
    ['too small again after Q', 'BT /Helv 0.1 Tf ET q BT /Helv 12 Tf ET Q BT (100) Tj ET'],
    ['too small by the latter of two sizes', 'BT /Helv 12 0.1 Tf (100) Tj ET'],
    ['cut off at the end', 'BT /Helv 12 Tf 86 2 Td (100) Tj ET'],
    ['cut off at the end, being spaced', 'BT /Helv 12 Tf 66 2 Td [(1) -900 (0) -900 (0)] TJ ET'],
    ['below its box', 'BT /Helv 12 Tf 2 -11 Td (100) Tj ET'],
    ['above its box', 'BT /Helv 12 Tf 2 19 Td (100) Tj ET'],
  ])('%s', (_, content) => {
    expect(drawn(content)).toEqual(['FIELD_APPEARANCE'])
  })

  test.each(['/OC 70 0 R', '/Matrix [-1 0 0 -1 0 0]', '/Group <</S /Transparency>>'])('with %s', (entry) => {
    expect(drawn(TEXT, `${APPEARANCE} ${entry}`, { 70: '<</Type /OCG>>' })).toEqual(['FIELD_APPEARANCE'])
  })

  test('in another box', () => {
    expect(drawn(TEXT, APPEARANCE.replace('0 0 100 20', '900 900 999 999'))).toEqual(['FIELD_APPEARANCE'])
  })

  test.each([
    '<</Subtype /Type3>>',
    '<</Subtype /Type1 /BaseFont /Helvetica /Encoding <</Differences [49 /nine]>>>>',
    '<</Subtype /Type1 /BaseFont /Symbol>>',
    '<</Subtype /TrueType /BaseFont /Helvetica /FontDescriptor 71 0 R>>',
  ])('in the font %s', (font) => {
    const entries = `${APPEARANCE} /Resources <</Font <</Helv 70 0 R>>>>`
    expect(drawn(TEXT, entries, { 70: font })).toEqual(['FIELD_APPEARANCE'])
  })

  test('in a state of the same name', () => {
    const entries = (state: number) => `${APPEARANCE} /Resources <</ExtGState <</G ${state} 0 R>>>>`
    const base = {
      [parts.text1Look]: streamOf(`/G gs ${TEXT}`, entries(70)),
      70: '<</ca 1>>',
      71: '<</ca 0>>',
      72: '<</ca 1>>',
    }
    const anew = (state: number) => ({ [parts.text1Look]: streamOf(`/G gs q ${TEXT} Q`, entries(state)) })
    expect(changesBy(anew(71), { base })).toEqual(['FIELD_APPEARANCE'])
    expect(changesBy(anew(72), { base })).toEqual([])
  })

  test('in one of two fonts', () => {
    const entries = (font: number) => `${APPEARANCE} /Resources <</Font <</A ${parts.font} 0 R /B ${font} 0 R>>>>`
    const content = 'BT /A 12 Tf (1) Tj /B 12 Tf 9 0 Td (00) Tj ET'
    const base = {
      [parts.text1Look]: streamOf(content, entries(parts.font)),
      70: '<</Subtype /Type3>>',
      71: object(parts.font),
    }
    expect(changesBy({ [parts.text1Look]: streamOf(content, entries(70)) }, { base })).toEqual(['FIELD_APPEARANCE'])
    expect(changesBy({ [parts.text1Look]: streamOf(content, entries(71)) }, { base })).toEqual([])
  })

  test('in another division by fonts', () => {
    const entries = `${APPEARANCE} /Resources <</Font <</A ${parts.font} 0 R /B 70 0 R>>>>`
    const divided = (first: string, second: string) =>
      streamOf(`BT /A 12 Tf (${first}) Tj /B 12 Tf 20 0 Td (${second}) Tj ET`, entries)
    const base = { [parts.text1Look]: divided('1', '00'), 70: '<</Subtype /Type3>>' }
    expect(changesBy({ [parts.text1Look]: divided('10', '0') }, { base })).toEqual(['FIELD_APPEARANCE'])
    expect(changesBy({ [parts.text1Look]: divided(' 1', '00') }, { base })).toEqual([])
  })

  test('and does not when it is only stored otherwise, however it is written', () => {
    const columns = 'BT /Helv 8 Tf 50 2 Td (right) Tj -48 9 Td (left) Tj ET'
    const hex = (content: string) => `${Buffer.from(content, 'latin1').toString('hex')}>`
    const stored = (content: string, more = '') => ({
      [parts.text1Look]: streamOf(hex(content), `${APPEARANCE} /Filter /ASCIIHexDecode ${more}`),
    })
    const base = { [parts.text1Look]: streamOf(columns, APPEARANCE) }
    expect(changesBy(stored(columns), { base })).toEqual([])
    expect(changesBy(stored(columns.replace('left', 'lest')), { base })).toEqual(['FIELD_APPEARANCE'])
    expect(changesBy(stored(columns, `/Resources <</Font <</Helv ${parts.sig1Look} 0 R>>>>`), { base })).toEqual([
      'FIELD_APPEARANCE',
    ])
    expect(changesBy(stored(columns, '/Matrix [2 0 0 2 0 0]'), { base })).toEqual(['FIELD_APPEARANCE'])
  })

  test('and does not in the same font by another name, with other margins', () => {
    const entries = `${APPEARANCE} /Resources <</Font <</F 70 0 R>>>>`
    const font = '<</Subtype /TrueType /BaseFont /Helvetica /Encoding <</Differences [200 /eacute]>>>>'
    const content = 'q 1 1 98 18 re W n q 1 0 0 1 1 1 cm BT /F 11 Tf 9 TL T* 0 10 TD (1) Tj (00) Tj ET Q Q'
    expect(drawn(content, entries, { 70: font })).toEqual([])
  })
})

describe('the form draws fields otherwise', () => {
  const bare = put(parts.text1, '/DA (/Helv 12 Tf 0 g)', '')
  const form = (from: string, to: string, base: Objects) => ({
    [parts.acroForm]: (base[parts.acroForm] ?? object(parts.acroForm)).replace(from, to),
  })

  test('in white, where fields do not say how', () => {
    const base = { ...bare, ...put(parts.acroForm, '/SigFlags', '/DA (/Helv 12 Tf 0 g) /SigFlags') }
    expect(changesBy(form('0 g', '1 g', base), { base })).toEqual(['FORM_SETTINGS'])
    const said = { [parts.acroForm]: base[parts.acroForm] as string }
    expect(changesBy(form('0 g', '1 g', said), { base: said })).toEqual(['FORM_SETTINGS by FORM_FILLING'])
    expect(changesBy(form('/SigFlags', '/DA (/Helv 12 Tf 1 g) /SigFlags', {}), { base: bare })).toEqual([
      'FORM_SETTINGS',
    ])
  })

  test('with a font that they ask for in vain', () => {
    const font = (entries: string) => ({
      ...form(`/Helv ${parts.font} 0 R`, `/Helv ${parts.font} 0 R /F9 70 0 R`, {}),
      70: `<<${entries}>>`,
    })
    const asked = put(parts.text1, '/Helv 12', '/F9 12')
    expect(changesBy(font('/Subtype /Type3'), { base: asked })).toEqual(['FORM_SETTINGS'])
    const drawn = { [parts.text1Look]: streamOf('BT /F9 12 Tf (100) Tj ET', APPEARANCE) }
    expect(changesBy(font('/Subtype /Type3'), { base: drawn })).toEqual(['FORM_SETTINGS'])
    const plain = font('/Subtype /Type1 /BaseFont /Helvetica')
    expect(changesBy(plain, { base: asked })).toEqual(['FORM_SETTINGS by FORM_FILLING'])
  })
})

describe('a new field that nobody signed', () => {
  const added = (field: string, more: Objects) =>
    changesBy({
      ...put(parts.acroForm, `${parts.sig2} 0 R]`, `${parts.sig2} 0 R 30 0 R]`),
      ...put(parts.page1, `${parts.sig2} 0 R]`, `${parts.sig2} 0 R 30 0 R]`),
      30: field,
      ...more,
    })
  const signature = (entries: string) => `<</FT /Sig /T (S) /Subtype /Widget /Rect [0 0 300 144] ${entries}>>`

  test.each(['1 g 0 0 300 144 re f', '0 G 300 w 0 72 m 300 72 l S', '0 0 m 9 9 l S'])('does not draw %s', (content) => {
    expect(added(signature('/AP <</N 31 0 R>>'), { 31: streamOf(content, APPEARANCE) })).toEqual(['FIELD_ADDED'])
  })

  test.each(['/AS /On /AP <</N <</On 31 0 R>>>>', '/AP <</R 31 0 R>>', '/AP <</N <<>> /D 31 0 R>>', '/AF []'])(
    'does not say something by %s',
    (entries) => {
      expect(added(signature(entries), { 31: paintedText('900') })).toEqual(['FIELD_ADDED'])
    },
  )

  test.each([
    ['/Subtype /Stamp /Rect [0 0 300 144] /AP <</N 31 0 R>>', 'FIELD_ADDED'],
    ['/Subtype /Widget /Rect [0 0 300 144] /AP <</N 31 0 R>>', 'FIELD_ADDED'],
    ['/AA <</K <</S /JavaScript /JS (x)>>>>', 'JAVASCRIPT'],
  ])('has nothing above it that has %s', (entries, what) => {
    const parent = `<</T (Group) /Kids [33 0 R] ${entries}>>`
    const child = '<</FT /Sig /T (S) /Parent 30 0 R /Subtype /Widget /Rect [0 0 0 0]>>'
    expect(added(parent, { 31: EVIL, 33: child })).toContain(what)
  })
})
