import panel from '../../shared/document-parts/detail-panel.module.css'
import { DocumentFrame } from '../../shared/document-parts/document-frame.tsx'
import type { PreviewedDocument } from '../../shared/document-parts/previewed-document.ts'
import { SignersTable } from '../../shared/document-parts/signers-table.tsx'
import { useText } from '../../shared/i18n/use-text.ts'
import { usePageViewer } from '../../shared/page-viewer/use-page-viewer.ts'
import { CopyFacts, CopyNotice } from './copy-facts.tsx'

/** The screen of somebody who gets a copy, before the document is sent. */
export function CopyPreview({ previewed }: { previewed: PreviewedDocument }) {
  const t = useText()
  const viewer = usePageViewer(previewed.source)
  const { fileName, senderName, sentAt } = previewed
  const copy = {
    ...({ DocumentState: 'Open', SenderName: senderName, UploadTime: sentAt, Deadline: previewed.deadline } as const),
    ...{ Description: previewed.description, Tag: previewed.tag, OperationTime: sentAt },
  }
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
      title={fileName}
      subtitle={senderName}
      actions={null}
      tabs={[
        { id: 'document', label: t('viewer.documentTab'), content: <CopyFacts copy={copy} /> },
        { id: 'signers', label: t('viewer.signersTab'), content: signers },
      ]}
      footer={<CopyNotice copy={copy} />}
    />
  )
}
