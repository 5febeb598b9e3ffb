import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { DocumentDetail } from '../../features/document-detail/document-detail.tsx'
import { GoneNotice } from '../../features/document-detail/gone-notice.tsx'
import { compareView, signatureViews } from '../../features/signatures/signature-views.tsx'
import { useReportSigned } from '../../features/signing/signed/use-report-signed.ts'
import { api } from '../../shared/api/api.ts'
import { forgetPendingDocument, type PendingDocument } from '../../shared/api/pending-documents.ts'
import { shortName } from '../../shared/i18n/short-name.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { usePlace, useRouter } from '../../shared/router/use-router.tsx'
import { keptErrand, type Errand } from '../../shared/session/errand.ts'
import { accessMethod } from '../../shared/session/session-store.ts'
import { showToast } from '../../shared/ui/overlays/toast-store.ts'
import styles from './detail-header.module.css'
import type {} from '../frame/history-state.ts'
import { toDocuments, toHistory, WayBack } from '../frame/way-back.tsx'
import { NextDocument, useNextDocument } from './next-document.tsx'
import { DetailShell, useDetailHeader } from './use-detail-header.tsx'

// Fetched when somebody reaches for the buttons: pages are looked at long before anything is decided.
const loadRejectDialog = () => import('../../features/document-detail/reject-dialog.tsx')
const loadSignDialog = () => import('../../features/signing/sign-dialog.tsx')
const RejectDialog = lazy(() => loadRejectDialog().then((module) => ({ default: module.RejectDialog })))
const SignDialog = lazy(() => loadSignDialog().then((module) => ({ default: module.SignDialog })))

const ReturnDialog = lazy(() =>
  import('../../features/signing/ivnosys/return-dialog.tsx').then((module) => ({ default: module.ReturnDialog })),
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
  | { readonly kind: 'reject'; readonly document: PendingDocument }
  /** `next` is opened once it is signed; without one the list is. */
  | { readonly kind: 'sign'; readonly document: PendingDocument; readonly next?: string }
  | { readonly kind: 'resume'; readonly signature: Errand }
  | { readonly kind: 'gone' }

/** The signature of this document for which the browser has come back from a provider. */
function useResumed(docGuid: string): Overlay | null {
  const transactionId = usePlace(({ state }) => state.resume)
  const signature = transactionId === undefined ? null : keptErrand(transactionId)
  return signature?.docGuid === docGuid ? { kind: 'resume', signature } : null
}

/**
 * Goes back to the list as it was left, never straight into a single document again, or on to another document. Who has
 * left the document meanwhile, as while it was being signed, stays where they are. The document is forgotten once it is
 * off the screen: before, its viewer would ask for it again.
 */
function useLeave(docGuid: string) {
  const router = useRouter()
  const [address] = useState(() => router.place.pathname)
  const list = usePlace(({ state }) => state.list)
  const state = useRef({ isShown: true, isOver: false })
  useEffect(() => {
    const now = state.current
    now.isShown = true
    return () => {
      now.isShown = false
      if (now.isOver) forgetPendingDocument(docGuid)
    }
  }, [docGuid])
  const leaveFor = useCallback(
    (next?: string) => {
      if (!state.current.isShown) forgetPendingDocument(docGuid)
      state.current.isOver = true
      if (router.place.pathname !== address) return
      // What follows moves up by one in the list, also from its next page to this one.
      if (next !== undefined) {
        void router.navigate({
          to: '/documents/$docGuid',
          params: { docGuid: next },
          state: { ...(list && { list }) },
          replace: true,
        })
      } else void router.navigate({ to: '/documents', search: list ?? {}, state: { visited: true }, replace: true })
    },
    [address, docGuid, list, router],
  )
  const leave = useCallback(() => leaveFor(), [leaveFor])
  return { leave, leaveFor, list }
}

/** One document; from another one nothing is carried over, least of all a dialog that would sign it. */
export function DocumentScreen({ params: { docGuid } }: { params: { docGuid: string } }) {
  return <OpenDocument key={docGuid} docGuid={docGuid} />
}

function OpenDocument({ docGuid }: { docGuid: string }) {
  const t = useText()
  const { leave, leaveFor, list } = useLeave(docGuid)
  const history = usePlace(({ state }) => state.history)
  const [overlay, setOverlay] = useState(useResumed(docGuid))
  const [isReadable, setReadable] = useState(false)
  const next = useNextDocument({ docGuid, list, enabled: isReadable })
  const reportSigned = useReportSigned()
  const close = () => setOverlay(null)
  const rejected = (name: string) => {
    showToast('success', t('reject.toast', { name: shortName(name) }))
    leave()
  }
  const resumed = ({ fileName, nextGuid }: Errand) => {
    reportSigned({ docGuid, fileName })
    leaveFor(nextGuid)
  }
  const gone = () => setOverlay({ kind: 'gone' })
  const { header, menu } = useDetailHeader(isReadable)
  return (
    <DetailShell header={header}>
      <DocumentDetail
        docGuid={docGuid}
        back={
          <span className={styles.ways}>
            {menu}
            <WayBack
              {...(history ? toHistory(history) : toDocuments(list))}
              label={t(history ? 'history.back' : 'viewer.back')}
            />
          </span>
        }
        next={<NextDocument next={next} />}
        onFirstPage={useCallback(() => setReadable(true), [])}
        onPrepare={prepareDialogs}
        signatures={signatureViews}
        covered={overlay !== null}
        onReject={(document) => setOverlay({ kind: 'reject', document })}
        onSign={(document) => setOverlay({ kind: 'sign', document })}
        onSignAndNext={next ? (document) => setOverlay({ kind: 'sign', document, next: next.docGuid }) : undefined}
        onLeave={leave}
      />
      {overlay && <OverlayOf {...{ overlay, resumed, rejected, leave, leaveFor }} onClose={close} onGone={gone} />}
    </DetailShell>
  )
}

interface OverlayProps {
  overlay: Overlay
  /** Says that it is signed, and goes on. */
  resumed: (signature: Errand) => void
  rejected: (name: string) => void
  leave: () => void
  /** Goes to the next document, or to the list. */
  leaveFor: (next?: string) => void
  onClose: () => void
  onGone: () => void
}

/** The dialog over the document. */
function OverlayOf({ overlay, resumed, rejected, leave, leaveFor, onClose, onGone }: OverlayProps) {
  if (overlay.kind === 'gone') return <GoneNotice onLeave={leave} />
  return (
    <Suspense>
      {overlay.kind === 'reject' && (
        <RejectDialog
          fileName={overlay.document.FileName}
          reject={(reason) => rejectDocument(overlay.document, reason)}
          onClose={onClose}
          onRejected={() => rejected(overlay.document.FileName)}
          onGone={onGone}
        />
      )}
      {overlay.kind === 'resume' && (
        <ReturnDialog
          signature={overlay.signature}
          onSigned={() => resumed(overlay.signature)}
          {...{ onClose, onGone }}
        />
      )}
      {overlay.kind === 'sign' && (
        <SignDialog
          documents={[overlay.document]}
          place="detail"
          compare={compareView}
          nextGuid={overlay.next}
          onDone={({ signed }) => (signed.length > 0 ? leaveFor(overlay.next) : onClose())}
          {...{ onClose, onGone }}
        />
      )}
    </Suspense>
  )
}
