import { lazy } from 'react'
import { isDecided } from '../../../shared/api/decided.ts'
import type { DetailTab } from '../../../shared/document-parts/detail-panel.tsx'
import { useText } from '../../../shared/i18n/use-text.ts'
import { ApproveTab } from './approve-tab.tsx'
import { approvalInfoQuery, type OpenedApproval } from '../list/pending-approvals.ts'

const PeopleTab = lazy(() =>
  import('../../../shared/document-parts/people-tab.tsx').then((module) => ({ default: module.PeopleTab })),
)
const AttachmentsTab = lazy(() =>
  import('../../../shared/document-parts/attachments-tab.tsx').then((module) => ({ default: module.AttachmentsTab })),
)

/** The tabs of an approval: the one about attachments only where there are some (spec §2). */
export function useApprovalTabs(
  approverGuid: string,
  approval: OpenedApproval | null | undefined,
): readonly DetailTab[] {
  const t = useText()
  const tabs: DetailTab[] = [
    {
      id: 'approve',
      label: t(isDecided(approval) ? 'viewer.documentTab' : 'approvals.tab'),
      content: <ApproveTab approval={approval ?? undefined} />,
    },
  ]
  // What others do after the decision is no longer told.
  if (!isDecided(approval)) {
    const content = <PeopleTab query={approvalInfoQuery(approverGuid)} show="signers" />
    tabs.push({ id: 'signers', label: t('viewer.signersTab'), content })
  }
  if (approval?.SignerDTO.HasAttachment) {
    const content = <AttachmentsTab signerGuid={approval.SignerDTO.SignerGUID} />
    tabs.push({ id: 'attachments', label: t('viewer.attachmentsTab'), content, wide: true })
  }
  return tabs
}
