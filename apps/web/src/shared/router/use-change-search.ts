import type { HistoryState, Path, RawSearch, Target } from './place.ts'
import { readSearch } from './place.ts'
import { useRouter } from './use-router.tsx'

interface ChangedSearch<S> {
  readonly to: Path
  /** Makes the screen's own of the parameters of an address. */
  readonly read: (search: RawSearch) => S
  /** What the new entry of the history remembers. */
  readonly state?: HistoryState
}

/**
 * Changes what the address of a list says, from what it says at that moment. What the screen shows may be older: who
 * types into one field right after another is quicker than it. Nothing happens once another screen is gone to.
 */
export function useChangeSearch<S extends object>({
  to,
  read,
  state,
}: ChangedSearch<S>): (change: (now: S) => S) => void {
  const router = useRouter()
  return (change) => {
    if (router.place.pathname !== to) return
    const search = change(read(readSearch(router.place.search)))
    void router.navigate({ ...({ to, search } as Target), keepScroll: true, ...(state && { state }) })
  }
}
