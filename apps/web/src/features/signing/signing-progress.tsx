import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useText } from '../../shared/i18n/use-text.ts'
import { ProgressBar } from '../../shared/ui/progress-bar.tsx'
import styles from './signing.module.css'

/** How many documents there are to sign here. */
const TOTAL = 1

/** How far the signing is, and that it is done. It takes the focus that the button before it had. */
export function SigningProgress({ done }: { done: boolean }) {
  const t = useText()
  const status = useRef<HTMLDivElement>(null)
  useEffect(() => status.current?.focus(), [])
  const words = done
    ? t('signing.done', { current: TOTAL, total: TOTAL })
    : t('signing.progress', { current: TOTAL, total: TOTAL })
  return (
    <div ref={status} className={styles.progress} role="status" tabIndex={-1} data-working={!done || undefined}>
      <ProgressBar label={words} value={done ? TOTAL : 0} max={TOTAL} />
      <p className={styles.progressText}>
        {done && <CircleCheck size={20} aria-hidden />}
        <span className="num">{words}</span>
      </p>
      {!done && <p className="muted">{t('signing.progressText')}</p>}
    </div>
  )
}
