import { expect, it } from 'vitest'
import { allocateFile, appendToFile } from './shared-bytes.ts'

const MEBIBYTE = 1024 * 1024

it('appends in the room behind a large file, without a copy of it', () => {
  const base = allocateFile(MEBIBYTE)
  base.fill(1)
  const whole = appendToFile(base, Buffer.of(4, 5))
  expect([whole.length, whole[0], ...whole.subarray(-3)]).toEqual([MEBIBYTE + 2, 1, 1, 4, 5])
  expect(whole.buffer).toBe(base.buffer)
  expect([base.length, base.at(-1)]).toEqual([MEBIBYTE, 1])
  const longer = appendToFile(whole, Buffer.of(6))
  expect([longer.buffer === base.buffer, ...longer.subarray(-3)]).toEqual([true, 4, 5, 6])
})

it.each([
  ['has no room', allocateFile(MEBIBYTE), 600 * 1024],
  ['is small', allocateFile(16), 8],
  ['is a part of something else', Buffer.from(new ArrayBuffer(64), 0, 16), 8],
])('copies a base that %s', (_, base, length) => {
  base.fill(7)
  const whole = appendToFile(base, Buffer.alloc(length, 8))
  expect([whole.length, whole[0], whole.at(-1)]).toEqual([base.length + length, 7, 8])
  expect(whole.buffer).not.toBe(base.buffer)
  expect(new Uint8Array(base.buffer).includes(8)).toBe(false)
})

it('shares what is large, and nothing else', () => {
  expect(allocateFile(MEBIBYTE).buffer).toBeInstanceOf(SharedArrayBuffer)
  expect(allocateFile(MEBIBYTE - 1).buffer).toBeInstanceOf(ArrayBuffer)
})
