import { ArrowRight, type LucideIcon } from 'lucide-react'
import type { FocusEventHandler, PointerEventHandler, ReactNode } from 'react'
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

interface FooterBarProps {
  onPointerEnter?: PointerEventHandler
  onFocus?: FocusEventHandler
  children: ReactNode
}

/** The bar that is always within reach under the pages. */
export function FooterBar({ children, ...handlers }: FooterBarProps) {
  return (
    <footer className={styles.bar} {...handlers}>
      {children}
    </footer>
  )
}

/** The same decision, and then the next document. */
interface AndNext {
  readonly label: string
  readonly onDecide: () => void
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
  /** Where another document follows. */
  andNext?: AndNext
  /** Called when somebody is about to decide. */
  onPrepare?: () => void
}

/** Always within reach under the pages: reject, and the decision that the screen is for. */
export function DecisionBar(props: DecisionBarProps) {
  const t = useText()
  const { notice, onReject, onDecide, icon, label, waiting, andNext, onPrepare } = props
  return (
    <FooterBar onPointerEnter={onPrepare} onFocus={onPrepare}>
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
      {andNext && (
        <Button
          size="large"
          icon={icon}
          iconAfter={ArrowRight}
          className={styles.andNext}
          disabled={!onDecide}
          aria-describedby={waiting?.describedBy}
          aria-label={andNext.label}
          title={andNext.label}
          onClick={andNext.onDecide}
        >
          <span>{andNext.label}</span>
        </Button>
      )}
    </FooterBar>
  )
}
