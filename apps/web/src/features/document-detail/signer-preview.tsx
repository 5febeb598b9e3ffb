import { useEffect } from 'react'
import panel from '../../shared/document-parts/detail-panel.module.css'
import { DocumentFrame } from '../../shared/document-parts/document-frame.tsx'
import { rowOf, type PreviewedDocument } from '../../shared/document-parts/previewed-document.ts'
import { usePreviewedAttachments } from '../../shared/document-parts/previewed-attachments.tsx'
import { SignersTable } from '../../shared/document-parts/signers-table.tsx'
import { useText } from '../../shared/i18n/use-text.ts'
import { usePageViewer } from '../../shared/page-viewer/use-page-viewer.ts'
import { useIsLow } from '../../shared/ui/use-is-narrow.ts'
import { ReasonPanel } from './reason-panel.tsx'
import { SignBar } from './sign-bar.tsx'
import { useReadingGate } from './use-reading-gate.ts'
import { SignTab } from './sign-tab.tsx'

const nothing = () => undefined

/** The screen of a signer before the document is sent: nothing can be decided on it. */
export function SignerPreview({ previewed }: { previewed: PreviewedDocument }) {
  const t = useText()
  const viewer = usePageViewer(previewed.source)
  const isLow = useIsLow()
  const { setPlaces } = viewer
  useEffect(() => setPlaces(previewed.places), [setPlaces, previewed.places])
  const document = rowOf(previewed)
  const gate = useReadingGate(document, viewer)
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
      marksUnseen={gate !== null}
      tabs={[
        {
          id: 'sign',
          label: t('viewer.signTab'),
          content: <SignTab document={document} alone={previewed.alone} onLeave={nothing} />,
        },
        { id: 'signers', label: t('viewer.signersTab'), content: signers },
        ...usePreviewedAttachments(previewed),
      ]}
      below={!isLow && <ReasonPanel document={document} />}
      footer={
        <SignBar
          document={undefined}
          alone={previewed.alone}
          gate={gate}
          onReject={nothing}
          onSign={nothing}
          onPrepare={nothing}
        />
      }
    />
  )
}
