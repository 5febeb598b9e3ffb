import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../../shared/i18n/use-text.ts'
import { linkClass } from '../../shared/ui/card.tsx'
import { Logo } from '../../shared/ui/logo.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { useFailedEntry } from './failed-entry.ts'
import styles from './login-panel.module.css'

/** Says once more, until the person tries again, why another way in led nowhere. */
function FailedEntryNotice() {
  const lines = useFailedEntry()
  if (lines.length === 0) return null
  return (
    <Notice tone="bad">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Notice>
  )
}

/** Leads to the other ways in. */
export function BackLink({ onBack }: { onBack: () => void }) {
  const t = useText()
  return (
    <button type="button" className={`${linkClass} ${styles.centred}`} onClick={onBack}>
      <ArrowLeft size={16} aria-hidden />
      {t('login.back')}
    </button>
  )
}

/** The title of a face, and why another way in led nowhere. */
export function Head({ title, text }: { title: ReactNode; text: ReactNode }) {
  return (
    <>
      <div className={styles.head}>
        <span className={styles.logo}>
          <Logo size={40} />
        </span>
        <h1>{title}</h1>
        {text !== undefined && <p className="muted">{text}</p>}
      </div>
      <FailedEntryNotice />
    </>
  )
}
