import type { RenderedPages } from '../../modules/pending-documents/ports.ts'
import { Answer } from '../bind/call-types.ts'

/** The answer is put together as text, because base64 that is ready need not be escaped and copied again. */
export function answerPages({ entityTag, pages, pageCount, nextPage }: RenderedPages): Answer {
  const headers = { etag: entityTag, 'cache-control': 'private, no-cache', vary: 'authorization' }
  if (!pages) return new Answer(304, headers, null)
  const images = pages.map(({ base64 }) => `"${base64}"`).join(',')
  const text = `{"DocPageRendered":[${images}],"NumberOfPages":${pageCount},"NextPage":${nextPage}}`
  return new Answer(200, { ...headers, 'content-type': 'application/json; charset=utf-8' }, text)
}
