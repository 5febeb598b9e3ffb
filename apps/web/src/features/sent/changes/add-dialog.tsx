import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFailureText } from '../../../shared/failures/use-report-failure.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Checkbox } from '../../../shared/ui/fields/checkbox.tsx'
import { SelectField } from '../../../shared/ui/fields/select-field.tsx'
import { TextField } from '../../../shared/ui/fields/text-field.tsx'
import type { SentDocument, SentPlace } from '../sent-queries.ts'
import { ApproversField, type NamedPerson } from './approvers-field.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { lastStage } from './may-change.ts'
import { patchDocument } from './patch-document.ts'
import { footOf } from './places-form.ts'
import { sentPlacesQuery } from './places-query.ts'
import { useChange } from './use-change.ts'
import { useWho } from './who.tsx'

interface AddDialogProps {
  document: SentDocument
  place: SentPlace
  onClose: () => void
}

/** Asks who signs as well, when, and what is asked of them. */
export function AddDialog({ document, place, onClose }: AddDialogProps) {
  const t = useText()
  const failureText = useFailureText()
  const { who, field, guestDialog } = useWho(document, place)
  const [asked, setAsked] = useState(() => ({ stage: lastStage(document), reason: '', readAll: false }))
  const [approvers, setApprovers] = useState<readonly NamedPerson[]>([])
  const [isVisible, setVisible] = useState(true)
  const places = useQuery(sentPlacesQuery(place, document))
  const foot = places.data && footOf(places.data)
  const { change, isBusy, problem } = useChange({
    send: ({ reference }: NonNullable<typeof who>) => {
      const { stage, readAll } = asked
      const reason = asked.reason.trim()
      const positions = isVisible && foot ? [foot] : []
      const named = approvers.map(({ userId }) => ({ userId }))
      return patchDocument(document, place, {
        addSigners: [{ ...reference, stage, readAll, ...(reason !== '' && { reason }), approvers: named, positions }],
      })
    },
    said: ({ name }) => t('sent.change.added', { name }),
    onDone: onClose,
  })
  if (guestDialog) return guestDialog
  const reference = who?.reference
  return (
    <ChangeDialog
      title={t('sent.change.addTitle')}
      description={t('sent.change.addText')}
      confirm={t('sent.change.add')}
      isIncomplete={who === undefined || !places.data}
      isBusy={isBusy}
      problem={problem ?? (places.error ? failureText(places.error) : undefined)}
      onClose={onClose}
      onConfirm={() => who && change(who)}
    >
      {field(t('send.addSigner'))}
      <Asked {...{ document, asked }} onChange={(changed) => setAsked({ ...asked, ...changed })} />
      {foot && <Checkbox label={t('sent.change.atFoot')} checked={isVisible} onChange={setVisible} />}
      <ApproversField
        people={approvers}
        subscription={place.subscription}
        signerUserId={reference && 'userId' in reference ? reference.userId : undefined}
        onChange={setApprovers}
      />
    </ChangeDialog>
  )
}

interface AskedOf {
  readonly stage: number
  readonly reason: string
  readonly readAll: boolean
}

interface AskedProps {
  document: SentDocument
  asked: AskedOf
  onChange: (changed: Partial<AskedOf>) => void
}

/** When they sign, and what is asked of them before. */
function Asked({ document, asked, onChange }: AskedProps) {
  const t = useText()
  return (
    <>
      <SelectField
        label={t('sent.change.what.stage')}
        value={String(asked.stage)}
        onChange={(chosen) => onChange({ stage: Number(chosen) })}
      >
        {Array.from({ length: lastStage(document) + 1 }, (_, index) => (
          <option key={index} value={index + 1}>
            {t('send.stageTitle', { stage: index + 1 })}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t('send.reason')}
        hint={t('send.reasonHint')}
        maxLength={450}
        value={asked.reason}
        onChange={(reason) => onChange({ reason })}
      />
      <Checkbox label={t('send.readAll')} checked={asked.readAll} onChange={(readAll) => onChange({ readAll })} />
    </>
  )
}
