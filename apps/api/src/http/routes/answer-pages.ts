import type { EncodePage, PageText, PlaceOnPage, RenderedPages } from '../../modules/pending-documents/ports.ts'
import { Answer } from '../bind/call-types.ts'

const BEFORE = Buffer.from('{"DocPageRendered":[')
const COMMA = Buffer.from(',')

const afterImages = (pageCount: number, nextPage: number) =>
  Buffer.from(`],"NumberOfPages":${pageCount},"NextPage":${nextPage}}`)

export const encodePage: EncodePage = ({ jpeg, pageCount, nextPage }) => {
  const bytes = Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength)
  const image = Buffer.from(`"${bytes.toString('base64')}"`, 'latin1')
  const alone = Buffer.concat([BEFORE, image, afterImages(pageCount, nextPage)])
  return { alone, image: alone.subarray(BEFORE.length, BEFORE.length + image.length) }
}

/** One page, the usual answer, is ready as it is: nothing of it is copied. */
export function answerPages({ entityTag, pages, pageCount, nextPage }: RenderedPages): Answer {
  const headers = { etag: entityTag, 'cache-control': 'private, no-cache', vary: 'authorization' }
  if (!pages) return new Answer(304, headers, null)
  const [first, ...more] = pages.map(({ encoded }) => encoded)
  const content =
    first && more.length === 0
      ? first.alone
      : Buffer.concat([...joined(pages.map(({ encoded }) => encoded.image)), afterImages(pageCount, nextPage)])
  return new Answer(200, { ...headers, 'content-type': 'application/json; charset=utf-8' }, content)
}

const joined = (images: readonly Buffer[]) => images.flatMap((image, index) => [index === 0 ? BEFORE : COMMA, image])

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
