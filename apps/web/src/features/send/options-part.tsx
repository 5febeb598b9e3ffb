import { lazy, Suspense } from 'react'
import { useText } from '../../shared/i18n/use-text.ts'
import { addDays, type Day } from '../../shared/i18n/days.ts'
import { useFormats } from '../../shared/i18n/formats.ts'
import { DateField } from '../../shared/ui/fields/date-field.tsx'
import { TextAreaField } from '../../shared/ui/fields/text-area-field.tsx'
import { TextField } from '../../shared/ui/fields/text-field.tsx'
import { PassingOnField } from '../../shared/sending/passing-on-field.tsx'
import { dayOf, deadlineInstant, deadlineOf, timeOf } from './deadline.ts'
import { isLocked, type Draft } from './draft.ts'
import { RemindersFields } from './reminders/reminders-fields.tsx'
import { LockedNote } from './templates/locked-note.tsx'
import styles from './send.module.css'

/** Nothing is there of it until the teams of the person are known. */
const TeamField = lazy(() =>
  import('../../shared/sending/team-field.tsx').then((module) => ({ default: module.TeamField })),
)

interface OptionsPartProps {
  draft: Draft
  today: Day
  /** The one that is sent from. */
  subscription: string | undefined
  onChange: (change: Partial<Draft>) => void
}

const MOST_DAYS = 3650

/** What goes with all documents: a message, a deadline, reminders, who else may sign, tags, and the team that sees them too. */
export function OptionsPart({ draft, today, subscription, onChange }: OptionsPartProps) {
  const t = useText()
  return (
    <>
      {isLocked(draft, 'message') ? (
        <LockedNote label={t('send.message')}>{draft.message}</LockedNote>
      ) : (
        <TextAreaField
          label={t('send.message')}
          hint={t('send.messageHint')}
          rows={3}
          maxLength={1000}
          value={draft.message}
          onChange={(message) => onChange({ message })}
        />
      )}
      {/* A template has a number of days instead. */}
      {!draft.template?.isEdited && <DeadlineFields draft={draft} today={today} onChange={onChange} />}
      <RemindersFields
        value={draft.reminders}
        subscription={subscription}
        onChange={(reminders) => onChange({ reminders })}
      />
      <PassingOnField value={draft.passingOn} onChange={(passingOn) => onChange({ passingOn })} />
      <div id="send-tags">
        {isLocked(draft, 'tags') ? (
          <LockedNote label={t('send.tags')}>{draft.tags}</LockedNote>
        ) : (
          <TextField
            label={t('send.tags')}
            hint={t('send.tagsHint')}
            maxLength={500}
            value={draft.tags}
            onChange={(tags) => onChange({ tags })}
          />
        )}
      </div>
      <Suspense>
        <TeamField subscription={subscription} value={draft.team} onChange={(team) => onChange({ team })} />
      </Suspense>
    </>
  )
}

/** A day, its hour where somebody wants one, and when that is: where the clocks change, it may be another than was typed. */
function DeadlineFields({ draft, today, onChange }: Omit<OptionsPartProps, 'subscription'>) {
  const t = useText()
  const { moment } = useFormats()
  const { deadline } = draft
  const time = deadline === undefined ? '' : timeOf(deadline)
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  if (isLocked(draft, 'deadline')) {
    return (
      <LockedNote label={t('send.deadline')}>{deadline && moment(deadlineInstant(deadline).toISOString())}</LockedNote>
    )
  }
  return (
    <div id="send-deadline">
      <div className={styles.pair}>
        <DateField
          label={t('send.deadline')}
          value={deadline && dayOf(deadline)}
          min={today}
          max={addDays(today, MOST_DAYS)}
          onChange={(day) => onChange({ deadline: day && deadlineOf(day, time) })}
        />
        {deadline !== undefined && (
          <TextField
            label={t('send.deadlineTime')}
            hint={t('send.deadlineTimeHint')}
            type="time"
            value={time}
            onChange={(typed) => onChange({ deadline: deadlineOf(dayOf(deadline), typed) })}
          />
        )}
      </div>
      {deadline !== undefined && (
        <p className="muted" role="status">
          {t('send.deadlineIs', { when: moment(deadlineInstant(deadline).toISOString()), zone: timeZone })}
        </p>
      )}
    </div>
  )
}
