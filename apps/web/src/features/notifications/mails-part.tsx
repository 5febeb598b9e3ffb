import { MAIL_FREQUENCIES } from '@rubrica/contract/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFailureText } from '../../shared/failures/use-report-failure.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { SelectField } from '../../shared/ui/fields/select-field.tsx'
import { showToast } from '../../shared/ui/overlays/toast-store.ts'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { noticeCalls, noticesQuery, type MailChoices } from './notice-calls.ts'
import styles from './notifications.module.css'
import { ownTimeZone } from './own-time-zone.ts'

type Frequency = MailChoices['Waiting']

/** Of who has said nothing. */
const usual = (): MailChoices => ({
  ...{ Waiting: 'at-once', Reminders: 'at-once', Sent: 'at-once', Ended: 'at-once' },
  TimeZone: ownTimeZone(),
})

const FIELDS = [
  { name: 'Waiting', label: 'notifications.mailsWaiting', hint: 'notifications.mailsWaitingHint' },
  { name: 'Reminders', label: 'notifications.mailsReminders' },
  { name: 'Sent', label: 'notifications.mailsSent' },
  { name: 'Ended', label: 'notifications.mailsEnded' },
] as const

/** How often mails come. */
export function MailsPart({ stored }: { stored: MailChoices | null }) {
  const t = useText()
  const failureText = useFailureText()
  const client = useQueryClient()
  const [wish, setWish] = useState<MailChoices>(() => stored ?? usual())
  const saving = useMutation({
    // Mornings are those of where the person is who says so.
    mutationFn: () => noticeCalls.setMailChoices({ body: { ...wish, TimeZone: ownTimeZone() } }),
    onSuccess: () => showToast('success', t('notifications.mailsSaved')),
    onSettled: () => client.invalidateQueries(noticesQuery),
  })
  return (
    <Card className={styles.part} aria-labelledby="mails">
      <div className={styles.about}>
        <h2 id="mails">{t('notifications.mailsTitle')}</h2>
        <p className="muted">{t('notifications.mailsText')}</p>
      </div>
      <form
        className={styles.fields}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!saving.isPending) saving.mutate()
        }}
      >
        {FIELDS.map(({ name, label, ...more }) => (
          <SelectField
            key={name}
            label={t(label)}
            hint={'hint' in more ? t(more.hint) : undefined}
            value={wish[name]}
            onChange={(frequency) => setWish({ ...wish, [name]: frequency as Frequency })}
          >
            {MAIL_FREQUENCIES.map((frequency) => (
              <option key={frequency} value={frequency}>
                {t(`notifications.frequencies.${frequency}`)}
              </option>
            ))}
          </SelectField>
        ))}
        {saving.error && <Notice tone="bad">{failureText(saving.error)}</Notice>}
        <div className={styles.acts}>
          <Button type="submit" busy={saving.isPending}>
            {t('notifications.saveMails')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
