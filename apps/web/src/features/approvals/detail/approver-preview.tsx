import panel from '../../../shared/document-parts/detail-panel.module.css'
import { DocumentFrame } from '../../../shared/document-parts/document-frame.tsx'
import { rowOf, type PreviewedDocument } from '../../../shared/document-parts/previewed-document.ts'
import { usePreviewedAttachments } from '../../../shared/document-parts/previewed-attachments.tsx'
import { SignersTable } from '../../../shared/document-parts/signers-table.tsx'
import { useText } from '../../../shared/i18n/use-text.ts'
import { usePageViewer } from '../../../shared/page-viewer/use-page-viewer.ts'
import { ApproveBar } from './approve-bar.tsx'
import { ApproveTab } from './approve-tab.tsx'

/** The screen of an approver before the document is sent: nothing can be decided on it. */
export function ApproverPreview({ previewed }: { previewed: PreviewedDocument }) {
  const t = useText()
  const viewer = usePageViewer(previewed.source)
  const { DocGUI, ...row } = rowOf(previewed)
  const approval = { ...row, DocGuid: DocGUI, ApproverGuid: DocGUI, SignerName: previewed.signerName }
  const signers = (
    <div className={panel.tabContent}>
      <SignersTable signers={previewed.signers} />
    </div>
  )
  return (
    <DocumentFrame
      isMain={false}
      viewer={viewer}
      back={null}
      title={previewed.fileName}
      subtitle={previewed.signerName}
      actions={null}
      tabs={[
        { id: 'approve', label: t('approvals.tab'), content: <ApproveTab approval={approval} /> },
        { id: 'signers', label: t('viewer.signersTab'), content: signers },
        ...usePreviewedAttachments(previewed),
      ]}
      footer={<ApproveBar approval={approval} />}
    />
  )
}
