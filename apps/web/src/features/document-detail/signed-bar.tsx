import { CircleCheckBig, Download } from 'lucide-react'
import { BarNotice, FooterBar } from '../../shared/document-parts/decision-bar.tsx'
import { useFormats } from '../../shared/i18n/formats.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import type { FileContent } from '../../shared/page-viewer/save-file.ts'
import { useDownload } from '../../shared/page-viewer/use-download.ts'
import { Button } from '../../shared/ui/button.tsx'

interface SignedBarProps {
  /** When the person signed, as the server says it. */
  at: string
  load: () => Promise<FileContent>
}

/** In the place of the decision: that it is made, and what is left to do with the document. */
export function SignedBar({ at, load }: SignedBarProps) {
  const t = useText()
  const formats = useFormats()
  const { download, isDownloading } = useDownload(load)
  return (
    <FooterBar>
      <BarNotice icon={CircleCheckBig}>
        <strong>{t('viewer.youSigned', { date: formats.moment(at) })}</strong>
      </BarNotice>
      <Button size="large" icon={Download} busy={isDownloading} onClick={download}>
        {t('signing.download')}
      </Button>
    </FooterBar>
  )
}
