import { useText } from '../../shared/i18n/use-text.ts'
import { addDays, type Day } from '../../shared/i18n/days.ts'
import { DateField } from '../../shared/ui/fields/date-field.tsx'
import { TextAreaField } from '../../shared/ui/fields/text-area-field.tsx'
import { TextField } from '../../shared/ui/fields/text-field.tsx'
import { TeamField } from '../../shared/sending/team-field.tsx'
import type { Draft } from './draft.ts'

interface OptionsPartProps {
  draft: Draft
  today: Day
  /** The one that is sent from. */
  subscription: string | undefined
  onChange: (change: Partial<Draft>) => void
}

const MOST_DAYS = 3650

/** What goes with all documents: a message, a deadline, tags, and the team that sees them too. */
export function OptionsPart({ draft, today, subscription, onChange }: OptionsPartProps) {
  const t = useText()
  return (
    <>
      <TextAreaField
        label={t('send.message')}
        hint={t('send.messageHint')}
        rows={3}
        maxLength={1000}
        value={draft.message}
        onChange={(message) => onChange({ message })}
      />
      <DateField
        label={t('send.deadline')}
        value={draft.deadline}
        min={today}
        max={addDays(today, MOST_DAYS)}
        onChange={(deadline) => onChange({ deadline })}
      />
      <TextField
        label={t('send.tags')}
        hint={t('send.tagsHint')}
        maxLength={500}
        value={draft.tags}
        onChange={(tags) => onChange({ tags })}
      />
      <TeamField subscription={subscription} value={draft.team} onChange={(team) => onChange({ team })} />
    </>
  )
}
