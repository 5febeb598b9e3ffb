import { describe, expect, test } from 'vitest'
import { streamOf } from '@rubrica/pdf/testing'
import {
  APPEARANCE,
  certified,
  changesBy,
  NO_LIMITS,
  object,
  paintedText,
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
    expect(unjustified(changesBy(nine, { base }))).toEqual(['FORM_SETTINGS'])
    const dictionary = /<<\/Type \/Font.*?>>/
    const apart = (objects: Objects) => ({
      [parts.acroForm]: (objects[parts.acroForm] as string).replace(dictionary, '61 0 R'),
      61: dictionary.exec(objects[parts.acroForm] as string)?.[0] ?? '',
    })
    const update = { 61: `${apart(resources('/Encoding <</Differences [49 /nine]>>'))[61]}>>` }
    expect(unjustified(changesBy(update, { base: { ...base, ...apart(base) } }))).not.toEqual([])
  })

  test('the catalogue as pictures or as the states of a field, one of which is its metadata', () => {
    for (const uses of [
      put(parts.page1, '/Resources <<', `/Resources <</XObject ${parts.catalog} 0 R `),
      shownBy(parts.catalog),
    ]) {
      const base = { ...uses, ...entry(parts.catalog, 'Metadata', 62), 62: packet('') }
      const changes = changesBy({ ...entry(parts.catalog, 'Metadata', 63), 63: packet(FILLING) }, { base })
      expect(unjustified(changes)).toEqual(['CATALOG'])
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
    expect(unjustified(changesBy(update, { base }))).toEqual(['CATALOG'])
  })

  test('a page as the states of a field, one of which is its metadata', () => {
    const base = { ...shownBy(parts.page2), ...entry(parts.page2, 'Metadata', 62), 62: packet('') }
    const update = { ...entry(parts.page2, 'Metadata', 63), 63: packet(FILLING) }
    expect(unjustified(changesBy(update, { base }))).toEqual(['PAGE_CONTENT'])
    const apart = {
      ...base,
      ...put(parts.text1, `/AP <</N ${parts.text1Look} 0 R>>`, '/AS /Metadata /AP 61 0 R'),
      61: `<</N ${parts.page2} 0 R>>`,
    }
    expect(unjustified(changesBy(update, { base: apart }))).toEqual(['PAGE_CONTENT'])
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

describe('what two readers read otherwise', () => {
  test.each([
    [parts.page1, `/Contents ${parts.content} 0 R`, `/Contents 70 0 R /Contents ${parts.content} 0 R`],
    [parts.page1, `/Contents ${parts.content} 0 R`, `/Con#74ents 70 0 R /Contents ${parts.content} 0 R`],
    [parts.page1, '/Resources <<', '/Resources <</Font <<>> '],
    [parts.pageTree, '/Kids', `/Kids [${parts.page2} 0 R] /Kids`],
    [parts.text1, '/V (100)', '/V (900) /V (100)'],
  ])('in object %d: %s becomes %s', (num, from, to) => {
    expect(changesBy({ ...put(num, from, to), 70: EVIL })).toEqual(['HIDDEN_OBJECT'])
    expect(changesBy(put(num, from, to), { base: put(num, from, to) })).toEqual([])
  })

  test('in a trailer with two roots', () => {
    expect(changesBy({}, { trailer: `/Root 40 0 R /Root ${parts.catalog} 0 R /Info ${parts.info} 0 R` })).toEqual([
      'HIDDEN_OBJECT',
    ])
  })

  test('in a stream that is shorter than it says', () => {
    const content = (after: string) => ({
      [parts.content]: `<</Length 99>>\nstream\nBT (100) Tj ET\nendstream\nendobj\n${after}`,
    })
    expect(changesBy(content('(900) Tj'), { base: content('') })).toEqual(['HIDDEN_OBJECT'])
  })

  test.each([
    `${parts.content} 0\tobj`,
    `${parts.content}\n0\nobj`,
    `${parts.content} 0\robj`,
    `000000000000${parts.content} 0 obj`,
  ])('in what %j begins unlisted', (head) => {
    expect(changesBy({ 60: '(x)' }, { unlisted: `${head}\n${EVIL}\nendobj\n` })).toEqual(['HIDDEN_OBJECT'])
  })

  test('in an object stream that holds more than is listed, or one object twice', () => {
    const stream = (head: string, count: number) =>
      streamOf(`${head}<<>> <<>>`, `/Type /ObjStm /N ${count} /First ${head.length}`)
    expect(changesBy({ 60: stream(`${parts.font} 0 `, 1) })).toEqual(['HIDDEN_OBJECT'])
    expect(changesBy({ 60: stream('70 0 70 5 ', 2) })).toEqual(['HIDDEN_OBJECT'])
    expect(changesBy({ 60: stream('70 0 71 5 ', 2) })).toEqual([])
  })
})

test('a reference that is an object of its own leads to nothing as well', () => {
  const base = {
    ...put(parts.page1, `/Contents ${parts.content} 0 R`, `/Contents [${parts.content} 0 R 60 0 R]`),
    60: '50 0 R',
  }
  expect(unjustified(changesBy({ 50: EVIL }, { base }))).not.toEqual([])
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
