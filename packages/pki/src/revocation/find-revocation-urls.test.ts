import { expect, test } from 'vitest'
import { encodeOid, encodeSequence } from '../der/der-writer.ts'
import { OID } from '../der/object-identifiers.ts'
import { addressExtensions } from '../../testing/make-test-evidence.ts'
import { extension, makeEntity, textName } from '../../testing/make-test-pki.ts'
import { findRevocationUrls } from './find-revocation-urls.ts'

test('the addresses of a certificate are returned by what they serve', () => {
  const addresses = {
    ocsp: 'http://ca.example/ocsp',
    issuer: 'http://ca.example/ca.cer',
    crl: 'https://ca.example/x.crl',
  }
  const { certificate } = makeEntity({ extensions: addressExtensions(addresses) })
  expect(findRevocationUrls(certificate)).toEqual({
    ocsp: ['http://ca.example/ocsp'],
    crls: ['https://ca.example/x.crl'],
    issuers: ['http://ca.example/ca.cer'],
  })
})

test('only the web is asked, each address once, and never more than ten', () => {
  const describe = (address: string) => encodeSequence(encodeOid(OID.accessOcsp), textName(6, address))
  const many = Array.from({ length: 20 }, (_, index) => `http://${index}.example/`)
  const addresses = [
    'ldap://ca.example/cn=x',
    'file:///etc/passwd',
    many[0] ?? '',
    ...many,
    `http://${'x'.repeat(9999)}`,
  ]
  const access = extension(OID.authorityInfoAccess, encodeSequence(...addresses.map(describe)), false)
  expect(findRevocationUrls(makeEntity({ extensions: [access] }).certificate).ocsp).toEqual(many.slice(0, 10))
})

test('what cannot be read has no addresses', () => {
  const nothing = { ocsp: [], crls: [], issuers: [] }
  expect(findRevocationUrls(Uint8Array.of(1, 2, 3))).toEqual(nothing)
  const access = extension(OID.authorityInfoAccess, Uint8Array.of(0x30, 0x05), false)
  expect(findRevocationUrls(makeEntity({ extensions: [access] }).certificate)).toEqual(nothing)
})
