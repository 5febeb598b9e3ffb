import { describe, expect, test } from 'vitest'
import { encodeOid, encodeSequence, OID } from '@rubrica/pki'
import { makeTestCms, makeTestSigner, type TestCmsPlan } from '@rubrica/pki/testing'
import { contentOf } from './digest-ranges.ts'
import { type Cms, type CmsSigner, readCms } from './read-cms.ts'
import { keyIn, verifyCms } from './verify-cms.ts'

const signer = makeTestSigner()
const other = makeTestSigner({ commonName: 'Biel' })
const rsa = makeTestSigner({ key: 'rsa-1024' })
const message = Buffer.from('document')
const cmsOf = (plan: TestCmsPlan = {}): Cms => readCms(makeTestCms(signer, message, plan))
const verify = (cms: Cms, pool: readonly Uint8Array[] = []) => verifyCms(cms, contentOf(message), pool)
const nothing = { hash: null, algorithm: null, namesCertificate: false }

/** The CMS with something else in what its signer says. */
function withSigner(change: (info: CmsSigner) => Partial<CmsSigner>, plan: TestCmsPlan = {}): Cms {
  const cms = cmsOf(plan)
  return { ...cms, signers: cms.signers.map((info) => ({ ...info, ...change(info) })) }
}

const without = (type: string) =>
  withSigner(({ signed }) => ({ signed: new Map([...signed].filter(([key]) => key !== type)) }))

const withUnknownKey = (certificate: Uint8Array): Uint8Array => {
  const changed = Buffer.from(certificate)
  changed.set(encodeOid('1.2.840.10045.2.99'), changed.indexOf(Buffer.from(encodeOid(OID.ecPublicKey))))
  return new Uint8Array(changed)
}

describe('a signature holds', () => {
  test('and reports by whom, with what, and that it names its certificate', () => {
    expect(verify(cmsOf())).toMatchObject({
      fault: null,
      certificate: signer.certificate,
      key: { asymmetricKeyType: 'ec' },
      hash: 'sha256',
      algorithm: { scheme: 'ECDSA', hash: 'sha256' },
      namesCertificate: true,
    })
  })

  test('without naming its certificate', () => {
    expect(verify(cmsOf({ names: null }))).toMatchObject({ fault: null, namesCertificate: false })
  })

  test('over the content itself when there are no attributes', () => {
    expect(verify(cmsOf({ hasAttributes: false })).fault).toBeNull()
    const changed = contentOf(Buffer.from('another document'))
    expect(verifyCms(cmsOf({ hasAttributes: false }), changed, []).fault).toBe('SIGNATURE_MISMATCH')
  })

  test('with a certificate that stands elsewhere', () => {
    const bare = cmsOf({ certificates: [] })
    expect(verify(bare, [other.certificate, signer.certificate])).toMatchObject({
      fault: null,
      certificate: signer.certificate,
    })
  })
})

