import { ExternalLink } from 'lucide-react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { linkClass } from '../../../shared/ui/card.tsx'

/** Where the Spanish administration gives its application away. */
const DOWNLOAD_PAGE = 'https://firmaelectronica.gob.es/Home/Descargas.html'

/** The way to the official national download page. */
export function DownloadLink() {
  const t = useText()
  return (
    <p>
      <a href={DOWNLOAD_PAGE} target="_blank" rel="noreferrer" className={linkClass}>
        {t('autofirma.download')} <ExternalLink size={16} aria-hidden />
        <span className="sr-only">{t('autofirma.newTab')}</span>
      </a>
    </p>
  )
}
