import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useMemo, type ComponentProps, type ReactNode } from 'react'
import { api } from '../../shared/api/api.ts'
import { isDecided } from '../../shared/api/decided.ts'
import { signerSignatures } from '../../shared/api/document-signatures.ts'
import { isNoLongerAvailable, type OpenedDocument, type PendingDocument } from '../../shared/api/pending-documents.ts'
import { DocumentFrame } from '../../shared/document-parts/document-frame.tsx'
import { DownloadButton } from '../../shared/document-parts/download-button.tsx'
import { useDocumentSignatures, type SignatureViews } from '../../shared/document-parts/use-document-signatures.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { documentPages } from '../../shared/page-viewer/images/page-source.ts'
import type { FileContent } from '../../shared/page-viewer/save-file.ts'
import { usePageViewer, type PageViewer } from '../../shared/page-viewer/use-page-viewer.ts'
import { ProgressBar } from '../../shared/ui/status/progress-bar.tsx'
import { useIsLow } from '../../shared/ui/use-is-narrow.ts'
import { DocumentFailure } from './document-failure.tsx'
import { documentInfoQuery, documentQuery, signPlacesQuery } from './document-query.ts'
import { GoneNotice } from './gone-notice.tsx'
import { ReasonPanel } from './reason-panel.tsx'
import { SelectDocument } from './select-document.tsx'
import { SignBar } from './sign-bar.tsx'
import { useDetailTabs } from './use-detail-tabs.tsx'
import { useReadingGate, type ReadingGate } from './use-reading-gate.ts'
import { onRefusal } from '../../shared/api/refusals.ts'

/**
 * Has the pages read again when the server refuses a signature because it did not see all of them sent: what this
 * window believes was read does not count then, and pages kept in memory would never reach the server's notice.
 * @param readAgain stable
 */
function useReadAgain(readAgain: () => void): void {
  useEffect(
    () =>
      onRefusal(({ code }) => {
        if (code === 'READ_ALL_PENDING') readAgain()
      }),
    [readAgain],
  )
}

interface DocumentDetailProps {
  docGuid: string
  /**
   * What the person signs with, where there is nothing to choose: nothing else waits for them either, so that there is
   * nothing to select it with.
   */
  alone?: string
  /** The way back to the list. */
  back: ReactNode
  /** The way to the next document of the list. */
  next: ReactNode
  /** The pages no longer need the line for themselves. Stable. */
  onFirstPage: () => void
  onReject: (document: PendingDocument) => void
  onSign: (document: PendingDocument) => void
  /** Absent where no document follows. */
  onSignAndNext?: (document: PendingDocument) => void
  /** Somebody reaches for the buttons: what they open can be fetched. */
  onPrepare: () => void
  /** Something lies over the document that says itself when the document is over. */
  covered: boolean
  /** How the signatures that the file bears are shown; without it nobody asks for them. */
  signatures?: SignatureViews
  /** Leads back to the list, when the document is over. Stable, since a clock waits for it. */
  onLeave: () => void
}

/** What the server knows of a document. Who signs it is asked after its first page, which is what people wait for. */
function useDocument(docGuid: string, viewer: PageViewer) {
  const row = useQuery(documentQuery(docGuid))
  const isRejected = row.data?.Act === 'Rejected'
  const info = useQuery({ ...documentInfoQuery(docGuid), enabled: viewer.hasPage && !isRejected })
  const isOver = !isRejected && [row, info].some(({ error }) => isNoLongerAvailable(error))
  return { row, info, isGone: viewer.isGone || isOver }
}

/** Has the pages show where the person will sign, once nothing more urgent is on its way. */
function useSignPlaces(document: OpenedDocument | null | undefined, { hasPage, setPlaces }: PageViewer): void {
  const signerGuid = document?.SignerDTO.SignerGUID
  const isAsked = hasPage && signerGuid !== undefined && !isDecided(document)
  const { data: places } = useQuery({ ...signPlacesQuery(signerGuid ?? ''), enabled: isAsked })
  useEffect(() => {
    if (places) setPlaces(places)
  }, [places, setPlaces])
}

/** The signatures that the file bears, asked for after its first page, too. */
function useSignatures(
  document: PendingDocument | null | undefined,
  { views, pagesShown }: { views: SignatureViews | undefined; pagesShown: boolean },
) {
  const signerGuid = document?.SignerDTO.SignerGUID
  const enabled = pagesShown && signerGuid !== undefined
  return useDocumentSignatures(signerSignatures(signerGuid ?? ''), { views, enabled })
}

interface ActionsProps {
  document: OpenedDocument | undefined
  load: () => Promise<FileContent>
  alone: string | undefined
}

/** What can be done with the document besides deciding: select it, while it waits, and take it away. */
function Actions({ document, load, alone }: ActionsProps) {
  const t = useText()
  return (
    <>
      {document && !isDecided(document) && alone === undefined && <SelectDocument document={document} />}
      <DownloadButton label={t('viewer.download')} load={load} />
    </>
  )
}

/** How much is read of what must be read whole. */
function ReadingProgress({ gate: { viewed, total } }: { gate: ReadingGate }) {
  const t = useText()
  return <ProgressBar thin label={t('viewer.viewedPages', { viewed, count: total })} value={viewed} max={total} />
}

/** Comes with what the person has decided: most documents wait. */
const DecidedFoot = lazy(() => import('./decided-foot.tsx').then((module) => ({ default: module.DecidedFoot })))

type FootProps = Omit<ComponentProps<typeof SignBar>, 'document'> & ActionsProps

/** The decision, or that it is made. */
function Foot({ document, load, ...decision }: FootProps) {
  if (isDecided(document)) {
    return (
      <Suspense>
        <DecidedFoot decided={document} load={load} />
      </Suspense>
    )
  }
  return <SignBar document={document} {...decision} />
}

/** A document with its pages, its facts and what can be done about it. Pages come before the facts are known. */
export function DocumentDetail(props: DocumentDetailProps) {
  const { docGuid, alone, back, next, covered, signatures: views, onFirstPage, onLeave, ...decision } = props
  const viewer = usePageViewer(useMemo(() => documentPages(docGuid), [docGuid]))
  const { row, info, isGone } = useDocument(docGuid, viewer)
  const { data: document, error } = row
  const gate = useReadingGate(document, viewer)
  const isLow = useIsLow()
  useReadAgain(viewer.readAgain)
  useSignPlaces(document, viewer)
  useEffect(() => {
    if (viewer.hasPage) onFirstPage()
  }, [viewer.hasPage, onFirstPage])
  const tabs = useDetailTabs({ docGuid, document, info: info.data, alone, onLeave })
  const signatures = useSignatures(document, { views, pagesShown: viewer.hasPage })

  if (document === null || (error && !isGone)) {
    return <DocumentFailure {...{ error, back, onLeave }} busy={row.isFetching} onRetry={() => void row.refetch()} />
  }
  const load = () => api.downloadDocument({ params: { docGuid } })
  return (
    <>
      <DocumentFrame
        {...{ viewer, back, next }}
        tabs={[...tabs, ...signatures.tabs]}
        below={!isLow && document && <ReasonPanel document={document} />}
        notice={signatures.line}
        title={document?.FileName}
        subtitle={document?.SignerDTO.SignerName}
        marksUnseen={gate !== null}
        actions={<Actions {...{ document, load, alone }} />}
        progress={gate && viewer.ready && <ReadingProgress gate={gate} />}
        footer={<Foot {...{ document, load, gate, alone }} {...decision} />}
      />
      {isGone && !covered && <GoneNotice onLeave={onLeave} />}
    </>
  )
}
