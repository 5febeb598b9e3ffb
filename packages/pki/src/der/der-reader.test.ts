import { describe, expect, test } from 'vitest'
import {
  bitsOf,
  childrenOf,
  DerCursor,
  DerError,
  octetsOf,
  oidOf,
  onlyChild,
  readDer,
  readElement,
  smallIntegerOf,
  TAG,
  timeOf,
} from './der-reader.ts'
import { encodeElement, encodeNull, encodeOctetString, encodeSequence, encodeUnsignedInteger } from './der-writer.ts'

const hex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text.replaceAll(' ', ''), 'hex'))
const integers = (...values: readonly number[]) => readDer(encodeSequence(...values.map(encodeUnsignedInteger)))

describe('the header of an element', () => {
  test('has a length of up to four octets, all of them there', () => {
    expect(readDer(hex('04 84 00000001 ff')).content).toEqual(hex('ff'))
    expect(readDer(hex('04 81 01 ff')).content).toEqual(hex('ff'))
    expect(() => readDer(hex('04 85 0000000001 ff'))).toThrow('The length is too large')
    expect(() => readDer(hex('04 82 01'))).toThrow('The length is cut off')
    expect(() => readDer(hex('04'))).toThrow('The element is cut off')
  })

  test('has a tag of one octet', () => {
    expect(() => readDer(hex('1f 01 00'))).toThrow('Long tags')
    expect(() => readDer(hex('bf 01 00'))).toThrow('Long tags')
  })

  test('names the type that is expected', () => {
    expect(readDer(encodeNull(), TAG.null).tag).toBe(TAG.null)
    expect(() => readDer(encodeNull(), TAG.integer)).toThrow(DerError)
  })
})

describe('an element without a length', () => {
  test('ends at its own two zeros', () => {
    const node = readElement(hex('3080 0201 05 3080 0000 0000 ffff'))
    expect(node.bytes).toHaveLength(11)
    expect(node.content).toEqual(hex('0201 05 3080 0000'))
  })

  test('is no string of its own', () => {
    expect(() => readElement(hex('0480 0000'))).toThrow('A primitive element has no length')
  })

  test('may hold forty levels of others, and no more', () => {
    const nested = (levels: number) => readElement(hex('3080'.repeat(levels) + '0000'.repeat(levels)))
    expect(nested(41).bytes).toHaveLength(4 * 41)
    expect(() => nested(42)).toThrow('nested too deeply')
  })
})

describe('the members of an element', () => {
  test('are none in a primitive one', () => {
    expect(() => childrenOf(readDer(encodeNull()))).toThrow(DerError)
  })

  test('are bounded in number', () => {
    const many = (count: number) => childrenOf(readDer(encodeSequence(hex('0500'.repeat(count)))))
    expect(many(20_000)).toHaveLength(20_000)
    expect(() => many(20_001)).toThrow(DerError)
  })

  test('stay inside it', () => {
    expect(() => childrenOf(readDer(hex('3003 020201')))).toThrow(DerError)
  })

  test('are taken in their order, each of the type that is asked for', () => {
    const cursor = new DerCursor(integers(1, 2, 3), TAG.sequence)
    expect(cursor.takeIf(TAG.null)).toBeUndefined()
    expect(smallIntegerOf(cursor.take(TAG.integer))).toBe(1)
    expect(cursor.takeIf(TAG.integer)?.content).toEqual(hex('02'))
    expect(() => cursor.take(TAG.null)).toThrow('A member is missing')
    expect(cursor.rest()).toHaveLength(1)
    expect(cursor.take().content).toEqual(hex('03'))
    expect(() => cursor.take()).toThrow('A member is missing')
    expect(cursor.takeIf(TAG.integer)).toBeUndefined()
    expect(() => new DerCursor(integers(1), TAG.set)).toThrow(DerError)
  })

  test('that are flags are one octet, true or false, and false where they are left out', () => {
    const flags = (...members: readonly string[]) => new DerCursor(readDer(encodeSequence(...members.map(hex))))
    const cursor = flags('0101ff', '010100', '8101ff')
    expect([cursor.takeFlag(), cursor.takeFlag(), cursor.takeFlag(), cursor.takeFlag(0x81)]).toEqual([
      true,
      false,
      false,
      true,
    ])
    cursor.end()
    for (const one of ['0100', '010101', '01020000', '010200ff']) {
      expect(() => flags(one).takeFlag()).toThrow('A flag is neither true nor false')
    }
  })

  test('are one in a wrapper', () => {
    expect(onlyChild(integers(7)).content).toEqual(hex('07'))
    expect(() => onlyChild(integers(7, 8))).toThrow('Only one member')
    expect(() => onlyChild(integers())).toThrow(DerError)
    expect(() => onlyChild(integers(7), TAG.null)).toThrow(DerError)
  })
})

