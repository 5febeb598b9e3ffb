import { CircleCheckBig, UserPen } from 'lucide-react'
import { BarNotice, DecisionBar } from '../../../shared/document-parts/decision-bar.tsx'
import { useText } from '../../../shared/i18n/use-text.ts'
import type { PendingApproval } from '../list/pending-approvals.ts'

interface ApproveBarProps {
  approval: PendingApproval | undefined
  /** Absent where nothing can be decided. */
  onReject?: (approval: PendingApproval) => void
  onApprove?: (approval: PendingApproval) => void
}

/** Reject and approve, and what approving lets happen. */
export function ApproveBar({ approval, onReject, onApprove }: ApproveBarProps) {
  const t = useText()
  return (
    <DecisionBar
      notice={
        <BarNotice quiet icon={UserPen}>
          <strong>{approval && t('approvals.hint', { signer: approval.SignerName })}</strong>
        </BarNotice>
      }
      onReject={approval && onReject && (() => onReject(approval))}
      onDecide={approval && onApprove && (() => onApprove(approval))}
      icon={CircleCheckBig}
      label={t('approvals.approve')}
    />
  )
}
