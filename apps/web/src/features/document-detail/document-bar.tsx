import { useMutation } from '@tanstack/react-query'
import { Download, PanelBottom } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PendingDocument } from '../../shared/api/pending-documents.ts'
import { isSessionExpiry } from '../../shared/api/is-session-expiry.ts'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { PageCounter, ZoomTools } from '../../shared/page-viewer/page-tools.tsx'
import type { PageViewer } from '../../shared/page-viewer/use-page-viewer.ts'
import { IconButton } from '../../shared/ui/icon-button.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { showToast } from '../../shared/ui/toast-store.ts'
import styles from './document-bar.module.css'
import { downloadDocument } from './download-document.ts'

interface DocumentBarProps {
  docGuid: string
  document: PendingDocument | undefined
  back: ReactNode
  viewer: PageViewer
  detailsOpen: boolean
  onToggleDetails: () => void
  /** Stands on the lower edge of the bar. */
  children?: ReactNode
}

function DownloadButton({ docGuid }: { docGuid: string }) {
  const t = useText()
  const errorText = useErrorText()
  const download = useMutation({
    mutationFn: () => downloadDocument(docGuid),
    onError: (error) => {
      if (!isSessionExpiry(error)) showToast('error', errorText(error))
    },
  })
  return (
    <IconButton
      icon={Download}
      label={t(download.isPending ? 'viewer.downloading' : 'viewer.download')}
      aria-busy={download.isPending || undefined}
      onClick={() => {
        if (!download.isPending) download.mutate()
      }}
    />
  )
}

/** The bar over a document: the way back, what it is, where one is in it, and how large. */
export function DocumentBar(props: DocumentBarProps) {
  const t = useText()
  const { docGuid, document, back, viewer, detailsOpen, onToggleDetails, children } = props
  return (
    <header className={styles.bar}>
      {back}
      <div className={styles.title}>
        <h1>
          {document ? (
            document.FileName
          ) : (
            <>
              <span className="sr-only">{t('common.loading')}</span>
              <Skeleton width={40} />
            </>
          )}
        </h1>
        <p className="muted">{document?.SignerDTO.SignerName}</p>
      </div>
      <div className={styles.tools}>
        <span className={styles.wide}>
          <PageCounter viewer={viewer} />
        </span>
        <span className={styles.wide}>
          <ZoomTools zoom={viewer.zoom} />
        </span>
        <IconButton
          className={styles.narrow}
          icon={PanelBottom}
          iconSize={20}
          label={t('viewer.details')}
          aria-expanded={detailsOpen}
          aria-controls="document-details"
          onClick={onToggleDetails}
        />
        <DownloadButton docGuid={docGuid} />
      </div>
      {children}
    </header>
  )
}
