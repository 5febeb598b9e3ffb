import { isSessionExpiry } from '../api/is-session-expiry.ts'
import { useErrorText } from '../i18n/use-error-text.ts'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/status/notice.tsx'
import { Skeleton } from '../ui/lists/skeleton.tsx'
import styles from './detail-panel.module.css'

const LINES = [70, 50, 65, 45]

/** In the place of a tab's content while it is on its way. */
export function TabSkeleton() {
  return (
    <div className={styles.tabContent} aria-busy>
      {LINES.map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  )
}

interface TabFailureProps {
  error: Error
  /** What could not be loaded. */
  text: string
  busy: boolean
  onRetry: () => void
}

/** In the place of a tab's content that could not be loaded. */
export function TabFailure({ error, text, busy, onRetry }: TabFailureProps) {
  const t = useText()
  const errorText = useErrorText()
  return (
    <div className={styles.tabContent}>
      <Notice tone="bad">
        {text} {!isSessionExpiry(error) && errorText(error)}
      </Notice>
      <Button busy={busy} onClick={onRetry}>
        {t('common.tryAgain')}
      </Button>
    </div>
  )
}
