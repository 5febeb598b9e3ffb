import { useCallback, useState } from 'react'
import { ApprovalDetail } from '../../features/approvals/detail/approval-detail.tsx'
import { DEFAULT_APPROVALS_STATE } from '../../features/approvals/list/approvals-state.ts'
import { ApprovingDialog } from '../../features/approvals/approving/approving-dialog.tsx'
import { NextApproval } from '../../features/approvals/detail/next-approval.tsx'
import {
  forgetApproval,
  reloadApprovals,
  type PendingApproval,
} from '../../features/approvals/list/pending-approvals.ts'
import { useApproving } from '../../features/approvals/approving/use-approving.ts'
import { DocumentFailure } from '../../features/document-detail/document-failure.tsx'
import { GoneNotice } from '../../features/document-detail/gone-notice.tsx'
import { RejectDialog } from '../../features/document-detail/reject-dialog.tsx'
import { signatureViews } from '../../features/signatures/signature-views.tsx'
import { api } from '../../shared/api/api.ts'
import { isNoLongerAvailable } from '../../shared/api/pending-documents.ts'
import { useReportFailure } from '../../shared/failures/use-report-failure.ts'
import { shortName } from '../../shared/i18n/short-name.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { usePlace, useRouter } from '../../shared/router/use-router.tsx'
import { showToast } from '../../shared/ui/overlays/toast-store.ts'
import styles from '../documents/detail-header.module.css'
import type {} from '../frame/history-state.ts'
import { DetailShell, useDetailHeader } from '../documents/use-detail-header.tsx'
import { toApprovals, toHistory, WayBack } from '../frame/way-back.tsx'

/** What lies over the approval now. */
type Overlay = { readonly kind: 'reject'; readonly approval: PendingApproval } | { readonly kind: 'gone' }

/** Goes back to the list as it was left; never straight into a single approval again. */
function useLeave(approverGuid: string) {
  const router = useRouter()
  const [address] = useState(() => router.place.pathname)
  const list = usePlace(({ state }) => state.approvals) ?? DEFAULT_APPROVALS_STATE
  const leave = useCallback(() => {
    forgetApproval(approverGuid)
    void reloadApprovals()
    // Who has left the approval meanwhile stays where they are.
    if (router.place.pathname !== address) return
    const left = router.navigate({ ...toApprovals(list), replace: true })
    // Opened again, it is one that was decided.
    void left.then(() => forgetApproval(approverGuid))
  }, [address, approverGuid, list, router])
  return { leave, list }
}

/** Approves the one document, and says what came of it. */
function useApproval(leave: () => void, onGone: () => void) {
  const t = useText()
  const reportFailure = useReportFailure()
  const { progress, approve, stop } = useApproving()
  const start = async (approval: PendingApproval) => {
    const { approved, problems, failure } = await approve([approval])
    const error = problems[0]?.error ?? failure
    if (approved.length > 0) {
      showToast('success', t('approvals.named', { name: shortName(approval.FileName) }))
      leave()
    } else if (isNoLongerAvailable(error)) onGone()
    else reportFailure(error)
  }
  return { progress, stop, approve: (approval: PendingApproval) => void start(approval) }
}

/** One approval; from another one nothing is carried over. */
export function ApprovalScreen({ params: { approverGuid } }: { params: { approverGuid: string } }) {
  return <OpenApproval key={approverGuid} approverGuid={approverGuid} />
}

function OpenApproval({ approverGuid }: { approverGuid: string }) {
  const t = useText()
  const { leave, list } = useLeave(approverGuid)
  const history = usePlace(({ state }) => state.history)
  const [overlay, setOverlay] = useState<Overlay | null>(null)
  const gone = () => setOverlay({ kind: 'gone' })
  const { progress, stop, approve } = useApproval(leave, gone)
  const notice = <GoneNotice text={t('approvals.goneText')} onLeave={leave} />
  const { header, menu } = useDetailHeader(true)
  const back = (
    <span className={styles.ways}>
      {menu}
      <WayBack
        {...(history ? toHistory(history) : toApprovals(list))}
        label={t(history ? 'history.back' : 'approvals.back')}
      />
    </span>
  )
  return (
    <DetailShell header={header}>
      <ApprovalDetail
        approverGuid={approverGuid}
        back={back}
        next={<NextApproval approverGuid={approverGuid} list={list} />}
        onReject={(approval) => setOverlay({ kind: 'reject', approval })}
        onApprove={approve}
        renderFailure={(failure) => <DocumentFailure {...failure} back={back} onLeave={leave} />}
        signatures={signatureViews}
        gone={overlay === null && !progress && notice}
      />
      {progress && <ApprovingDialog progress={progress} onStop={stop} />}
      {overlay?.kind === 'reject' && (
        <RejectDialog
          fileName={overlay.approval.FileName}
          reject={(reason) => api.rejectApproval({ params: { approverGuid }, body: { RejectedReason: reason } })}
          onClose={() => setOverlay(null)}
          onRejected={() => {
            showToast('success', t('reject.toast', { name: shortName(overlay.approval.FileName) }))
            leave()
          }}
          onGone={gone}
        />
      )}
      {overlay?.kind === 'gone' && notice}
    </DetailShell>
  )
}
