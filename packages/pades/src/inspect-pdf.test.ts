import { CodedError } from '@rubrica/pki'
import { describe, expect, test } from 'vitest'
import { classicParts, classicPdf, packedPdf } from '@rubrica/pdf/testing'
import { inspectPdf } from './inspect-pdf.ts'

const codeOf = (bytes: Uint8Array): string => {
  try {
    inspectPdf(bytes)
    return 'accepted'
  } catch (error) {
    if (error instanceof CodedError) return error.code
    throw error
  }
}

const edit = (bytes: Buffer, from: string | RegExp, to: string): Buffer =>
  Buffer.from(bytes.toString('latin1').replace(from, to), 'latin1')

describe('a regular file', () => {
  test.each([
    ['table', classicPdf({ pages: 3 })],
    ['stream', packedPdf({ pages: 3 })],
    ['hybrid', packedPdf({ pages: 3, hybrid: true })],
  ])('with a cross-reference of style %s is read without recovery', (xref, bytes) => {
    const facts = inspectPdf(bytes)
    expect(facts).toMatchObject({ xref, pageCount: 3, recovered: false, encrypted: false, certification: null })
    expect(facts.pages(2)).toEqual({ cropBox: [0, 0, 595, 842], rotate: 0, userUnit: 1 })
  })

  test('returns geometry within the MediaBox, rotation in quarters and the user unit', () => {
    const pageEntries = '/CropBox [-50 20 300 400] /Rotate -90 /UserUnit 2'
    expect(inspectPdf(classicPdf({ pageEntries })).pages(0)).toEqual({
      cropBox: [0, 20, 300, 400],
      rotate: 270,
      userUnit: 2,
    })
  })

  test('has no page beyond its last', () => {
    expect(() => inspectPdf(classicPdf()).pages(1)).toThrow(expect.objectContaining({ code: 'PAGE_OUT_OF_RANGE' }))
  })

  test('takes the version of the catalogue when it is the greater', () => {
    expect(inspectPdf(classicPdf({ catalogEntries: '/Version /1.7' })).version).toBe('1.7')
    expect(inspectPdf(classicPdf({ catalogEntries: '/Version /1.2' })).version).toBe('1.4')
  })
})

describe('what readers tolerate', () => {
  test('junk before the header, with offsets that count from the header', () => {
    const facts = inspectPdf(classicPdf({ header: 'junk\n%PDF-1.4\n' }))
    expect(facts).toMatchObject({ pageCount: 1, recovered: false })
  })

  test.each([
    ['a startxref that points nowhere', edit(classicPdf(), /startxref\n\d+/, 'startxref\n7')],
    ['no startxref', edit(classicPdf(), /startxref[\s\S]*/, '')],
    ['a table whose offsets are all one too large', edit(classicPdf(), /%PDF-1.4\n/, '%PDF-1.4')],
    ['a table that starts at 1 instead of 0', edit(classicPdf(), /xref\n0 /, 'xref\n1 ')],
    ['no cross-reference at all', edit(classicPdf(), /xref[\s\S]*/, '')],
    ['object streams with a broken startxref', edit(packedPdf(), /startxref\n\d+/, 'startxref\n1')],
  ])('%s: the objects are found by a scan', (_, bytes) => {
    expect(inspectPdf(bytes)).toMatchObject({ pageCount: 1, recovered: true })
  })

  test('a wrong /Length', () => {
    expect(inspectPdf(edit(classicPdf(), /\/Length \d+/, '/Length 1 ')).pageCount).toBe(1)
  })

  test('a missing end-of-file mark', () => {
    expect(inspectPdf(edit(classicPdf(), /%%EOF\n/, ''))).toMatchObject({ pageCount: 1, recovered: false })
  })

  test('carriage returns as line ends', () => {
    expect(inspectPdf(edit(classicPdf(), / \n/g, '\r\n'))).toMatchObject({ pageCount: 1, recovered: false })
  })

  test('a damaged file that may be signed is rejected, since a scan could show something else', () => {
    const bytes = edit(
      classicPdf({ extra: [{ num: 90, body: '<< /ByteRange [0 1 2 3] >>' }] }),
      /startxref\n\d+/,
      'startxref\n7',
    )
    expect(codeOf(bytes)).toBe('PDF_DAMAGED')
  })
})

