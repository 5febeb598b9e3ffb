import { useFailureText } from '../../../shared/failures/use-report-failure.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/overlays/dialog.tsx'
import type { BatchApproval } from '../approving/approve-in-turn.ts'
import styles from '../approving/approving.module.css'
import type { PendingApproval } from '../list/pending-approvals.ts'

interface ApprovalSummaryProps {
  outcome: BatchApproval<PendingApproval>
  onClose: () => void
}

/** What a batch left undone, and why. */
export function ApprovalSummary({ outcome, onClose }: ApprovalSummaryProps) {
  const t = useText()
  const failureText = useFailureText()
  const { approved, problems, left } = outcome
  const total = approved.length + problems.length + left.length
  const title = left.length > 0 ? 'stoppedTitle' : approved.length > 0 ? 'someTitle' : 'noneTitle'
  return (
    <Dialog
      alert
      open
      onClose={onClose}
      title={t(`approvals.${title}`)}
      description={t('approvals.done', { current: approved.length, total })}
      actions={
        <Button kind="primary" onClick={onClose}>
          {t('common.close')}
        </Button>
      }
    >
      {problems.length > 0 && (
        <ul className={styles.problems}>
          {problems.map(({ approval, error }) => (
            <li key={approval.ApproverGuid}>
              <strong>
                <bdi>{approval.FileName}</bdi>
              </strong>
              <span className="muted">{failureText(error)}</span>
            </li>
          ))}
        </ul>
      )}
      {left.length > 0 && <p>{t('approvals.left', { count: left.length })}</p>}
    </Dialog>
  )
}
