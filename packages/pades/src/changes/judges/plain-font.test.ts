import { describe, expect, test } from 'vitest'
import { PdfRef, withPdf } from '@rubrica/pdf'
import { updatedForm } from '../../../testing/make-signed-form.ts'
import { plainFontName } from './plain-font.ts'

const name = (font: string, more: Record<number, string> = {}) =>
  withPdf(updatedForm([], { 30: font, ...more }), (document) => plainFontName(document, new PdfRef(30)))
const encoded = (encoding: string, more: Record<number, string> = {}) =>
  name(`<</Subtype /Type1 /BaseFont /Helvetica /Encoding ${encoding}>>`, more)

describe('a font of the standard’s own', () => {
  test.each(['Helvetica', 'Helvetica-Bold', 'Courier', 'Times-Roman', 'ZapfDingbats', 'Arial', 'ArialMT'])(
    'is %s',
    (font) => {
      expect(name(`<</Subtype /Type1 /BaseFont /${font}>>`)).toBe(font)
      expect(name(`<</Subtype /TrueType /BaseFont /${font}>>`)).toBe(font)
    },
  )

  test('is one with the widths of its letters, and any for codes that are none', () => {
    const wide = '<</Subtype /TrueType /BaseFont /Arial /FirstChar 31 /LastChar 33 /Widths [0 0 278]'
    expect(name(`${wide} /Encoding /WinAnsiEncoding>>`)).toBe('Arial')
    expect(name(`${wide} /Encoding <</BaseEncoding /MacRomanEncoding>>>>`)).toBe('Arial')
  })

  test('is one whose entries are objects of their own', () => {
    expect(name('<</Subtype 31 0 R /BaseFont 32 0 R>>', { 31: '/Type1', 32: '/Courier' })).toBe('Courier')
  })

  test.each([
    ['another name', '<</Subtype /Type1 /BaseFont /Symbol>>'],
    ['a name that only ends so', '<</Subtype /Type1 /BaseFont /ABCDEF+Helvetica>>'],
    ['no name', '<</Subtype /Type1>>'],
    ['a string for a name', '<</Subtype /Type1 /BaseFont (Helvetica)>>'],
    ['glyphs of its writer', '<</Subtype /Type3 /BaseFont /Helvetica>>'],
    ['composite codes', '<</Subtype /Type0 /BaseFont /Helvetica>>'],
    ['no kind', '<</BaseFont /Helvetica>>'],
    ['a description, which may embed another', '<</Subtype /Type1 /BaseFont /Helvetica /FontDescriptor 31 0 R>>'],
    ['another meaning for what is copied', '<</Subtype /Type1 /BaseFont /Helvetica /ToUnicode 31 0 R>>'],
    ['letters without width', '<</Subtype /Type1 /BaseFont /Helvetica /FirstChar 49 /Widths [0]>>'],
    ['letters that stand apart', '<</Subtype /Type1 /BaseFont /Helvetica /FirstChar 48 /Widths [500 9000]>>'],
    ['widths of unknown letters', '<</Subtype /Type1 /BaseFont /Helvetica /Widths [500]>>'],
    ['letters of another encoding', '<</Subtype /Type1 /BaseFont /Helvetica /Encoding /MacExpertEncoding>>'],
    ['them below its own', '<</Subtype /Type1 /BaseFont /Helvetica /Encoding <</BaseEncoding /MacExpertEncoding>>>>'],
    ['no dictionary', '(Helvetica)'],
  ])('is none with %s', (_, font) => {
    expect(name(font)).toBeNull()
  })
})

describe('its letters stand where they always do', () => {
  test.each([
    '/WinAnsiEncoding',
    '<<>>',
    '<</Differences (x)>>',
    '<</Differences []>>',
    '<</Differences [127 /eacute]>>',
    '<</Differences [24 /breve /caron /a /b /c /d /e /f /space]>>',
    '<</Differences [32 /space]>>',
    '<</Differences [65 200 /eacute /egrave]>>',
    '31 0 R',
  ])('with the encoding %s', (encoding) => {
    expect(encoded(encoding, { 31: '<</Differences 32 0 R>>', 32: '[128 /Euro]' })).toBe('Helvetica')
  })

  test.each([
    '<</Differences [33 /one]>>',
    '<</Differences [126 /one]>>',
    '<</Differences [49 /nine]>>',
    '<</Differences [32 /space /one]>>',
    '<</Differences [200 /eacute 49 /nine]>>',
    '31 0 R',
  ])('but not with the encoding %s', (encoding) => {
    expect(encoded(encoding, { 31: '<</Differences 32 0 R>>', 32: '[49 /nine]' })).toBeNull()
  })
})
