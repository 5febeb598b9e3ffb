import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sign, X509Certificate } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import {
  buildSignedData,
  encodeAttribute,
  encodeDigestAlgorithm,
  encodeElement,
  encodeOctetString,
  encodeOid,
  encodeSetOf,
  encodeSignatureAlgorithm,
  encodeSigningCertificateV2,
  OID,
  readSignedData,
  type SignatureScheme,
  signWithKey,
} from '@rubrica/pki'
import { prepareSignature } from './prepare-signature.ts'
import { parsePrepared, serialisePrepared } from './prepared-signature.ts'
import { resumeSignature } from './resume-signature.ts'
import { makeTestPdf } from '@rubrica/pdf/testing'
import { hasOpenssl, imprintOf, makeTestSigner, makeTestToken, runOpenssl, type TestSigner } from '@rubrica/pki/testing'
import type { PreparedSignature, SignatureRequest } from './types.ts'

const folder = mkdtempSync(join(tmpdir(), 'rubrica-resume-'))
afterAll(() => rmSync(folder, { recursive: true }))

const base = makeTestPdf()
const ana = makeTestSigner()

function prepare(signer: TestSigner = ana, more: Partial<SignatureRequest> = {}): PreparedSignature {
  return prepareSignature(base, {
    certificate: signer.certificate,
    chain: signer.chain,
    digestAlgorithm: 'SHA-256',
    field: { create: { name: 'Signature', page: 1 } },
    claimedTime: new Date(),
    ...more,
  })
}

function cmsOf(tail: Uint8Array, prepared: PreparedSignature): Uint8Array {
  const hex = Buffer.from(tail.subarray(prepared.contentsOffset)).toString('latin1', 0, 2 * prepared.contentsSize)
  const contents = Buffer.from(hex, 'hex')
  return contents.subarray(0, readSignedData(contents).length)
}

function signedContent(tail: Uint8Array, { byteRange }: PreparedSignature): Uint8Array {
  const file = Buffer.concat([base, tail])
  const [, first, second, rest] = byteRange
  return Buffer.concat([file.subarray(0, first), file.subarray(second, second + rest)])
}

describe('what openssl says of the embedded CMS', () => {
  const root = makeTestSigner({ commonName: 'Root', isCa: true, key: 'rsa' })
  const keys = ['rsa', 'P-256', 'P-384', 'P-521'] as const
  const signers = new Map(keys.map((key) => [key, makeTestSigner({ key, issuer: root })]))
  const schemesOf = (key: (typeof keys)[number]): readonly SignatureScheme[] =>
    key === 'rsa' ? ['RSASSA-PKCS1-v1_5', 'RSASSA-PSS'] : ['ECDSA']
  const cases = (['SHA-256', 'SHA-384', 'SHA-512'] as const).flatMap((digestAlgorithm) =>
    keys.flatMap((key) => schemesOf(key).map((signatureScheme) => ({ key, digestAlgorithm, signatureScheme }))),
  )
  test.runIf(hasOpenssl).each(cases)('$signatureScheme with $key and $digestAlgorithm is valid CAdES', async (one) => {
    const signer = signers.get(one.key) ?? ana
    const prepared = prepare(signer, { digestAlgorithm: one.digestAlgorithm, signatureScheme: one.signatureScheme })
    const tail = await resumeSignature(base, prepared, { signature: signWithKey(signer.privateKey, prepared) })
    writeFileSync(join(folder, 'cms.der'), cmsOf(tail, prepared))
    writeFileSync(join(folder, 'content'), signedContent(tail, prepared))
    writeFileSync(join(folder, 'root.pem'), new X509Certificate(root.certificate).toString())
    const files = ['-in', 'cms.der', '-content', 'content', '-CAfile', 'root.pem', '-out', 'ignored']
    const verdict = runOpenssl(
      folder,
      'cms',
      '-verify',
      '-cades',
      '-binary',
      '-inform',
      'DER',
      '-purpose',
      'any',
      ...files,
    )
    expect(verdict.stderr).toContain('CAdES Verification successful')
  })
})

