import { useState } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { PersonField } from '../../../shared/sending/person-field.tsx'
import type { SentDocument, SentPlace, SentSigner } from '../sent-queries.ts'
import { ChangeDialog } from './change-dialog.tsx'
import styles from './changes.module.css'
import { ChosenPerson } from './chosen-person.tsx'
import { patchDocument } from './patch-document.ts'
import { ReasonField } from './reason-field.tsx'
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
  const [people, setPeople] = useState<readonly { userId: string; name: string }[]>(there)
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
      {people.length > 0 && (
        <ul className={styles.people}>
          {people.map((person) => (
            <li key={person.userId}>
              <ChosenPerson
                person={person}
                onRemove={
                  hasDecided(person.userId)
                    ? undefined
                    : () => setPeople((before) => before.filter(({ userId }) => userId !== person.userId))
                }
              />
            </li>
          ))}
        </ul>
      )}
      <PersonField
        label={t('send.addApprover')}
        subscription={place.subscription}
        taken={[signer.userId, ...people.map(({ userId }) => userId)]}
        onChoose={(person) => setPeople((before) => [...before, person])}
      />
      {lost.length > 0 && (
        <ReasonField names={lost.map(({ name }) => name).join(', ')} value={reason} onChange={setReason} />
      )}
    </ChangeDialog>
  )
}
