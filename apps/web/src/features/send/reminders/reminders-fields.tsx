import { USUAL_REMINDERS, type ReminderPolicy } from '@rubrica/domain'
import { lazy, Suspense } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { SelectField } from '../../../shared/ui/fields/select-field.tsx'

interface RemindersFieldsProps {
  /** Undefined: as the subscription says. */
  value: ReminderPolicy | undefined
  subscription: string | undefined
  onChange: (value: ReminderPolicy | undefined) => void
}

/** Comes with the few documents whose reminders are their own. */
const OwnReminders = lazy(() => import('./own-reminders.tsx').then((module) => ({ default: module.OwnReminders })))

const CHOICES = ['usual', 'none', 'own'] as const
type Choice = (typeof CHOICES)[number]

function choiceOf(value: ReminderPolicy | undefined): Choice {
  if (value === undefined) return 'usual'
  return value.most === 0 ? 'none' : 'own'
}

function policyOf(choice: string): ReminderPolicy | undefined {
  if (choice === 'usual') return undefined
  return choice === 'none' ? { ...USUAL_REMINDERS, most: 0 } : USUAL_REMINDERS
}

/** Whether and when people who do nothing are reminded by mail. */
export function RemindersFields({ value, subscription, onChange }: RemindersFieldsProps) {
  const t = useText()
  const choice = choiceOf(value)
  return (
    <>
      <SelectField
        label={t('send.reminders.label')}
        hint={t('send.reminders.hint')}
        value={choice}
        onChange={(chosen) => onChange(policyOf(chosen))}
      >
        {CHOICES.map((one) => (
          <option key={one} value={one}>
            {t(`send.reminders.${one}`)}
          </option>
        ))}
      </SelectField>
      {value && choice === 'own' && (
        <Suspense>
          <OwnReminders {...{ value, subscription, onChange }} />
        </Suspense>
      )}
    </>
  )
}
