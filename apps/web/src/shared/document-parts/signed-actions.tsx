import { FileText } from 'lucide-react'
import { api } from '../api/api.ts'
import { useText } from '../i18n/use-text.ts'
import { Link } from '../router/link.tsx'
import { iconButtonClass } from '../ui/icon-button.tsx'
import { DownloadButton } from './download-button.tsx'
import styles from './signed-actions.module.css'

/** A document that the person has signed. */
export interface SignedDocument {
  readonly docGuid: string
  readonly fileName: string
}

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
