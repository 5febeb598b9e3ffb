/** Parts that serve for two things, of which only one may change. */
import { describe, expect, test } from 'vitest'
import { streamOf } from '@rubrica/pdf/testing'
import {
  APPEARANCE,
  certified,
  changesBy,
  NO_LIMITS,
  object,
  type Part,
  parts,
  put,
} from '../../testing/make-signed-form.ts'

type Objects = Record<number, string>
const unjustified = (changes: readonly string[]) => changes.filter((change) => !change.includes(' by '))
const EVIL = streamOf('BT (900) Tj ET', APPEARANCE)

describe('resources of a page are no such thing as they claim to be', () => {
  /** The page draws from object 61, whose entries lead to object 62. */
  const drawnFrom = (category: string) => ({
    ...put(parts.page1, '/Resources <<', `/Resources <</${category} 61 0 R `),
    62: streamOf('BT (100) Tj ET', APPEARANCE),
  })

  test.each([
    ['a field', 'V', '/FT /Tx'],
    ['a widget', 'M', '/Subtype /Widget'],
    ['a link', 'M', '/Subtype /Link /Rect [0 0 0 0]'],
    ['a page', 'LastModified', '/Type /Page'],
    ['a comment', 'X', '/Subtype /Text /Rect [0 0 0 0]'],
  ])('%s whose %s is a picture', (_, name, entries) => {
    const pictures = (num: number) => ({ 61: `<<${entries} /${name} ${num} 0 R>>` })
    const base = { ...drawnFrom('XObject'), ...pictures(62) }
    for (const limits of [NO_LIMITS, certified(3)]) {
      expect(unjustified(changesBy({ ...pictures(63), 63: EVIL }, { base, limits }))).not.toEqual([])
    }
  })

  test('a field whose value is a picture that is drawn in its place', () => {
    const base = { ...drawnFrom('XObject'), 61: '<</FT /Tx /V 62 0 R>>' }
    expect(unjustified(changesBy({ 62: EVIL }, { base }))).not.toEqual([])
  })

  test.each([
    ['Font', '<</F1 64 0 R>>', '/BaseFont /Helvetica', '/BaseFont /Symbol'],
    ['ExtGState', '<</G 64 0 R>>', '/BM /Normal', '/BM /Multiply'],
  ])('a branch of the page tree that is a %s', (category, entries, old, now) => {
    const base = { ...drawnFrom(category), 61: entries, 64: `<</Type /Pages ${old}>>` }
    expect(unjustified(changesBy({ 64: `<</Type /Pages ${now}>>` }, { base }))).not.toEqual([])
  })

  test('a catalogue that holds fonts', () => {
    const font = put(parts.catalog, '/Pages', '/MarkInfo <</Subtype /Type1 /BaseFont /Helvetica>> /Pages')
    const base = { ...put(parts.page1, `/Font <</F1 ${parts.font} 0 R>>`, `/Font ${parts.catalog} 0 R`), ...font }
    const symbol = { [parts.catalog]: (font[parts.catalog] as string).replace('Helvetica', 'Symbol') }
    expect(unjustified(changesBy(symbol, { base }))).not.toEqual([])
  })

  test('a font that is the information, too', () => {
    const font = (name: string) => ({ [parts.info]: `<</Type /Font /Subtype /Type1 /BaseFont /${name}>>` })
    const base = { ...drawnFrom('Font'), 61: `<</Info ${parts.info} 0 R>>`, ...font('Helvetica') }
    expect(unjustified(changesBy(font('Symbol'), { base }))).not.toEqual([])
  })

  test('a picture that is the metadata, too', () => {
    const packet = (more: string) => ({ 62: streamOf(`<x:xmpmeta > ${more}`, APPEARANCE) })
    const named = put(parts.catalog, '/Pages', '/Metadata 62 0 R /Pages')
    const base = { ...drawnFrom('XObject'), 61: '<</Metadata 62 0 R>>', ...packet(''), ...named }
    expect(unjustified(changesBy(packet('0 0 300 144 re f'), { base }))).not.toEqual([])
  })

  test.each(['XObject', 'ExtGState', 'Font'])('a %s that the form may have more of', (category) => {
    const base: Objects = {
      ...put(parts.page1, `/Resources <</Font <</F1 ${parts.font} 0 R>>>>`, '/Resources 60 0 R'),
      ...put(parts.acroForm, '/DR <<', `/DR <</${category} 61 0 R `),
      60: `<</${category} 61 0 R>>`,
      61: '<</A 62 0 R>>',
      62: '<</Type /Font>>',
    }
    base[parts.acroForm] = (base[parts.acroForm] as string).replace(
      category === 'Font' ? `/Font <</Helv ${parts.font} 0 R>>` : '',
      '',
    )
    const more = { 61: '<</A 62 0 R /B 63 0 R>>', 63: '<</Type /Font /Subtype /Type3>>' }
    expect(unjustified(changesBy(more, { base }))).not.toEqual([])
  })
})

