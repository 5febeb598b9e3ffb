import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBase64, encodeBase64, encodeForAddress } from './base64.ts'

test('what is encoded is read back, in both alphabets, padded or not', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(encodeBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'))
      for (const text of [encodeBase64(bytes), encodeForAddress(bytes)]) {
        expect(decodeBase64(text, 300)).toEqual(bytes)
        expect(decodeBase64(text.replace(/=+$/, ''), 300)).toEqual(bytes)
      }
    }),
  )
})

test('an address carries no character that would be unescaped', () => {
  expect(encodeForAddress(Uint8Array.of(0xfb, 0xff, 0xfe))).toBe('-__-')
})

test('an address carries the padding, without which the application would sign the text itself', () => {
  expect([1, 2, 3].map((length) => encodeForAddress(new Uint8Array(length)))).toEqual(['AA==', 'AAA=', 'AAAA'])
})

test.each(['A', 'AA=', 'AAA==', 'A===', 'AA AA', 'AA\nAA', 'AA+_', 'AÁAA', '=', 'AAAA=', '====', 'AAAA|'])(
  '%j is not base64',
  (text) => expect(decodeBase64(text, 100)).toBeUndefined(),
)

test('nothing is longer than allowed', () => {
  expect(decodeBase64(encodeBase64(new Uint8Array(100)), 100)).toHaveLength(100)
  expect(decodeBase64(encodeBase64(new Uint8Array(101)), 100)).toBeUndefined()
})
