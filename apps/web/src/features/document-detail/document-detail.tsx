import { useQuery } from '@tanstack/react-query'
import { useMemo, useState, type ReactNode } from 'react'
import { isNoLongerAvailable, type PendingDocument } from '../../shared/api/pending-documents.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { documentPages } from '../../shared/page-viewer/page-source.ts'
import { PageDesk } from '../../shared/page-viewer/page-desk.tsx'
import { PagePill } from '../../shared/page-viewer/page-tools.tsx'
import { usePageViewer } from '../../shared/page-viewer/use-page-viewer.ts'
import { CONTENT_ID } from '../../shared/ui/content-id.ts'
import { ProgressBar } from '../../shared/ui/progress-bar.tsx'
import { DetailPanel } from './detail-panel.tsx'
import { DocumentBar } from './document-bar.tsx'
import styles from './document-detail.module.css'
import { DocumentFailure } from './document-failure.tsx'
import { documentQuery } from './document-query.ts'
import { GoneNotice } from './gone-notice.tsx'
import { SignBar } from './sign-bar.tsx'

interface DocumentDetailProps {
  docGuid: string
  /** The way back to the list. */
  back: ReactNode
  onReject: (document: PendingDocument) => void
  onSign: (document: PendingDocument) => void
  /** Leads back to the list, when the document is over. Stable, since a clock waits for it. */
  onLeave: () => void
}

/** A document with its pages, its facts and what can be done about it. Pages come before the facts are known. */
export function DocumentDetail({ docGuid, back, onReject, onSign, onLeave }: DocumentDetailProps) {
  const t = useText()
  const { data: document, error, isFetching, refetch } = useQuery(documentQuery(docGuid))
  const source = useMemo(() => documentPages(docGuid), [docGuid])
  const viewer = usePageViewer(source)
  const [detailsOpen, setDetailsOpen] = useState(false)

  if (document === null || (error && !isNoLongerAvailable(error))) {
    return <DocumentFailure {...{ error, back, onLeave }} busy={isFetching} onRetry={() => void refetch()} />
  }
  const gate = document?.SignerDTO.ReadAll
    ? { viewed: viewer.viewed.size, total: viewer.total, open: viewer.ready && viewer.viewed.size >= viewer.total }
    : null
  return (
    <div className={styles.viewer} onKeyDown={viewer.onKeyDown}>
      <DocumentBar
        {...{ docGuid, document, back, viewer, detailsOpen }}
        onToggleDetails={() => setDetailsOpen(!detailsOpen)}
      >
        {gate && viewer.ready && (
          <div className={styles.progress}>
            <ProgressBar
              thin
              label={t('viewer.viewedPages', { viewed: gate.viewed, count: gate.total })}
              value={gate.viewed}
              max={gate.total}
            />
          </div>
        )}
      </DocumentBar>
      <div className={styles.body}>
        <div className={styles.deskFrame}>
          <PageDesk viewer={viewer} id={CONTENT_ID} />
          <PagePill viewer={viewer} />
        </div>
        <DetailPanel docGuid={docGuid} document={document} open={detailsOpen} onClose={() => setDetailsOpen(false)} />
      </div>
      <SignBar {...{ document, gate, onReject, onSign }} />
      {isNoLongerAvailable(error) && <GoneNotice onLeave={onLeave} />}
    </div>
  )
}
