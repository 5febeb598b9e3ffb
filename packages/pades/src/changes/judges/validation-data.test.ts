import { describe, expect, test } from 'vitest'
import { withPdf } from '@rubrica/pdf'
import { streamOf } from '@rubrica/pdf/testing'
import { changesBy, NO_LIMITS, object, parts, updatedForm } from '../../../testing/make-signed-form.ts'
import { changesAfter } from '../changes-after.ts'

const KEY = 'A'.repeat(40)
const catalog = (store: string): string => object(parts.catalog).replace('/Pages', `/DSS ${store} /Pages`)
const STREAM = streamOf('der')
const ALLOWED = ['VALIDATION_DATA by VALIDATION_DATA']

describe('what a store may hold', () => {
  test.each([
    '<<>>',
    '<</Type /DSS /Certs [30 0 R] /CRLs [30 0 R 31 0 R] /OCSPs []>>',
    `<</VRI <<>>>>`,
    `<</VRI <</${'B'.repeat(64)} <</Cert [30 0 R]>>>>>>`,
    `<</VRI <</${KEY} <</Type /VRI /Cert [30 0 R] /CRL [] /OCSP [31 0 R] /TU (D:2026) /TS 31 0 R>>>>>>`,
    `<</VRI <</Type /VRI /${KEY} 32 0 R>> /Certs 33 0 R>>`,
  ])('%s', (store) => {
    const objects = {
      [parts.catalog]: catalog('40 0 R'),
      30: STREAM,
      31: STREAM,
      32: '<</TS (x)>>',
      33: '[30 0 R]',
      40: store,
    }
    expect(changesBy(objects)).toEqual(ALLOWED)
    expect(changesBy({ ...objects, [parts.catalog]: catalog(store) })).toEqual(ALLOWED)
  })

  test.each([
    '(text)',
    '[]',
    '<</Blah 1>>',
    '<</Certs 30 0 R>>',
    '<</Certs [(x)]>>',
    '<</Certs [32 0 R]>>',
    '<</VRI []>>',
    '<</VRI <</Bleh <<>>>>>>',
    `<</VRI <</${KEY} 1>>>>`,
    `<</VRI <</${KEY} <</Bleh 1>>>>>>`,
    `<</VRI <</${KEY} <</OCSP 30 0 R>>>>>>`,
    `<</VRI <</${KEY} <</TU 1>>>>>>`,
    `<</VRI <</${KEY} <</TS 1>>>>>>`,
    `<</VRI <</${KEY} <</Type 1>>>>>>`,
    `<</VRI <</${KEY} <</TU (D:2026) /Bleh 1>>>>>>`,
    `<</VRI <</${KEY} <<>> /Bleh <<>>>>>>`,
  ])('not %s', (store) => {
    expect(changesBy({ [parts.catalog]: catalog('40 0 R'), 30: STREAM, 32: '<<>>', 40: store })).toEqual([
      'VALIDATION_DATA',
    ])
  })
})

