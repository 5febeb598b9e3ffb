import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { classicParts, classicPdf, packedPdf } from '@rubrica/pdf/testing'
import { hasJudges, judge, linearize } from '../tests/run-judge.ts'
import { addSignatureFields } from './fields/add-signature-fields.ts'
import { inspectPdf } from './inspect-pdf.ts'
import { prepareSignature, signedAttributesDigest } from './prepare-signature.ts'
import { parsePrepared, serialisePrepared } from './prepared-signature.ts'
import { resumeSignature } from './resume-signature.ts'
import { signWithKey } from '@rubrica/pki'
import { makeTestSigner } from '@rubrica/pki/testing'
import type { PreparedSignature, SignatureRequest } from './types.ts'

// pdfsig's NSS wants RSA with SHA-256.
const signer = makeTestSigner({ key: 'rsa' })

const request = (field: SignatureRequest['field'], more: Partial<SignatureRequest> = {}): SignatureRequest => ({
  certificate: signer.certificate,
  chain: signer.chain,
  digestAlgorithm: 'SHA-256',
  claimedTime: new Date('2026-01-31T12:00:00Z'),
  field,
  ...more,
})

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')
const join = (...parts: readonly Uint8Array[]): Buffer => Buffer.concat(parts)
const failure = (code: string): unknown => expect.objectContaining({ code })

async function sign(base: Uint8Array, wanted: SignatureRequest): Promise<Buffer> {
  const prepared = prepareSignature(base, wanted)
  return join(base, await resumeSignature(base, prepared, { signature: signWithKey(signer.privateKey, prepared) }))
}

const STYLES = [
  ['table', classicPdf({ pages: 2 })],
  ['stream', packedPdf({ pages: 2 })],
  ['hybrid', packedPdf({ pages: 2, hybrid: true })],
  ['direct form', classicPdf({ catalogEntries: '/AcroForm << /Fields [] >>' })],
  ['broken xref', Buffer.from(textOf(classicPdf()).replace(/startxref\n\d+/, 'startxref\n7'), 'latin1')],
  ['version 2.0', classicPdf({ header: '%PDF-2.0\n%\xe2\xe3\xcf\xd3\n' })],
  ['junk before the header', classicPdf({ header: '%!PS-Adobe\n%PDF-1.4\n' })],
  ...(hasJudges ? ([['linearized sections', linearize(packedPdf({ pages: 3 }))]] as const) : []),
] as const

describe.each(STYLES)('a file with %s', (_, base) => {
  test('takes fields for several signers at once, is signed by each and by one more', async () => {
    const placements = [
      { name: 'Ana', page: 1, box: { x: 50, y: 50, width: 150, height: 50 } },
      { name: 'Biel', page: 1 },
    ]
    let file: Buffer = join(base, addSignatureFields(base, placements))
    expect(inspectPdf(file).signatureFields).toEqual([
      { name: 'Ana', signed: false, page: 1 },
      { name: 'Biel', signed: false, page: 1 },
    ])
    file = await sign(file, request({ name: 'Biel' }))
    file = await sign(file, request({ name: 'Ana' }, { stamp: { lines: ['Ana Pérez i Col·lell'] } }))
    file = await sign(file, request({ create: { name: 'Carla', page: 1 } }))
    expect(file.subarray(0, base.length).equals(base)).toBe(true)
    const facts = inspectPdf(file)
    expect(facts.recovered).toBe(false)
    expect(facts.signatureFields.map(({ name, signed }) => [name, signed])).toEqual([
      ['Ana', true],
      ['Biel', true],
      ['Carla', true],
    ])
    if (hasJudges) expect(judge(file)).toEqual({ signatures: Array(3).fill('Signature is Valid.'), qpdf: 0 })
  })
})

