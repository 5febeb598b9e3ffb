import { describe, expect, test } from 'vitest'
import { classicPdf, packedPdf } from '@rubrica/pdf/testing'
import { hasJudges, judge } from '../../tests/run-judge.ts'
import { inspectPdf } from '../inspect-pdf.ts'
import { prepareSignature } from '../prepare-signature.ts'
import { resumeSignature } from '../resume-signature.ts'
import { signWithKey } from '@rubrica/pki'
import { makeTestSigner } from '@rubrica/pki/testing'
import type { FieldLock, SignatureRequest } from '../types.ts'
import { validate } from '../validation/validate.ts'
import { addSignatureFields } from './add-signature-fields.ts'

// pdfsig's NSS wants RSA with SHA-256.
const signer = makeTestSigner({ key: 'rsa' })

const request = (field: SignatureRequest['field'], more: Partial<SignatureRequest> = {}): SignatureRequest => ({
  certificate: signer.certificate,
  chain: [],
  digestAlgorithm: 'SHA-256',
  claimedTime: new Date('2026-01-31T12:00:00Z'),
  field,
  ...more,
})
const create = (name: string, lock?: FieldLock): SignatureRequest['field'] => ({ create: { name, page: 1, lock } })
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')
const failure = (code: string): unknown => expect.objectContaining({ code })

async function sign(base: Uint8Array, wanted: SignatureRequest): Promise<Buffer> {
  const prepared = prepareSignature(base, wanted)
  const answer = { signature: signWithKey(signer.privateKey, prepared) }
  return Buffer.concat([base, await resumeSignature(base, prepared, answer)])
}

describe.each([
  ['a table', classicPdf()],
  ['object streams', packedPdf()],
  ['a form in the catalogue', classicPdf({ catalogEntries: '/AcroForm << /Fields [] >>' })],
  [
    'permissions of their own',
    classicPdf({ catalogEntries: '/Perms 90 0 R', extra: [{ num: 90, body: '<< /X null >>' }] }),
  ],
])('a certification of a file with %s', (_, base) => {
  test.each([1, 2, 3] as const)('says in signature and catalogue what it allows: %i', async (certify) => {
    const file = await sign(base, request(create('Author'), { certify }))
    expect(inspectPdf(file).certification).toBe(certify)
    const parameters = /\/DocMDP\s*\/TransformParams <<\/Type \/TransformParams\s*\/V \/1\.2\s*\/P (\d)>>/
    expect(parameters.exec(textOf(file))?.[1]).toBe(String(certify))
    if (hasJudges) expect(judge(file)).toEqual({ signatures: ['Signature is Valid.'], qpdf: 0 })
  })

  test('lets others sign, unless it allows no changes', async () => {
    const open = await sign(base, request(create('Author'), { certify: 2 }))
    const second = await sign(open, request(create('Reader')))
    expect(inspectPdf(second)).toMatchObject({
      certification: 2,
      signatureFields: [{ signed: true }, { signed: true }],
    })
    if (hasJudges) expect(judge(second)).toEqual({ signatures: Array(2).fill('Signature is Valid.'), qpdf: 0 })
    const closed = await sign(base, request(create('Author'), { certify: 1 }))
    expect(() => prepareSignature(closed, request(create('Reader')))).toThrow(failure('CHANGES_FORBIDDEN'))
  })
})

describe('a certification', () => {
  test('fills an existing field as well as a new one', async () => {
    const base = classicPdf()
    const fields = Buffer.concat([base, addSignatureFields(base, [{ name: 'Author', page: 1 }])])
    const file = await sign(fields, request({ name: 'Author' }, { certify: 3 }))
    expect(inspectPdf(file).certification).toBe(3)
  })

  test('lets fields be added only where nobody sees them, as strict validators want it', async () => {
    const file = await sign(classicPdf(), request(create('Author'), { certify: 3 }))
    const box = { x: 50, y: 50, width: 100, height: 50 }
    const wanted = request({ create: { name: 'Reader', page: 1, box } })
    expect(() => prepareSignature(file, wanted)).toThrow(failure('CHANGES_FORBIDDEN'))
    expect(() => addSignatureFields(file, [{ name: 'Reader', page: 1, box }])).toThrow(failure('CHANGES_FORBIDDEN'))
    const signed = await sign(file, request(create('Reader')))
    expect(validate(signed, { trustAnchors: [] })).toMatchObject({ integrity: 'intact', warnings: [] })
  })

  test('is the first signature or none', async () => {
    const signed = await sign(classicPdf(), request(create('First')))
    const attempt = () => prepareSignature(signed, request(create('Author'), { certify: 2 }))
    expect(attempt).toThrow(failure('CERTIFICATION_NOT_FIRST'))
  })

  test('is not made twice', async () => {
    const certified = await sign(classicPdf(), request(create('Author'), { certify: 2 }))
    const attempt = () => prepareSignature(certified, request(create('Second'), { certify: 2 }))
    expect(attempt).toThrow(failure('CERTIFICATION_NOT_FIRST'))
  })

  test('names no digest in its reference, which PDF/A forbids', async () => {
    expect(textOf(await sign(classicPdf(), request(create('Author'), { certify: 2 })))).not.toContain('/DigestMethod')
  })
})

describe('a new field with a lock', () => {
  test('that is signed at once forbids the fields it names and no others', async () => {
    const file = await sign(classicPdf(), request(create('First', { action: 'Include', fields: ['Núria'] })))
    expect(textOf(file)).toMatch(/\/Lock \d+ 0 R/)
    expect(textOf(file)).toMatch(/\/TransformMethod \/FieldMDP/)
    expect(() => prepareSignature(file, request(create('Núria')))).toThrow(failure('CHANGES_FORBIDDEN'))
    expect(prepareSignature(file, request(create('Other'))).version).toBe(1)
    if (hasJudges) expect(judge(file)).toEqual({ signatures: ['Signature is Valid.'], qpdf: 0 })
  })

  test('that is signed later says so then', async () => {
    const base = classicPdf()
    const lock = { action: 'Exclude', fields: ['Second'] } as const
    const fields = [
      { name: 'First', page: 1, lock },
      { name: 'Second', page: 1 },
      { name: 'Third', page: 1 },
    ]
    const file = Buffer.concat([base, addSignatureFields(base, fields)])
    const signed = await sign(file, request({ name: 'First' }))
    expect(prepareSignature(signed, request({ name: 'Second' })).version).toBe(1)
    expect(() => prepareSignature(signed, request({ name: 'Third' }))).toThrow(failure('CHANGES_FORBIDDEN'))
  })

  test('may end all signing', async () => {
    const lock = { action: 'Include', fields: ['Other'], permission: 1 } as const
    const file = await sign(classicPdf(), request(create('Last', lock)))
    expect(() => prepareSignature(file, request(create('More')))).toThrow(failure('CHANGES_FORBIDDEN'))
  })

  test('goes together with a certification', async () => {
    const file = await sign(classicPdf(), request(create('Author', { action: 'All' }), { certify: 2 }))
    expect(textOf(file)).toMatch(/\/DocMDP[^]*\/FieldMDP/)
    expect(() => prepareSignature(file, request(create('More')))).toThrow(failure('CHANGES_FORBIDDEN'))
  })

  test('that names an empty field is rejected', () => {
    const wanted = request(create('First', { action: 'Include', fields: [''] }))
    expect(() => prepareSignature(classicPdf(), wanted)).toThrow(failure('FIELD_NAME_INVALID'))
  })
})
