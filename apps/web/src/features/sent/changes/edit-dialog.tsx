import { useState } from 'react'
import { addDays, dayOfInstant, today, type Day } from '../../../shared/i18n/days.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { DateField } from '../../../shared/ui/fields/date-field.tsx'
import { TextAreaField } from '../../../shared/ui/fields/text-area-field.tsx'
import { TextField } from '../../../shared/ui/fields/text-field.tsx'
import { PassingOnField } from '../../../shared/sending/passing-on-field.tsx'
import { TeamField } from '../../../shared/sending/team-field.tsx'
import type { SentDocument, SentPlace } from '../sent-queries.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { changesOf, formOf, type EditForm } from './edit-form.ts'
import { patchDocument } from './patch-document.ts'
import { useChange } from './use-change.ts'

interface EditDialogProps {
  document: SentDocument
  place: SentPlace
  onClose: () => void
}

const MOST_DAYS = 3650

const dayOf = (time: string): Day => {
  const instant = new Date(time)
  return dayOfInstant(new Date(instant.getTime() - instant.getTimezoneOffset() * 60_000))
}

/** Name, message, deadline, tags and team of a document; of one that is over, tags and team alone. */
export function EditDialog({ document, place, onClose }: EditDialogProps) {
  const t = useText()
  const [before] = useState(() => formOf(document, dayOf))
  const [form, setForm] = useState<EditForm>(before)
  const set = (change: Partial<EditForm>) => setForm((earlier) => ({ ...earlier, ...change }))
  const changes = changesOf(before, form)
  const { change, isBusy, problem } = useChange({
    send: () => patchDocument(document, place, changes),
    said: () => t('sent.change.saved'),
    onDone: onClose,
  })
  const isNameless = form.fileName.trim() === ''
  return (
    <ChangeDialog
      title={t('sent.change.editTitle')}
      confirm={t('sent.change.save')}
      isIncomplete={Object.keys(changes).length === 0 || isNameless}
      {...{ isBusy, problem, onClose }}
      onConfirm={() => change(undefined)}
    >
      {document.state === 'open' && <FieldsOfOpen form={form} onChange={set} />}
      <TextField
        label={t('send.tags')}
        hint={t('send.tagsHint')}
        maxLength={500}
        value={form.tags}
        onChange={(tags) => set({ tags })}
      />
      <TeamField
        subscription={place.subscription}
        value={form.team}
        current={document.team}
        onChange={(team) => set({ team })}
      />
    </ChangeDialog>
  )
}

interface FieldsOfOpenProps {
  form: EditForm
  onChange: (change: Partial<EditForm>) => void
}

/** What can be changed only until the document is over. */
function FieldsOfOpen({ form, onChange }: FieldsOfOpenProps) {
  const t = useText()
  return (
    <>
      <TextField
        label={t('send.fileName')}
        maxLength={255}
        value={form.fileName}
        onChange={(fileName) => onChange({ fileName })}
      />
      <DateField
        label={t('send.deadline')}
        value={form.deadline}
        min={today()}
        max={addDays(today(), MOST_DAYS)}
        onChange={(deadline) => onChange({ deadline })}
      />
      <TextAreaField
        label={t('send.message')}
        hint={t('send.messageHint')}
        rows={3}
        maxLength={1000}
        value={form.message}
        onChange={(message) => onChange({ message })}
      />
      <PassingOnField value={form.passingOn} onChange={(passingOn) => onChange({ passingOn })} />
    </>
  )
}
