import { MAIL_FREQUENCIES, SELDOM_FREQUENCIES } from '@rubrica/contract/notifications'
import { useState } from 'react'
import { useText } from '../../shared/i18n/use-text.ts'
import { SelectField } from '../../shared/ui/fields/select-field.tsx'
import { noticeCalls, type MailChoices } from './notice-calls.ts'
import { ownTimeZone } from './own-time-zone.ts'
import { SettingsPart } from './settings-part.tsx'

type Frequency = MailChoices['Waiting']

/** Of who has said nothing. */
const usual = (): MailChoices => ({
  ...{ Waiting: 'at-once', Reminders: 'at-once', Sent: 'at-once', Ended: 'at-once' },
  ...{ Substitutions: 'at-once', Certificates: 'at-once' },
  TimeZone: ownTimeZone(),
})

const FIELDS = [
  { name: 'Waiting', label: 'notifications.mailsWaiting', hint: 'notifications.mailsWaitingHint' },
  { name: 'Reminders', label: 'notifications.mailsReminders' },
  { name: 'Sent', label: 'notifications.mailsSent' },
  { name: 'Ended', label: 'notifications.mailsEnded' },
  { name: 'Substitutions', label: 'notifications.mailsSubstitutions', frequencies: SELDOM_FREQUENCIES },
  { name: 'Certificates', label: 'notifications.mailsCertificates', frequencies: SELDOM_FREQUENCIES },
] as const

/** How often mails come. */
export function MailsPart({ stored }: { stored: MailChoices | null }) {
  const t = useText()
  const [wish, setWish] = useState<MailChoices>(() => stored ?? usual())
  return (
    <SettingsPart
      id="mails"
      title={t('notifications.mailsTitle')}
      text={t('notifications.mailsText')}
      save={t('notifications.saveMails')}
      saved={t('notifications.mailsSaved')}
      // Mornings are those of where the person is who says so.
      onSave={() => noticeCalls.setMailChoices({ body: { ...wish, TimeZone: ownTimeZone() } })}
    >
      {FIELDS.map(({ name, label, ...more }) => (
        <SelectField
          key={name}
          label={t(label)}
          hint={'hint' in more ? t(more.hint) : undefined}
          value={wish[name]}
          onChange={(frequency) => setWish({ ...wish, [name]: frequency as Frequency })}
        >
          {('frequencies' in more ? more.frequencies : MAIL_FREQUENCIES).map((frequency) => (
            <option key={frequency} value={frequency}>
              {t(`notifications.frequencies.${frequency}`)}
            </option>
          ))}
        </SelectField>
      ))}
    </SettingsPart>
  )
}