describe('a string', () => {
  test('may come in pieces of pieces, up to a depth', () => {
    const nested = (levels: number) => {
      let bytes = encodeOctetString(hex('41'))
      for (let level = 0; level < levels; level++) bytes = encodeElement(0x24, bytes, encodeOctetString(hex('42')))
      return Buffer.from(octetsOf(readDer(bytes))).toString()
    }
    expect(nested(2)).toBe('ABB')
    expect(nested(9)).toBe('ABBBBBBBBB')
    expect(() => nested(10)).toThrow('nested too deeply')
  })

  test('of bits begins with the number of those that are unused', () => {
    expect(bitsOf(readDer(hex('0302 07 80')))).toEqual(hex('80'))
    expect(() => bitsOf(readDer(hex('0300')))).toThrow(DerError)
    expect(() => bitsOf(readDer(hex('0402 0780')))).toThrow(DerError)
  })
})

describe('an identifier', () => {
  test.each([
    ['0601 27', '0.39'],
    ['0601 28', '1.0'],
    ['0601 4f', '1.39'],
    ['0601 50', '2.0'],
    ['0603 883703', '2.999.3'],
    ['0603 2a8100', '1.2.128'],
  ])('%s is %s', (text, dotted) => {
    expect(oidOf(readDer(hex(text)))).toBe(dotted)
  })

  test.each([
    ['empty', '0600'],
    ['of another type', '0401 2a'],
    ['larger than a number', '060a 2affffffffffffffff7f'],
  ])('that is %s is none', (_what, text) => {
    expect(() => oidOf(readDer(hex(text)))).toThrow(DerError)
  })
})

describe('a small number', () => {
  test.each([
    ['0201 00', 0],
    ['0202 0080', 128],
    ['0203 010000', 65_536],
    ['0206 7fffffffffff', 0x7fff_ffff_ffff],
  ])('%s is %d', (text, value) => {
    expect(smallIntegerOf(readDer(hex(text)))).toBe(value)
  })

  test.each([
    ['empty', '0200'],
    ['negative', '0201 80'],
    ['of seven octets', '0207 01000000000000'],
    ['of another type', '0401 01'],
  ])('that is %s is none', (_what, text) => {
    expect(() => smallIntegerOf(readDer(hex(text)))).toThrow(DerError)
  })
})

describe('a time', () => {
  const read = (tag: number, text: string) => timeOf(readDer(encodeElement(tag, Buffer.from(text)))).toISOString()

  test.each([
    [TAG.utcTime, '491231235959Z', '2049-12-31T23:59:59.000Z'],
    [TAG.utcTime, '500101000000Z', '1950-01-01T00:00:00.000Z'],
    [TAG.utcTime, '2611210130Z', '2026-11-21T01:30:00.000Z'],
    [TAG.utcTime, '261121013015-0530', '2026-11-21T07:00:15.000Z'],
    [TAG.generalizedTime, '20261121013015.5Z', '2026-11-21T01:30:15.500Z'],
    [TAG.generalizedTime, '20261121013015,1239Z', '2026-11-21T01:30:15.123Z'],
    [TAG.generalizedTime, '19491121013015Z', '1949-11-21T01:30:15.000Z'],
  ])('of type %d as %s is %s', (tag, text, expected) => {
    expect(read(tag, text)).toBe(expected)
  })

  test.each([
    ['without a zone', TAG.generalizedTime, '20261121013015'],
    ['with two digits for the year where four belong', TAG.generalizedTime, '261121013015Z'],
    ['with four where two belong', TAG.utcTime, '20261121013015Z'],
    ['that does not exist', TAG.generalizedTime, '20261341000000Z'],
    ['with something before it', TAG.utcTime, ' 261121013015Z'],
    ['with something behind it', TAG.utcTime, '261121013015Zx'],
    ['of another type', TAG.octetString, '261121013015Z'],
  ])('%s is none', (_what, tag, text) => {
    expect(() => read(tag, text)).toThrow(DerError)
  })
})
