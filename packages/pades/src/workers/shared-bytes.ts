import { collectGarbage } from './collect-garbage.ts'

/** Room behind a file, in which its first updates fit without a copy of the whole. */
const SPARE = 512 * 1024

/** So much that was made room for is worth a collection. */
const WORTH_COLLECTING = 128 * 1024 * 1024

let uncollected = 0

/**
 * Room for a file in shared memory, so that this thread and the PDF threads look at the same bytes.
 * @returns zeroed, with room behind it for `appendShared`
 */
export function allocateShared(length: number): Buffer<SharedArrayBuffer> {
  uncollected += length
  if (uncollected > WORTH_COLLECTING) {
    collectGarbage()
    uncollected = length
  }
  return Buffer.from(new SharedArrayBuffer(length + SPARE), 0, length)
}

/**
 * `base` followed by `tail`, in the room behind `base` when there is enough: `base` stays what it is, and is followed by
 * one tail only.
 */
export function appendShared(base: Uint8Array, tail: Uint8Array): Uint8Array {
  const length = base.length + tail.length
  const hasRoom = base.buffer instanceof SharedArrayBuffer && base.byteOffset + length <= base.buffer.byteLength
  const whole = hasRoom ? Buffer.from(base.buffer, base.byteOffset, length) : allocateShared(length)
  if (!hasRoom) whole.set(base)
  whole.set(tail, base.length)
  return whole
}
