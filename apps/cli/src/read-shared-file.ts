import { open } from 'node:fs/promises'
import { PdfError } from '@rubrica/pdf'
import { allocateFile } from '@rubrica/pades'

const MAX_INPUT = 512 * 1024 * 1024

/**
 * Reads a whole file, a large one into shared memory.
 * @throws CodedError PDF_TOO_COMPLEX when the file is too large
 */
export async function readSharedFile(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    if (size > MAX_INPUT) throw new PdfError('PDF_TOO_COMPLEX', { reason: 'SIZE', size })
    const bytes = allocateFile(size)
    let length = 0
    for (let count = -1; count !== 0 && length < size; length += count) {
      count = (await file.read(bytes, length, size - length)).bytesRead
    }
    return bytes.subarray(0, length)
  } finally {
    await file.close()
  }
}
