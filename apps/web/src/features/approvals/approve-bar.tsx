import { CircleCheckBig, UserPen } from 'lucide-react'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import styles from './approve-bar.module.css'
import type { PendingApproval } from './pending-approvals.ts'

interface ApproveBarProps {
  approval: PendingApproval | undefined
  onReject: (approval: PendingApproval) => void
  onApprove: (approval: PendingApproval) => void
}

/** Always within reach under the pages: reject and approve, and what approving lets happen. */
export function ApproveBar({ approval, onReject, onApprove }: ApproveBarProps) {
  const t = useText()
  return (
    <footer className={styles.bar}>
      <p className={styles.hint}>
        {approval && (
          <>
            <UserPen size={16} aria-hidden />
            <span>{t('approvals.hint', { signer: approval.SignerName })}</span>
          </>
        )}
      </p>
      <Button kind="danger-quiet" size="large" disabled={!approval} onClick={() => approval && onReject(approval)}>
        {t('viewer.reject')}
      </Button>
      <Button
        kind="primary"
        size="large"
        icon={CircleCheckBig}
        className={styles.approve}
        disabled={!approval}
        onClick={() => approval && onApprove(approval)}
      >
        {t('approvals.approve')}
      </Button>
    </footer>
  )
}