describe('a raw signature', () => {
  test('from a device that gives ECDSA as r and s is embedded as DER', async () => {
    const prepared = prepare()
    const raw = sign('sha256', prepared.signedAttributes, { key: ana.privateKey, dsaEncoding: 'ieee-p1363' })
    const tail = await resumeSignature(base, prepared, { signature: raw })
    expect(readSignedData(cmsOf(tail, prepared)).signature[0]).toBe(0x30)
  })

  test('keeps the tail its length and the rest of its bytes', async () => {
    const prepared = prepare()
    const tail = await resumeSignature(base, prepared, { signature: signWithKey(ana.privateKey, prepared) })
    const end = prepared.contentsOffset + 2 * prepared.contentsSize
    expect(tail.length).toBe(prepared.tail.length)
    expect(tail.subarray(0, prepared.contentsOffset)).toEqual(
      new Uint8Array(prepared.tail.subarray(0, prepared.contentsOffset)),
    )
    expect(tail.subarray(end)).toEqual(new Uint8Array(prepared.tail.subarray(end)))
  })

  test('of another key is rejected', async () => {
    const prepared = prepare()
    const signature = signWithKey(makeTestSigner().privateKey, prepared)
    await expect(resumeSignature(base, prepared, { signature })).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' })
  })

  test('of a key of another kind is not even made', () => {
    const rsa = makeTestSigner({ key: 'rsa' })
    const attempt = () => signWithKey(rsa.privateKey, prepare())
    expect(attempt).toThrow(expect.objectContaining({ code: 'CERTIFICATE_MISMATCH' }))
  })
})

