/** Lists of calls below `/v1`: a page at a time, each with what the next one begins with. */
import { z } from 'zod'
import { wholeNumber } from './pending-documents.ts'

/** How many rows a page may have. */
const MOST_ROWS = 200
const LONGEST_CURSOR = 4096

/** What every list takes in its query. */
export const pageQuery = z.object({
  limit: wholeNumber(1, MOST_ROWS).default(50),
  /** The `next` of the page before. */
  cursor: z.string().min(1).max(LONGEST_CURSOR).optional(),
})

/** `next` is null on the last page. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ data: z.array(item), next: z.string().nullable() })
