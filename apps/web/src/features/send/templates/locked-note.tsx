import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import styles from './templates.module.css'

/** What the template says and nobody changes here. */
export function LockedNote({ label, children }: { label?: string; children?: ReactNode }) {
  const t = useText()
  return (
    <div className={styles.locked}>
      <Lock size={16} aria-hidden />
      <div>
        {label !== undefined && <b>{label}</b>}
        {children !== undefined && children !== '' && <span>{children}</span>}
        <span className="muted">{t('templates.locked')}</span>
      </div>
    </div>
  )
}
