import { oneAfterAnother } from '../key/one-after-another.ts'
import type { QueuedItem } from './ports.ts'

/** Several documents of this size are in memory at once; larger ones one after the other, of all runs of this process. */
const LARGEST_AT_ONCE = 8 * 1024 * 1024

/** Does the work of one item: at once, or in its turn where its document would take too much memory beside others. */
export const inTurn = <T>({ bytes }: Pick<QueuedItem, 'bytes'>, work: () => Promise<T>): Promise<T> =>
  bytes > LARGEST_AT_ONCE ? oneAfterAnother('large documents of runs', work) : work()
