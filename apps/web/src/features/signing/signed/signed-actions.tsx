import { FileText } from 'lucide-react'
import { api } from '../../../shared/api/api.ts'
import { DownloadButton } from '../../../shared/document-parts/download-button.tsx'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Link } from '../../../shared/router/link.tsx'
import { iconButtonClass } from '../../../shared/ui/icon-button.tsx'
import styles from './signed.module.css'
import type { SignedDocument } from './use-report-signed.ts'

/** Opens a signed document, and saves it. */
export function SignedActions({ docGuid, fileName: name }: SignedDocument) {
  const t = useText()
  const open = t('signing.openNamed', { name })
  return (
    <span className={styles.actions}>
      <Link to="/documents/$docGuid" params={{ docGuid }} className={iconButtonClass} aria-label={open} title={open}>
        <FileText size={18} aria-hidden />
      </Link>
      <DownloadButton
        label={t('viewer.downloadFile', { name })}
        load={() => api.downloadDocument({ params: { docGuid } })}
      />
    </span>
  )
}
