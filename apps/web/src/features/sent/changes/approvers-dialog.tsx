import { useState } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import type { SentDocument, SentPlace, SentSigner } from '../sent-queries.ts'
import { ApproversField, type NamedPerson } from './approvers-field.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { patchDocument } from './patch-document.ts'
import { ReasonToThem } from './reason-field.tsx'
import { useChange } from './use-change.ts'

interface ApproversDialogProps {
  document: SentDocument
  signer: SentSigner
  place: SentPlace
  onClose: () => void
}

/** Who has to approve before somebody signs: people can be added, and those who have not decided taken out. */
export function ApproversDialog({ document, signer, place, onClose }: ApproversDialogProps) {
  const t = useText()
  const there = signer.approvers.filter(({ state }) => state !== 'cancelled')
  const [people, setPeople] = useState<readonly NamedPerson[]>(there)
  const [reason, setReason] = useState('')
  const hasDecided = (userId: string) => there.some((one) => one.userId === userId && one.state !== 'pending')
  const lost = there.filter(({ userId }) => !people.some((one) => one.userId === userId))
  const isSame = lost.length === 0 && people.length === there.length
  const { change, isBusy, problem } = useChange({
    send: () => {
      const approvers = people.map(({ userId }) => ({ userId }))
      const signers = [{ guid: signer.guid, approvers }]
      return patchDocument(document, place, { signers, ...(lost.length > 0 && { reason: reason.trim() }) })
    },
    said: () => t('sent.change.saved'),
    onDone: onClose,
  })
  return (
    <ChangeDialog
      title={t('sent.change.approversTitle', { name: signer.name })}
      description={signer.state === 'pending' ? t('sent.change.approversText', { name: signer.name }) : undefined}
      confirm={t('sent.change.save')}
      isIncomplete={isSame}
      {...{ isBusy, problem, onClose }}
      onConfirm={() => change(undefined)}
    >
      <ApproversField
        people={people}
        subscription={place.subscription}
        signerUserId={signer.userId}
        isFixed={hasDecided}
        onChange={setPeople}
      />
      {lost.length > 0 && (
        <ReasonToThem names={lost.map(({ name }) => name).join(', ')} value={reason} onChange={setReason} />
      )}
    </ChangeDialog>
  )
}
