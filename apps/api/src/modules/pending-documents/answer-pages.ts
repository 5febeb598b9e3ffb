import { createHash } from 'node:crypto'
import { PortalError, snapPageImageWidth } from '@rubrica/domain'
import type { ReadyPages } from './keep-page-images.ts'
import type { AnswerPages, EncodePage, PageSource, ReadyPage } from './ports.ts'

/** How long an answer is delayed for the pages that `count` sends ahead, in milliseconds. */
const AHEAD_MS = 5000

export interface AnswerPagesPorts {
  readonly ready: ReadyPages
  readonly encode: EncodePage
  readonly now: () => Date
}

/** Answers page calls of documents and attachments alike, from pages that are kept ready. */
export function openAnswerPages(ports: AnswerPagesPorts): AnswerPages {
  return async (source, { page, width: asked, count = 1, known }) => {
    const { pageCount } = source
    if (page > pageCount) {
      throw new PortalError('PAGE_NOT_FOUND', `There are ${pageCount} pages.`, { facts: { Pages: pageCount } })
    }
    const width = snapPageImageWidth(asked)
    const last = Math.min(pageCount, page + count - 1)
    const entityTag = entityTagOf(source, [page, last, width])
    if (known !== undefined && matches(known, entityTag)) {
      return { entityTag, pages: undefined, pageCount, nextPage: pageAfter(last, pageCount) }
    }
    const pages = await drawPages(ports, source, { first: page, last, width })
    return { entityTag, pages, pageCount, nextPage: pageAfter(page + pages.length - 1, pageCount) }
  }
}

const pageAfter = (shown: number, pageCount: number) => (shown < pageCount ? shown + 1 : -1)

function entityTagOf({ key, viewer }: PageSource, parts: readonly number[]): string {
  const text = [key, viewer, ...parts].join(':')
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 32)}"`
}

function matches(ifNoneMatch: string, entityTag: string): boolean {
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === entityTag)
}

/** The first page, and those of the further ones that can be had without keeping it waiting. */
async function drawPages(
  ports: AnswerPagesPorts,
  source: PageSource,
  range: { first: number; last: number; width: number },
): Promise<ReadyPage[]> {
  const endOfWait = ports.now().getTime() + AHEAD_MS
  const draw = (page: number) => drawOnce(ports, source, { page, width: range.width })
  const pages = [await draw(range.first)]
  for (let page = range.first + 1; page <= range.last; page++) {
    const ready = await atOnce(draw(page), endOfWait - ports.now().getTime())
    if (!ready) break
    pages.push(ready)
  }
  return pages
}

function drawOnce({ ready, encode }: AnswerPagesPorts, source: PageSource, wanted: { page: number; width: number }) {
  const { page, width } = wanted
  const { pageCount } = source
  return ready.get(`${source.key}:${page}:${width}`, async () => {
    const { jpeg } = await source.draw(page, width)
    return {
      encoded: await encode({ jpeg, pageCount, nextPage: pageAfter(page, pageCount) }),
      imageDigest: createHash('sha256').update(jpeg).digest(),
    }
  })
}

/** Undefined when it fails or takes longer: the page is then asked for by its number. */
async function atOnce(drawing: Promise<ReadyPage>, ms: number): Promise<ReadyPage | undefined> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<undefined>((done) => {
    timer = setTimeout(done, Math.max(0, ms), undefined)
  })
  return Promise.race([drawing.catch(() => undefined), tooLate]).finally(() => clearTimeout(timer))
}
