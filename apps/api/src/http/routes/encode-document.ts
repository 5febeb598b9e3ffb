/** Bytes at a time; a multiple of three, so that the pieces of base64 join without padding. */
const PIECE = 3 * 16_384

/** Characters of so many bytes in base64. */
export const base64Length = (bytes: number): number => Math.ceil(bytes / 3) * 4

/** The JSON answer that carries a document, written straight into the one buffer that is sent. */
export function encodeDocument(bytes: Uint8Array, fileName: string): Buffer {
  const before = '{"DocContent":"'
  const after = Buffer.from(`","FileName":${JSON.stringify(fileName)}}`)
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const answer = Buffer.allocUnsafe(before.length + base64Length(bytes.length) + after.length)
  let at = answer.write(before, 'latin1')
  for (let from = 0; from < source.length; from += PIECE) {
    at += answer.write(source.toString('base64', from, from + PIECE), at, 'latin1')
  }
  after.copy(answer, at)
  return answer
}
