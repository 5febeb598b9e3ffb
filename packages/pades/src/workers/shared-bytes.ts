import { collectGarbage } from './collect-garbage.ts'

/** A smaller file is copied for each thread sooner than it is shared. */
const LARGE = 1024 * 1024
/** Room behind a file, in which its first updates fit without a copy of the whole. */
const SPARE = 512 * 1024
/** So much that was made room for is worth a collection. */
const WORTH_COLLECTING = 64 * 1024 * 1024

let uncollected = 0

/**
 * Room for a file. A large one is in shared memory, so that this thread and the PDF threads look at the same bytes,
 * with room behind it for `appendToFile`.
 */
export function allocateFile(length: number): Buffer {
  if (length < LARGE) return Buffer.allocUnsafeSlow(length)
  const size = length + SPARE
  uncollected += size
  if (uncollected > WORTH_COLLECTING) {
    collectGarbage()
    uncollected = size
  }
  return Buffer.from(new SharedArrayBuffer(size), 0, length)
}

/**
 * `base` followed by `tail`, in the room behind `base` when there is enough: `base` stays what it is, and is followed
 * by one tail only.
 */
export function appendToFile(base: Uint8Array, tail: Uint8Array): Buffer {
  const length = base.length + tail.length
  const hasRoom = base.buffer instanceof SharedArrayBuffer && base.byteOffset + length <= base.buffer.byteLength
  const whole = hasRoom ? Buffer.from(base.buffer, base.byteOffset, length) : allocateFile(length)
  if (!hasRoom) whole.set(base)
  whole.set(tail, base.length)
  return whole
}
