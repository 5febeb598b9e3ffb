import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { childrenOf, DerError, type DerNode, oidOf, octetsOf, readDer, readElement, timeOf } from './der-reader.ts'
import {
  encodeElement,
  encodeOctetString,
  encodeOid,
  encodeSequence,
  encodeSetOf,
  encodeUnsignedInteger,
} from './der-writer.ts'

const hex = (text: string): Uint8Array => Buffer.from(text.replaceAll(' ', ''), 'hex')
const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

describe('what is written is DER', () => {
  test.each([
    [0, '020100'],
    [127, '02017f'],
    [128, '02020080'],
    [256, '02020100'],
  ])('the integer %i', (value, encoded) => {
    expect(toHex(encodeUnsignedInteger(value))).toBe(encoded)
  })

  test('a magnitude with leading zeros is shortened, one with its high bit set is padded', () => {
    expect(toHex(encodeUnsignedInteger(hex('0000ff')))).toBe('020200ff')
  })

  test.each([
    ['1.2.840.113549.1.7.2', '06092a864886f70d010702'],
    ['2.16.840.1.101.3.4.2.1', '0609608648016503040201'],
    ['2.999.3', '0603883703'],
  ])('the identifier %s', (dotted, encoded) => {
    expect(toHex(encodeOid(dotted))).toBe(encoded)
    expect(oidOf(readDer(hex(encoded)))).toBe(dotted)
  })

  test('a set is sorted by its encodings, whatever order it was given in', () => {
    const members = [encodeUnsignedInteger(300), encodeOctetString(hex('00')), encodeUnsignedInteger(2)]
    expect(toHex(encodeSetOf(members))).toBe('310a' + '020102' + '0202012c' + '040100')
  })

  test('lengths take the fewest octets', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 70_000 }), (length) => {
        const encoded = encodeOctetString(new Uint8Array(length))
        const header = length < 128 ? 2 : length < 256 ? 3 : length < 65_536 ? 4 : 5
        expect(encoded.length).toBe(length + header)
        expect(readDer(encoded).content).toHaveLength(length)
      }),
    )
  })
})

describe('what other writers produce is read', () => {
  test('indefinite lengths and strings in pieces', () => {
    const pieces = readDer(hex('2480 0402 4142 0401 43 0000'))
    expect(Buffer.from(octetsOf(pieces)).toString()).toBe('ABC')
  })

  test.each([
    ['17', '261121000000Z', '2026-11-21T00:00:00.000Z'],
    ['17', '991231235959Z', '1999-12-31T23:59:59.000Z'],
    ['17', '2611210130+0100', '2026-11-21T00:30:00.000Z'],
    ['18', '20261121000000Z', '2026-11-21T00:00:00.000Z'],
    ['18', '20261121000000.25Z', '2026-11-21T00:00:00.250Z'],
  ])('the time %s %s', (tag, text, expected) => {
    expect(timeOf(readDer(encodeElement(parseInt(tag, 16), Buffer.from(text)))).toISOString()).toBe(expected)
  })

  test.each(['20261121000000Z', '2611Z', '269999000000Z', ''])('"%s" is no UTCTime', (text) => {
    expect(() => timeOf(readDer(encodeElement(0x17, Buffer.from(text))))).toThrow(DerError)
  })
})

describe('what is damaged is rejected and harms nobody', () => {
  test.each([
    ['nothing', ''],
    ['a lone identifier', '30'],
    ['a length past the end', '3005 0201'],
    ['a length of five octets', '3085 0000000001 00'],
    ['a primitive of indefinite length', '0480 0000'],
    ['an indefinite length without end', '3080 0201 01'],
    ['octets after the end', '0500 00'],
  ])('%s', (_what, text) => {
    expect(() => readDer(hex(text))).toThrow(DerError)
  })

  test('nesting without end', () => {
    expect(() => readElement(hex('3080'.repeat(100_000)))).toThrow(DerError)
  })

  test('any octets give an element or a DerError', () => {
    const walk = (node: DerNode, depth = 0): void => {
      if (node.tag & 0x20 && depth < 20) childrenOf(node).forEach((child) => walk(child, depth + 1))
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          walk(readElement(encodeSequence(bytes)))
        } catch (error) {
          expect(error).toBeInstanceOf(DerError)
        }
      }),
    )
  })
})
