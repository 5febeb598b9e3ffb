import { CircleAlert, Download, RotateCw } from 'lucide-react'
import { isSessionExpiry } from '../../api/is-session-expiry.ts'
import { useErrorText } from '../../i18n/use-error-text.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import type { PageSource } from './page-source.ts'
import styles from '../page-viewer.module.css'
import type { FileContent } from '../save-file.ts'
import { useDownload } from '../use-download.ts'

interface PageFailureProps {
  page: number
  source: PageSource
  error: Error | null
  busy: boolean
  onRetry: () => void
}

function DownloadInstead({ load }: { load: () => Promise<FileContent> }) {
  const t = useText()
  const { download, isDownloading } = useDownload(load)
  return (
    <Button icon={Download} busy={isDownloading} onClick={download}>
      {t('viewer.downloadInstead')}
    </Button>
  )
}

/** In the place of a page that cannot be shown: why, and what to do. The other pages are there as ever. */
export function PageFailure({ page, source, error, busy, onRetry }: PageFailureProps) {
  const t = useText()
  const errorText = useErrorText()
  return (
    <div className={styles.failure} role="alert">
      <CircleAlert size={32} aria-hidden />
      <strong>{t('viewer.pageFailed', { page })}</strong>
      {!isSessionExpiry(error) && <p>{errorText(error)}</p>}
      <div className={styles.failureActions}>
        <Button icon={RotateCw} busy={busy} onClick={onRetry}>
          {t('common.tryAgain')}
        </Button>
        {source.download && <DownloadInstead load={source.download} />}
      </div>
    </div>
  )
}
