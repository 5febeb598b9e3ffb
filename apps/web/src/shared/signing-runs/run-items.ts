import { api } from '../api/api.ts'

/** One document of a signing run. */
export type RunItem = Awaited<ReturnType<typeof api.runItems>>[number]

/** Whose documents, and in which state. */
export interface ItemsWanted {
  readonly runGuid: string
  readonly state: RunItem['State']
}

/** The documents of a run in one state that come after a position, as many as the server gives at a time. */
export const pageOfItems = ({ runGuid, state }: ItemsWanted, after: number, signal?: AbortSignal): Promise<RunItem[]> =>
  api.runItems({ params: { runGuid }, query: { After: String(after), State: state }, signal })

/** All documents of a run in one state, a page after the other. */
export async function itemsIn(wanted: ItemsWanted): Promise<RunItem[]> {
  const all: RunItem[] = []
  for (;;) {
    const page = await pageOfItems(wanted, all.at(-1)?.Position ?? 0)
    if (page.length === 0) return all
    all.push(...page)
  }
}
