import { Download } from 'lucide-react'
import { useText } from '../i18n/use-text.ts'
import type { FileContent } from '../page-viewer/save-file.ts'
import { useDownload } from '../page-viewer/use-download.ts'
import { IconButton } from '../ui/icon-button.tsx'

interface DownloadButtonProps {
  /** What is saved. */
  label: string
  load: () => Promise<FileContent>
}

/** An icon that saves a file. */
export function DownloadButton({ label, load }: DownloadButtonProps) {
  const t = useText()
  const { download, isDownloading } = useDownload(load)
  return (
    <IconButton
      icon={Download}
      label={isDownloading ? t('viewer.downloading') : label}
      aria-busy={isDownloading || undefined}
      onClick={download}
    />
  )
}
