import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  encodeAttribute,
  encodeNull,
  encodeOctetString,
  encodeOid,
  encodeSequence,
  OID,
  readCertificate,
} from '@rubrica/pki'
import { makeTestCms, makeTestSigner } from '@rubrica/pki/testing'
import { type CmsSigner, readCms } from './read-cms.ts'
import { findSigner, readCertificateReference } from './read-signer.ts'

const KEY_IDENTIFIER = Buffer.from('0102030405', 'hex')
const signer = makeTestSigner({
  extensions: [
    encodeSequence(encodeOid(OID.subjectKeyIdentifier), encodeOctetString(encodeOctetString(KEY_IDENTIFIER))),
  ],
})
const other = makeTestSigner({ commonName: 'Biel' })
const { issuer, serialNumber } = readCertificate(signer.certificate)

const signerWith = (attributes: readonly Uint8Array[]): CmsSigner =>
  readCms(makeTestCms(signer, Buffer.from('document'), { names: null, attributes })).signers[0]!
const named = (identifier: CmsSigner['identifier'], pool: readonly Uint8Array[]) =>
  findSigner({ ...signerWith([]), identifier }, pool)

describe('the certificate of a signer', () => {
  const pool = [other.certificate, Buffer.from('no certificate'), signer.certificate]

  test('has the issuer and the serial number', () => {
    expect(named({ issuer, serialNumber }, pool)).toEqual(signer.certificate)
    expect(named({ issuer, serialNumber }, [other.certificate])).toBeNull()
  })

  test('has the serial number alone where no issuer fits', () => {
    expect(named({ issuer: readCertificate(other.certificate).issuer, serialNumber }, pool)).toEqual(signer.certificate)
    expect(named({ issuer, serialNumber: Buffer.from('020105', 'hex') }, pool)).toBeNull()
  })

  test('is rather the one that fits in both', () => {
    const wanted = readCertificate(other.certificate)
    const twin = Uint8Array.from(signer.certificate)
    twin.set(wanted.serialNumber, Buffer.from(signer.certificate).indexOf(serialNumber))
    const identifier = { issuer: wanted.issuer, serialNumber: wanted.serialNumber }
    expect(named(identifier, [twin])).toEqual(twin)
    expect(named(identifier, [twin, other.certificate])).toEqual(other.certificate)
  })

  test('or has the key identifier', () => {
    expect(named({ keyIdentifier: KEY_IDENTIFIER }, pool)).toEqual(signer.certificate)
    expect(named({ keyIdentifier: Buffer.from('99', 'hex') }, pool)).toBeNull()
    expect(named({ keyIdentifier: KEY_IDENTIFIER }, [other.certificate])).toBeNull()
  })
})

describe('the certificate that is signed along', () => {
  const digestOf = (hash: string, { certificate } = signer): Uint8Array =>
    encodeOctetString(createHash(hash).update(certificate).digest())
  const reference = (...members: readonly Uint8Array[]) => encodeSequence(encodeSequence(encodeSequence(...members)))
  const newer = (...members: readonly Uint8Array[]) => encodeAttribute(OID.signingCertificateV2, reference(...members))
  const older = (...members: readonly Uint8Array[]) => encodeAttribute(OID.signingCertificate, reference(...members))
  const read = (...attributes: readonly Uint8Array[]) =>
    readCertificateReference(signerWith(attributes), signer.certificate)

  test('may be absent', () => {
    expect(read()).toBe('absent')
  })

  test('is named by SHA-256, in the older attribute by SHA-1', () => {
    expect(read(newer(digestOf('sha256')))).toBe('named')
    expect(read(older(digestOf('sha1')))).toBe('named')
    expect(read(newer(digestOf('sha1')))).toBe('other')
    expect(read(older(digestOf('sha256')))).toBe('other')
  })

  test('is named by the digest that is written', () => {
    const algorithm = (oid: string) => encodeSequence(encodeOid(oid), encodeNull())
    expect(read(newer(algorithm(OID.sha512), digestOf('sha512')))).toBe('named')
    expect(read(newer(algorithm(OID.sha384), digestOf('sha512')))).toBe('other')
    expect(read(newer(algorithm('1.2.3'), digestOf('sha512')))).toBe('other')
  })

  test('is another one when either attribute says so', () => {
    expect(read(newer(digestOf('sha256')), older(digestOf('sha1')))).toBe('named')
    expect(read(newer(digestOf('sha256', other)), older(digestOf('sha1')))).toBe('other')
    expect(read(newer(digestOf('sha256')), older(digestOf('sha1', other)))).toBe('other')
  })

  test('is another one when nobody can read which', () => {
    expect(read(newer(digestOf('sha256')), newer(digestOf('sha256')))).toBe('other')
    expect(read(encodeAttribute(OID.signingCertificateV2, encodeNull()))).toBe('other')
    expect(read(encodeAttribute(OID.signingCertificateV2, encodeSequence(encodeSequence())))).toBe('other')
  })
})
