import { describe, expect, test } from 'vitest'
import { classicParts, classicPdf, packedPdf } from '@rubrica/pdf/testing'
import { hasJudges, judge } from '../../tests/run-judge.ts'
import { inspectPdf } from '../inspect-pdf.ts'
import { prepareSignature } from '../prepare-signature.ts'
import { resumeSignature } from '../resume-signature.ts'
import { signWithKey } from '@rubrica/pki'
import { makeTestSigner } from '@rubrica/pki/testing'
import type { FieldPlacement, SignatureRequest } from '../types.ts'
import { addSignatureFields } from './add-signature-fields.ts'

// pdfsig's NSS wants RSA with SHA-256.
const signer = makeTestSigner({ key: 'rsa' })
// One pixel of grey.
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)

const box = (x: number, y: number) => ({ x, y, width: 150, height: 50 })
const failure = (code: string): unknown => expect.objectContaining({ code })
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

/** A signer with a signature on page 1 and two buttons further on. */
const placesOf = (name: string, x: number): FieldPlacement[] => [
  { name, page: 1, box: box(x, 50) },
  { name: `${name}-2`, page: 2, box: box(x, 400), kind: 'button' },
  { name: `${name}-3`, page: 3, box: box(x, 500), kind: 'button' },
]

const withFields = (base: Uint8Array, fields: readonly FieldPlacement[]): Buffer =>
  Buffer.concat([base, addSignatureFields(base, fields)])

const request = (name: string, more: Partial<SignatureRequest> = {}): SignatureRequest => ({
  certificate: signer.certificate,
  chain: signer.chain,
  digestAlgorithm: 'SHA-256',
  claimedTime: new Date('2026-01-31T12:00:00Z'),
  field: { name },
  stamp: { lines: [`Signed by ${name}`, 'in three places'], image: PIXEL },
  repeatIn: [`${name}-2`, `${name}-3`],
  ...more,
})

async function sign(base: Uint8Array, wanted: SignatureRequest): Promise<Buffer> {
  const prepared = prepareSignature(base, wanted)
  return Buffer.concat([
    base,
    await resumeSignature(base, prepared, { signature: signWithKey(signer.privateKey, prepared) }),
  ])
}

describe.each([
  ['a table', classicPdf({ pages: 3 })],
  ['object streams', packedPdf({ pages: 3 })],
  ['turned pages', classicPdf({ pages: 3, pageEntries: '/Rotate 90' })],
])('in a file with %s, several positions of a signer', (_, base) => {
  const file = withFields(base, [...placesOf('Ana', 50), ...placesOf('Biel', 250)])

  test('are one signature field and read-only push buttons', () => {
    expect(inspectPdf(file).signatureFields.map(({ name }) => name)).toEqual(['Ana', 'Biel'])
    expect(textOf(file).match(/\/FT \/Btn\s*\/Ff 65537/g)).toHaveLength(4)
  })

  test('are all filled in the revision of the signature, two signers in turn, and every signature stays valid', async () => {
    const first = await sign(file, request('Ana'))
    const second = await sign(first, request('Biel'))
    const written = (tail: Buffer): number => tail.toString('latin1').match(/\/AP <<\/N \d+ 0 R>>/g)?.length ?? 0
    expect(written(first.subarray(file.length))).toBe(3)
    expect(written(second.subarray(first.length))).toBe(3)
    if (hasJudges) expect(judge(second)).toEqual({ signatures: Array(2).fill('Signature is Valid.'), qpdf: 0 })
  })
})

test('all places share one picture and one font', () => {
  const file = withFields(classicPdf({ pages: 3 }), placesOf('Ana', 50))
  const text = textOf(prepareSignature(file, request('Ana')).tail)
  expect(text.match(/\/Subtype \/Image/g)).toHaveLength(1)
  expect(text.match(/\/Subtype \/Type0/g)).toHaveLength(1)
  expect(text.match(/\/Subtype \/Form/g)).toHaveLength(3)
})

test('a button that is not there, or a signature field in its place, is rejected', () => {
  const file = withFields(classicPdf({ pages: 3 }), [...placesOf('Ana', 50), ...placesOf('Biel', 250)])
  for (const name of ['Ana-4', 'Biel']) {
    expect(() => prepareSignature(file, request('Ana', { repeatIn: [name] }))).toThrow(failure('FIELD_NOT_FOUND'))
  }
})

test('an earlier signature that locks a button forbids to fill it', async () => {
  const lock = '/Lock << /Type /SigFieldLock /Action /Include /Fields [(Ana-3)] >>'
  const base = classicPdf({
    pages: 3,
    catalogEntries: '/AcroForm << /Fields [90 0 R] /SigFlags 3 >>',
    extra: [
      {
        num: 90,
        body: `<< /FT /Sig /T (First) /Subtype /Widget /Rect [0 0 0 0] /P ${classicParts.page(1)} 0 R ${lock} >>`,
      },
    ],
  })
  const file = withFields(base, placesOf('Ana', 50))
  const locked = await sign(file, request('First', { stamp: undefined, repeatIn: [] }))
  expect(() => prepareSignature(locked, request('Ana'))).toThrow(failure('CHANGES_FORBIDDEN'))
  expect(prepareSignature(locked, request('Ana', { repeatIn: ['Ana-2'] })).version).toBe(1)
})

test('a file that is signed already takes signature fields but no buttons, which its signatures would count as tampering', async () => {
  const signed = await sign(withFields(classicPdf({ pages: 3 }), placesOf('Ana', 50)), request('Ana'))
  expect(() => addSignatureFields(signed, placesOf('Biel', 250))).toThrow(failure('CHANGES_FORBIDDEN'))
  expect(addSignatureFields(signed, placesOf('Biel', 250).slice(0, 1)).length).toBeGreaterThan(0)
})
