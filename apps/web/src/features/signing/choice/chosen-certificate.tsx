import { ShieldCheck } from 'lucide-react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { linkClass } from '../../../shared/ui/card.tsx'
import styles from '../signing.module.css'

interface ChosenCertificateProps {
  alias: string
  /** Whose it is: the product name of the provider. */
  label: string
  /** Back to the choice; null when there is no other. */
  onChange: (() => void) | null
}

/** The certificate that signs, with the way to another one. */
export function ChosenCertificate({ alias, label, onChange }: ChosenCertificateProps) {
  const t = useText()
  return (
    <div className={styles.chosen}>
      <ShieldCheck size={20} aria-hidden />
      <span className={styles.choiceText}>
        <span className="sr-only">{t('signing.withCertificate')}</span>
        <strong>{alias}</strong>
        <span className="muted">{label}</span>
      </span>
      {onChange && (
        <button type="button" className={linkClass} onClick={onChange}>
          {t('signing.change')}
        </button>
      )}
    </div>
  )
}
