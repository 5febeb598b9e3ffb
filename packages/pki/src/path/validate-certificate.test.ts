import { expect, test } from 'vitest'
import { encodeOid, encodeSequence, encodeUnsignedInteger } from '../der/der-writer.ts'
import { OID } from '../der/object-identifiers.ts'
import {
  basicConstraints,
  END,
  extendedKeyUsage,
  extension,
  hoursFrom,
  keyUsage,
  makeAuthority,
  makeEntity,
  makeKey,
  NOW,
  START,
  type TestCertificatePlan,
} from '../../testing/make-test-pki.ts'
import { ask, authority, below, faultOf, root } from '../../testing/validate-test-certificate.ts'

const person = makeEntity({ issuer: authority })

test('the chain leads from the certificate to its anchor', () => {
  const { fault, chain } = ask(person)
  expect(fault).toBeNull()
  expect(chain.map((link) => Buffer.from(link.certificate))).toEqual(
    [person, authority, root].map(({ certificate }) => Buffer.from(certificate)),
  )
  expect(chain.map((link) => link.isAnchor)).toEqual([false, false, true])
})

test('without an issuer there is no path, and the chain goes as far as issuers were found', () => {
  expect(faultOf(person, { pool: [] })).toEqual(['NO_PATH', null])
  const verdict = ask(person, { anchors: [] })
  expect([verdict.fault, verdict.chain.length]).toEqual(['NO_PATH', 2])
})

test('an authority with the name of the issuer and another key is distinguished from no issuer at all', () => {
  const impostor = makeAuthority({ subject: 'Issuing', issuer: root })
  expect(faultOf(person, { pool: [impostor] })).toEqual(['SIGNATURE', 0])
  expect(faultOf(person, { pool: [impostor, authority] })).toEqual([null, null])
})

test('a chain that ends in a root of its own is no forgery, though an anchor has the name of that root', () => {
  const twin = makeAuthority({ subject: 'Root' })
  const below = makeAuthority({ subject: 'Issuing', issuer: twin })
  const stranger = makeEntity({ subject: 'Person', issuer: below })
  expect(faultOf(stranger, { pool: [below, twin] })).toEqual(['NO_PATH', null])
  expect(faultOf(stranger, { pool: [below] })).toEqual(['SIGNATURE', 1])
})

test('bytes that are no certificate are malformed, as certificate, in the pool and among the anchors', () => {
  const garbage = { ...person, certificate: Uint8Array.of(0x30, 0x84, 0xff, 0xff, 0xff, 0xff) }
  expect(faultOf(garbage)).toEqual(['MALFORMED', 0])
  expect(faultOf(person, { pool: [garbage, authority], anchors: [garbage.certificate, root.certificate] })).toEqual([
    null,
    null,
  ])
})

test('every certificate but the anchor must be valid at the time', () => {
  expect(faultOf(person, { time: END })).toEqual([null, null])
  expect(faultOf(person, { time: hoursFrom(END, 1) })).toEqual(['EXPIRED', 1])
  expect(faultOf(person, { time: hoursFrom(START, -1) })).toEqual(['NOT_YET_VALID', 1])
  const brief = below(authority, { notAfter: hoursFrom(NOW, -1) })
  expect(faultOf(brief)).toEqual(['EXPIRED', 0])
  const oldRoot = makeAuthority({ subject: 'Old', notAfter: hoursFrom(NOW, -1) })
  expect(faultOf(below(oldRoot), { anchors: [oldRoot.certificate] })).toEqual([null, null])
})

test('a time that is none is no time at which anything was valid', () => {
  expect(faultOf(person, { time: new Date(NaN), refuseWeakAlgorithms: false })).toEqual(['EXPIRED', 1])
})

test('thousands of anchors are all looked at', () => {
  const crowd = Array.from({ length: 4000 }, () => authority.certificate.slice(0, 40))
  expect(faultOf(person, { anchors: [...crowd, root.certificate] })).toEqual([null, null])
})

test('a certificate that is trusted itself needs no path, and makes nobody an authority', () => {
  const trusted = makeEntity({ subject: 'Trusted' })
  const wish = { anchors: [trusted.certificate], pool: [] }
  expect(ask(trusted, wish).chain).toHaveLength(1)
  expect(faultOf(trusted, wish)).toEqual([null, null])
  expect(faultOf(trusted, { ...wish, time: hoursFrom(END, 1) })).toEqual(['EXPIRED', 0])
  expect(faultOf(below(trusted), wish)).toEqual(['NOT_A_CA', 1])
  const user = makeEntity({ subject: 'User', extensions: [basicConstraints(false)] })
  expect(faultOf(below(user), { anchors: [user.certificate], pool: [] })).toEqual(['NOT_A_CA', 1])
})

test('an anchor of the first version is an authority, another certificate of it is not', () => {
  const first = makeEntity({ subject: 'First', version: 1 })
  expect(faultOf(below(first), { anchors: [first.certificate] })).toEqual([null, null])
  const middle = makeEntity({ subject: 'Middle', version: 1, issuer: root })
  expect(faultOf(below(middle), { pool: [middle] })).toEqual(['NOT_A_CA', 1])
})

