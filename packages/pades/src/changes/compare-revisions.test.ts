import { describe, expect, test } from 'vitest'
import { buildTestRevisions, streamOf } from '@rubrica/pdf/testing'
import { changesBy, changesOf, object, parts, SIGNED_FORM } from '../../testing/make-signed-form.ts'

const PACKET = streamOf('<x:xmpmeta />', '/Type /Metadata')

describe('a number that stood for something nobody referred to', () => {
  const KINDS = { dictionary: '<<>>', list: '[]', stream: streamOf('x'), text: '(x)' }
  const store = (entries: string) => object(parts.catalog).replace('/Pages', `/DSS <<${entries}>> /Pages`)
  const SHOWN: Readonly<Record<string, Record<number, string>>> = {
    dictionary: {
      [parts.catalog]: object(parts.catalog).replace('/Pages', '/DSS 30 0 R /Pages'),
      30: '<</Type /DSS>>',
    },
    list: { [parts.catalog]: store('/Certs 30 0 R'), 30: '[31 0 R]', 31: streamOf('der') },
    stream: { [parts.catalog]: object(parts.catalog).replace('/Pages', '/Metadata 30 0 R /Pages'), 30: PACKET },
  }
  const pairs = Object.keys(SHOWN).flatMap((kind) => Object.keys(KINDS).map((former) => [kind, former] as const))

  test.each(pairs)('shows a %s now, and was a %s', (kind, former) => {
    const changes = changesBy(SHOWN[kind] ?? {}, { base: { 30: KINDS[former as keyof typeof KINDS] } })
    expect(changes.includes('HIDDEN_OBJECT')).toBe(kind !== former)
    expect(changes.some((change) => change.includes(' by '))).toBe(true)
  })

  test('does not matter when it was nothing, or becomes nothing', () => {
    expect(changesBy(SHOWN.stream ?? {}, { base: { 30: 'null' } })).toEqual(['METADATA by METADATA'])
    expect(changesBy({ 30: 'null' }, { base: { 30: '(x)' } })).toEqual([])
  })
})

describe('a reference that led to nothing', () => {
  const page = (reference: string) => ({
    [parts.page1]: object(parts.page1).replace(
      `/Contents ${parts.content} 0 R`,
      `/Contents [${parts.content} 0 R ${reference}]`,
    ),
  })
  const content = { 50: streamOf('BT (900) Tj ET') }

  test('does not get an object, of whatever generation', () => {
    expect(changesBy(content, { base: page('50 0 R') })).toEqual(['PAGE_CONTENT'])
    expect(changesBy(content, { base: page('50 1 R'), generations: { 50: 1 } })).toEqual(['PAGE_CONTENT'])
    expect(changesBy(content, { base: page('50 1 R') })).toEqual(['PAGE_CONTENT'])
    expect(changesBy(content, { base: page('50 0 R'), generations: { 50: 1 } })).toEqual(['PAGE_CONTENT'])
  })

  test('may get one in a trailer, where the standard knows no such key', () => {
    const changes = (key: string) =>
      changesOf(
        buildTestRevisions([
          { objects: SIGNED_FORM, trailer: `/Root ${parts.catalog} 0 R /${key} 50 0 R` },
          { objects: { 50: '(x)' }, trailer: `/Root ${parts.catalog} 0 R /${key} 50 0 R` },
        ]),
      )
    expect(changes('Other')).toEqual([])
    expect(changes('Info')).toContain('INFO')
  })
})

describe('an object that is freed', () => {
  test('is named when something still leads to it', () => {
    expect(changesBy({}, { freed: [parts.font] })).toContain('FONT')
    expect(
      changesBy(
        {},
        { base: { [parts.page1]: object(parts.page1).replace('/Type', '/Other 50 0 R /Type') }, freed: [50] },
      ),
    ).toEqual([])
    const lost = { [parts.page1]: object(parts.page1).replace('/Type', '/Other 50 0 R /Type'), 50: '<</S /URI>>' }
    expect(changesBy({}, { base: lost, freed: [50] })).toEqual(['ACTION'])
  })

  test('says nothing when nothing leads to it any more', () => {
    const lost = {
      [parts.catalog]: object(parts.catalog).replace('/Pages', '/PieceInfo 50 0 R /Pages'),
      50: '<</S /URI>>',
    }
    const changes = changesBy(
      { [parts.catalog]: object(parts.catalog).replace('/Pages', '/PieceInfo <<>> /Pages') },
      { base: lost, freed: [50] },
    )
    expect(changes).toEqual(['CATALOG by HARMLESS'])
  })
})

test.each([
  [parts.page1, 'PAGE_CONTENT'],
  [parts.text1, 'ANNOTATION_CHANGED'],
  [parts.sig2, 'ANNOTATION_CHANGED'],
  [parts.content, 'PAGE_CONTENT'],
  [parts.font, 'FONT'],
  [parts.signature, 'SIGNATURE'],
])('object %d under another generation is gone, though it says the same', (num, what) => {
  expect(changesBy({ [num]: object(num) }, { generations: { [num]: 1 } })).toContain(what)
  expect(changesBy({ [num]: object(num) })).toEqual([])
})
