import { describe, expect, test } from 'vitest'
import { BaseHash } from './base-hash.ts'
import { prepareSignature } from '../prepare-signature.ts'
import { signPdf } from '../sign-pdf.ts'
import { makeTestPdf } from '@rubrica/pdf/testing'
import { makeTestSigner } from '@rubrica/pki/testing'
import type { FixedSignature } from '../types.ts'
import { checkSignedTail } from './check-signed-tail.ts'
import { readSignedData } from '@rubrica/pki'

const base = makeTestPdf()
const ana = makeTestSigner()
const request = {
  certificate: ana.certificate,
  chain: [],
  digestAlgorithm: 'SHA-256',
  field: { create: { name: 'Signature', page: 1 } },
  claimedTime: new Date('2026-03-01T10:00:00Z'),
} as const
const fixed: FixedSignature = prepareSignature(base, request)
const signed = Buffer.from(await signPdf(base, request, ana.privateKey))
const start = fixed.contentsOffset
const cms = Buffer.from(signed.toString('latin1', start, start + 2 * fixed.contentsSize), 'hex')
const { length } = readSignedData(cms)

/** The signed tail with other characters at a place. */
function withText(at: number, text: string): Buffer {
  const tail = Buffer.from(signed)
  tail.write(text, at, 'latin1')
  return tail
}

const check = (tail: Uint8Array, changes: Partial<FixedSignature> = {}, signedBase: Uint8Array = base) =>
  checkSignedTail(new BaseHash(signedBase, changes.digestAlgorithm ?? 'SHA-256'), tail, { ...fixed, ...changes })

const faultIs = (fault: string): unknown => expect.objectContaining({ code: 'SIGNATURE_INVALID', facts: { fault } })

test('what was signed passes', () => {
  expect(() => check(signed)).not.toThrow()
  expect(() => check(signed, { certificate: null })).not.toThrow()
})

describe('the range that is signed', () => {
  const range = signed.indexOf('/ByteRange')

  test.each([
    { what: 'is not in the file', tail: withText(range, '/Byterange') },
    { what: 'starts elsewhere', tail: withText(signed.indexOf('[0 ', range), '[1 ') },
    { what: 'is there twice', tail: Buffer.concat([signed, signed.subarray(range, signed.indexOf(']', range) + 1)]) },
    { what: 'leaves out less than the brackets before', tail: withText(start - 1, ' ') },
    { what: 'leaves out less than the brackets behind', tail: withText(start + 2 * fixed.contentsSize, ' ') },
  ])('$what: rejected', ({ tail }) => {
    expect(() => check(tail)).toThrow(faultIs('BYTE_RANGE'))
  })

  test('is not the one that was prepared: rejected', () => {
    const [zero, gap, end, rest] = fixed.byteRange
    expect(() => check(signed, { byteRange: [zero, gap, end, rest - 1] })).toThrow(faultIs('BYTE_RANGE'))
    expect(() => check(signed, { contentsOffset: start + 2 })).toThrow(faultIs('BYTE_RANGE'))
    expect(() => check(signed.subarray(0, -1))).toThrow(faultIs('BYTE_RANGE'))
  })
})

describe('the contents', () => {
  const last = start + 2 * fixed.contentsSize - 2

  test.each([
    { what: 'at the beginning', at: start },
    { what: 'within the padding', at: start + 2 * length + 11 },
    { what: 'at the end', at: last },
  ])('with something else than hexadecimal digits $what: rejected', ({ at }) => {
    expect(() => check(withText(at, 'g'))).toThrow(faultIs('CONTENTS'))
  })

  test('with something else than zeros behind the CMS: rejected', () => {
    for (const at of [start + 2 * length, last]) expect(() => check(withText(at, '01'))).toThrow(faultIs('CONTENTS'))
  })

  test('that are no CMS: rejected', () => {
    expect(() => check(withText(start, '0500'))).toThrow(faultIs('CMS'))
  })

  test('without the certificate that was asked for: rejected', () => {
    const { certificate } = makeTestSigner()
    expect(() => check(signed, { certificate })).toThrow(faultIs('NO_SIGNING_CERTIFICATE'))
  })

  test('with another digest than was asked for: rejected', () => {
    expect(() => check(signed, { digestAlgorithm: 'SHA-384' })).toThrow(faultIs('DIGEST_ALGORITHM'))
  })

  test('whose signature was changed: rejected', () => {
    const { signature } = readSignedData(cms)
    const at = start + 2 * (cms.indexOf(signature) + signature.length - 1)
    const octet = (Number(`0x${signed.toString('latin1', at, at + 2)}`) ^ 1).toString(16).padStart(2, '0')
    expect(() => check(withText(at, octet))).toThrow(faultIs('SIGNATURE'))
  })
})

describe('a change of the document', () => {
  test.each([
    { what: 'right before the signature', at: start - 2 },
    { what: 'right behind it', at: start + 2 * fixed.contentsSize + 1 },
    { what: 'at the end', at: signed.length - 1 },
  ])('$what: rejected', ({ at }) => {
    const changed = signed[at] === 0x20 ? '\n' : ' '
    expect(() => check(withText(at, changed))).toThrow(faultIs('MESSAGE_DIGEST'))
  })

  test('in the base: rejected', () => {
    const other = Buffer.from(base)
    other[20] = 0x41
    expect(() => check(signed, {}, other)).toThrow(faultIs('MESSAGE_DIGEST'))
  })
})