test('an authority must say that it is one and that its key signs certificates', () => {
  const silent = makeEntity({ subject: 'Silent', issuer: root, extensions: [keyUsage(0x06)] })
  expect(faultOf(below(silent), { pool: [silent] })).toEqual(['NOT_A_CA', 1])
  const modest = makeEntity({ subject: 'Modest', issuer: root, extensions: [basicConstraints(true), keyUsage(0x02)] })
  expect(faultOf(below(modest), { pool: [modest] })).toEqual(['KEY_USAGE', 1])
})

test('no more authorities stand below one than its path length says, those of an anchor too', () => {
  const last = makeAuthority({ subject: 'Last', issuer: root, pathLength: 0 })
  const beyond = makeAuthority({ subject: 'Beyond', issuer: last })
  expect(faultOf(below(last), { pool: [last] })).toEqual([null, null])
  expect(faultOf(below(beyond), { pool: [last, beyond] })).toEqual(['PATH_LENGTH', 1])
  const shortRoot = makeAuthority({ subject: 'Short', pathLength: 0 })
  const sub = makeAuthority({ subject: 'Sub', issuer: shortRoot })
  expect(faultOf(below(sub), { pool: [sub], anchors: [shortRoot.certificate] })).toEqual(['PATH_LENGTH', 1])
})

test('a critical extension that is not known makes the path invalid, wherever it stands; another one does not', () => {
  const unknown = (critical: boolean) => extension('1.3.6.1.4.1.55555.9', encodeUnsignedInteger(1), critical)
  expect(faultOf(below(authority, { extensions: [unknown(true)] }))).toEqual(['UNKNOWN_CRITICAL_EXTENSION', 0])
  expect(faultOf(below(authority, { extensions: [unknown(false)] }))).toEqual([null, null])
  const odd = makeAuthority({ subject: 'Odd', issuer: root, extensions: [unknown(true)] })
  expect(faultOf(below(odd), { pool: [odd] })).toEqual(['UNKNOWN_CRITICAL_EXTENSION', 1])
  const twice = below(authority, { extensions: [unknown(false), unknown(false)] })
  expect(faultOf(twice)).toEqual(['MALFORMED', 0])
})

test('a document is signed with a key that is made for it', () => {
  const withUsage = (octet: number) => below(authority, { extensions: [keyUsage(octet)] })
  const withPurposes = (oids: readonly string[]) => below(authority, { extensions: [extendedKeyUsage(oids)] })
  expect(faultOf(withUsage(0x80))).toEqual([null, null])
  expect(faultOf(withUsage(0x40))).toEqual([null, null])
  expect(faultOf(withUsage(0x20))).toEqual(['KEY_USAGE', 0])
  expect(faultOf(withPurposes(['1.3.6.1.5.5.7.3.36']))).toEqual([null, null])
  expect(faultOf(withPurposes([OID.ekuTimeStamping]))).toEqual(['PURPOSE', 0])
  expect(faultOf(withPurposes([OID.ekuOcspSigning]))).toEqual(['PURPOSE', 0])
})

test('a timestamp is signed with a key that is made for nothing else, and says so in a critical extension', () => {
  const purpose = 'timestamping' as const
  const withPurposes = (oids: readonly string[], critical: boolean) =>
    below(authority, { extensions: [extendedKeyUsage(oids, critical)] })
  expect(faultOf(withPurposes([OID.ekuTimeStamping], true), { purpose })).toEqual([null, null])
  expect(faultOf(withPurposes([OID.ekuTimeStamping], false), { purpose })).toEqual(['PURPOSE', 0])
  expect(faultOf(withPurposes([OID.ekuTimeStamping, OID.ekuOcspSigning], true), { purpose })).toEqual(['PURPOSE', 0])
  expect(faultOf(person, { purpose })).toEqual(['PURPOSE', 0])
  expect(faultOf(person, { purpose: 'ocsp-signing' })).toEqual(['PURPOSE', 0])
})

test('weak digests and keys make a path invalid once they were given up, and not before', () => {
  const old = (plan: TestCertificatePlan) => below(authority, { notBefore: new Date('2005-01-01'), ...plan })
  const elder = makeAuthority({ subject: 'Elder', issuer: root, notBefore: new Date('2005-01-01') })
  const wish = { pool: [elder], time: new Date('2009-06-01') }
  const weakDigest = below(elder, { hash: 'sha1', notBefore: new Date('2005-01-01') })
  expect(faultOf(weakDigest, wish)).toEqual([null, null])
  expect(faultOf(weakDigest, { pool: [elder] })).toEqual(['WEAK_ALGORITHM', 0])
  expect(faultOf(weakDigest, { pool: [elder], refuseWeakAlgorithms: false })).toEqual([null, null])
  expect(faultOf(old({ key: makeKey('rsa-1024') }))).toEqual(['WEAK_ALGORITHM', 0])
  expect(faultOf(old({ key: makeKey('P-192') }))).toEqual(['WEAK_ALGORITHM', 0])
  const weakAuthority = makeAuthority({ subject: 'Weak', issuer: root, key: makeKey('rsa-1024') })
  expect(faultOf(below(weakAuthority), { pool: [weakAuthority] })).toEqual(['WEAK_ALGORITHM', 0])
})

