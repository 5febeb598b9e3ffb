import { useState } from 'react'
import { senderApi } from '../../../shared/sending/sender-api.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import type { SentPlace, SentSigner } from '../sent-queries.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { ReasonToThem } from './reason-field.tsx'
import { useChange } from './use-change.ts'

interface AnswerDialogProps {
  signer: SentSigner
  passing: NonNullable<SentSigner['passing']>
  place: SentPlace
  agree: boolean
  onClose: () => void
}

/** Whether somebody else is to sign, as the signer asks; and what the signer is told. */
export function AnswerDialog({ signer, passing, place, agree, onClose }: AnswerDialogProps) {
  const t = useText()
  const [reason, setReason] = useState('')
  const [key] = useState(() => crypto.randomUUID())
  const names = { name: signer.name, other: passing.name }
  const { change, isBusy, problem } = useChange({
    send: () =>
      senderApi.answerPassing({
        params: { docGuid: place.docGuid, sentSignerGuid: signer.guid },
        query: { subscription: place.subscription },
        headers: { 'idempotency-key': key },
        // Nobody else takes the place than who is named here.
        body: { agree, reason: reason.trim(), askedAt: passing.askedAt },
      }),
    said: () => t(agree ? 'passing.agreed' : 'passing.kept', names),
    onDone: onClose,
  })
  return (
    <ChangeDialog
      title={t(agree ? 'passing.agreeTitle' : 'passing.declineTitle', names)}
      description={t(agree ? 'passing.agreeText' : 'passing.declineText', names)}
      confirm={t(agree ? 'passing.agree' : 'passing.decline')}
      {...{ isBusy, problem, onClose }}
      onConfirm={() => change(undefined)}
    >
      <ReasonToThem names={signer.name} value={reason} onChange={setReason} />
    </ChangeDialog>
  )
}
