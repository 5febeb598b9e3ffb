import { useQuery } from '@tanstack/react-query'
import { Inbox, RefreshCw, SearchX } from 'lucide-react'
import { useState, useEffect, useEffectEvent } from 'react'
import { APPROVAL_PAGE_SIZES } from '@rubrica/domain'
import { ListFailure } from '../../../shared/failures/list-failure.tsx'
import { useReportFailure } from '../../../shared/failures/use-report-failure.ts'
import { useLanguage, useText } from '../../../shared/i18n/use-text.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Card } from '../../../shared/ui/card.tsx'
import { EmptyState } from '../../../shared/ui/lists/empty-state.tsx'
import { ListHead, RefreshButton } from '../../../shared/ui/lists/list-head.tsx'
import { Pager } from '../../../shared/ui/lists/pager.tsx'
import { useFocusRescue } from '../../../shared/ui/focus/use-focus-rescue.ts'
import { NO_FILTERS } from './approval-filters.ts'
import { ApproveSelected } from '../approving/approve-selected.tsx'
import { ApprovalsBanner } from './approvals-banner.tsx'
import { approvalsInView, pageOfApprovals } from './approvals-list.ts'
import type { ApprovalsState } from './approvals-state.ts'
import { ApprovalsSearch } from './approvals-search.tsx'
import { ApprovalsTable } from './approvals-table.tsx'
import styles from './approvals.module.css'
import { approvalFilters, selectedApprovals } from './kept-choices.ts'
import { pendingApprovalsQuery, type PendingApproval } from './pending-approvals.ts'
import { ApprovalsSortSheet } from './approvals-sort-sheet.tsx'
import { useOpenSingleApproval, useShowApprovals, type ShowApprovals } from './use-approvals-navigation.ts'
import { returnAddress } from '../../../shared/session/entry/return-address.ts'
import { useLeave } from '../../../shared/session/leaving/use-leave.ts'

/**
 * Leads somebody whom another application sent to approve back there once nothing waits for it (spec §4). On this
 * screen only: who came to sign has nothing to approve either.
 */
function useLeaveWhenDone(approvals: readonly unknown[] | undefined): void {
  const leave = useEffectEvent(useLeave())
  const isDone = approvals?.length === 0 && returnAddress() !== null
  useEffect(() => {
    if (isDone) leave('out')
  }, [isDone])
}

/** The list, and what asks for it again; a failure is shown in a toast while there are rows to look at. */
function useApprovals() {
  const reportFailure = useReportFailure()
  const { data: approvals, error, isFetching, refetch } = useQuery(pendingApprovalsQuery())
  const reload = () =>
    void refetch().then((answer) => {
      if (answer.data && answer.error) reportFailure(answer.error)
    })
  return { approvals, error, isFetching, reload }
}

type Loaded = ReturnType<typeof useApprovals>

/** The documents that wait for the approval of the person. */
export function Approvals({ state }: { state: ApprovalsState }) {
  const t = useText()
  const show = useShowApprovals()
  const loaded = useApprovals()
  const { approvals, isFetching } = loaded
  const [sorting, setSorting] = useState(false)
  // A list that was loaded long ago may have grown meanwhile.
  useOpenSingleApproval(state, isFetching ? undefined : approvals)
  useLeaveWhenDone(isFetching ? undefined : approvals)
  useFocusRescue(approvals?.length)
  const isEmpty = approvals?.length === 0
  return (
    <>
      {approvals && !isEmpty && <ApprovalsBanner />}
      <ListHead
        title={t('header.approvals')}
        subtitle={approvals && t('approvals.waiting', { count: approvals.length })}
      >
        <ApproveSelected approvals={approvals} />
      </ListHead>
      <Card aria-label={t('header.approvals')} aria-busy={isFetching}>
        <Content {...{ state, show, loaded }} onSort={() => setSorting(true)} />
      </Card>
      <ApprovalsSortSheet
        key={String(sorting)}
        open={sorting}
        state={state}
        onClose={() => setSorting(false)}
        onShow={(wanted) => show(() => wanted)}
      />
    </>
  )
}

interface ContentProps {
  state: ApprovalsState
  show: ShowApprovals
  loaded: Loaded
  onSort: () => void
}

function Content({ state, show, loaded, onSort }: ContentProps) {
  const t = useText()
  const { approvals, error, isFetching, reload } = loaded
  if (error && !approvals) {
    return <ListFailure title={t('approvals.failedTitle')} error={error} busy={isFetching} onRetry={reload} />
  }
  if (approvals?.length === 0) {
    return (
      <EmptyState icon={Inbox} title={t('approvals.emptyTitle')} text={t('approvals.emptyText')}>
        <Button icon={RefreshCw} busy={isFetching} onClick={reload}>
          {t('approvals.reload')}
        </Button>
      </EmptyState>
    )
  }
  return <ApprovalsList {...{ state, show, approvals, isFetching, reload, onSort }} />
}

interface ApprovalsListProps extends Omit<ContentProps, 'loaded'> {
  /** Absent until the first answer. */
  approvals: readonly PendingApproval[] | undefined
  isFetching: boolean
  reload: () => void
}

function ApprovalsList({ state, show, approvals, isFetching, reload, onSort }: ApprovalsListProps) {
  const t = useText()
  const language = useLanguage()
  const filters = approvalFilters.use()
  const selected = selectedApprovals.use()
  const list = approvals && approvalsInView(approvals, { filters, selected, state, language })
  const shown = list && pageOfApprovals(list, state)
  const refresh = (bordered: boolean) => <RefreshButton {...{ isFetching, bordered }} onRefresh={reload} />
  return (
    <>
      <ApprovalsSearch
        filters={filters}
        approvals={approvals ?? []}
        onFilter={(changed) => {
          approvalFilters.write({ ...approvalFilters.read(), ...changed })
          if (state.page > 1) show((now) => ({ ...now, page: 1 }))
        }}
        tools={<span className={styles.narrowTools}>{refresh(true)}</span>}
      />
      {shown?.rows.length === 0 ? (
        <EmptyState icon={SearchX} title={t('approvals.noMatchTitle')} text={t('approvals.noMatchText')}>
          <Button onClick={() => approvalFilters.write(NO_FILTERS)}>{t('search.clearFilters')}</Button>
        </EmptyState>
      ) : (
        <ApprovalsTable {...{ state, selected, onSort }} rows={shown?.rows} onShow={show} refresh={refresh(false)} />
      )}
      {shown && shown.rows.length > 0 && (
        <Pager
          page={shown.page}
          size={state.size}
          sizes={APPROVAL_PAGE_SIZES}
          count={list.length}
          totalPages={shown.totalPages}
          onShow={(wanted) => show((now) => ({ ...now, ...wanted }))}
        />
      )}
    </>
  )
}