test('an RSA authority signs for EC keys and the other way round', () => {
  const rsa = makeAuthority({ subject: 'RSA', issuer: root, key: makeKey('rsa') })
  expect(faultOf(below(rsa), { pool: [rsa] })).toEqual([null, null])
  expect(faultOf(below(authority, { key: makeKey('rsa') }))).toEqual([null, null])
})

/** SubjectPublicKeyInfo without the curve. */
function withoutCurve(publicKeyInfo: Uint8Array): Uint8Array {
  return encodeSequence(encodeSequence(encodeOid(OID.ecPublicKey)), publicKeyInfo.subarray(-68))
}

test('an EC key may leave its curve to the key above it, and a curve written out is rejected', () => {
  const key = makeKey()
  const heir = makeAuthority({
    subject: 'Heir',
    issuer: root,
    key: { ...key, publicKeyInfo: withoutCurve(key.publicKeyInfo) },
  })
  expect(faultOf(below(heir), { pool: [heir] })).toEqual([null, null])
  const rsaRoot = makeAuthority({ subject: 'RSA root', key: makeKey('rsa') })
  const orphan = makeAuthority({
    subject: 'Orphan',
    issuer: rsaRoot,
    key: { ...key, publicKeyInfo: withoutCurve(key.publicKeyInfo) },
  })
  expect(faultOf(below(orphan), { pool: [orphan], anchors: [rsaRoot.certificate] })).toEqual(['MALFORMED', 1])
  const explicit = encodeSequence(encodeSequence(encodeOid(OID.ecPublicKey), encodeSequence()), key.publicKeyInfo)
  expect(faultOf(below(authority, { key: { ...key, publicKeyInfo: explicit } }))).toEqual(['MALFORMED', 0])
})

test('with cross certificates the path that ends in an anchor is found, and the valid one of several', () => {
  const otherRoot = makeAuthority({ subject: 'Other root' })
  const crossed = makeAuthority({ subject: 'Issuing', issuer: otherRoot, sameKeyAs: authority })
  expect(faultOf(person, { pool: [crossed, authority] })).toEqual([null, null])
  const expired = makeAuthority({ subject: 'Issuing', issuer: root, sameKeyAs: authority, notAfter: START })
  const short = { pool: [expired, authority], anchors: [root.certificate, otherRoot.certificate] }
  expect(faultOf(person, short)).toEqual([null, null])
  expect(faultOf(person, { pool: [expired] })).toEqual(['EXPIRED', 1])
})

test('authorities that certify each other end no path and take no time', () => {
  const left = makeAuthority({ subject: 'Left' })
  const right = makeAuthority({ subject: 'Right', issuer: left })
  const back = makeAuthority({ subject: 'Left', issuer: right, sameKeyAs: left })
  expect(faultOf(below(right), { pool: [left, right, back] })).toEqual(['NO_PATH', null])
})

test('a mesh of authorities with more paths than can be walked is given up, and so is a crowd of one name', () => {
  const members = Array.from({ length: 12 }, (_, index) => makeAuthority({ subject: `Mesh ${index}` }))
  const mesh = members.flatMap((issuer, from) =>
    members.flatMap((subject, to) =>
      from === to ? [] : [makeAuthority({ subject: `Mesh ${to}`, issuer, sameKeyAs: subject })],
    ),
  )
  expect(faultOf(below(members[0] ?? root), { pool: mesh })).toEqual(['NO_PATH', null])
  const crowd = Array.from({ length: 600 }, (_, index) =>
    makeAuthority({ subject: 'Issuing', key: person, serial: index }),
  )
  expect(faultOf(person, { pool: crowd })).toEqual(['SIGNATURE', 0])
})

test('a path of more than a dozen authorities is too long', () => {
  const chain = [root]
  for (let index = 0; index < 20; index++)
    chain.push(makeAuthority({ subject: `Deep ${index}`, issuer: chain.at(-1) ?? root }))
  expect(faultOf(below(chain[10] ?? root), { pool: chain })).toEqual([null, null])
  expect(faultOf(below(chain[20] ?? root), { pool: chain })).toEqual(['NO_PATH', null])
})

test('any single wrong octet of a certificate is a verdict and never an error', () => {
  for (let index = 0; index < person.certificate.length; index++) {
    const broken = Uint8Array.from(person.certificate)
    broken[index] = (broken[index] ?? 0) ^ 0x81
    expect(ask({ ...person, certificate: broken }).fault).not.toBeNull()
    expect(ask(person, { pool: [{ ...person, certificate: broken }] }).fault).toBe('NO_PATH')
  }
})
