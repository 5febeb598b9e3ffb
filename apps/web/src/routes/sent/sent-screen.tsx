import { parseSentSearch } from '../../features/sent/list/sent-filters.ts'
import { SentList } from '../../features/sent/list/sent-list.tsx'
import type { RawSearch } from '../../shared/router/place.ts'
import type {} from '../frame/history-state.ts'

/** The address is read here and not by the route, whose code every screen of the portal waits for. */
export function SentScreen({ search }: { search: RawSearch }) {
  return <SentList search={parseSentSearch(search)} />
}
