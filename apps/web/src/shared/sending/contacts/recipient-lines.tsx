import { Star } from 'lucide-react'
import { writeDay } from '../../i18n/calendar-days.ts'
import { useLanguage, useText } from '../../i18n/use-text.ts'
import styles from '../person-field.module.css'
import type { SuggestedRecipient } from './recipients.ts'

interface RecipientLinesProps {
  person: SuggestedRecipient
  /** They only read: what they could sign with is nobody's concern. */
  readsOnly: boolean
}

/** Somebody who may be chosen: who it is, whether they are a contact, and what they lack. */
export function RecipientLines({ person, readsOnly }: RecipientLinesProps) {
  const t = useText()
  const language = useLanguage()
  const { userId, name, email, mailDomain, canSign, contact, away } = person
  return (
    <>
      <b className={styles.name}>
        {name}
        {contact !== null && (
          <Star className={styles.full} size={14} role="img" aria-label={t('contacts.isFavourite')} />
        )}
      </b>
      <span className="muted">
        {userId === null ? `${email} · ${t('guests.noAccount')}` : `${userId} · @${mailDomain}`}
      </span>
      {away && (
        <span className="muted">{t('send.away', { until: writeDay(away.until, language), deputy: away.deputy })}</span>
      )}
      {!readsOnly && !canSign && <span className={styles.warn}>{t('send.nothingToSignWith')}</span>}
    </>
  )
}
