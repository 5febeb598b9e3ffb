import { CircleCheckBig } from 'lucide-react'
import { useId, useState } from 'react'
import { useReportFailure } from '../../../shared/failures/use-report-failure.ts'
import { shortName } from '../../../shared/i18n/short-name.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { showToast } from '../../../shared/ui/overlays/toast-store.ts'
import { useFocusRescue } from '../../../shared/ui/focus/use-focus-rescue.ts'
import { ApprovalSummary } from '../detail/approval-summary.tsx'
import type { BatchApproval } from './approve-in-turn.ts'
import styles from '../list/approvals.module.css'
import { ApprovingDialog } from './approving-dialog.tsx'
import { selectedApprovals } from '../list/kept-choices.ts'
import { ConfirmApproval } from './confirm-approval.tsx'
import type { PendingApproval } from '../list/pending-approvals.ts'
import { useApproving } from './use-approving.ts'

/** Approves what is selected, and reports how it went. */
function useSelectedApproval(selected: readonly PendingApproval[]) {
  const t = useText()
  const reportFailure = useReportFailure()
  const { progress, approve, stop } = useApproving()
  const [summary, setSummary] = useState<BatchApproval<PendingApproval> | null>(null)
  const start = async () => {
    const outcome = await approve(selected)
    const { approved, problems, left, failure } = outcome
    const [first, ...others] = approved
    if (first) {
      const named = t('approvals.named', { name: shortName(first.FileName) })
      showToast('success', others.length === 0 ? named : t('approvals.toast', { count: approved.length }))
    }
    if (failure !== null) {
      // Any other error ends the batch and resets what was selected (spec §8).
      selectedApprovals.write(new Set())
      reportFailure(failure)
    }
    if (problems.length > 0 || (left.length > 0 && failure === null)) setSummary(outcome)
  }
  return { progress, stop, summary, start: () => void start(), closeSummary: () => setSummary(null) }
}

interface SelectionProps {
  selected: readonly PendingApproval[]
  onApprove: () => void
}

/** How much is selected and what can be done with it: beside the title, on phones a bar at the bottom. */
function Selection({ selected, onApprove }: SelectionProps) {
  const t = useText()
  const reason = useId()
  const isEmpty = selected.length === 0
  return (
    <section className={styles.selection} aria-label={t('documents.selectionBar')} data-empty={isEmpty || undefined}>
      <p id={reason} className="muted" aria-live="polite">
        {isEmpty ? t('approvals.selectFirst') : t('documents.selected', { count: selected.length })}
      </p>
      {!isEmpty && (
        <Button kind="ghost" onClick={() => selectedApprovals.write(new Set())}>
          {t('documents.clearSelection')}
        </Button>
      )}
      <Button
        kind="primary"
        icon={CircleCheckBig}
        disabled={isEmpty}
        aria-describedby={reason}
        className={styles.approve}
        onClick={onApprove}
      >
        {t('approvals.approveSelected')}
      </Button>
    </section>
  )
}

interface ApproveSelectedProps {
  /** Everything that waits; undefined until it is known. */
  approvals: readonly PendingApproval[] | undefined
}

/**
 * Approves what is selected, once that was confirmed. It stays while the last approval leaves the list, to report how
 * that went.
 */
export function ApproveSelected({ approvals }: ApproveSelectedProps) {
  const guids = selectedApprovals.use()
  const selected = (approvals ?? []).filter(({ ApproverGuid }) => guids.has(ApproverGuid))
  const [isAsking, setAsking] = useState(false)
  const { progress, stop, summary, start, closeSummary } = useSelectedApproval(selected)
  const confirm = () => {
    setAsking(false)
    start()
  }
  // The button that had the focus rests once nothing is selected any more.
  useFocusRescue(progress ? 1 : 0)
  return (
    <>
      {approvals?.length !== 0 && <Selection selected={selected} onApprove={() => setAsking(true)} />}
      {isAsking && selected.length > 0 && (
        <ConfirmApproval selected={selected} onConfirm={confirm} onClose={() => setAsking(false)} />
      )}
      {progress && <ApprovingDialog progress={progress} onStop={stop} />}
      {summary && <ApprovalSummary outcome={summary} onClose={closeSummary} />}
    </>
  )
}
