import { describe, expect, test } from 'vitest'
import { embedCms } from './embed-cms.ts'

const tail = Buffer.from('<<00000000>> more')
const hole = { tail, contentsOffset: 2, contentsSize: 4 }
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')
const octets = (...values: readonly number[]): Uint8Array => Uint8Array.from(values)

describe('a CMS in the hole that was left for it', () => {
  test('stands at its beginning, as hexadecimal digits, and nothing moves', () => {
    expect(textOf(embedCms(hole, octets(0xab, 1)))).toBe('<<ab010000>> more')
    expect(textOf(embedCms(hole, octets(1, 2, 3, 4)))).toBe('<<01020304>> more')
    expect(textOf(embedCms(hole, octets()))).toBe(textOf(tail))
  })

  test('may be a part of more octets', () => {
    expect(textOf(embedCms(hole, octets(9, 9, 1, 2, 9).subarray(2, 4)))).toBe('<<01020000>> more')
  })

  test('leaves what was prepared as it is', () => {
    embedCms(hole, octets(1))
    expect(textOf(tail)).toBe('<<00000000>> more')
  })

  test('is not larger than the hole', () => {
    expect(() => embedCms(hole, octets(1, 2, 3, 4, 5))).toThrow(
      expect.objectContaining({ code: 'SIGNATURE_TOO_LARGE', facts: { size: 5, room: 4 } }),
    )
  })

  test.each([
    ['filled', '<<0000000a>> more', 2],
    ['cut off', '<<0000000', 2],
    ['elsewhere', textOf(tail), 3],
    ['before that', textOf(tail), 1],
  ])('needs one that is empty: not %s', (_, text, contentsOffset) => {
    expect(() => embedCms({ tail: Buffer.from(text), contentsOffset, contentsSize: 4 }, octets(1))).toThrow(
      expect.objectContaining({ code: 'PREPARED_INVALID' }),
    )
  })
})
