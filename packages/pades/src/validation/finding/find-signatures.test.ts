import { describe, expect, test } from 'vitest'
import { withPdf } from '@rubrica/pdf'
import { buildTestRevisions, type TestRevision } from '@rubrica/pdf/testing'
import { findSignatures } from './find-signatures.ts'

const SIGNATURE = '<</Type /Sig /ByteRange [0 1 2 3] /Contents <00>>>'
const catalog = (fields: string, more = '') =>
  `<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields [${fields}]>> ${more}>>`
const field = (name: string, value = '/V 5 0 R') => `<</FT /Sig /T (${name}) ${value}>>`

/** The signatures of a file whose objects are these besides the pages. */
function find(objects: Readonly<Record<number, string>>, more: Omit<TestRevision, 'objects'> = {}) {
  const file = buildTestRevisions([{ objects: { 2: '<</Type /Pages /Kids [] /Count 0>>', ...objects }, ...more }])
  return withPdf(file, (document) => {
    const { signatures, orphans } = findSignatures(document)
    const text = file.toString('latin1')
    const found = signatures.map(({ field, place }) => ({
      field,
      place: place && text.slice(place.start, place.end),
      keys: place?.entries.map(({ key }) => key),
    }))
    return { found, orphans }
  })
}

const KEYS = ['Type', 'ByteRange', 'Contents']
const one = { field: 'A', place: `5 0 obj\n${SIGNATURE}`, keys: KEYS }

describe('a signature in a field', () => {
  test('is found where it is written: as an object of its own, or in the field', () => {
    expect(find({ 1: catalog('4 0 R'), 4: field('A'), 5: SIGNATURE })).toEqual({ found: [one], orphans: 0 })
    const direct = field('A', `/V ${SIGNATURE}`)
    expect(find({ 1: catalog('4 0 R'), 4: direct })).toEqual({
      found: [{ ...one, place: `4 0 obj\n${direct}` }],
      orphans: 0,
    })
  })

  test('has no place in the file when it is in an object stream, or its field has no number', () => {
    const none = { field: 'A', place: null, keys: undefined }
    const inStream = SIGNATURE.replace('/ByteRange', '/Byte#52ange')
    const packed = { 1: catalog('4 0 R'), 4: field('A'), 5: inStream }
    expect(find(packed, { packed: true })).toEqual({ found: [none], orphans: 0 })
    expect(find({ 1: catalog(field('A', `/V ${inStream}`)) })).toEqual({ found: [none], orphans: 0 })
  })

  test.each([
    ['the field is empty', field('A', ''), SIGNATURE],
    ['its value is none', field('A'), '(x)'],
    ['its value is not there', field('A', '/V 6 0 R'), '(x)'],
    ['the field is no signature field', field('A').replace('/Sig', '/Tx'), '(x)'],
  ])('is not there when %s', (_, held, value) => {
    expect(find({ 1: catalog('4 0 R'), 4: held, 5: value }).found).toEqual([])
  })

  test('counts once when several fields show it', () => {
    const { found, orphans } = find({ 1: catalog('4 0 R 6 0 R'), 4: field('A'), 6: field('B'), 5: SIGNATURE })
    expect(found).toHaveLength(1)
    expect(orphans).toBe(0)
  })

  test('is one of at most a thousand', () => {
    const fields = (many: number) =>
      find({ 1: catalog('4 0 R '.repeat(many)), 4: field('A'), 5: SIGNATURE }).found.length
    expect(fields(1_000)).toBe(1)
    expect(() => fields(1_001)).toThrow(
      expect.objectContaining({ code: 'PDF_TOO_COMPLEX', facts: { what: 'signatures' } }),
    )
  })
})

describe('a signature without a field', () => {
  test('is an orphan, and reported as a signature only when it certifies', () => {
    expect(find({ 1: catalog(''), 5: SIGNATURE })).toEqual({ found: [], orphans: 1 })
    const certified = find({ 1: catalog('', '/Perms <</DocMDP 5 0 R>>'), 5: SIGNATURE })
    expect(certified).toEqual({ found: [{ ...one, field: '' }], orphans: 1 })
  })

  test('is none when a field shows the certification', () => {
    const shown = find({ 1: catalog('4 0 R', '/Perms <</DocMDP 5 0 R>>'), 4: field('A'), 5: SIGNATURE })
    expect(shown).toEqual({ found: [one], orphans: 0 })
  })

  test('is none when it is no dictionary', () => {
    expect(find({ 1: catalog('', '/Perms <</DocMDP 5 0 R>>'), 5: '(x)' })).toEqual({ found: [], orphans: 0 })
    expect(find({ 1: catalog('', '/Perms <</DocMDP [5 0 R] /Other 5 0 R>>'), 5: SIGNATURE })).toEqual({
      found: [],
      orphans: 1,
    })
  })

  test.each(['UR3', 'UR'])('is none of a person when it gives usage rights: %s', (key) => {
    expect(find({ 1: catalog('', `/Perms <</${key} 5 0 R>>`), 5: SIGNATURE })).toEqual({ found: [], orphans: 0 })
  })
})

test('what a field showed once stays a signature of a person, whatever a later revision calls it', () => {
  const pages = '<</Type /Pages /Kids [] /Count 0>>'
  const file = buildTestRevisions([
    { objects: { 1: catalog('4 0 R'), 2: pages, 4: field('A'), 5: SIGNATURE } },
    { objects: { 1: catalog('', '/Perms <</UR3 5 0 R>>') } },
  ])
  expect(withPdf(file, findSignatures)).toEqual({ signatures: [], orphans: 1 })
})

test('offsets count from the header, places from the first octet', () => {
  const file = Buffer.concat([
    Buffer.from('%!\n'),
    buildTestRevisions([
      { objects: { 1: catalog('4 0 R'), 2: '<</Type /Pages /Kids [] /Count 0>>', 4: field('A'), 5: SIGNATURE } },
    ]),
  ])
  const [start] = withPdf(file, (document) => findSignatures(document).signatures.map(({ place }) => place?.start))
  expect(start).toBe(file.indexOf('5 0 obj'))
})
