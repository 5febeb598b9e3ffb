/** An object is judged in each place from which the document reaches it, whatever it claims to be. */
import { describe, expect, test } from 'vitest'
import { buildTestRevisions, streamOf } from '@rubrica/pdf/testing'
import {
  APPEARANCE,
  changesBy,
  changesOf,
  object,
  paintedText,
  parts,
  put,
  SIGNATURE,
  SIGNED_FORM,
} from '../../../testing/make-signed-form.ts'

type Objects = Record<number, string>
const unjustified = (changes: readonly string[]) => changes.filter((change) => !change.includes(' by '))
const GOOD = streamOf('BT (100) Tj ET', APPEARANCE)
const EVIL = streamOf('BT (900) Tj ET', APPEARANCE)
/** What an update reports that draws something else under number 62. */
const exchanged = (base: Objects) => unjustified(changesBy({ 62: EVIL }, { base: { 62: GOOD, ...base } }))

describe('a name that the writer chose says nothing', () => {
  const NAMES = ['AP', 'Annots', 'Data', 'IRT', 'Kids', 'Metadata', 'P', 'Parent', 'Pg', 'PieceInfo', 'Popup', 'V']

  test.each(NAMES)('of a picture that is called %s', (name) => {
    const drawn = (resources: string) => put(parts.page1, '/Resources <<', `/Resources <<${resources} `)
    expect(exchanged(drawn(`/XObject <</${name} 62 0 R>>`))).not.toEqual([])
    expect(exchanged({ ...drawn('/XObject 61 0 R'), 61: `<</${name} 62 0 R>>` })).not.toEqual([])
    expect(exchanged({ ...drawn('/XObject 61 0 R'), 61: `<</Type /Page /${name} 62 0 R>>` })).not.toEqual([])
    expect(exchanged(drawn(`/XObject <</A#2F${name} 62 0 R>>`))).not.toEqual([])
  })

  test.each(NAMES)('of a state that is called %s', (name) => {
    const look = (states: string) =>
      put(parts.text1, `/AP <</N ${parts.text1Look} 0 R>>`, `/AS /${name} /AP <</N ${states}>>`)
    expect(exchanged(look(`<</${name} 62 0 R>>`))).toEqual(['FIELD_APPEARANCE'])
    expect(exchanged({ ...look('61 0 R'), 61: `<</${name} 62 0 R>>` })).toEqual(['FIELD_APPEARANCE'])
  })

  test('and a key that is written twice counts both times', () => {
    const twice = put(parts.page1, '/Resources <<', '/Resources <</XObject <</A 62 0 R>> /XObject <<>> ')
    expect(exchanged(twice)).not.toEqual([])
  })
})

describe('a part is judged however deep it lies', () => {
  const font = (name: string) => ({ 63: `<</Type /Font /Subtype /Type1 /BaseFont /${name}>>` })
  const by = (base: Objects) => changesBy(font('Symbol'), { base: { ...font('Helvetica'), ...base } })

  test('a font of a look that is not written anew', () => {
    const look = paintedText('100').replace('/Type', '/Resources 64 0 R /Type')
    const base = { [parts.text1Look]: look, 64: '<</Font <</Helv 63 0 R>>>>' }
    expect(by(base)).toEqual(['FIELD_APPEARANCE'])
  })

  test('a font that only the form has', () => {
    expect(by(put(parts.acroForm, '/Font <<', '/Font <</Other 63 0 R '))).toEqual(['FORM_SETTINGS'])
    expect(by({ ...put(parts.acroForm, '/DR <<', '/DR <</Font2 64 0 R '), 64: '<</A 63 0 R>>' })).toEqual([
      'FORM_SETTINGS',
    ])
  })

  test('private data of a program, which nothing shows', () => {
    const base = put(parts.catalog, '/Pages', '/PieceInfo <</A <</Private <</F 63 0 R>>>>>> /Pages')
    expect(by(base)).toEqual(['CATALOG by HARMLESS'])
    const both = { ...base, ...put(parts.page1, '/Font <<', '/Font <</F2 63 0 R ') }
    expect(unjustified(by(both))).toEqual(['FONT'])
  })
})

describe('what only points at something does not hold it', () => {
  const added = { ...put(parts.acroForm, `${parts.sig2} 0 R]`, `${parts.sig2} 0 R 30 0 R]`), 32: SIGNATURE }
  const field = { ...added, 30: '<</FT /Sig /T (Sig3) /Subtype /Widget /Rect [0 0 0 0] /V 32 0 R>>' }
  const signed = (base: Objects) => {
    const page = base[parts.page1] ?? object(parts.page1)
    const annotated = { [parts.page1]: page.replace(`${parts.sig2} 0 R]`, `${parts.sig2} 0 R 30 0 R]`) }
    return unjustified(changesBy({ ...field, ...annotated }, { base }))
  }

  test.each<[string, Objects]>([
    ['a way to the page', put(parts.catalog, '/Pages', `/OpenAction [${parts.page1} 0 R /Fit] /Pages`)],
    [
      'an action that goes there',
      { ...put(parts.catalog, '/Pages', '/OpenAction 61 0 R /Pages'), 61: `<</S /GoTo /D [${parts.page1} 0 R /Fit]>>` },
    ],
    ['a tree of places', put(parts.catalog, '/Pages', `/Dests <</P [${parts.page1} 0 R /Fit]>> /Pages`)],
    [
      'a bookmark',
      {
        ...put(parts.catalog, '/Pages', '/Outlines 61 0 R /Pages'),
        61: '<</First 62 0 R /Last 62 0 R>>',
        62: `<</Title (a) /Parent 61 0 R /Dest [${parts.page1} 0 R /Fit]>>`,
      },
    ],
    [
      'an element of the structure',
      {
        ...put(parts.catalog, '/Pages', '/StructTreeRoot 61 0 R /Pages'),
        61: '<</Type /StructTreeRoot /K 62 0 R>>',
        62: `<</Type /StructElem /S /P /P 61 0 R /Pg ${parts.page1} 0 R /K 0>>`,
      },
    ],
  ])('%s', (_, base) => {
    expect(signed(base)).toEqual([])
  })

  test('the catalogue that a signature certifies', () => {
    const certifying = SIGNATURE.replace('/Contents', `/Reference [<</Data ${parts.catalog} 0 R>>] /Contents`)
    const versioned = put(parts.catalog, '/Pages', '/Version /2.0 /Pages')
    const base = { [parts.signature]: certifying }
    expect(changesBy(versioned, { base })).toEqual(['CATALOG by HARMLESS'])
  })
})

test('the trailer holds what only it leads to', () => {
  const trailer = `/Root ${parts.catalog} 0 R /Info ${parts.info} 0 R`
  const first = { objects: { ...SIGNED_FORM, 63: '(a)' }, trailer: `${trailer} /Other 63 0 R` }
  const changed = (more: string) => changesOf(buildTestRevisions([first, { objects: { 63: '(b)' }, trailer: more }]))
  expect(changed(`${trailer} /Other 63 0 R`)).toEqual(['UNKNOWN'])
  expect(changed(trailer)).toEqual(['UNKNOWN'])
})
