import { lazy, Suspense, useCallback, useState } from 'react'
import { DocumentDetail } from '../../features/document-detail/document-detail.tsx'
import { InvitationEnd } from '../../features/invitation/invitation-end.tsx'
import { signatureViews } from '../../features/signatures/signature-views.tsx'
import { api } from '../../shared/api/api.ts'
import type { PendingDocument } from '../../shared/api/pending-documents.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { clearSession } from '../../shared/session/session-store.ts'
import { DetailShell } from '../documents/use-detail-header.tsx'
import { EntryFrame } from './entry-frame.tsx'

const loadRejectDialog = () => import('../../features/document-detail/reject-dialog.tsx')
const loadSignDialog = () => import('../../features/signing/guest/guest-sign-dialog.tsx')
const RejectDialog = lazy(() => loadRejectDialog().then((module) => ({ default: module.RejectDialog })))
const GuestSignDialog = lazy(() => loadSignDialog().then((module) => ({ default: module.GuestSignDialog })))
const prepareDialogs = () => void Promise.allSettled([loadRejectDialog(), loadSignDialog()])

const reject = ({ SignerDTO: { SignerGUID } }: PendingDocument, reason: string) =>
  api.rejectDocument({ params: { signerGuid: SignerGUID }, body: { RejectionReason: reason, AccessMethod: 'SSO' } })

const nothing = () => undefined

interface Overlay {
  readonly kind: 'reject' | 'sign'
  readonly document: PendingDocument
}

/** What somebody without an account came for: the document with its decision, and that it is made. */
export function GuestDocument({ docGuid }: { docGuid: string }) {
  const t = useText()
  const [overlay, setOverlay] = useState<Overlay | null>(null)
  const [end, setEnd] = useState<{ readonly how: 'signed' | 'rejected' | 'over'; readonly fileName: string } | null>(
    null,
  )
  const close = () => setOverlay(null)
  const finish = (how: 'signed' | 'rejected' | 'over', fileName = '') => {
    clearSession()
    setEnd({ how, fileName })
  }
  const leave = useCallback(() => setEnd({ how: 'over', fileName: '' }), [])
  if (end) {
    return (
      <EntryFrame>
        <InvitationEnd {...end} />
      </EntryFrame>
    )
  }
  return (
    <DetailShell header={null}>
      <DocumentDetail
        docGuid={docGuid}
        alone={t('invitation.signsWith')}
        back={null}
        next={null}
        onFirstPage={nothing}
        onPrepare={prepareDialogs}
        signatures={signatureViews}
        covered={overlay !== null}
        onReject={(document) => setOverlay({ kind: 'reject', document })}
        onSign={(document) => setOverlay({ kind: 'sign', document })}
        onLeave={leave}
      />
      <Suspense>
        {overlay?.kind === 'reject' && (
          <RejectDialog
            fileName={overlay.document.FileName}
            reject={(reason) => reject(overlay.document, reason)}
            onClose={close}
            onRejected={() => finish('rejected', overlay.document.FileName)}
            onGone={() => finish('over')}
          />
        )}
        {overlay?.kind === 'sign' && (
          <GuestSignDialog
            document={overlay.document}
            onClose={close}
            onSigned={() => finish('signed', overlay.document.FileName)}
            onGone={() => finish('over')}
          />
        )}
      </Suspense>
    </DetailShell>
  )
}