describe('what is judged by its own entries is not to be drawn from', () => {
  const packet = (content: string) => streamOf(`<x:xmpmeta > ${content}`, APPEARANCE)
  const FILLING = '0 0 300 144 re f'
  const entry = (part: Part, key: string, value: number) => put(part, '/Type', `/${key} ${value} 0 R /Type`)
  const shownBy = (num: number) =>
    put(parts.text1, `/AP <</N ${parts.text1Look} 0 R>>`, `/AS /Metadata /AP <</N ${num} 0 R>>`)

  test('the form as fonts, one of which is its resources', () => {
    const resources = (more: string) =>
      put(
        parts.acroForm,
        `/Font <</Helv ${parts.font} 0 R>>`,
        `/Type /Font /Subtype /Type1 /BaseFont /Helvetica ${more}`,
      )
    const base = {
      ...put(parts.page1, `/Font <</F1 ${parts.font} 0 R>>`, `/Font ${parts.acroForm} 0 R`),
      ...resources(''),
    }
    const nine = resources('/Encoding <</Differences [49 /nine]>>')
    expect(unjustified(changesBy(nine, { base }))).toEqual(['FONT'])
    const dictionary = /<<\/Type \/Font.*?>>/
    const apart = (objects: Objects) => ({
      [parts.acroForm]: (objects[parts.acroForm] as string).replace(dictionary, '61 0 R'),
      61: dictionary.exec(objects[parts.acroForm] as string)?.[0] ?? '',
    })
    const update = { 61: `${apart(resources('/Encoding <</Differences [49 /nine]>>'))[61]}>>` }
    expect(unjustified(changesBy(update, { base: { ...base, ...apart(base) } }))).not.toEqual([])
  })

  test('the catalogue as pictures or as the states of a field, one of which is its metadata', () => {
    for (const [uses, what] of [
      [put(parts.page1, '/Resources <<', `/Resources <</XObject ${parts.catalog} 0 R `), 'CATALOG'],
      [shownBy(parts.catalog), 'FIELD_APPEARANCE'],
    ] as const) {
      const base = { ...uses, ...entry(parts.catalog, 'Metadata', 62), 62: packet('') }
      const changes = changesBy({ ...entry(parts.catalog, 'Metadata', 63), 63: packet(FILLING) }, { base })
      expect(unjustified(changes)).toEqual([what])
      expect(unjustified(changesBy({ 62: packet(FILLING) }, { base }))).not.toEqual([])
    }
  })

  test('the catalogue as fonts, one of which is private data', () => {
    const font = (name: string) => ({ 64: `<</Subtype /Type1 /BaseFont /${name}>>` })
    const base = {
      ...put(parts.page1, `/Font <</F1 ${parts.font} 0 R>>`, `/Font ${parts.catalog} 0 R`),
      ...entry(parts.catalog, 'PieceInfo', 64),
      ...font('Helvetica'),
    }
    expect(unjustified(changesBy(font('Symbol'), { base }))).not.toEqual([])
  })

  test('the catalogue with its form, though that says the same', () => {
    const form = (old: string) => ({ [parts.catalog]: old.replace(`${parts.acroForm} 0 R`, object(parts.acroForm)) })
    const base = {
      ...shownBy(parts.catalog),
      ...form(entry(parts.catalog, 'Metadata', 62)[parts.catalog] as string),
      62: packet(''),
    }
    const update = { ...form(entry(parts.catalog, 'Metadata', 63)[parts.catalog] as string), 63: packet(FILLING) }
    expect(unjustified(changesBy(update, { base }))).toEqual(['FIELD_APPEARANCE'])
  })

  test('a page as the states of a field, one of which is its metadata', () => {
    const base = { ...shownBy(parts.page2), ...entry(parts.page2, 'Metadata', 62), 62: packet('') }
    const update = { ...entry(parts.page2, 'Metadata', 63), 63: packet(FILLING) }
    expect(unjustified(changesBy(update, { base }))).toEqual(['FIELD_APPEARANCE', 'PAGE_CONTENT'])
    const apart = {
      ...base,
      ...put(parts.text1, `/AP <</N ${parts.text1Look} 0 R>>`, '/AS /Metadata /AP 61 0 R'),
      61: `<</N ${parts.page2} 0 R>>`,
    }
    expect(unjustified(changesBy(update, { base: apart }))).toEqual(['FIELD_APPEARANCE', 'PAGE_CONTENT'])
  })

  test('a field that comes to its page signed, whose signature is a font', () => {
    const base = {
      ...put(parts.page1, ` ${parts.sig2} 0 R]`, ']'),
      ...put(parts.page2, `/Font <</F1 ${parts.font} 0 R>>`, `/Font ${parts.sig2} 0 R`),
    }
    const font = '<</Type /Font /Subtype /Type1 /BaseFont /Symbol /Contents <00>>>'
    const update = { [parts.page1]: object(parts.page1), ...entry(parts.sig2, 'V', 32), 32: font }
    expect(unjustified(changesBy(update, { base }))).not.toEqual([])
  })

  test('a resource whose name is a key of fields or of the page tree', () => {
    const note = '<</Type /Annot /Subtype /Text /Rect [0 0 0 0] /ca 0>>'
    const base = { ...put(parts.page2, '/Resources <<', '/Resources <</ExtGState <</Obj 30 0 R>> '), 30: note }
    const seen = { 30: note.replace('/ca 0', '/ca 1') }
    expect(unjustified(changesBy(seen, { base, limits: certified(3) }))).toEqual(['ANNOTATION_CHANGED'])
    const branch = (font: string) => put(parts.pageTree, '/Count', `/Subtype /Type1 /BaseFont /${font} /Count`)
    const drawn = {
      ...put(parts.page2, `/F1 ${parts.font} 0 R`, `/F1 ${parts.font} 0 R /P ${parts.pageTree} 0 R`),
      ...branch('Helvetica'),
    }
    expect(unjustified(changesBy(branch('Symbol'), { base: drawn }))).toEqual(['PAGE_SETTINGS'])
  })
})

test('a value that two fields share is not filled in through one of them', () => {
  const base: Objects = {
    ...put(parts.text1, '(100)', '30 0 R'),
    ...put(parts.acroForm, `${parts.sig2} 0 R]`, `${parts.sig2} 0 R 31 0 R]`),
    31: '<</FT /Tx /T (Text2) /V 30 0 R>>',
    30: '(100)',
  }
  const limits = { ...NO_LIMITS, isLocked: (name: string) => name === 'Text2' }
  const filled = { [parts.text1]: (base[parts.text1] as string).replace('/F 4', '/F 4 /M (x)'), 30: '(900)' }
  expect(unjustified(changesBy(filled, { base, limits }))).not.toEqual([])
})
