import { MailCheck } from 'lucide-react'
import { useText } from '../../../shared/i18n/use-text.ts'
import styles from './guest-sign-dialog.module.css'

/** What is known of who signs, and no more. */
export function EmailProof() {
  const t = useText()
  return (
    <p className={styles.proof}>
      <MailCheck size={18} aria-hidden />
      <strong>{t('invitation.proof')}</strong>
    </p>
  )
}
