import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readCertificate } from '../certificates/read-certificate.ts'
import { makeTestSigner } from '../../testing/make-test-signer.ts'
import { childrenOf, oidOf, readDer } from '../der/der-reader.ts'
import { encodeSetOf } from '../der/der-writer.ts'
import { OID } from '../der/object-identifiers.ts'
import { attributeValue } from './read-signed-data.ts'
import { buildSignedAttributes } from './signed-attributes.ts'

const root = makeTestSigner({ commonName: 'Root', isCa: true })
const { certificate } = makeTestSigner({ issuer: root })
const documentDigest = createHash('sha256').update('document').digest()
const attributes = buildSignedAttributes({ documentDigest, digestAlgorithm: 'SHA-256', certificate })

describe('the signed attributes of a PAdES baseline signature', () => {
  test('are content type, message digest and signing certificate, and nothing else', () => {
    const types = childrenOf(readDer(attributes)).map((attribute) => oidOf(childrenOf(attribute)[0] ?? attribute))
    expect(new Set(types)).toEqual(new Set([OID.contentType, OID.messageDigest, OID.signingCertificateV2]))
  })

  test('hold no signing time', () => {
    expect(attributeValue(attributes, OID.signingTime)).toBeUndefined()
  })

  test('stand in DER order', () => {
    expect(encodeSetOf(childrenOf(readDer(attributes)).map(({ bytes }) => bytes))).toEqual(attributes)
  })

  test('are the same bytes whenever they are built', () => {
    expect(buildSignedAttributes({ documentDigest, digestAlgorithm: 'SHA-256', certificate })).toEqual(attributes)
  })

  test('name the certificate by SHA-256 without writing the default algorithm, by issuer and by serial number', () => {
    const value = attributeValue(attributes, OID.signingCertificateV2)
    const text = Buffer.from(value?.bytes ?? []).toString('hex')
    const { issuer, serialNumber } = readCertificate(certificate)
    const digest = createHash('sha256').update(certificate).digest('hex')
    // SEQUENCE { SEQUENCE { SEQUENCE { OCTET STRING digest, SEQUENCE { SEQUENCE { [4] issuer }, serial } } } }
    expect(text).toMatch(new RegExp(`^30..30..30..0420${digest}30..30..a4..`))
    expect(text.endsWith(Buffer.concat([issuer, serialNumber]).toString('hex'))).toBe(true)
  })

  test('take no digest of another length', () => {
    const attempt = () => buildSignedAttributes({ documentDigest, digestAlgorithm: 'SHA-512', certificate })
    expect(attempt).toThrow(RangeError)
  })
})
