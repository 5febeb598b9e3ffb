import { ArrowLeft } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { ApprovalsState } from '../../features/approvals/list/approvals-state.ts'
import type { HistoryFilters } from '../../features/history/history-filters.ts'
import type { ListState } from '../../features/pending-documents/list-state.ts'
import type { SentSearch } from '../../features/sent/list/sent-filters.ts'
import { Link } from '../../shared/router/link.tsx'
import { iconButtonClass } from '../../shared/ui/icon-button.tsx'

/** The lists as they were left; a single row of them does not open by itself again. */
export const toDocuments = (list: ListState | undefined) =>
  ({ to: '/documents', search: list ?? {}, state: { visited: true } }) as const
export const toApprovals = (list: ApprovalsState) =>
  ({ to: '/approvals', search: list, state: { visited: true } }) as const
export const toHistory = (filters: HistoryFilters) => ({ to: '/signed', search: filters }) as const
export const toSent = (search: SentSearch) => ({ to: '/sent', search }) as const

/** The arrow that leads from a document back to the list it was opened from. */
export function WayBack({ label, ...target }: ComponentProps<typeof Link> & { label: string }) {
  return (
    <Link {...target} className={iconButtonClass} aria-label={label} title={label}>
      <ArrowLeft size={20} aria-hidden />
    </Link>
  )
}
