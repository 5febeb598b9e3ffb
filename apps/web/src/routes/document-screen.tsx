import { getRouteApi, Link, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { DocumentDetail } from '../features/document-detail/document-detail.tsx'
import { GoneNotice } from '../features/document-detail/gone-notice.tsx'
import { compareView, signatureViews } from '../features/signatures/signature-views.tsx'
import { api } from '../shared/api/api.ts'
import { forgetPendingDocument, type PendingDocument } from '../shared/api/pending-documents.ts'
import { useText } from '../shared/i18n/use-text.ts'
import { awaySignature, type AwaySignature } from '../shared/session/away-signature.ts'
import { accessMethod } from '../shared/session/session-store.ts'
import { iconButtonClass } from '../shared/ui/icon-button.tsx'
import { showToast } from '../shared/ui/toast-store.ts'
import type {} from './history-state.ts'
import { NextDocument } from './next-document.tsx'

const route = getRouteApi('/documents/$docGuid')

// Fetched when somebody reaches for the buttons: pages are looked at long before anything is decided.
const loadRejectDialog = () => import('../features/document-detail/reject-dialog.tsx')
const loadSignDialog = () => import('../features/signing/sign-dialog.tsx')
const RejectDialog = lazy(() => loadRejectDialog().then((module) => ({ default: module.RejectDialog })))
const SignDialog = lazy(() => loadSignDialog().then((module) => ({ default: module.SignDialog })))

const ReturnDialog = lazy(() =>
  import('../features/signing/away/return-dialog.tsx').then((module) => ({ default: module.ReturnDialog })),
)

/** A failure to fetch them ahead is no failure: it shows when they are opened. */
const prepareDialogs = () => void Promise.allSettled([loadRejectDialog(), loadSignDialog()])

function rejectDocument({ SignerDTO: { SignerGUID } }: PendingDocument, reason: string): Promise<unknown> {
  return api.rejectDocument({
    params: { signerGuid: SignerGUID },
    body: { RejectionReason: reason, AccessMethod: accessMethod() },
  })
}

/** What lies over the document now. */
type Overlay =
  | { readonly kind: 'sign' | 'reject'; readonly document: PendingDocument }
  | { readonly kind: 'resume'; readonly signature: AwaySignature }
  | { readonly kind: 'gone' }

/** The signature of this document for which the browser has come back from a provider. */
function useResumed(docGuid: string): Overlay | null {
  const transactionId = useLocation({ select: ({ state }) => state.resume })
  const signature = transactionId === undefined ? null : awaySignature(transactionId)
  return signature?.docGuid === docGuid ? { kind: 'resume', signature } : null
}

/**
 * Goes back to the list as it was left; never straight into a single document again. Who has left the document
 * meanwhile, as while it was being signed, stays where they are. The document is forgotten once it is off the screen:
 * before, its viewer would ask for it again.
 */
function useLeave(docGuid: string) {
  const navigate = useNavigate()
  const router = useRouter()
  const [address] = useState(() => router.state.location.pathname)
  const list = useLocation({ select: ({ state }) => state.list })
  const state = useRef({ isShown: true, isOver: false })
  useEffect(() => {
    const now = state.current
    now.isShown = true
    return () => {
      now.isShown = false
      if (now.isOver) forgetPendingDocument(docGuid)
    }
  }, [docGuid])
  const leave = useCallback(() => {
    if (!state.current.isShown) forgetPendingDocument(docGuid)
    state.current.isOver = true
    if (router.state.location.pathname !== address) return
    void navigate({ to: '/documents', search: list ?? {}, state: { visited: true }, replace: true })
  }, [address, docGuid, list, navigate, router])
  return { leave, list }
}

/** One document; from another one nothing is carried over, least of all a dialog that would sign it. */
export function DocumentScreen() {
  const { docGuid } = route.useParams()
  return <OpenDocument key={docGuid} docGuid={docGuid} />
}

function OpenDocument({ docGuid }: { docGuid: string }) {
  const t = useText()
  const { leave, list } = useLeave(docGuid)
  const [overlay, setOverlay] = useState(useResumed(docGuid))
  const close = () => setOverlay(null)
  const finish = (text: string) => {
    showToast('success', text)
    leave()
  }
  const gone = () => setOverlay({ kind: 'gone' })
  return (
    <>
      <DocumentDetail
        docGuid={docGuid}
        back={
          <Link
            to="/documents"
            search={list ?? {}}
            state={{ visited: true }}
            className={iconButtonClass}
            aria-label={t('viewer.back')}
            title={t('viewer.back')}
          >
            <ArrowLeft size={20} aria-hidden />
          </Link>
        }
        next={(pagesShown) => <NextDocument docGuid={docGuid} list={list} enabled={pagesShown} />}
        onPrepare={prepareDialogs}
        signatures={signatureViews}
        covered={overlay !== null}
        onReject={(document) => setOverlay({ kind: 'reject', document })}
        onSign={(document) => setOverlay({ kind: 'sign', document })}
        onLeave={leave}
      />
      {overlay && <OverlayOf {...{ overlay, finish, leave }} onClose={close} onGone={gone} />}
    </>
  )
}

interface OverlayProps {
  overlay: Overlay
  /** The document is done: says so and leaves it. */
  finish: (text: string) => void
  leave: () => void
  onClose: () => void
  onGone: () => void
}

/** The dialog over the document. */
function OverlayOf({ overlay, finish, leave, onClose, onGone }: OverlayProps) {
  const t = useText()
  const signed = () => finish(t('signing.toast'))
  if (overlay.kind === 'gone') return <GoneNotice onLeave={leave} />
  return (
    <Suspense>
      {overlay.kind === 'reject' && (
        <RejectDialog
          fileName={overlay.document.FileName}
          reject={(reason) => rejectDocument(overlay.document, reason)}
          onClose={onClose}
          onRejected={() => finish(t('reject.toast', { name: overlay.document.FileName }))}
          onGone={onGone}
        />
      )}
      {overlay.kind === 'resume' && (
        <ReturnDialog signature={overlay.signature} onSigned={signed} {...{ onClose, onGone }} />
      )}
      {overlay.kind === 'sign' && (
        <SignDialog document={overlay.document} compare={compareView} onSigned={signed} {...{ onClose, onGone }} />
      )}
    </Suspense>
  )
}
