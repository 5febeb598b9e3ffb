import { USUAL_REMINDERS, type ReminderPolicy } from '@rubrica/domain'
import { useText } from '../../shared/i18n/use-text.ts'
import { SelectField } from '../../shared/ui/fields/select-field.tsx'
import styles from './send.module.css'

interface RemindersFieldsProps {
  /** Undefined: as the subscription says. */
  value: ReminderPolicy | undefined
  onChange: (value: ReminderPolicy | undefined) => void
}

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

/** Working days, and times. */
const NUMBERS = [1, 2, 3, 5, 7, 10]

/** A program may have said another number. */
const choicesWith = (number: number) => [...new Set([...NUMBERS, number])].toSorted((one, other) => one - other)

/** Whether and when people who do nothing are reminded by mail. */
export function RemindersFields({ value, onChange }: RemindersFieldsProps) {
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
      )}
    </>
  )
}
