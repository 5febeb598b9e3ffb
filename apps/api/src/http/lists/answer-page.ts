/** Pages of lists for programs: `{data, next}`, and the address of the next page in the header Link (RFC 8288). */
import type { Answer } from '../bind/call-types.ts'
import { jsonAnswer } from './json-answer.ts'
import type { ListName, PageCursors, PagePlace } from './page-cursors.ts'

export interface AskedPage {
  readonly list: ListName
  /** Where the list is: `/api/v1/files`. */
  readonly path: string
  /** The query as it came, with the filters of the next page. */
  readonly search: string
  /** From 1 to 200. */
  readonly limit: number
}

interface PageRows<Row> {
  /** As many as the limit and, if there are further ones, one more: lists are not counted. */
  readonly rows: readonly Row[]
  readonly placeOf: (row: Row) => PagePlace
  readonly toItem: (row: Row) => unknown
}

/** One page of a list. Nobody is told how many rows there are in all: counting them would cost more than the page. */
export async function answerPage<Row>(
  cursors: Pick<PageCursors, 'write'>,
  { list, path, search, limit }: AskedPage,
  { rows, placeOf, toItem }: PageRows<Row>,
): Promise<Answer> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const next = rows.length > limit && last !== undefined ? await cursors.write(list, placeOf(last)) : null
  const link: Record<string, string> = next === null ? {} : { link: `<${addressOf(path, search, next)}>; rel="next"` }
  return jsonAnswer({ data: shown.map(toItem), next }, link)
}

function addressOf(path: string, search: string, cursor: string): string {
  const query = new URLSearchParams(search)
  query.set('cursor', cursor)
  return `${path}?${query.toString()}`
}
