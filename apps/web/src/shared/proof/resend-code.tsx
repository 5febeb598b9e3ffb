import { useEffect, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import styles from './proof.module.css'

/** Seconds between two codes. */
const PAUSE_S = 60

function useSecondsLeft(sentAt: number): number {
  const [now, setNow] = useState(Date.now)
  const left = Math.max(0, Math.ceil(PAUSE_S - (now - sentAt) / 1000))
  const counting = left > 0
  useEffect(() => {
    if (!counting) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [counting, sentAt])
  return Math.min(left, PAUSE_S)
}

interface ResendCodeProps {
  /** When the last code was sent, in milliseconds since 1970. */
  sentAt: number
  busy: boolean
  onResend: () => void
}

/** Has another code sent, a minute after the last one. The seconds are for the eyes; the ears hear the end of them. */
export function ResendCode({ sentAt, busy, onResend }: ResendCodeProps) {
  const t = useText()
  const left = useSecondsLeft(sentAt)
  return (
    <div className={styles.resend}>
      {left > 0 ? (
        <p className="muted">
          <span aria-hidden className="num">
            {t('signing.resendIn', { count: left })}
          </span>
          <span className="sr-only">{t('signing.resendLater')}</span>
        </p>
      ) : (
        <Button size="small" busy={busy} onClick={onResend}>
          {t('signing.resend')}
        </Button>
      )}
      <span className="sr-only" role="status">
        {left === 0 && t('signing.resendNow')}
      </span>
    </div>
  )
}
