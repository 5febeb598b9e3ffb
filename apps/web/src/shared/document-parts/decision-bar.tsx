import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import styles from './decision-bar.module.css'

interface BarNoticeProps {
  icon: LucideIcon
  /** Not worth its room on a phone. */
  quiet?: boolean
  title?: string
  children: ReactNode
}

/** What stands in the bar beside the buttons. */
export function BarNotice({ icon: Icon, quiet = false, title, children }: BarNoticeProps) {
  return (
    <div className={styles.notice} data-quiet={quiet || undefined} title={title}>
      <Icon size={16} aria-hidden />
      {children}
    </div>
  )
}

interface DecisionBarProps {
  notice: ReactNode
  /** Absent while nobody knows yet what is decided upon. */
  onReject: (() => void) | undefined
  onDecide: (() => void) | undefined
  icon: LucideIcon
  label: string
  /** Why the decision has to wait: the id of its text, and a short one for the pointer. */
  waiting?: { readonly describedBy: string; readonly title?: string }
  /** Told when somebody is about to decide. */
  onPrepare?: () => void
}

/** Always within reach under the pages: reject, and the decision that the screen is for. */
export function DecisionBar({ notice, onReject, onDecide, icon, label, waiting, onPrepare }: DecisionBarProps) {
  const t = useText()
  return (
    <footer className={styles.bar} onPointerEnter={onPrepare} onFocus={onPrepare}>
      {notice}
      <Button kind="danger-quiet" size="large" disabled={!onReject} onClick={onReject}>
        {t('viewer.reject')}
      </Button>
      <Button
        kind="primary"
        size="large"
        icon={icon}
        className={styles.main}
        disabled={!onDecide}
        aria-describedby={waiting?.describedBy}
        title={waiting?.title}
        onClick={onDecide}
      >
        {label}
      </Button>
    </footer>
  )
}
