import { useFormats } from '../../../shared/i18n/formats.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import type { SentSigner } from '../sent-queries.ts'
import styles from './people-card.module.css'

interface MailLineProps {
  mail: NonNullable<SentSigner['mail']>
  /** What they are asked for waits for them now. */
  isAwaited: boolean
}

/** How the newest mail to somebody fares: while they are awaited, and always when it did not arrive. */
export function MailLine({ mail: { state, at, server, status, words }, isAwaited }: MailLineProps) {
  const t = useText()
  const when = useFormats().moment(at)
  if (state === 'refused' || state === 'returned') {
    return (
      <div className={styles.undelivered}>
        <p>{t(`sent.mail.${state}`, { when, words: words || status || t('sent.mail.silent') })}</p>
        {isAwaited && <p>{t('sent.mail.advice')}</p>}
      </div>
    )
  }
  if (!isAwaited) return null
  return <span className="muted">{t(`sent.mail.${state}`, { when, server })}</span>
}
