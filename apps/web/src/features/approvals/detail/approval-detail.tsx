import { useQuery } from '@tanstack/react-query'
import { useMemo, type ComponentProps, type ReactNode } from 'react'
import { isDecided } from '../../../shared/api/decided.ts'
import { approverSignatures } from '../../../shared/api/document-signatures.ts'
import { isNoLongerAvailable } from '../../../shared/api/pending-documents.ts'
import { DecidedBar } from '../../../shared/document-parts/decided-bar.tsx'
import { DownloadEvidence } from '../../../shared/document-parts/download-evidence.tsx'
import { DocumentFrame } from '../../../shared/document-parts/document-frame.tsx'
import { useDocumentSignatures, type SignatureViews } from '../../../shared/document-parts/use-document-signatures.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { approvalPages } from '../../../shared/page-viewer/images/page-source.ts'
import { usePageViewer } from '../../../shared/page-viewer/use-page-viewer.ts'
import { Checkbox } from '../../../shared/ui/fields/checkbox.tsx'
import { ApproveBar } from './approve-bar.tsx'
import { selectedApprovals, setSelected } from '../list/kept-choices.ts'
import {
  approvalInfoQuery,
  approvalQuery,
  type OpenedApproval,
  type PendingApproval,
} from '../list/pending-approvals.ts'
import { useApprovalTabs } from './use-approval-tabs.tsx'

interface ApprovalDetailProps {
  approverGuid: string
  /** The way back to the list. */
  back: ReactNode
  next: ReactNode
  onReject: (approval: PendingApproval) => void
  onApprove: (approval: PendingApproval) => void
  /** What stands in the place of an approval that cannot be opened; the error is null when there is none such. */
  renderFailure: (failure: { error: Error | null; busy: boolean; onRetry: () => void }) => ReactNode
  /** How the signatures that the file bears are shown; without it nobody asks for them. */
  signatures?: SignatureViews
  /** Says that the approval is over. */
  gone: ReactNode
}

function SelectApproval({ approval }: { approval: PendingApproval }) {
  const t = useText()
  const selected = selectedApprovals.use()
  const { ApproverGuid: approverGuid } = approval
  return (
    <Checkbox
      label={t('viewer.select')}
      checked={selected.has(approverGuid)}
      onChange={(checked) => setSelected([approverGuid], checked)}
    />
  )
}

/** The decision, or that it is made. */
function Foot({
  approval,
  ...actions
}: Omit<ComponentProps<typeof ApproveBar>, 'approval'> & { approval?: OpenedApproval }) {
  if (isDecided(approval)) {
    return (
      <DecidedBar decided={approval}>
        <DownloadEvidence docGuid={approval.DocGuid} decided={approval} />
      </DecidedBar>
    )
  }
  return <ApproveBar approval={approval} {...actions} />
}

/** What the server knows of an approval. Who signs the document is asked after its first page. */
function useApproval(approverGuid: string, pagesShown: boolean) {
  const row = useQuery(approvalQuery(approverGuid))
  const isPending = Boolean(row.data) && !isDecided(row.data)
  const info = useQuery({ ...approvalInfoQuery(approverGuid), enabled: pagesShown && isPending })
  return { row, isGone: isNoLongerAvailable(row.error) || isNoLongerAvailable(info.error) }
}

/** A document to approve, with its pages, its facts and what can be done about it. */
export function ApprovalDetail(props: ApprovalDetailProps) {
  const { approverGuid, back, next, renderFailure, signatures: views, gone, ...actions } = props
  const viewer = usePageViewer(useMemo(() => approvalPages(approverGuid), [approverGuid]))
  const { row, isGone } = useApproval(approverGuid, viewer.hasPage)
  const { data: approval, error } = row
  const tabs = useApprovalTabs(approverGuid, approval)
  const signatures = useDocumentSignatures(approverSignatures(approverGuid), {
    views,
    enabled: viewer.hasPage && Boolean(approval),
  })
  if (approval === null || (error && !isGone)) {
    return renderFailure({ error, busy: row.isFetching, onRetry: () => void row.refetch() })
  }
  return (
    <>
      <DocumentFrame
        {...{ viewer, back, next }}
        tabs={[...tabs, ...signatures.tabs]}
        notice={signatures.line}
        title={approval?.FileName}
        subtitle={approval?.SignerName}
        // Nothing is there to be selected once it is decided.
        actions={isDecided(approval) ? null : approval && <SelectApproval approval={approval} />}
        footer={<Foot {...{ approval }} {...actions} />}
      />
      {(isGone || viewer.isGone) && gone}
    </>
  )
}
