import { constants, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { DerError } from '../der/der-reader.ts'
import {
  encodeElement,
  encodeExplicit,
  encodeOctetString,
  encodeOid,
  encodeSequence,
  encodeUnsignedInteger,
} from '../der/der-writer.ts'
import { encodeDigestAlgorithm } from './digest-algorithms.ts'
import { OID } from '../der/object-identifiers.ts'
import {
  cryptoOptionsFor,
  digestNameOf,
  ecdsaSignatureToDer,
  encodeSignatureAlgorithm,
  isSecret,
  readSignatureAlgorithm,
  signatureAlgorithmFor,
  verifySignature,
} from './signature-algorithms.ts'
import type { DigestAlgorithm, SignatureScheme } from './algorithms.ts'

const DIGESTS: readonly (readonly [DigestAlgorithm, string, number])[] = [
  ['SHA-256', 'sha256', 32],
  ['SHA-384', 'sha384', 48],
  ['SHA-512', 'sha512', 64],
]
const SCHEMES: readonly SignatureScheme[] = ['RSASSA-PKCS1-v1_5', 'RSASSA-PSS', 'ECDSA']
const MATRIX = SCHEMES.flatMap((scheme) => DIGESTS.map((row) => [scheme, ...row] as const))

describe('an algorithm is read as it was written', () => {
  test.each(MATRIX)('%s with %s', (scheme, digest, hash, length) => {
    const saltLength = scheme === 'RSASSA-PSS' ? length : 0
    expect(readSignatureAlgorithm(encodeSignatureAlgorithm(scheme, digest), 'md5')).toEqual({
      scheme,
      hash,
      saltLength,
    })
    expect(signatureAlgorithmFor(scheme, digest)).toEqual({ scheme, hash, saltLength: length })
  })

  test('RSA has its NULL, ECDSA has no parameters', () => {
    const hex = (scheme: SignatureScheme) => Buffer.from(encodeSignatureAlgorithm(scheme, 'SHA-256')).toString('hex')
    expect(hex('RSASSA-PKCS1-v1_5')).toBe('300d06092a864886f70d01010b0500')
    expect(hex('ECDSA')).toBe('300a06082a8648ce3d040302')
  })
})

describe('an algorithm of others', () => {
  const read = (oid: string, ...parameters: readonly Uint8Array[]) =>
    readSignatureAlgorithm(encodeSequence(encodeOid(oid), ...parameters), 'sha384')

  test.each([
    [OID.rsaEncryption, 'RSASSA-PKCS1-v1_5'],
    [OID.ecPublicKey, 'ECDSA'],
  ])('%s takes the digest of the signer', (oid, scheme) => {
    expect(read(oid)).toEqual({ scheme, hash: 'sha384', saltLength: 0 })
  })

  test.each([
    [OID.rsaWithSha1, 'RSASSA-PKCS1-v1_5'],
    [OID.ecdsaWithSha1, 'ECDSA'],
  ])('%s is the one of old signatures', (oid, scheme) => {
    expect(read(oid)).toEqual({ scheme, hash: 'sha1', saltLength: 0 })
  })

  test('that nobody knows is rejected', () => {
    expect(() => read('1.2.3')).toThrow(DerError)
    expect(() => digestNameOf(encodeSequence(encodeOid('1.2.3')))).toThrow(DerError)
  })

  const hash = (digest: DigestAlgorithm) => encodeExplicit(0, encodeDigestAlgorithm(digest))
  const mask = (...parameters: readonly Uint8Array[]) =>
    encodeExplicit(1, encodeSequence(encodeOid(OID.mgf1), ...parameters))
  const salt = (length: number) => encodeExplicit(2, encodeUnsignedInteger(length))
  const readPss = (...fields: readonly Uint8Array[]) => read(OID.rsassaPss, encodeSequence(...fields))

  test('PSS without a word means SHA-1 and twenty octets of salt', () => {
    expect(readPss()).toEqual({ scheme: 'RSASSA-PSS', hash: 'sha1', saltLength: 20 })
    expect(readPss(hash('SHA-512'))).toEqual({ scheme: 'RSASSA-PSS', hash: 'sha512', saltLength: 20 })
  })

  test('PSS masks with the digest that it signs', () => {
    expect(readPss(hash('SHA-384'), mask(encodeDigestAlgorithm('SHA-384')))).toMatchObject({ hash: 'sha384' })
    expect(() => readPss(hash('SHA-384'), mask(encodeDigestAlgorithm('SHA-256')))).toThrow(DerError)
    expect(() => readPss(mask(encodeDigestAlgorithm('SHA-256')))).toThrow(DerError)
    expect(() => readPss(hash('SHA-384'), mask())).toThrow(DerError)
  })

  test.each([
    ['8', 'sha3-256'],
    ['9', 'sha3-384'],
    ['10', 'sha3-512'],
  ])('PSS with the SHA-3 digest 2.16.840.1.101.3.4.2.%s', (last, name) => {
    const sha3 = encodeSequence(encodeOid(`2.16.840.1.101.3.4.2.${last}`))
    expect(readPss(encodeExplicit(0, sha3), mask(sha3), salt(32))).toMatchObject({ hash: name, saltLength: 32 })
    expect(() => readPss(encodeExplicit(0, sha3), mask(encodeDigestAlgorithm('SHA-256')))).toThrow(DerError)
  })

  test('PSS may fill the modulus with salt and nothing longer', () => {
    expect(readPss(salt(2048)).saltLength).toBe(2048)
    expect(() => readPss(salt(2049))).toThrow(DerError)
  })
})

describe('a signature holds', () => {
  const message = Buffer.from('message')
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 })
  const algorithm = (scheme: SignatureScheme) => signatureAlgorithmFor(scheme, 'SHA-256')

  test('with the key that made it, and with that alone', () => {
    const signature = sign('sha256', message, ec.privateKey)
    const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    expect(verifySignature(ec.publicKey, algorithm('ECDSA'), { message, signature })).toBe(true)
    expect(verifySignature(stranger.publicKey, algorithm('ECDSA'), { message, signature })).toBe(false)
    expect(verifySignature(ec.publicKey, algorithm('ECDSA'), { message: signature, signature })).toBe(false)
  })

  test.each(['RSASSA-PKCS1-v1_5', 'RSASSA-PSS'] as const)('with the padding of %s and no other', (scheme) => {
    const signature = sign('sha256', message, { key: rsa.privateKey, ...cryptoOptionsFor(algorithm(scheme)) })
    const holds = (name: SignatureScheme, saltLength = 32) =>
      verifySignature(rsa.publicKey, { ...algorithm(name), saltLength }, { message, signature })
    expect(holds(scheme)).toBe(true)
    expect(holds(scheme === 'RSASSA-PSS' ? 'RSASSA-PKCS1-v1_5' : 'RSASSA-PSS')).toBe(false)
    expect(holds('RSASSA-PSS', 20)).toBe(false)
  })

  test('with a key that is for PSS alone', () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa-pss', { modulusLength: 1024 })
    const signature = sign('sha256', message, { key: privateKey, ...cryptoOptionsFor(algorithm('RSASSA-PSS')) })
    expect(verifySignature(publicKey, algorithm('RSASSA-PSS'), { message, signature })).toBe(true)
  })

  test('never with a key of another kind', () => {
    const byEc = sign('sha256', message, ec.privateKey)
    const byRsa = sign('sha256', message, rsa.privateKey)
    expect(verifySignature(ec.publicKey, algorithm('RSASSA-PKCS1-v1_5'), { message, signature: byEc })).toBe(false)
    expect(verifySignature(rsa.publicKey, algorithm('ECDSA'), { message, signature: byRsa })).toBe(false)
  })

  test('never when nobody can read it', () => {
    const key = createPublicKey(ec.privateKey)
    const unknown = { scheme: 'ECDSA', hash: 'unknown', saltLength: 0 } as const
    expect(verifySignature(key, algorithm('ECDSA'), { message, signature: Buffer.from('text') })).toBe(false)
    expect(verifySignature(key, unknown, { message, signature: Buffer.from('text') })).toBe(false)
  })

  test('RSA names its padding, ECDSA has none', () => {
    expect(cryptoOptionsFor(algorithm('ECDSA'))).toEqual({})
    expect(cryptoOptionsFor(algorithm('RSASSA-PKCS1-v1_5'))).toEqual({ padding: constants.RSA_PKCS1_PADDING })
    expect(cryptoOptionsFor(algorithm('RSASSA-PSS'))).toEqual({
      padding: constants.RSA_PKCS1_PSS_PADDING,
      saltLength: 32,
    })
  })
})