describe('a signature does not hold', () => {
  test('without a signer', () => {
    expect(verify(cmsOf({ signers: 0 }))).toEqual({ ...nothing, fault: 'NO_SIGNER', certificate: null, key: null })
  })

  test('with several of them, of whom the first is reported', () => {
    expect(verify(cmsOf({ signers: 2 }))).toMatchObject({
      ...nothing,
      fault: 'SEVERAL_SIGNERS',
      certificate: signer.certificate,
    })
  })

  test('without a certificate', () => {
    const fault = 'NO_SIGNING_CERTIFICATE'
    expect(verify(cmsOf({ certificates: [] }), [other.certificate])).toEqual({
      ...nothing,
      fault,
      certificate: null,
      key: null,
    })
  })

  test('with a certificate whose key nobody can read', () => {
    const certificate = withUnknownKey(signer.certificate)
    const result = verify(cmsOf({ certificates: [certificate], names: certificate }))
    expect(result).toEqual({ ...nothing, fault: 'NO_SIGNING_CERTIFICATE', certificate, key: null })
  })

  test.each<[string, Partial<CmsSigner>]>([
    ['digest', { digestAlgorithm: encodeSequence(encodeOid('1.2.3')) }],
    ['signature', { signatureAlgorithm: encodeSequence(encodeOid('1.2.3')) }],
  ])('by a %s that nobody knows', (_what, change) => {
    expect(verify(withSigner(() => change))).toMatchObject({
      ...nothing,
      fault: 'ALGORITHM_UNKNOWN',
      certificate: signer.certificate,
      key: { asymmetricKeyType: 'ec' },
    })
  })

  test('for another certificate than the one that it names', () => {
    expect(verify(cmsOf({ names: other.certificate }))).toMatchObject({
      fault: 'SIGNING_CERTIFICATE_ATTRIBUTE',
      hash: 'sha256',
      namesCertificate: false,
    })
  })

  test('over a content of another type, or of none', () => {
    expect(verify({ ...cmsOf(), contentType: OID.tstInfo }).fault).toBe('CONTENT_TYPE')
    expect(verify(without(OID.contentType)).fault).toBe('CONTENT_TYPE')
  })

  test('over another content, or over none', () => {
    expect(verifyCms(cmsOf(), contentOf(Buffer.from('another document')), []).fault).toBe('DIGEST_MISMATCH')
    expect(verify(without(OID.messageDigest)).fault).toBe('DIGEST_MISMATCH')
  })

  test('by another key', () => {
    const forged = readCms(makeTestCms({ ...signer, privateKey: other.privateKey }, message))
    expect(verify(forged).fault).toBe('SIGNATURE_MISMATCH')
  })
})

describe('a fault of this program is none of the signature', () => {
  test('and is not hidden', () => {
    const broken = {
      ...contentOf(message),
      digest: () => {
        throw new TypeError('broken')
      },
    }
    expect(() => verifyCms(cmsOf(), broken, [])).toThrow(TypeError)
  })
})

describe('a key', () => {
  test('is in a certificate, or nowhere', () => {
    expect(keyIn(signer.certificate)?.asymmetricKeyType).toBe('ec')
    expect(keyIn(Buffer.from('text'))).toBeNull()
    expect(keyIn(withUnknownKey(signer.certificate))).toBeNull()
  })

  test.each<[string, typeof signer, string]>([
    ['an EC key does not sign as RSA', signer, OID.rsaWithSha256],
    ['an RSA key does not sign as ECDSA', rsa, OID.ecdsaWithSha256],
    ['an RSA key does not sign as DSA', rsa, '2.16.840.1.101.3.4.3.2'],
    ['an EC key does not sign as Ed25519', signer, '1.3.101.112'],
  ])('is of one kind: %s', (_what, { certificate, ...keys }, oid) => {
    const signatureAlgorithm = encodeSequence(encodeOid(oid))
    const cms = readCms(makeTestCms({ ...keys, certificate }, message))
    expect(verify(cms)).toMatchObject({ fault: null, certificate })
    const renamed = { ...cms, signers: cms.signers.map((info) => ({ ...info, signatureAlgorithm })) }
    expect(verify(renamed).fault).toBe('SIGNATURE_MISMATCH')
  })

  test('of RSA signs with PSS, too, when its salt is as long as it says', () => {
    const cms = readCms(makeTestCms(rsa, message, { salt: 20 }))
    expect(verify(cms)).toMatchObject({ fault: null, algorithm: { scheme: 'RSASSA-PSS', saltLength: 20 } })
    const { signatureAlgorithm } = readCms(makeTestCms(rsa, message, { salt: 32 })).signers[0]!
    const renamed = { ...cms, signers: cms.signers.map((info) => ({ ...info, signatureAlgorithm })) }
    expect(verify(renamed).fault).toBe('SIGNATURE_MISMATCH')
  })

  test('reads no signature that is none', () => {
    expect(verify(withSigner(() => ({ signature: message }))).fault).toBe('SIGNATURE_MISMATCH')
  })
})

test('a key that anybody could sign with is none', () => {
  const certificate = Buffer.from(rsa.certificate)
  const exponent = certificate.indexOf(Buffer.from('0203010001', 'hex'))
  expect(keyIn(certificate)).not.toBeNull()
  certificate[exponent + 4] = 0
  expect(keyIn(certificate)).toBeNull()
})