describe('a store that was there', () => {
  const base = {
    [parts.catalog]: catalog('40 0 R'),
    30: STREAM,
    40: `<</Certs 41 0 R /VRI 42 0 R>>`,
    41: '[30 0 R]',
    42: `<</${KEY} <</Cert [30 0 R]>>>>`,
  }
  const more = { 31: streamOf('crl') }

  test('grows in its place, or in another', () => {
    expect(changesBy({ ...more, 41: '[30 0 R 31 0 R]' }, { base })).toEqual(ALLOWED)
    expect(changesBy({ ...more, 42: `<</${KEY} <</Cert [30 0 R 31 0 R]>>>>` }, { base })).toEqual(ALLOWED)
    expect(
      changesBy(
        { ...more, [parts.catalog]: catalog('50 0 R'), 50: `<</Certs [30 0 R 31 0 R] /VRI 42 0 R>>` },
        { base },
      ),
    ).toEqual(ALLOWED)
  })

  test('is no change when something else changes', () => {
    expect(changesBy({ 90: '(x)' }, { base })).toEqual([])
    expect(changesBy({ [parts.catalog]: base[parts.catalog].replace('/Pages', ' /Pages') }, { base })).toEqual([])
  })

  test.each<[string, Record<number, string>, Record<number, string>]>([
    ['the store', {}, { 40: '<</Certs [30 0 R 31 0 R] /VRI 42 0 R>>' }],
    [
      'a list of the store in the catalogue',
      { [parts.catalog]: catalog('<</Certs 41 0 R>>'), 40: 'null' },
      { 41: '[30 0 R 31 0 R]' },
    ],
    [
      'an entry of a signature',
      { 40: `<</VRI <</${KEY} 43 0 R>>>>`, 43: '<</Cert [30 0 R]>>' },
      { 43: '<</Cert [30 0 R 31 0 R]>>' },
    ],
    [
      'a list of a signature',
      { 40: `<</VRI <</${KEY} <</Cert 43 0 R>>>>>>`, 43: '[30 0 R]' },
      { 43: '[30 0 R 31 0 R]' },
    ],
    [
      'a list of a signature whose entry is an object',
      { 42: `<</${KEY} 43 0 R>>`, 43: '<</Cert 44 0 R>>', 44: '[30 0 R]' },
      { 44: '[30 0 R 31 0 R]' },
    ],
  ])('grows in each of its parts: %s', (_, lists, grown) => {
    expect(changesBy({ ...more, ...grown }, { base: { ...base, ...lists } })).toEqual(ALLOWED)
    const elsewhere = {
      [parts.page2]: object(parts.page2).replace('/Contents', `/Other ${Object.keys(grown)[0]} 0 R /Contents`),
    }
    expect(changesBy({ ...more, ...grown }, { base: { ...base, ...lists, ...elsewhere } })).toEqual(
      ['PAGE_SETTINGS', ...ALLOWED].sort(),
    )
  })

  test('does not become what is none, in its place', () => {
    expect(changesBy({ 40: '<</Blah 1>>' }, { base })).toEqual(['VALIDATION_DATA'])
    expect(changesBy({ 41: '[(x)]' }, { base })).toContain('VALIDATION_DATA')
  })

  test('loses no signature of several', () => {
    const other = 'C'.repeat(40)
    const two = { ...base, ...more, 42: `<</${KEY} <<>> /${other} <</CRL [31 0 R]>>>>` }
    expect(changesBy({ 42: `<</${KEY} <<>>>>` }, { base: two })).toContain('VALIDATION_DATA')
    expect(changesBy({ 42: `<</${other} <<>> /${KEY} <</Cert [30 0 R]>>>>` }, { base: two })).toEqual(ALLOWED)
  })

  test('is reported as the object that it is, or as the catalogue that holds it', () => {
    const reported = (file: Buffer) =>
      withPdf(file, (document) => changesAfter(document, 1, NO_LIMITS).map(({ object }) => object))
    expect(reported(updatedForm([{ objects: { [parts.catalog]: catalog('40 0 R'), 40: '<<>>' } }]))).toEqual(['40 0'])
    expect(reported(updatedForm([{ objects: { [parts.catalog]: catalog('<<>>') } }]))).toEqual([`${parts.catalog} 0`])
  })

  test('is not removed, nor are its signatures', () => {
    expect(changesBy({ [parts.catalog]: object(parts.catalog) }, { base })).toEqual(['VALIDATION_DATA'])
    expect(changesBy({ 40: '<</CRLs 41 0 R>>' }, { base: { ...base, 42: `<</${KEY} <</TS 30 0 R>>>>` } })).toContain(
      'VALIDATION_DATA',
    )
    expect(changesBy({ 40: '<</Certs []>>' }, { base })).toContain('VALIDATION_DATA')
    expect(changesBy({ 41: '[]', 42: '<<>>' }, { base })).toContain('VALIDATION_DATA')
  })

  test('need not say which signature needs what, when all of it is still there', () => {
    expect(changesBy({ 42: '<<>>' }, { base })).toEqual(ALLOWED)
    expect(changesBy({ 40: '<</Certs 41 0 R>>' }, { base })).toEqual(ALLOWED)
    const copies = { 40: '<</Certs [50 0 R]>>', 50: STREAM }
    expect(changesBy(copies, { base })).toEqual(ALLOWED)
    expect(changesBy({ ...copies, 50: streamOf('other') }, { base })).toContain('VALIDATION_DATA')
    const odd = { ...base, 42: `<</${KEY} (x)>>` }
    expect(changesBy({ 42: '<<>>' }, { base: odd })).toContain('VALIDATION_DATA')
  })

  test('may leave out types and times, which no later reader needs', () => {
    const dated = `<</Type /VRI /${KEY} <</Type /VRI /TU (D:2026) /Cert [30 0 R]>>>>`
    expect(changesBy({ 42: `<</${KEY} <<>>>>` }, { base: { ...base, 42: dated } })).toEqual(ALLOWED)
    expect(changesBy({ 42: '<<>>' }, { base: { ...base, 42: dated } })).toEqual(ALLOWED)
  })

  test.each([
    `<</${KEY} <</Cert [30 0 R] /CRL [31 0 R]>>>>`,
    `<</${KEY} <</Cert [30 0 R 31 0 R]>>>>`,
    `<</${KEY} <</Cert [30 0 R]>> /${'C'.repeat(40)} <</CRL [31 0 R]>>>>`,
    `<</${KEY} <</Cert [30 0 R (x)]>>>>`,
    `<</${KEY} <</Cert [30 0 R] /Blah []>>>>`,
    `<</${KEY} <</Cert [30 0 R] /TS 31 0 R>>>>`,
    `<</${KEY} <</Cert [30 0 R] /CRL (x)>>>>`,
  ])('may not leave out what it lists nowhere else: %s', (needs) => {
    expect(changesBy({ 42: '<<>>' }, { base: { ...base, ...more, 42: needs } })).toContain('VALIDATION_DATA')
  })

  test('keeps the certificates that it has', () => {
    expect(changesBy({ 30: streamOf('other') }, { base })).not.toEqual(ALLOWED)
  })

  test('does not take the place of what something else uses', () => {
    const shared = { ...base, [parts.page2]: object(parts.page2).replace(`${parts.content} 0 R`, '41 0 R') }
    expect(changesBy({ ...more, 41: '[30 0 R 31 0 R]' }, { base: shared })).toEqual([...ALLOWED, 'PAGE_CONTENT'].sort())
    expect(changesBy({ [parts.catalog]: catalog(`${parts.content} 0 R`), [parts.content]: '<<>>' }, {})).toContain(
      'PAGE_CONTENT',
    )
  })
})
