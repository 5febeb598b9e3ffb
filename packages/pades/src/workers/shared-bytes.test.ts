import { expect, it } from 'vitest'
import { allocateShared, appendShared } from './shared-bytes.ts'

it('appends in the room behind a shared file, without a copy of it', () => {
  const base = allocateShared(3)
  base.set([1, 2, 3])
  const whole = appendShared(base, Buffer.of(4, 5))
  expect([...whole]).toEqual([1, 2, 3, 4, 5])
  expect(whole.buffer).toBe(base.buffer)
  expect([...base]).toEqual([1, 2, 3])
  expect([...appendShared(whole, Buffer.of(6))]).toEqual([1, 2, 3, 4, 5, 6])
})

it.each([
  ['has no room', allocateShared(1).subarray(0, 1), 600 * 1024],
  ['is not shared, though a larger buffer holds it', Buffer.from(new ArrayBuffer(64), 0, 1), 8],
])('copies a base that %s', (_, base, length) => {
  base[0] = 7
  const whole = appendShared(base, Buffer.alloc(length, 8))
  expect([whole.length, whole[0], whole[1], whole.at(-1)]).toEqual([1 + length, 7, 8, 8])
  expect(whole.buffer).not.toBe(base.buffer)
  expect(base.buffer.byteLength === 64 ? base[1] : undefined).not.toBe(8)
})
