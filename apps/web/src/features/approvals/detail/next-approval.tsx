import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useLanguage, useText } from '../../../shared/i18n/use-text.ts'
import { Link } from '../../../shared/router/link.tsx'
import { buttonClass } from '../../../shared/ui/button.tsx'
import { approvalAfter, approvalsInView } from '../list/approvals-list.ts'
import type { ApprovalsState } from '../list/approvals-state.ts'
import { NO_FILTERS } from '../list/approval-filters.ts'
import { approvalFilters, selectedApprovals } from '../list/kept-choices.ts'
import { pendingApprovalsQuery } from '../list/pending-approvals.ts'

interface NextApprovalProps {
  approverGuid: string
  /** The list the approval was opened from. */
  list: ApprovalsState
}

/** Leads to the next approval of the list; there is none on the last one (spec §2). */
export function NextApproval({ approverGuid, list }: NextApprovalProps) {
  const t = useText()
  const language = useLanguage()
  const { data: approvals = [] } = useQuery(pendingApprovalsQuery())
  const selected = selectedApprovals.use()
  const kept = approvalFilters.use()
  const view = (filters: typeof kept) => approvalsInView(approvals, { filters, selected, state: list, language })
  const shown = view(kept)
  // One that the filters hide, as behind a link of a mail, has its place in the whole list.
  const isShown = shown.some((approval) => approval.ApproverGuid === approverGuid)
  const next = approvalAfter(isShown ? shown : view(NO_FILTERS), approverGuid)
  if (!next) return null
  return (
    <Link
      to="/approvals/$approverGuid"
      params={{ approverGuid: next.ApproverGuid }}
      state={{ approvals: list }}
      className={buttonClass()}
      title={t('viewer.nextDocument')}
    >
      <span>{t('viewer.nextDocument')}</span>
      <ArrowRight size={18} aria-hidden />
    </Link>
  )
}