describe('the signature dictionary', () => {
  const base = classicPdf()
  const tail = (more: Partial<SignatureRequest>): string =>
    textOf(prepareSignature(base, request({ create: { name: 'S', page: 1 } }, more)).tail)

  test('is what the PAdES baseline asks for', () => {
    const text = tail({})
    expect(text).toContain('/Type /Sig\n/Filter /Adobe.PPKLite\n/SubFilter /ETSI.CAdES.detached')
    expect(text).toContain("/M (D:20260131120000+00'00')")
    expect(text).not.toContain('/Cert ')
    expect(text).not.toContain('/Reason')
  })

  test('has its texts escaped, or in UTF-16 when they are not ASCII', () => {
    expect(tail({ reason: 'a (b) c\\d' })).toContain('/Reason (a \\(b\\) c\\\\d)')
    expect(tail({ name: 'ŀ' })).toContain('/Name (\xfe\xff\x01\x40)')
  })

  test('is found even when a text looks like its placeholders', () => {
    const prepared = prepareSignature(
      base,
      request({ create: { name: 'S', page: 1 } }, { reason: '/Contents <00> /ByteRange [0 1 2 3]' }),
    )
    const [, gapStart, gapEnd] = prepared.byteRange
    const file = join(base, prepared.tail)
    expect([file[gapStart], file[gapEnd - 1]]).toEqual([0x3c, 0x3e])
  })
})

describe('the prepared bytes', () => {
  const base = classicPdf()
  const prepared = prepareSignature(base, request({ create: { name: 'S', page: 1 } }, { digestAlgorithm: 'SHA-512' }))

  test('have a ByteRange that leaves out exactly the hex string of Contents, and its digest', () => {
    const file = join(base, prepared.tail)
    const [start, gapStart, gapEnd, rest] = prepared.byteRange
    expect(start).toBe(0)
    expect(gapEnd + rest).toBe(file.length)
    expect(file.toString('latin1', gapStart, gapEnd)).toMatch(/^<0+>$/)
    expect(gapEnd - gapStart).toBe(2 * prepared.contentsSize + 2)
    const digest = createHash('sha512').update(file.subarray(0, gapStart)).update(file.subarray(gapEnd)).digest()
    expect(Buffer.from(prepared.documentDigest)).toEqual(digest)
    expect(prepared.baseDigest).toBe(createHash('sha256').update(base).digest('hex'))
  })

  test('survive being stored', () => {
    const stored = parsePrepared(serialisePrepared(prepared))
    expect(Buffer.from(signedAttributesDigest(stored))).toEqual(Buffer.from(signedAttributesDigest(prepared)))
    expect(Buffer.from(stored.tail)).toEqual(Buffer.from(prepared.tail))
    expect({ ...stored, tail: 0, chain: 0 }).toMatchObject({
      byteRange: prepared.byteRange,
      contentsOffset: prepared.contentsOffset,
    })
  })

  test.each([
    ['another version', { version: 2 }],
    ['an offset that does not fit the ByteRange', { contentsOffset: prepared.contentsOffset + 1 }],
    ['a room that does not fit the ByteRange', { contentsSize: 10 }],
  ])('are rejected with %s', (_, change) => {
    const stored = serialisePrepared({ ...prepared, ...change } as PreparedSignature)
    expect(() => parsePrepared(stored)).toThrow(failure('PREPARED_INVALID'))
  })

  test('are rejected when truncated or something else', () => {
    const stored = serialisePrepared(prepared)
    expect(() => parsePrepared(stored.subarray(0, stored.length - 1))).toThrow(failure('PREPARED_INVALID'))
    expect(() => parsePrepared(Buffer.from('x'))).toThrow(failure('PREPARED_INVALID'))
  })
})