describe('an ECDSA signature becomes DER', () => {
  const integers = (...values: readonly number[]) => encodeSequence(...values.map(encodeUnsignedInteger))

  test('from two halves', () => {
    expect(ecdsaSignatureToDer(Uint8Array.of(0, 5, 0x80, 1))).toEqual(integers(5, 0x8001))
  })

  test('and stays what it is when it already is, or has no halves', () => {
    for (const signature of [integers(1, 2), integers(1, 300), Uint8Array.of(1, 2, 3)]) {
      expect(ecdsaSignatureToDer(signature)).toBe(signature)
    }
  })

  test('when it looks like DER and is not a pair of integers', () => {
    const three = integers(1, 2, 3, 4)
    const strings = encodeSequence(encodeOctetString(Uint8Array.of(1)), encodeElement(0x02, Uint8Array.of(1)))
    expect(ecdsaSignatureToDer(three)).not.toBe(three)
    expect(ecdsaSignatureToDer(strings)).not.toBe(strings)
  })
})

test('an RSA key with the exponent 1, or an even one, has no secret', () => {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
  const withExponent = (exponent: number) => {
    const e = Buffer.from(exponent.toString(16).padStart(6, '0'), 'hex').toString('base64url')
    return createPublicKey({ key: { ...publicKey.export({ format: 'jwk' }), e }, format: 'jwk' })
  }
  expect([1, 2, 3, 65_536, 65_537].map((exponent) => isSecret(withExponent(exponent)))).toEqual([
    false,
    false,
    true,
    false,
    true,
  ])
  expect(isSecret(generateKeyPairSync('ed25519').publicKey)).toBe(true)
})
