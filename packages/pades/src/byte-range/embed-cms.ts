/**
 * Writes a CMS into the hole that was left for it.
 *
 * The hole's size is part of what was signed; a CMS that does not fit is an error and never a reason to move bytes.
 *
 * ISO 32000-2 §12.8.1.
 */
import { PadesError } from '../pades-error.ts'
import type { PreparedSignature } from '../types.ts'

/**
 * A copy of the prepared tail with the CMS as hex digits at the beginning of the hole.
 * @throws PadesError SIGNATURE_TOO_LARGE, PREPARED_INVALID when there is no empty hole
 */
export function embedCms(
  prepared: Pick<PreparedSignature, 'tail' | 'contentsOffset' | 'contentsSize'>,
  cms: Uint8Array,
): Uint8Array {
  const { contentsOffset, contentsSize } = prepared
  if (cms.length > contentsSize) throw new PadesError('SIGNATURE_TOO_LARGE', { size: cms.length, room: contentsSize })
  const tail = new Uint8Array(prepared.tail)
  const hole = tail.subarray(contentsOffset, contentsOffset + 2 * contentsSize)
  // Compared as a whole: octet by octet takes longer than a signature does.
  if (Buffer.alloc(2 * contentsSize, '0').compare(hole) !== 0) throw new PadesError('PREPARED_INVALID')
  tail.set(
    Buffer.from(Buffer.from(cms.buffer, cms.byteOffset, cms.byteLength).toString('hex'), 'latin1'),
    contentsOffset,
  )
  return tail
}
