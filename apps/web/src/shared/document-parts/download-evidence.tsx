import { Download } from 'lucide-react'
import { api } from '../api/api.ts'
import type { Decided } from '../api/decided.ts'
import { useText } from '../i18n/use-text.ts'
import { useDownload } from '../page-viewer/use-download.ts'
import { Button } from '../ui/button.tsx'

/** What proves what happened to a document that is over, for who took part. */
export function DownloadEvidence({ docGuid, decided }: { docGuid: string; decided: Decided }) {
  const t = useText()
  const { download, isDownloading } = useDownload(() => api.ownEvidence({ params: { docGuid } }))
  if (decided.DocumentState === undefined || decided.DocumentState === 'Open') return null
  return (
    <Button size="large" icon={Download} busy={isDownloading} onClick={download}>
      {t('viewer.downloadEvidence')}
    </Button>
  )
}