describe('a changed document', () => {
  test('is rejected as a changed base', async () => {
    const prepared = prepare()
    const other = Buffer.from(base)
    other[20] = 0x41
    const answer = { signature: signWithKey(ana.privateKey, prepared) }
    await expect(resumeSignature(other, prepared, answer)).rejects.toMatchObject({ code: 'BASE_CHANGED' })
  })

  test('is found by the self-check when the tail was changed after it was prepared', async () => {
    const prepared = prepare()
    const tail = Buffer.from(prepared.tail)
    tail[tail.length - 8] = 0x41
    const answer = { signature: signWithKey(ana.privateKey, prepared) }
    await expect(resumeSignature(base, { ...prepared, tail }, answer)).rejects.toMatchObject({
      code: 'SIGNATURE_INVALID',
      facts: { fault: 'MESSAGE_DIGEST' },
    })
  })

  test('is found by the self-check when ByteRange leaves out more than the hole', async () => {
    const prepared = prepare()
    const text = Buffer.from(prepared.tail).toString('latin1')
    const tail = Buffer.from(text.replace(/(\/ByteRange\s*\[0 )(\d)/, '$19'), 'latin1')
    const answer = { signature: signWithKey(ana.privateKey, prepared) }
    await expect(resumeSignature(base, { ...prepared, tail }, answer)).rejects.toMatchObject({
      facts: { fault: 'BYTE_RANGE' },
    })
  })
})

test('a CMS larger than its room is an error and never moves bytes', async () => {
  const prepared = prepare(ana, { contentsSize: 300 })
  const answer = { signature: signWithKey(ana.privateKey, prepared) }
  await expect(resumeSignature(base, prepared, answer)).rejects.toMatchObject({ code: 'SIGNATURE_TOO_LARGE' })
})

describe('a complete CMS from a provider', () => {
  function cms(
    prepared: PreparedSignature,
    changes: { attributes?: Uint8Array; signer?: TestSigner } = {},
  ): Uint8Array {
    const signer = changes.signer ?? ana
    const signedAttributes = changes.attributes ?? prepared.signedAttributes
    return buildSignedData({
      digestAlgorithm: encodeDigestAlgorithm('SHA-256'),
      signatureAlgorithm: encodeSignatureAlgorithm('ECDSA', 'SHA-256'),
      signedAttributes,
      signature: sign('sha256', signedAttributes, signer.privateKey),
      certificate: signer.certificate,
      chain: [],
      unsignedAttributes: [encodeAttribute('1.2.840.113549.1.9.16.2.24', encodeOctetString(Buffer.from('revocation')))],
    })
  }

  const attributes = (prepared: PreparedSignature, ...more: readonly Uint8Array[]): Uint8Array =>
    encodeSetOf([
      encodeAttribute(OID.contentType, encodeOid(OID.data)),
      encodeAttribute(OID.messageDigest, encodeOctetString(prepared.documentDigest)),
      ...more,
    ])

  const certificateAttribute = (signer: TestSigner): Uint8Array =>
    encodeAttribute(OID.signingCertificateV2, encodeSigningCertificateV2(signer.certificate))

  test('is taken apart and written again without its foreign attributes', async () => {
    const prepared = prepare()
    const tail = await resumeSignature(base, prepared, { cms: cms(prepared) })
    expect(readSignedData(cmsOf(tail, prepared)).unsignedAttributes).toEqual([])
  })

  test('may carry more signed attributes than were prepared', async () => {
    const prepared = prepare()
    const contentHint = encodeAttribute('1.2.840.113549.1.9.16.2.4', encodeOctetString(Buffer.from('hint')))
    const own = attributes(prepared, contentHint, certificateAttribute(ana))
    const tail = await resumeSignature(base, prepared, { cms: cms(prepared, { attributes: own }) })
    expect(readSignedData(cmsOf(tail, prepared)).signedAttributes).toEqual(own)
  })

  const signingTime = encodeAttribute(OID.signingTime, encodeElement(0x17, Buffer.from('261121000000Z')))
  const otherSigner = makeTestSigner({ commonName: 'Biel' })
  const wrong = [
    [
      'with a signing time',
      'SIGNING_TIME_PRESENT',
      (p: PreparedSignature) => attributes(p, certificateAttribute(ana), signingTime),
    ],
    ['that names no certificate', 'SIGNING_CERTIFICATE_ATTRIBUTE', (p: PreparedSignature) => attributes(p)],
    [
      'that names another certificate',
      'SIGNING_CERTIFICATE_ATTRIBUTE',
      (p: PreparedSignature) => attributes(p, certificateAttribute(otherSigner)),
    ],
    [
      'over another document',
      'MESSAGE_DIGEST',
      (p: PreparedSignature) => attributes({ ...p, documentDigest: new Uint8Array(32) }, certificateAttribute(ana)),
    ],
  ] as const
  test.each(wrong)('%s is rejected', async (_what, fault, attributesOf) => {
    const prepared = prepare()
    const answer = { cms: cms(prepared, { attributes: attributesOf(prepared) }) }
    await expect(resumeSignature(base, prepared, answer)).rejects.toMatchObject({
      code: 'SIGNATURE_INVALID',
      facts: { fault },
    })
  })

  test('of another certificate is rejected', async () => {
    const prepared = prepare()
    const answer = { cms: cms(prepared, { signer: otherSigner }) }
    await expect(resumeSignature(base, prepared, answer)).rejects.toMatchObject({ code: 'CERTIFICATE_MISMATCH' })
  })

  test('brings the certificate when none was known, also from another process', async () => {
    const unknown = prepare(ana, { certificate: undefined, chain: [] })
    expect(unknown).toMatchObject({ certificate: null, signedAttributes: new Uint8Array(0) })
    const stored = parsePrepared(serialisePrepared(unknown))
    const answer = { cms: cms(stored, { attributes: attributes(stored, certificateAttribute(ana)) }) }
    const tail = await resumeSignature(base, stored, answer)
    expect(readSignedData(cmsOf(tail, stored)).certificates.map((der) => Buffer.from(der))).toEqual([
      Buffer.from(ana.certificate),
    ])
  })

  test('is the only answer when no certificate was known', async () => {
    const unknown = prepare(ana, { certificate: undefined, chain: [] })
    const answer = { signature: sign('sha256', Buffer.from('anything'), ana.privateKey) }
    await expect(resumeSignature(base, unknown, answer)).rejects.toMatchObject({ code: 'CERTIFICATE_MISMATCH' })
  })

  test('that is no CMS is rejected', async () => {
    const answer = { cms: Buffer.from('<html>sorry</html>') }
    await expect(resumeSignature(base, prepare(), answer)).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' })
  })
})

describe('a timestamp', () => {
  const authority = makeTestSigner({ commonName: 'TSA', purposes: [OID.ekuTimeStamping] })

  test('over the signature value stands in the unsigned attributes', async () => {
    const prepared = prepare()
    const answer = { signature: signWithKey(ana.privateKey, prepared) }
    const timestamp = async (message: Uint8Array) => makeTestToken(authority, { imprint: imprintOf(message) })
    const tail = await resumeSignature(base, prepared, answer, { timestamp })
    expect(readSignedData(cmsOf(tail, prepared)).unsignedAttributes).toHaveLength(1)
  })

  test('over something else is rejected', async () => {
    const prepared = prepare()
    const answer = { signature: signWithKey(ana.privateKey, prepared) }
    const timestamp = async () => makeTestToken(authority, { imprint: imprintOf(Buffer.from('other')) })
    await expect(resumeSignature(base, prepared, answer, { timestamp })).rejects.toMatchObject({
      code: 'TIMESTAMP_INVALID',
      facts: { fault: 'IMPRINT' },
    })
  })
})
