import type { ReminderPolicy } from '@rubrica/domain'
import { X } from 'lucide-react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { PersonField } from '../../../shared/sending/person-field.tsx'
import { SelectField } from '../../../shared/ui/fields/select-field.tsx'
import { IconButton } from '../../../shared/ui/icon-button.tsx'
import styles from '../send.module.css'

interface OwnRemindersProps {
  value: ReminderPolicy
  subscription: string | undefined
  onChange: (value: ReminderPolicy) => void
}

/** Working days, and times. */
const NUMBERS = [1, 2, 3, 5, 7, 10]

/** A program may have said another number. */
const choicesWith = (number: number) => [...new Set([...NUMBERS, number])].toSorted((one, other) => one - other)

/** When people who do nothing are reminded, and who is told if none of it helps. */
export function OwnReminders({ value, subscription, onChange }: OwnRemindersProps) {
  const t = useText()
  return (
    <>
      <div className={styles.pair}>
        {(['first', 'every', 'most'] as const).map((part) => (
          <SelectField
            key={part}
            label={t(`send.reminders.${part}`)}
            value={String(value[part])}
            onChange={(chosen) => onChange({ ...value, [part]: Number(chosen) })}
          >
            {choicesWith(value[part]).map((number) => (
              <option key={number} value={number}>
                {number}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
      <EscalationField {...{ value, subscription, onChange }} />
    </>
  )
}

/** Who is told where the last reminder is not answered either. */
function EscalationField({ value, subscription, onChange }: OwnRemindersProps) {
  const t = useText()
  const { escalateTo, ...policy } = value
  if (escalateTo === undefined) {
    return (
      <PersonField
        readsOnly
        label={t('send.reminders.escalateTo')}
        subscription={subscription}
        taken={[]}
        onChoose={({ userId }) => onChange({ ...policy, escalateTo: userId })}
      />
    )
  }
  return (
    <p className={styles.told}>
      <span>{t('send.reminders.told', { person: escalateTo })}</span>
      <IconButton icon={X} label={t('send.remove', { name: escalateTo })} onClick={() => onChange(policy)} />
    </p>
  )
}
