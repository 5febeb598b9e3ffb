import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react'
import { DocumentDetail } from '../../features/document-detail/document-detail.tsx'
import { signatureViews } from '../../features/signatures/signature-views.tsx'
import { api } from '../../shared/api/api.ts'
import type { PendingDocument } from '../../shared/api/pending-documents.ts'
import { DetailShell } from '../documents/use-detail-header.tsx'

const loadRejectDialog = () => import('../../features/document-detail/reject-dialog.tsx')
const RejectDialog = lazy(() => loadRejectDialog().then((module) => ({ default: module.RejectDialog })))

const reject = ({ SignerDTO: { SignerGUID } }: PendingDocument, reason: string) =>
  api.rejectDocument({ params: { signerGuid: SignerGUID }, body: { RejectionReason: reason, AccessMethod: 'SSO' } })

const nothing = () => undefined

export type DecisionMade = 'signed' | 'rejected' | 'over'

/** What the dialog that signs is given. */
export interface SigningProps {
  document: PendingDocument
  onClose: () => void
  onSigned: () => void
  onGone: () => void
}

interface OneDocumentProps {
  docGuid: string
  /** What the person signs with, where there is nothing to choose. */
  alone: string
  /** A way out without a decision. */
  back: ReactNode
  signing: (props: SigningProps) => ReactNode
  /** Somebody reaches for the buttons. */
  onPrepare: () => void
  /** Lies over the document from the beginning: what goes on that was begun before. */
  resumed?: ReactNode
  /** @param fileName empty where it is over */
  onEnd: (how: DecisionMade, fileName: string) => void
}

interface Overlay {
  readonly kind: 'reject' | 'sign'
  readonly document: PendingDocument
}

/** A document with its decision, for somebody who sees nothing else. */
export function OneDocument({ docGuid, alone, back, signing, onPrepare, resumed = null, onEnd }: OneDocumentProps) {
  const [overlay, setOverlay] = useState<Overlay | null>(null)
  const close = () => setOverlay(null)
  const gone = () => onEnd('over', '')
  const prepare = () => {
    onPrepare()
    void loadRejectDialog().catch(nothing)
  }
  const document = overlay?.document
  return (
    <DetailShell header={null}>
      <DocumentDetail
        docGuid={docGuid}
        alone={alone}
        back={back}
        next={null}
        onFirstPage={nothing}
        onPrepare={prepare}
        signatures={signatureViews}
        covered={overlay !== null || resumed !== null}
        onReject={(document) => setOverlay({ kind: 'reject', document })}
        onSign={(document) => setOverlay({ kind: 'sign', document })}
        onLeave={useCallback(() => onEnd('over', ''), [onEnd])}
      />
      {resumed}
      {document && (
        <Suspense>
          {overlay.kind === 'reject' ? (
            <RejectDialog
              fileName={document.FileName}
              reject={(reason) => reject(document, reason)}
              onClose={close}
              onRejected={() => onEnd('rejected', document.FileName)}
              onGone={gone}
            />
          ) : (
            signing({ document, onClose: close, onSigned: () => onEnd('signed', document.FileName), onGone: gone })
          )}
        </Suspense>
      )}
    </DetailShell>
  )
}
