import { Mail, MailX } from 'lucide-react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { isUndelivered, useMailWords } from '../words/use-mail-words.ts'
import { usePeopleList } from '../words/use-people-list.ts'
import type { MailEntry } from './lay-timeline.ts'
import styles from './timeline-card.module.css'
import { TimelineRow } from './timeline-row.tsx'

/** Mails to people on the document, with what mail servers said of them. */
export function MailRow({ entry: { about, at, names, answer } }: { entry: MailEntry }) {
  const t = useText()
  const mailWords = useMailWords()
  const people = usePeopleList()(names)
  const isLost = answer !== undefined && isUndelivered(answer)
  return (
    <TimelineRow
      icon={isLost ? MailX : Mail}
      type={isLost ? 'mail-lost' : 'mail'}
      words={names.length > 0 ? t(`sent.mails.${about}`, { people }) : t('sent.mails.nobody')}
      at={at}
    >
      <p className={styles.more}>{answer ? mailWords(answer) : t('sent.mails.leaving')}</p>
    </TimelineRow>
  )
}
