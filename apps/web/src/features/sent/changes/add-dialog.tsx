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
  const last = lastStage(document)
  const [stage, setStage] = useState(last)
  const [approvers, setApprovers] = useState<readonly NamedPerson[]>([])
  const [reason, setReason] = useState('')
  const [readAll, setReadAll] = useState(false)
  const [isVisible, setVisible] = useState(true)
  const places = useQuery(sentPlacesQuery(place, document))
  const foot = places.data && footOf(places.data)
  const { change, isBusy, problem } = useChange({
    send: ({ reference }: NonNullable<typeof who>) => {
      const terms = { readAll, ...(reason.trim() !== '' && { reason: reason.trim() }) }
      const positions = isVisible && foot ? [foot] : []
      const named = approvers.map(({ userId }) => ({ userId }))
      return patchDocument(document, place, {
        addSigners: [{ ...reference, stage, ...terms, approvers: named, positions }],
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
      <SelectField
        label={t('sent.change.what.stage')}
        value={String(stage)}
        onChange={(chosen) => setStage(Number(chosen))}
      >
        {Array.from({ length: last + 1 }, (_, index) => (
          <option key={index} value={index + 1}>
            {t('send.stageTitle', { stage: index + 1 })}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t('send.reason')}
        hint={t('send.reasonHint')}
        maxLength={450}
        value={reason}
        onChange={setReason}
      />
      <Checkbox label={t('send.readAll')} checked={readAll} onChange={setReadAll} />
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