describe('hostile files', () => {
  const loop = edit(classicPdf(), `/Root ${classicParts.catalog} 0 R`, `/Root ${classicParts.catalog} 0 R /Prev 0000`)
  test.each([
    ['empty', Buffer.alloc(0), 'NOT_A_PDF'],
    ['not a PDF', Buffer.from('GIF89a'), 'NOT_A_PDF'],
    ['nothing but a header', Buffer.from('%PDF-1.7\n'), 'PDF_DAMAGED'],
    ['10,001 pages', classicPdf({ pages: 10_001 }), 'PDF_TOO_MANY_PAGES'],
    [
      'a page tree in a circle',
      edit(classicPdf(), `/Kids [${classicParts.page(1)} 0 R]`, `/Kids [${classicParts.pageTree} 0 R]`),
      'PDF_DAMAGED',
    ],
    [
      'a reference to itself',
      edit(classicPdf({ extra: [{ num: 5, body: '5 0 R' }] }), '/Pages 2', '/Pages 5'),
      'PDF_DAMAGED',
    ],
    ['deep nesting', classicPdf({ catalogEntries: `/X ${'['.repeat(100_000)}` }), 'PDF_TOO_COMPLEX'],
  ])('%s is rejected', (_, bytes, code) => {
    expect(codeOf(bytes)).toBe(code)
  })

  test('a /Prev that points at its own section ends', () => {
    const at = loop.toString('latin1').lastIndexOf('xref\n0')
    const own = edit(loop, '/Prev 0000', `/Prev ${at}`)
    expect(inspectPdf(own).pageCount).toBe(1)
  })

  test('10,000 pages are served', () => {
    expect(inspectPdf(classicPdf({ pages: 10_000 })).pageCount).toBe(10_000)
  })

  test('mutated copies are read or rejected with a code, never anything else', () => {
    const fields = '/AcroForm << /Fields [90 0 R] >>'
    const extra = [
      { num: 90, body: `<< /FT /Sig /T (S) /Subtype /Widget /Rect [0 0 0 0] /P ${classicParts.page(1)} 0 R >>` },
    ]
    const options = { pages: 4, catalogEntries: fields, extra }
    const samples = [classicPdf(options), packedPdf(options), packedPdf({ ...options, hybrid: true })]
    let seed = 20_261_121
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((seed / 2 ** 32) * below)
    }
    const alphabet = '0123456789<>[]()/R obj\n'
    for (let round = 0; round < 3000; round++) {
      const bytes = Buffer.from(samples[round % samples.length] as Buffer)
      const count = 1 + random(12)
      for (let i = 0; i < count; i++) bytes[random(bytes.length)] = alphabet.charCodeAt(random(alphabet.length))
      const cut = random(10) === 0 ? bytes.subarray(0, random(bytes.length)) : bytes
      expect(codeOf(cut)).toMatch(/^[A-Za-z_]+$/)
    }
  })
})

test('the permissions of an encrypted file are reported', () => {
  const extra = [{ num: 50, body: '<< /Filter /Standard /V 1 /R 2 /P -44 /O (x) /U (x) >>' }]
  const bytes = edit(
    classicPdf({ extra }),
    `/Root ${classicParts.catalog} 0 R`,
    `/Root ${classicParts.catalog} 0 R /Encrypt 50 0 R`,
  )
  expect(inspectPdf(bytes)).toMatchObject({
    encrypted: true,
    permissions: { modify: false, annotate: false, fillForms: true },
  })
})

describe('files that make careless readers slow', () => {
  const tile = (text: string): Buffer => Buffer.from(`%PDF-1.7\n${text.repeat(12_000_000 / text.length)}`)
  test.each([
    ['objects without an end', '1 0 obj '],
    ['streams without an end', '1 0 obj<<>>stream '],
    ['streams that end as objects', '1 0 obj<<>>stream endobj '],
    ['catalogues in open strings', '1 0 obj<</Catalog('],
    ['trailers in open strings', 'trailer('],
    ['trailers in open arrays', 'trailer['],
    ['open hexadecimal strings', 'trailer<0'],
  ])(
    '%s are rejected without searching again and again',
    (_, text) => {
      expect(codeOf(tile(text))).toMatch(/^PDF_(DAMAGED|TOO_COMPLEX)$/)
    },
    // Enough for a busy machine; whoever searches again and again needs many times as long.
    300_000,
  )
})
