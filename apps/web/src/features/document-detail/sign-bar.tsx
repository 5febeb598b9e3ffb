import { Lock, PenLine, ShieldCheck } from 'lucide-react'
import { useId } from 'react'
import type { PendingDocument } from '../../shared/api/pending-documents.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import styles from './sign-bar.module.css'

interface SignBarProps {
  document: PendingDocument | undefined
  /** How much has been read of a document that must be read whole; null when it need not be. */
  gate: { readonly viewed: number; readonly total: number; readonly open: boolean } | null
  onReject: (document: PendingDocument) => void
  onSign: (document: PendingDocument) => void
}

/** Always within reach under the pages: reject and sign, and the reason while signing has to wait. */
export function SignBar({ document, gate, onReject, onSign }: SignBarProps) {
  const t = useText()
  const reason = useId()
  const certificate = document?.SignerDTO.CentralizedCertificateInfo
  const waiting = gate !== null && !gate.open
  return (
    <footer className={styles.signBar}>
      <p id={reason} className={styles.barText} data-quiet={!waiting || undefined}>
        {waiting ? (
          <>
            <Lock size={16} aria-hidden />
            <strong className="num">{t('viewer.viewedPages', { viewed: gate.viewed, count: gate.total })}</strong>
            <span className="muted">{t('viewer.readAllHint')}</span>
          </>
        ) : (
          <>
            <ShieldCheck size={16} aria-hidden />
            <strong>
              {certificate ? t('viewer.signsWith', { alias: certificate.Alias }) : t('viewer.chooseCertificate')}
            </strong>
          </>
        )}
      </p>
      <Button kind="danger-quiet" size="large" disabled={!document} onClick={() => document && onReject(document)}>
        {t('viewer.reject')}
      </Button>
      <Button
        kind="primary"
        size="large"
        icon={PenLine}
        className={styles.sign}
        disabled={!document || waiting}
        aria-describedby={reason}
        title={waiting ? t('viewer.readAllTip') : undefined}
        onClick={() => document && onSign(document)}
      >
        {t('viewer.sign')}
      </Button>
    </footer>
  )
}
