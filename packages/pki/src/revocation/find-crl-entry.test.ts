import { expect, test } from 'vitest'
import { concatBytes, encodeBoolean, encodeElement, encodeSequence } from '../der/der-writer.ts'
import { NO_EVIDENCE } from '../evidence/merge-evidence.ts'
import { validateCertificate } from '../path/validate-certificate.ts'
import {
  extension,
  generalizedTime,
  makeAuthority,
  makeEntity,
  makeList,
  NOW,
  START,
} from '../../testing/make-test-pki.ts'
import { findCrlEntry } from './find-crl-entry.ts'
import { readCrl } from './read-crl.ts'

const root = makeAuthority({ subject: 'Root' })
const person = makeEntity({ issuer: root })

/** revokedCertificates of so many entries, as authorities write them. */
function manyEntries(count: number): Uint8Array {
  const entry = encodeSequence(
    encodeElement(
      0x02,
      Uint8Array.from({ length: 16 }, () => 0x11),
    ),
    generalizedTime(START),
    encodeSequence(extension('2.5.29.21', encodeElement(0x0a, Uint8Array.of(1)), false)),
  )
  const entries = new Uint8Array(entry.length * count)
  for (let index = 0; index < count; index++) {
    entries.set(entry, index * entry.length)
    new DataView(entries.buffer).setUint32(index * entry.length + 6, index)
  }
  return entries
}

test('the last of a hundred thousand entries is found', () => {
  const crl = readCrl(makeList({ issuer: root, rawEntries: manyEntries(100_000) }))
  const serialNumber = Uint8Array.from({ length: 16 }, () => 0x11)
  new DataView(serialNumber.buffer).setUint32(2, 99_999)
  expect(crl && findCrlEntry(crl, { serialNumber, issuerKey: crl.issuer.key })).toEqual({ revokedAt: START, reason: 1 })
  serialNumber[15] = 0
  expect(crl && findCrlEntry(crl, { serialNumber, issuerKey: crl.issuer.key })).toBeNull()
})

test('entries that are cut off, empty or of absurd length make a list useless', () => {
  const entries = manyEntries(3)
  const shapes = [
    entries.subarray(0, entries.length - 1),
    concatBytes([entries, Uint8Array.of(0x30, 0)]),
    concatBytes([entries, Uint8Array.of(0x30, 0x84, 0xff, 0xff, 0xff, 0xff)]),
    concatBytes([entries, Uint8Array.of(0x30, 0x80, 0, 0)]),
    concatBytes([entries, encodeBoolean(true)]),
  ]
  for (const rawEntries of shapes) {
    const verdict = validateCertificate({
      ...{ certificate: person.certificate, anchors: [root.certificate], time: NOW, purpose: 'any' },
      evidence: { ...NO_EVIDENCE, crls: [makeList({ issuer: root, rawEntries })] },
    })
    expect(verdict.chain[0]?.revocation).toEqual({ status: 'unknown', why: 'CRL_EXTENSION' })
  }
})