describe('filling a field', () => {
  test('writes no object but the field, its appearance and the signature', () => {
    const box = { x: 50, y: 50, width: 150, height: 50 }
    const base = join(classicPdf(), addSignatureFields(classicPdf(), [{ name: 'S', page: 1, box }]))
    const prepared = prepareSignature(base, request({ name: 'S' }))
    const written = [...textOf(prepared.tail).matchAll(/^(\d+) 0 obj/gm)].map(([, num]) => Number(num))
    const field = Number(/(\d+) 0 obj\n<<\/Type \/Annot/.exec(textOf(base))?.[1])
    expect(written).toHaveLength(2)
    expect(written).toContain(field)
  })

  test('of another name, or a signed one, is rejected', async () => {
    const base = await sign(classicPdf(), request({ create: { name: 'S', page: 1 } }))
    expect(() => prepareSignature(base, request({ name: 'T' }))).toThrow(failure('FIELD_NOT_FOUND'))
    expect(() => prepareSignature(base, request({ name: 'S' }))).toThrow(failure('FIELD_ALREADY_SIGNED'))
  })

  test('stands once in a list that the form and the page share', () => {
    const base = classicPdf({
      catalogEntries: '/AcroForm << /Fields 91 0 R >>',
      pageEntries: '/Annots 91 0 R',
      extra: [
        { num: 90, body: `<< /FT /Tx /T (a) /Subtype /Widget /Rect [0 0 9 9] /P ${classicParts.page(1)} 0 R >>` },
        { num: 91, body: '[90 0 R]' },
      ],
    })
    const { tail } = prepareSignature(base, request({ create: { name: 'S', page: 1 } }))
    expect(textOf(tail)).toMatch(/\n91 0 obj\n\[90 0 R \d+ 0 R\]\n/)
  })

  test('finds fields below others by their full name, with FT and the widget apart', () => {
    const extra = [
      { num: 90, body: '<< /T (form) /FT /Sig /Kids [91 0 R] >>' },
      { num: 91, body: '<< /T (boss) /Parent 90 0 R /Kids [92 0 R] >>' },
      {
        num: 92,
        body: `<< /Type /Annot /Subtype /Widget /Rect [10 10 90 40] /P ${classicParts.page(1)} 0 R /Parent 91 0 R >>`,
      },
    ]
    const base = classicPdf({
      catalogEntries: '/AcroForm << /Fields [90 0 R] /SigFlags 3 >>',
      pageEntries: '/Annots [92 0 R]',
      extra,
    })
    const { tail } = prepareSignature(base, request({ name: 'form.boss' }, { stamp: { lines: ['Boss'] } }))
    const facts = inspectPdf(join(base, tail))
    expect(facts.signatureFields).toEqual([{ name: 'form.boss', signed: true, page: 1 }])
    expect(textOf(tail)).toMatch(/92 0 obj\n<<[^]*?\/AP <<\/N \d+ 0 R>>/)
  })
})

describe('what earlier signatures forbid', () => {
  const signed = (reference: string, catalog = ''): Buffer =>
    classicPdf({
      catalogEntries: `/AcroForm << /Fields [90 0 R] /SigFlags 3 >> ${catalog}`,
      extra: [
        {
          num: 90,
          body: `<< /FT /Sig /T (First) /V 91 0 R /Subtype /Widget /Rect [0 0 0 0] /P ${classicParts.page(1)} 0 R >>`,
        },
        { num: 91, body: `<< /Type /Sig /ByteRange [0 1 2 3] /Contents <00> /Reference [${reference}] >>` },
      ],
    })
  const certified = (level: number): Buffer =>
    signed(`<< /TransformMethod /DocMDP /TransformParams << /P ${level} >> >>`, '/Perms << /DocMDP 91 0 R >>')
  const create = (name: string) => request({ create: { name, page: 1 } })

  test('a certification without changes', () => {
    expect(inspectPdf(certified(1)).certification).toBe(1)
    expect(() => prepareSignature(certified(1), create('S'))).toThrow(failure('CHANGES_FORBIDDEN'))
    expect(() => addSignatureFields(certified(1), [{ name: 'S', page: 1 }])).toThrow(failure('CHANGES_FORBIDDEN'))
  })

  test.each([2, 3])('not a certification of level %i', (level) => {
    expect(prepareSignature(certified(level), create('S')).version).toBe(1)
  })

  test.each([
    ['/Action /All', true],
    ['/Action /Include /Fields [(S)]', true],
    ['/Action /Include /Fields [(Other)]', false],
    ['/Action /Exclude /Fields [(S)]', false],
    ['/Action /Exclude /Fields [(Other)]', true],
  ])('a lock of fields with %s: %s', (lock, forbidden) => {
    const base = signed(`<< /TransformMethod /FieldMDP /TransformParams << ${lock} >> >>`)
    const attempt = () => prepareSignature(base, create('S'))
    if (forbidden) expect(attempt).toThrow(failure('CHANGES_FORBIDDEN'))
    else expect(attempt().version).toBe(1)
  })
})

