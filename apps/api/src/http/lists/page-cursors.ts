/**
 * Cursors of lists: where a page ended, sealed by the server's key. Whoever gets one can neither read nor make one, and
 * it opens the one list that it was written for: another list, owner, order or filter makes it a foreign one. A key
 * that was retired takes the cursors along that it sealed; their readers begin anew.
 */
import { canonicalJson, invalidFields, type PortalError } from '@rubrica/domain'
import { ServerKeyError, type ServerKeys } from '../../ports/server-keys.ts'

/** The last row of a page. */
export interface PagePlace {
  /** What the list is sorted by, as text. */
  readonly key: string
  /** Tells rows with the same key apart. */
  readonly id: string
}

/** Everything that a place in a list belongs to. */
export interface ListName {
  readonly list: string
  /** Whose list it is: a client or a person. */
  readonly owner: string
  /** Filters and order, as they were asked for. */
  readonly filters: Readonly<Record<string, string | number | boolean | null>>
}

export interface PageCursors {
  write(list: ListName, place: PagePlace): Promise<string>
  /** @throws {PortalError} VALIDATION_FAILED for what was not written for this list */
  read(list: ListName, cursor: string): Promise<PagePlace>
}

/** Longer than a cursor over any name that this server keeps. */
const LONGEST = 4096

const bindingOf = ({ list, owner, filters }: ListName) => `page-cursor:${canonicalJson([list, owner, filters])}`

export function openPageCursors(keys: Pick<ServerKeys, 'wrap' | 'unwrap'>): PageCursors {
  return {
    write: async (list, { key, id }) => {
      const sealed = await keys.wrap(Buffer.from(JSON.stringify([key, id])), bindingOf(list))
      return Buffer.from(sealed).toString('base64url')
    },
    read: async (list, cursor) => {
      if (cursor.length > LONGEST || !/^[\w-]+$/.test(cursor)) throw foreignCursor()
      const opened = await keys.unwrap(Buffer.from(cursor, 'base64url'), bindingOf(list)).catch(refuseForeign)
      const [key, id] = JSON.parse(Buffer.from(opened).toString()) as [string, string]
      return { key, id }
    },
  }
}

function refuseForeign(error: unknown): never {
  throw error instanceof ServerKeyError ? foreignCursor() : error
}

const foreignCursor = (): PortalError =>
  invalidFields([
    {
      root: 'query',
      path: ['cursor'],
      code: 'INVALID',
      problem: 'is not what this list gave as next, with the same filters',
    },
  ])
