import { useQuery } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import { api } from '../../shared/api/api.ts'
import { signerSignatures } from '../../shared/api/document-signatures.ts'
import { isNoLongerAvailable, type PendingDocument } from '../../shared/api/pending-documents.ts'
import { DocumentFrame } from '../../shared/document-parts/document-frame.tsx'
import { DownloadButton } from '../../shared/document-parts/download-button.tsx'
import { useDocumentSignatures, type SignatureViews } from '../../shared/document-parts/use-document-signatures.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { documentPages } from '../../shared/page-viewer/page-source.ts'
import { usePageViewer } from '../../shared/page-viewer/use-page-viewer.ts'
import { ProgressBar } from '../../shared/ui/progress-bar.tsx'
import { DocumentFailure } from './document-failure.tsx'
import { documentInfoQuery, documentQuery } from './document-query.ts'
import { GoneNotice } from './gone-notice.tsx'
import { SelectDocument } from './select-document.tsx'
import { SignBar } from './sign-bar.tsx'
import { useDetailTabs } from './use-detail-tabs.tsx'
import { useReadAgain } from './use-read-again.ts'
import { useReadingGate } from './use-reading-gate.ts'

interface DocumentDetailProps {
  docGuid: string
  /** The way back to the list. */
  back: ReactNode
  /** The way to the next document of the list; told when the pages no longer need the line for themselves. */
  next: (pagesShown: boolean) => ReactNode
  onReject: (document: PendingDocument) => void
  onSign: (document: PendingDocument) => void
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
function useDocument(docGuid: string, pagesShown: boolean) {
  const row = useQuery(documentQuery(docGuid))
  const info = useQuery({ ...documentInfoQuery(docGuid), enabled: pagesShown })
  return { row, info, isGone: isNoLongerAvailable(row.error) || isNoLongerAvailable(info.error) }
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

/** A document with its pages, its facts and what can be done about it. Pages come before the facts are known. */
export function DocumentDetail({
  docGuid,
  back,
  next,
  covered,
  signatures: views,
  onLeave,
  ...actions
}: DocumentDetailProps) {
  const t = useText()
  const viewer = usePageViewer(useMemo(() => documentPages(docGuid), [docGuid]))
  const { row, info, isGone } = useDocument(docGuid, viewer.hasPage)
  const { data: document, error } = row
  const gate = useReadingGate(document, viewer)
  useReadAgain(viewer.readAgain)
  const tabs = useDetailTabs(docGuid, document, info.data)
  const signatures = useSignatures(document, { views, pagesShown: viewer.hasPage })

  if (document === null || (error && !isGone)) {
    return <DocumentFailure {...{ error, back, onLeave }} busy={row.isFetching} onRetry={() => void row.refetch()} />
  }
  return (
    <>
      <DocumentFrame
        {...{ viewer, back }}
        tabs={[...tabs, ...signatures.tabs]}
        notice={signatures.line}
        title={document?.FileName}
        subtitle={document?.SignerDTO.SignerName}
        next={next(viewer.hasPage)}
        marksUnseen={gate !== null}
        actions={
          <>
            {document && <SelectDocument document={document} />}
            <DownloadButton label={t('viewer.download')} load={() => api.downloadDocument({ params: { docGuid } })} />
          </>
        }
        progress={
          gate &&
          viewer.ready && (
            <ProgressBar
              thin
              label={t('viewer.viewedPages', { viewed: gate.viewed, count: gate.total })}
              value={gate.viewed}
              max={gate.total}
            />
          )
        }
        footer={<SignBar {...{ document, gate }} {...actions} />}
      />
      {(isGone || viewer.isGone) && !covered && <GoneNotice onLeave={onLeave} />}
    </>
  )
}
