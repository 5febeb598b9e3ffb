import { Download } from 'lucide-react'
import type { Decided } from '../../shared/api/decided.ts'
import type { OpenedDocument } from '../../shared/api/pending-documents.ts'
import { DecidedBar } from '../../shared/document-parts/decided-bar.tsx'
import { DownloadEvidence } from '../../shared/document-parts/download-evidence.tsx'
import { useText } from '../../shared/i18n/use-text.ts'
import type { FileContent } from '../../shared/page-viewer/save-file.ts'
import { useDownload } from '../../shared/page-viewer/use-download.ts'
import { Button } from '../../shared/ui/button.tsx'

interface DecidedFootProps {
  decided: OpenedDocument & Decided
  load: () => Promise<FileContent>
}

/** What the person has decided, and what can be taken away of it. */
export function DecidedFoot({ decided, load }: DecidedFootProps) {
  const t = useText()
  const { download, isDownloading } = useDownload(load)
  return (
    <DecidedBar decided={decided}>
      <DownloadEvidence docGuid={decided.DocGUI} decided={decided} />
      <Button size="large" icon={Download} busy={isDownloading} onClick={download}>
        {t('signing.download')}
      </Button>
    </DecidedBar>
  )
}