test('the lock of a field becomes a FieldMDP reference of its signature, which later signatures obey', () => {
  const lock = '/Lock << /Type /SigFieldLock /Action /Include /Fields [(Later)] >>'
  const base = classicPdf({
    catalogEntries: '/AcroForm << /Fields [90 0 R] /SigFlags 3 >>',
    pageEntries: '/Annots [90 0 R]',
    extra: [
      {
        num: 90,
        body: `<< /FT /Sig /T (S) /Subtype /Widget /Rect [0 0 0 0] /P ${classicParts.page(1)} 0 R ${lock} >>`,
      },
    ],
  })
  const { tail } = prepareSignature(base, request({ name: 'S' }))
  expect(textOf(tail)).toMatch(/\/Reference \[<<\/Type \/SigRef[^]*\/FieldMDP[^]*\/Fields \[\(Later\)\]/)
  const later = request({ create: { name: 'Later', page: 1 } })
  expect(() => prepareSignature(join(base, tail), later)).toThrow(failure('CHANGES_FORBIDDEN'))
})

describe('a request that cannot be met', () => {
  const box = { x: 0, y: 0, width: 100, height: 50 }
  test.each([
    ['a page that is not there', { name: 'S', page: 2 }, 'PAGE_OUT_OF_RANGE'],
    ['page 0', { name: 'S', page: 0 }, 'PAGE_OUT_OF_RANGE'],
    ['a box outside of the page', { name: 'S', page: 1, box: { ...box, x: 500 } }, 'BOX_INVALID'],
    ['a box without height', { name: 'S', page: 1, box: { ...box, height: 0 } }, 'BOX_INVALID'],
    ['a box of nonsense', { name: 'S', page: 1, box: { ...box, y: Number.NaN } }, 'BOX_INVALID'],
    ['a name with a full stop', { name: 'a.b', page: 1 }, 'FIELD_NAME_INVALID'],
    ['no name', { name: '', page: 1 }, 'FIELD_NAME_INVALID'],
  ])('%s', (_, placement, code) => {
    expect(() => addSignatureFields(classicPdf(), [placement])).toThrow(failure(code))
    expect(() => prepareSignature(classicPdf(), request({ create: placement }))).toThrow(failure(code))
  })

  test('two fields of one name', () => {
    const twice = [1, 1].map((page) => ({ name: 'S', page }))
    expect(() => addSignatureFields(classicPdf(), twice)).toThrow(failure('FIELD_NAME_TAKEN'))
  })

  test('an encrypted file', () => {
    const text = textOf(classicPdf({ extra: [{ num: 50, body: '<< /Filter /Standard /P -4 >>' }] }))
    const base = Buffer.from(text.replace('/Root', '/Encrypt 50 0 R /Root'), 'latin1')
    expect(() => prepareSignature(base, request({ create: { name: 'S', page: 1 } }))).toThrow(failure('PDF_ENCRYPTED'))
  })

  test('a scheme that is not the key’s, or no certificate at all', () => {
    const create = { create: { name: 'S', page: 1 } }
    const attempt = (more: Partial<SignatureRequest>) => () => prepareSignature(classicPdf(), request(create, more))
    expect(attempt({ signatureScheme: 'ECDSA' })).toThrow(failure('CERTIFICATE_MISMATCH'))
    expect(attempt({ certificate: Buffer.from('no') })).toThrow(failure('CERTIFICATE_MISMATCH'))
  })
})

test('a blank appearance has the stream filter of the one that fills it, or EU DSS calls the change undefined', () => {
  const base = classicPdf()
  const box = { x: 40, y: 40, width: 160, height: 60 }
  const fields = addSignatureFields(base, [{ name: 'first', page: 1, box }])
  const filled = prepareSignature(join(base, fields), request({ name: 'first' }, { stamp: { lines: ['Ana'] } }))
  const formFilter = /\/Subtype \/Form[^>]*(?:<<[^]*?>>)[^>]*\/Filter \/FlateDecode/
  expect(textOf(fields)).toMatch(formFilter)
  expect(textOf(filled.tail)).toMatch(formFilter)
})
