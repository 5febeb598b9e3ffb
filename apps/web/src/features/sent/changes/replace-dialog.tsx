import { hasLeft } from '@rubrica/domain'
import { useState } from 'react'
import { senderApi } from '../../../shared/sending/sender-api.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { PersonField, type KnownPerson } from '../../../shared/sending/person-field.tsx'
import type { SentDocument, SentPlace, SentSigner } from '../sent-queries.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { ChosenPerson } from './chosen-person.tsx'
import { ReasonField } from './reason-field.tsx'
import { useChange } from './use-change.ts'

interface ReplaceDialogProps {
  document: SentDocument
  signer: SentSigner
  place: SentPlace
  onClose: () => void
}

/** Asks who signs instead of somebody, and what that person is told. */
export function ReplaceDialog({ document, signer, place, onClose }: ReplaceDialogProps) {
  const t = useText()
  const [person, setPerson] = useState<KnownPerson>()
  const [reason, setReason] = useState('')
  const [key] = useState(() => crypto.randomUUID())
  const { docGuid, subscription } = place
  const { change, isBusy, problem } = useChange({
    send: ({ userId }: KnownPerson) =>
      senderApi.replaceSigner({
        params: { docGuid, sentSignerGuid: signer.guid },
        query: { subscription },
        // Another person is another request.
        headers: { 'idempotency-key': `${key}:${userId.slice(0, 80)}` },
        body: { userId, reason: reason.trim() },
      }),
    said: ({ name }) => t('sent.change.replaced', { name, before: signer.name }),
    onDone: onClose,
  })
  const there = document.signers.filter(({ state }) => !hasLeft(state)).map(({ userId }) => userId)
  return (
    <ChangeDialog
      title={t('sent.change.replaceTitle', { name: signer.name })}
      description={t('sent.change.replaceText')}
      confirm={t('sent.change.replace')}
      isIncomplete={person === undefined}
      {...{ isBusy, problem, onClose }}
      onConfirm={() => person && change(person)}
    >
      {person ? (
        <ChosenPerson person={person} onRemove={() => setPerson(undefined)} />
      ) : (
        <PersonField
          label={t('sent.change.newSigner')}
          subscription={subscription}
          taken={there}
          onChoose={setPerson}
        />
      )}
      <ReasonField names={signer.name} value={reason} onChange={setReason} />
    </ChangeDialog>
  )
}
