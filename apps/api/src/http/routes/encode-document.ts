import { Answer } from '../bind/call-types.ts'

/** Bytes at a time; a multiple of three, so that the pieces of base64 join without padding. */
const PIECE = 3 * 16_384

/** Characters of so many bytes in base64. */
const base64Length = (bytes: number): number => Math.ceil(bytes / 3) * 4

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

/** How much memory the answer with a document of so many bytes takes, the document itself included. */
export const documentRoom = (bytes: number): number => bytes + base64Length(bytes)

export function answerDocument(bytes: Uint8Array, fileName: string): Answer {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
  return new Answer(200, headers, encodeDocument(bytes, fileName))
}
