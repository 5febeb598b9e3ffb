import { History } from '../../features/history/history.tsx'
import type { HistoryFilters } from '../../features/history/history-filters.ts'
import type {} from '../frame/history-state.ts'

export function HistoryScreen({ search }: { search: HistoryFilters }) {
  return <History filters={search} />
}
