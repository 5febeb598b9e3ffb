/**
 * Whoever takes a flag, an identifier or a member otherwise than others do misses a critical extension, or sees one that
 * is not there. So they are read alike wherever they stand (RFC 5280 §4.1 and §4.2, X.690 §11.1).
 */
import { describe, expect, test } from 'vitest'
import { childrenOf, DerError, readDer, TAG } from '../der/der-reader.ts'
import { encodeElement, encodeNull, encodeOid, encodeSequence } from '../der/der-writer.ts'
import { OID } from '../der/object-identifiers.ts'
import { NO_EVIDENCE } from '../evidence/merge-evidence.ts'
import { validateCertificate } from '../path/validate-certificate.ts'
import { findCrlEntry } from '../revocation/find-crl-entry.ts'
import { readCrl } from '../revocation/read-crl.ts'
import { readOcspResponse } from '../revocation/read-ocsp-response.ts'
import { readTimestampInfo } from '../timestamp/read-timestamp-info.ts'
import {
  encodeSingle,
  extension,
  generalizedTime,
  makeAnswer,
  makeAuthority,
  makeEntity,
  makeList,
  NOW,
  START,
  type TestAnswerPlan,
  type TestListPlan,
} from '../../testing/make-test-pki.ts'

const root = makeAuthority({ subject: 'Root' })
const person = makeEntity({ issuer: root })

const STRAY = encodeElement(TAG.octetString, Buffer.from('x'))
const flag = (...octets: readonly number[]): Uint8Array => encodeElement(TAG.boolean, Uint8Array.from(octets))
const TRUE = flag(0xff)
const FALSE = flag(0)
const integer = (octet: number): Uint8Array => encodeElement(TAG.integer, Uint8Array.of(octet))
const value = encodeElement(TAG.octetString, encodeNull())
const odd = (...flagAndValue: readonly Uint8Array[]): Uint8Array =>
  encodeSequence(encodeOid('1.2.3.4'), ...flagAndValue)
const membersOf = (der: Uint8Array): readonly Uint8Array[] =>
  childrenOf(readDer(der, TAG.sequence)).map((one) => one.bytes)

function isRead(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch (error) {
    if (error instanceof DerError) return false
    throw error
  }
}

const isCertificate = (extensions: readonly Uint8Array[]): boolean =>
  validateCertificate({
    certificate: makeEntity({ issuer: root, extensions }).certificate,
    anchors: [root.certificate],
    evidence: NO_EVIDENCE,
    time: NOW,
    purpose: 'any',
    checkRevocation: false,
  }).fault === null

const isAnswer = (plan: Partial<TestAnswerPlan>): boolean =>
  readOcspResponse(makeAnswer({ certificate: person, issuer: root, ...plan })) !== null

function isSearched(plan: Partial<TestListPlan>): boolean {
  const crl = readCrl(makeList({ issuer: root, ...plan }))!
  return isRead(() => findCrlEntry(crl, { serialNumber: Uint8Array.of(1), issuerKey: crl.issuer.key }))
}

/** Whether TSTInfo with these members after the time is read. */
const isTimestamp = (...members: readonly Uint8Array[]): boolean =>
  isRead(() =>
    readTimestampInfo(
      encodeSequence(
        integer(1),
        encodeOid('1.2.3'),
        encodeSequence(encodeSequence(encodeOid(OID.sha256)), encodeElement(TAG.octetString, new Uint8Array(32))),
        integer(1),
        generalizedTime(NOW),
        ...members,
      ),
    ),
  )

const PLACES: readonly (readonly [where: string, isTaken: (extensions: readonly Uint8Array[]) => boolean])[] = [
  ['a certificate', isCertificate],
  ['a list', (extensions) => readCrl(makeList({ issuer: root, extensions })) !== null],
  ['an entry of a list', (extensions) => isSearched({ entries: [{ serial: Uint8Array.of(1), extensions }] })],
  ['an answer', (extensions) => isAnswer({ extensions })],
  ['a single answer', (extensions) => isAnswer({ singleExtensions: extensions })],
  ['a timestamp', (extensions) => isTimestamp(encodeElement(0xa1, ...extensions))],
]

const LISTS: readonly (readonly [how: string, extensions: readonly Uint8Array[]])[] = [
  ['an extension twice', [odd(value), odd(value)]],
  ['a member too many', [odd(value, STRAY)]],
  ['the flag behind the value', [odd(value, TRUE)]],
  ['two flags', [odd(FALSE, TRUE, value)]],
  ['an empty flag', [odd(flag(), value)]],
  ['a flag of two octets', [odd(flag(0, 0xff), value)]],
  ['a flag that is neither true nor false', [odd(flag(1), value)]],
  ['no value', [odd(FALSE)]],
  ['a value of another type', [odd(encodeNull())]],
  ['a padded identifier', [encodeSequence(encodeElement(TAG.oid, Uint8Array.of(0x80, 0x2a, 3)), value)]],
  ['something that is no extension', [STRAY]],
]

describe.each(PLACES)('in %s', (_where, isTaken) => {
  test('a sound extension is read, with its flag or without', () => {
    expect(isTaken([odd(value)])).toBe(true)
    expect(isTaken([odd(FALSE, value)])).toBe(true)
  })

  test.each(LISTS)('%s is refused', (_how, extensions) => {
    expect(isTaken(extensions)).toBe(false)
  })
})

describe('nothing follows the extensions', () => {
  test('of an entry of a list', () => {
    const entry = [integer(1), generalizedTime(START), encodeSequence(odd(value))]
    expect(isSearched({ rawEntries: encodeSequence(...entry) })).toBe(true)
    expect(isSearched({ rawEntries: encodeSequence(...entry, STRAY) })).toBe(false)
    expect(isSearched({ rawEntries: encodeSequence(...entry, encodeSequence(odd(TRUE, value))) })).toBe(false)
  })

  test('of a single answer', () => {
    const single = encodeSingle({ certificate: person, issuer: root, singleExtensions: [odd(value)] })
    expect(isAnswer({ others: [single] })).toBe(true)
    expect(isAnswer({ others: [encodeSequence(...membersOf(single), STRAY)] })).toBe(false)
    expect(isAnswer({ others: [encodeSequence(...membersOf(single), membersOf(single).at(-1)!)] })).toBe(false)
  })

  test('of a timestamp', () => {
    const block = encodeElement(0xa1, odd(value))
    expect(isTimestamp(block)).toBe(true)
    expect(isTimestamp(block, block)).toBe(false)
  })
})

test('a flag in the scope of a list is one octet, true or false', () => {
  const scoped = (...octets: readonly number[]): Uint8Array => {
    const scope = encodeSequence(encodeElement(0x84, Uint8Array.from(octets)))
    return makeList({ issuer: root, extensions: [extension('2.5.29.28', scope)] })
  }
  expect(readCrl(scoped(0xff))?.issuingPoint?.isIndirect).toBe(true)
  expect(readCrl(scoped(0))?.issuingPoint?.isIndirect).toBe(false)
  expect(readCrl(scoped(0, 0xff))).toBeNull()
  expect(readCrl(scoped(1))).toBeNull()
})
