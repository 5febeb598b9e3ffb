import { sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { type DataToBeSigned, OID, signWithKey } from '@rubrica/pki'
import { inspectPdf } from './inspect-pdf.ts'
import { prepareSignature } from './prepare-signature.ts'
import { resumeSignature } from './resume-signature.ts'
import { type Signer, signPdf } from './sign-pdf.ts'
import { makeTestPdf } from '@rubrica/pdf/testing'
import { imprintOf, makeTestSigner, makeTestToken } from '@rubrica/pki/testing'
import type { SignatureRequest } from './types.ts'

const base = makeTestPdf()
const root = makeTestSigner({ key: 'rsa', isCa: true, commonName: 'Root' })
const ana = makeTestSigner({ key: 'rsa', issuer: root })
const biel = makeTestSigner({ issuer: root })

const request: SignatureRequest = {
  certificate: ana.certificate,
  chain: ana.chain,
  digestAlgorithm: 'SHA-256',
  field: { create: { name: 'Signature', page: 1 } },
  claimedTime: new Date('2026-03-01T10:00:00Z'),
}

test.each(['SHA-256', 'SHA-384', 'SHA-512'] as const)(
  'signing in one call gives the bytes of preparing and resuming, with %s',
  async (digestAlgorithm) => {
    const asked = { ...request, digestAlgorithm }
    const prepared = prepareSignature(base, asked)
    const inTwo = await resumeSignature(base, prepared, { signature: signWithKey(ana.privateKey, prepared) })
    expect(Buffer.compare(await signPdf(base, asked, ana.privateKey), inTwo)).toBe(0)
  },
)

test('a signer outside gets what is to be signed, and nothing of the document', async () => {
  let asked: DataToBeSigned | undefined
  const signer: Signer = (data) => {
    asked = data
    return Promise.resolve({ signature: signWithKey(ana.privateKey, data) })
  }
  await signPdf(base, request, signer)
  const { documentDigest, signedAttributes } = prepareSignature(base, request)
  expect(Object.keys(asked ?? {}).sort()).toEqual([
    'certificate',
    'chain',
    'contentsSize',
    'digestAlgorithm',
    'documentDigest',
    'signatureScheme',
    'signedAttributes',
  ])
  expect(asked).toMatchObject({ documentDigest, signedAttributes })
})

test('a timestamp makes it B-T', async () => {
  const authority = makeTestSigner({ purposes: [OID.ekuTimeStamping] })
  const timestamp = async (message: Uint8Array) => makeTestToken(authority, { imprint: imprintOf(message) })
  const tail = await signPdf(base, request, ana.privateKey, { timestamp })
  expect(Buffer.from(tail).toString('latin1')).toContain('060b2a864886f70d010910020e')
  expect(inspectPdf(Buffer.concat([base, tail])).signatureFields).toMatchObject([{ signed: true }])
})

test('several sign the same file in turn', async () => {
  const once = Buffer.concat([base, await signPdf(base, request, ana.privateKey)])
  const asked = { ...request, ...biel, field: { create: { name: 'Second', page: 1 } } }
  const twice = Buffer.concat([once, await signPdf(once, asked, biel.privateKey)])
  expect(inspectPdf(twice)).toMatchObject({
    hasUnsignedTail: false,
    signatureFields: [{ signed: true }, { signed: true }],
  })
})

test('a signature that does not verify is not put into the file', async () => {
  const forge: Signer = ({ documentDigest }) => ({ signature: sign('sha256', documentDigest, ana.privateKey) })
  await expect(signPdf(base, request, forge)).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' })
  await expect(signPdf(base, request, biel.privateKey)).rejects.toMatchObject({ code: 'CERTIFICATE_MISMATCH' })
})

test('what a signer throws comes back as it is', async () => {
  const failure = new Error('the token is gone')
  await expect(signPdf(base, request, () => Promise.reject(failure))).rejects.toBe(failure)
})
