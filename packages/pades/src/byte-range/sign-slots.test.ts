import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { BaseHash } from './base-hash.ts'
import { emptySlots, fillByteRange } from './sign-slots.ts'

const decoy = `1 0 obj\n<</Text (${emptySlots(2)})>>\nendobj\n`

function tailWith(contentsSize: number): { tail: Buffer; start: number } {
  const text = `${decoy}2 0 obj\n<<${emptySlots(contentsSize)}>>\nendobj\n`
  return { tail: Buffer.from(text, 'latin1'), start: decoy.length }
}

test('the range is everything but the hexadecimal string with its brackets', () => {
  const { tail, start } = tailWith(3)
  const base = Buffer.from('a base')
  const before = tail.toString('latin1')
  const { byteRange, contentsOffset } = fillByteRange(tail, start, { baseLength: base.length, contentsSize: 3 })
  const file = Buffer.concat([base, tail]).toString('latin1')
  const [zero, gapStart, gapEnd, rest] = byteRange
  expect([zero, gapEnd + rest]).toEqual([0, file.length])
  expect(file.slice(gapStart, gapEnd)).toBe('<000000>')
  expect(tail.toString('latin1', contentsOffset, contentsOffset + 6)).toBe('000000')
  expect(tail.length).toBe(before.length)
})

test('the range is written where the signature is, and nothing moves', () => {
  const { tail, start } = tailWith(3)
  const before = tail.toString('latin1')
  const { byteRange } = fillByteRange(tail, start, { baseLength: 6, contentsSize: 3 })
  const after = tail.toString('latin1')
  expect(after.slice(0, start)).toBe(before.slice(0, start))
  const written = /\/ByteRange \[[\d ]+\] */.exec(after.slice(start))?.[0]
  expect(written?.trimEnd()).toBe(`/ByteRange [${byteRange.join(' ')}]`)
  expect(after.slice(start).replace(written ?? '', '')).toBe(before.slice(start).replace(/\/ByteRange \[[\d ]+\]/, ''))
})

test('the largest range fits its place', () => {
  const { tail, start } = tailWith(2)
  const { byteRange } = fillByteRange(tail, start, { baseLength: 9_999_999_000, contentsSize: 2 })
  expect(tail.toString('latin1').replaceAll(/ +\n/g, '\n')).toContain(
    `/ByteRange [${byteRange.join(' ')}]\n/Contents <0000>`,
  )
})

test.each([
  ['SHA-256', 'sha256'],
  ['SHA-384', 'sha384'],
  ['SHA-512', 'sha512'],
] as const)('the digest of a range is that of its octets, however often it is asked for: %s', (algorithm, name) => {
  const base = Buffer.from('what was there before')
  const hash = new BaseHash(base, algorithm)
  const gap = [0, base.length + 4, base.length + 6, 4] as const
  const wanted = createHash(name).update('what was there before').update('abcdghij').digest()
  expect(hash.algorithm).toBe(algorithm)
  for (let time = 0; time < 2; time++) {
    expect(hash.digestRange(Buffer.from('abcdEFghij'), gap)).toEqual(wanted)
    expect(hash.hex()).toBe(createHash(name).update(base).digest('hex'))
  }
})
