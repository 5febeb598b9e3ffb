import { open } from 'node:fs/promises'
import { PdfError } from '@rubrica/pades'

const MAX_INPUT = 512 * 1024 * 1024
/** Room kept behind a file, in which its first updates fit without a copy of the whole. */
const SPARE = 512 * 1024

/**
 * Reads into shared memory, so that this thread and the PDF threads look at the same bytes.
 * @throws PdfError PDF_TOO_COMPLEX when the file is too large
 */
export async function readSharedFile(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    if (size > MAX_INPUT) throw new PdfError('PDF_TOO_COMPLEX', { reason: 'SIZE', size })
    const bytes = new Uint8Array(new SharedArrayBuffer(size + SPARE))
    let length = 0
    for (let count = -1; count !== 0 && length < size; length += count) {
      count = (await file.read(bytes, length, size - length)).bytesRead
    }
    return bytes.subarray(0, length)
  } finally {
    await file.close()
  }
}

/** `base` followed by `tail`, in the room behind `base` when there is enough. */
export function appendShared(base: Uint8Array, tail: Uint8Array): Uint8Array {
  const length = base.length + tail.length
  const hasRoom = base.byteOffset + length <= base.buffer.byteLength
  const whole = new Uint8Array(
    hasRoom ? base.buffer : new SharedArrayBuffer(length),
    hasRoom ? base.byteOffset : 0,
    length,
  )
  if (!hasRoom) whole.set(base)
  whole.set(tail, base.length)
  return whole
}
