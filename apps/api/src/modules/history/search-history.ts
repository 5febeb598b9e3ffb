import type { HistoryEntry, HistoryQuery, HistoryStore } from './ports.ts'

export interface HistoryPage {
  readonly entries: readonly HistoryEntry[]
  /** The last entry of the page when more follow. */
  readonly last: HistoryEntry | undefined
}

const PAGE = 50

/** One page of what a person has signed, approved and rejected. */
export async function searchHistory(store: HistoryStore, query: Omit<HistoryQuery, 'most'>): Promise<HistoryPage> {
  // One more than is shown says whether there is another page.
  const found = await store.search({ ...query, most: PAGE + 1 })
  const entries = found.slice(0, PAGE)
  return { entries, last: found.length > PAGE ? entries.at(-1) : undefined }
}
