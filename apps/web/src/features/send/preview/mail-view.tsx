import type { DraftMail } from '@rubrica/contract'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import styles from './preview.module.css'
import type { PreviewedPerson } from './previewed-people.ts'

export type { DraftMail }

interface MailViewProps {
  mail: DraftMail | undefined
  person: PreviewedPerson
}

/** The mail that somebody will get, in their language, and when. */
export function MailView({ mail, person }: MailViewProps) {
  const t = useText()
  if (!mail?.mail) return <Notice tone="warn">{t('preview.noMail', { name: person.name })}</Notice>
  const { subject, text } = mail.mail
  return (
    <article className={styles.mail} aria-label={t('preview.mail')}>
      <p className="muted">{t(`preview.when.${person.as}`)}</p>
      <h3 lang={mail.language}>{subject}</h3>
      <p lang={mail.language} className={styles.text}>
        {text}
      </p>
    </article>
  )
}
