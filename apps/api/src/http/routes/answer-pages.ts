import { promisify } from 'node:util'
import { constants, gunzip, gzip, type ZlibOptions } from 'node:zlib'
import type {
  EncodePage,
  PageText,
  PlaceOnPage,
  ReadyPage,
  RenderedPages,
} from '../../modules/pending-documents/ports.ts'
import { Answer } from '../bind/call-types.ts'

const BEFORE = '{"DocPageRendered":['
const AFTER = '],"NumberOfPages":'
const VARY = 'authorization, accept-encoding'
/** Base64 spends eight bits on six; there is nothing else in it to be found, so nothing else is looked for. */
const CODES_ALONE = { level: 1, strategy: constants.Z_HUFFMAN_ONLY }
const compress = promisify<Buffer, ZlibOptions, Buffer>(gzip)
const decompress = promisify<Buffer, Buffer>(gunzip)

const afterImages = (pageCount: number, nextPage: number) => `${AFTER}${pageCount},"NextPage":${nextPage}}`

export const encodePage: EncodePage = ({ jpeg, pageCount, nextPage }) => {
  const image = Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength).toString('base64')
  return compress(Buffer.from(`${BEFORE}"${image}"${afterImages(pageCount, nextPage)}`, 'latin1'), CODES_ALONE)
}

/** The image of a page as it stands in the answer to who asks for that page only. */
async function imageOf({ encoded }: ReadyPage): Promise<string> {
  const alone = (await decompress(encoded)).toString('latin1')
  return alone.slice(BEFORE.length, alone.lastIndexOf(AFTER))
}

/** One page, the usual answer, is ready as it is. */
export async function answerPages({ entityTag, pages, pageCount, nextPage }: RenderedPages): Promise<Answer> {
  // Weak, since the same page is sent compressed or not (RFC 9110, 8.8.3.3).
  const headers = { etag: `W/${entityTag}`, 'cache-control': 'private, no-cache', vary: VARY }
  if (!pages) return new Answer(304, headers, null)
  const typed = { ...headers, 'content-type': 'application/json; charset=utf-8' }
  const [first, ...more] = pages
  if (first && more.length === 0) return new Answer(200, { ...typed, 'content-encoding': 'gzip' }, first.encoded)
  const images = await Promise.all(pages.map(imageOf))
  return new Answer(200, typed, BEFORE + images.join(',') + afterImages(pageCount, nextPage))
}

export const toPlace = ({ left, top, width, height }: PlaceOnPage) => ({
  Left: left,
  Top: top,
  Width: width,
  Height: height,
})

export const toPageText = ({ text, lines }: PageText) => ({
  Text: text,
  Lines: lines.map((line) => ({ Text: line.text, ...toPlace(line) })),
})
