import { useState } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import type { SentDocument, SentPlace, SentSigner } from '../sent-queries.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { patchDocument } from './patch-document.ts'
import { ReasonToThem } from './reason-field.tsx'
import { useChange } from './use-change.ts'

interface RemoveDialogProps {
  document: SentDocument
  signer: SentSigner
  place: SentPlace
  onClose: () => void
}

/** Says what a removal does, and asks for a reason that need not be given. */
export function RemoveDialog({ document, signer, place, onClose }: RemoveDialogProps) {
  const t = useText()
  const { guid, name } = signer
  const [reason, setReason] = useState('')
  const { change, isBusy, problem } = useChange({
    send: () => patchDocument(document, place, { removeSigners: [guid], reason: reason.trim() }),
    said: () => t('sent.change.removed', { name }),
    onDone: onClose,
  })
  const asked = signer.approvers.filter(({ state }) => state === 'pending').map((approver) => approver.name)
  // To whom it had not come yet it is not told.
  const told = [...(signer.calledAt === null ? [] : [name]), ...asked]
  return (
    <ChangeDialog
      isFinal
      title={t('sent.change.removeTitle', { name })}
      description={t('sent.change.removeText', { name })}
      confirm={t('sent.change.remove')}
      {...{ isBusy, problem, onClose }}
      onConfirm={() => change(undefined)}
    >
      <ReasonToThem names={told.join(', ')} value={reason} onChange={setReason} />
    </ChangeDialog>
  )
}
