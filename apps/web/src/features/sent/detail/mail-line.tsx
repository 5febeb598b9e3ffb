import { useText } from '../../../shared/i18n/use-text.ts'
import type { SentSigner } from '../sent-queries.ts'
import { isUndelivered, useMailWords } from '../words/use-mail-words.ts'
import styles from './people-card.module.css'

interface MailLineProps {
  mail: NonNullable<SentSigner['mail']>
  /** What they are asked for waits for them now. */
  isAwaited: boolean
}

/** How the newest mail to somebody fares: while they are awaited, and always when it did not arrive. */
export function MailLine({ mail, isAwaited }: MailLineProps) {
  const t = useText()
  const mailWords = useMailWords()
  if (isUndelivered(mail)) {
    return (
      <div className={styles.undelivered}>
        <p>{mailWords(mail)}</p>
        {isAwaited && <p>{t('sent.mail.advice')}</p>}
      </div>
    )
  }
  if (!isAwaited) return null
  return <span className="muted">{mailWords(mail)}</span>
}
