import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { classicPdf, type TestPdfOptions } from '@rubrica/pdf/testing'
import { addSignatureFields } from '../fields/add-signature-fields.ts'
import { prepareSignature } from '../prepare-signature.ts'
import { withPdf } from '@rubrica/pdf'
import { makeTestSigner } from '@rubrica/pki/testing'
import { signPdf } from '../sign-pdf.ts'
import type { FieldPlacement, SignatureRequest } from '../types.ts'
import { validate } from '../validation/validate.ts'
import { readAppearanceRules } from './archival-rules.ts'

const signer = makeTestSigner()
const box = { x: 50, y: 50, width: 200, height: 50 }

/** One pixel of RGBA, half transparent. */
const PIXEL = ((): Buffer => {
  const chunk = (type: string, body: Buffer): Buffer => {
    const head = Buffer.alloc(4)
    head.writeUInt32BE(body.length)
    return Buffer.concat([head, Buffer.from(type, 'latin1'), body, Buffer.alloc(4)])
  }
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0])
  const data = deflateSync(Buffer.from([0, 200, 100, 0, 128]))
  const parts = [chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts])
})()

const CMYK_JPEG = Buffer.from('ffd8ffc00014080002000204011100021101031101041101ffdaffd9', 'hex')

function archivalPdf(part: string | null, components: number | null, encode: BufferEncoding = 'latin1'): Buffer {
  const words = part === null ? '' : `<rdf:Description pdfaid:conformance="B" ${part}/>`
  const xmp = Buffer.from(`<x:xmpmeta>${words}</x:xmpmeta>`, encode).toString('latin1')
  const intents = components === null ? '' : '/OutputIntents [<< /S /GTS_PDFA1 /DestOutputProfile 51 0 R >>]'
  const options: TestPdfOptions = {
    catalogEntries: `/Metadata 50 0 R ${intents}`,
    extra: [
      { num: 50, body: { dict: '/Type /Metadata /Subtype /XML', data: xmp } },
      { num: 51, body: { dict: `/N ${components ?? 3}`, data: 'profile' } },
    ],
  }
  return classicPdf(options)
}

const rulesOf = (file: Buffer) => withPdf(file, readAppearanceRules)

function tailOf(file: Buffer, image: Uint8Array = PIXEL): string {
  const request: SignatureRequest = {
    certificate: signer.certificate,
    chain: [],
    digestAlgorithm: 'SHA-256',
    claimedTime: new Date(),
    field: { create: { name: 'Signature', page: 1, box } },
    stamp: { lines: ['Núria'], image },
  }
  return Buffer.from(prepareSignature(file, request).tail).toString('latin1')
}

describe('what a file claims to be', () => {
  test.each([
    ['an attribute', archivalPdf('pdfaid:part="2"', 3), true],
    ['an element', archivalPdf('/><pdfaid:part> 2</pdfaid:part><x', 3), true],
    ['UTF-16', archivalPdf("pdfaid:part='2'", 3, 'utf16le'), true],
    ['other metadata', archivalPdf('pdfuaid:part="1"', 3), false],
    ['no metadata', classicPdf(), false],
  ])('is read from %s', (_, file, isArchival) => {
    expect(rulesOf(file)).toMatchObject({ isArchival, allowsTransparency: true })
  })

  test('is not read from metadata that cannot be decoded', () => {
    const broken = archivalPdf('pdfaid:part="1"', 3).toString('latin1').replace('/Subtype /XML', '/Filter /JPXDecode')
    expect(rulesOf(Buffer.from(broken, 'latin1')).isArchival).toBe(false)
  })
})

test('metadata that unpacks to very much is left alone', () => {
  const data = deflateSync(Buffer.concat([Buffer.alloc(64 * 1024 * 1024, ' '), Buffer.from('pdfaid:part="1"')]))
  const extra = [{ num: 50, body: { dict: '/Filter /FlateDecode', data: data.toString('latin1') } }]
  expect(rulesOf(classicPdf({ catalogEntries: '/Metadata 50 0 R', extra })).isArchival).toBe(false)
})

describe('in PDF/A', () => {
  test.each([
    ['part 1', archivalPdf('pdfaid:part="1"', 3)],
    ['part 2 without an output intent', archivalPdf('pdfaid:part="2"', null)],
  ])('of %s, a picture loses its transparency against white', (_, file) => {
    const tail = tailOf(file)
    expect(tail).toContain('/Subtype /Image')
    expect(tail).not.toContain('/SMask')
  })

  test('of part 3 with an output intent, a picture stays transparent', () => {
    expect(tailOf(archivalPdf('pdfaid:part="3"', 3))).toMatch(/\/SMask \d+ 0 R/)
  })

  test('colours are calibrated, in pictures and in text', () => {
    const tail = tailOf(archivalPdf('pdfaid:part="1"', 4))
    expect(tail).toMatch(/\/ColorSpace \[\/CalRGB/)
    expect(tail).toMatch(/\/ColorSpace <<\/Cs0 \[\/CalGray/)
    expect(tail).not.toContain('/DeviceRGB')
  })

  test('a CMYK picture needs an output intent of CMYK', () => {
    const refused = expect.objectContaining({ code: 'IMAGE_INVALID' }) as unknown
    expect(() => tailOf(archivalPdf('pdfaid:part="2"', 3), CMYK_JPEG)).toThrow(refused)
    expect(tailOf(archivalPdf('pdfaid:part="2"', 4), CMYK_JPEG)).toContain('/DeviceCMYK')
    expect(tailOf(classicPdf(), CMYK_JPEG)).toContain('/DeviceCMYK')
  })

  test('the font says which of its glyphs are there', () => {
    expect(tailOf(archivalPdf('pdfaid:part="1"', 3))).toMatch(/\/CIDSet \d+ 0 R/)
  })

  test('further places are check boxes that nobody can tick but the signature, which earlier ones find justified', async () => {
    const base = archivalPdf('pdfaid:part="2"', 3)
    const placesOf = (name: string, x: number): FieldPlacement[] => [
      { name, page: 1, box: { ...box, x } },
      { name: `${name}-2`, page: 1, box: { ...box, x, y: 200 }, kind: 'button' },
    ]
    const fields = addSignatureFields(base, [...placesOf('Ana', 50), ...placesOf('Biel', 300)])
    expect(Buffer.from(fields).toString('latin1')).toMatch(
      /\/FT \/Btn\s\/Ff 1\s\/AP <<\/N <<\/Yes \d+ 0 R\s\/Off \d+ 0 R>>>>\s\/AS \/Off\s\/V \/Off/,
    )
    let file = Buffer.concat([base, fields])
    for (const name of ['Ana', 'Biel']) {
      const { certificate, privateKey } = signer
      const more = { field: { name }, repeatIn: [`${name}-2`], stamp: { lines: [name] } }
      const common = { certificate, chain: [], digestAlgorithm: 'SHA-256', claimedTime: new Date() } as const
      const tail = await signPdf(file, { ...common, ...more }, privateKey)
      expect(Buffer.from(tail).toString('latin1')).toMatch(
        /\/AP <<\/N <<\/Yes \d+ 0 R\s\/Off \d+ 0 R>>>>\s\/AS \/Yes\s\/V \/Yes/,
      )
      file = Buffer.concat([file, tail])
    }
    expect(validate(file, { trustAnchors: [] })).toMatchObject({ integrity: 'intact', warnings: [] })
  })
})
