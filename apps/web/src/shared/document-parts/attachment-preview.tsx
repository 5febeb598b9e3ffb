import { FileQuestionMark } from 'lucide-react'
import { useMemo } from 'react'
import type { Attachment } from '../api/attachments.ts'
import { useText } from '../i18n/use-text.ts'
import { PageDesk } from '../page-viewer/page-desk.tsx'
import { attachmentPages, type PageSource } from '../page-viewer/images/page-source.ts'
import { PageCounter, ViewTools } from '../page-viewer/page-tools.tsx'
import { useDownload } from '../page-viewer/use-download.ts'
import { usePageViewer } from '../page-viewer/use-page-viewer.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/lists/empty-state.tsx'
import styles from './attachments-tab.module.css'
import { DownloadButton } from './download-button.tsx'

/** What the server can turn into page images. */
const SHOWN_TYPES: readonly string[] = ['application/pdf', 'image/png', 'image/jpeg']

interface PagesProps {
  name: string
  source: PageSource
}

/** The pages of a file that goes along, and the way to save it where there is one. */
export function AttachmentPages({ name, source }: PagesProps) {
  const t = useText()
  const viewer = usePageViewer(source)
  return (
    <section className={styles.preview} aria-label={name} onKeyDown={viewer.onKeyDown}>
      <div className={styles.tools}>
        <PageCounter viewer={viewer} />
        <span className={styles.space} />
        <ViewTools viewer={viewer} />
        {source.download && <DownloadButton label={t('viewer.downloadFile', { name })} load={source.download} />}
      </div>
      <PageDesk viewer={viewer} label={t('viewer.attachmentPages', { name })} />
    </section>
  )
}

function FileOnly({ name, source }: PagesProps) {
  const t = useText()
  const { download, isDownloading } = useDownload(source.download!)
  return (
    <section className={styles.preview} aria-label={name}>
      <EmptyState icon={FileQuestionMark} title={t('viewer.notShownTitle')} text={t('viewer.notShownText')}>
        <Button busy={isDownloading} onClick={download}>
          {t('viewer.downloadFile', { name })}
        </Button>
      </EmptyState>
    </section>
  )
}

/** The pages of an attachment; of a file that has none, the way to save it. */
export function AttachmentPreview({ signerGuid, attachment }: { signerGuid: string; attachment: Attachment }) {
  const source = useMemo(() => attachmentPages(signerGuid, attachment.GUID), [signerGuid, attachment.GUID])
  const Preview = SHOWN_TYPES.includes(attachment.MediaType) ? AttachmentPages : FileOnly
  return <Preview name={attachment.FileName} source={source} />
}
