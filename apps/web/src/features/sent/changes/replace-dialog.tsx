import { useState } from 'react'
import { senderApi } from '../../../shared/sending/sender-api.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import type { SentDocument, SentPlace, SentSigner } from '../sent-queries.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { ReasonToThem } from './reason-field.tsx'
import { useChange } from './use-change.ts'
import { useWho } from './who.tsx'

interface ReplaceDialogProps {
  document: SentDocument
  signer: SentSigner
  place: SentPlace
  onClose: () => void
}

/** Asks who signs instead of somebody, and what that person is told. */
export function ReplaceDialog({ document, signer, place, onClose }: ReplaceDialogProps) {
  const t = useText()
  const { who, field, guestDialog } = useWho(document, place)
  const [reason, setReason] = useState('')
  const [key] = useState(() => crypto.randomUUID())
  const { docGuid, subscription } = place
  const { change, isBusy, problem } = useChange({
    send: ({ reference }: NonNullable<typeof who>) => {
      const named = 'userId' in reference ? reference.userId : reference.guest.email
      return senderApi.replaceSigner({
        params: { docGuid, sentSignerGuid: signer.guid },
        query: { subscription },
        // Another person is another request; a key has only letters of ASCII.
        headers: { 'idempotency-key': `${key}:${encodeURIComponent(named).slice(0, 80)}` },
        body: { ...reference, reason: reason.trim() },
      })
    },
    said: ({ name }) => t('sent.change.replaced', { name, before: signer.name }),
    onDone: onClose,
  })
  if (guestDialog) return guestDialog
  return (
    <ChangeDialog
      title={t('sent.change.replaceTitle', { name: signer.name })}
      description={t('sent.change.replaceText')}
      confirm={t('sent.change.replace')}
      isIncomplete={who === undefined}
      {...{ isBusy, problem, onClose }}
      onConfirm={() => who && change(who)}
    >
      {field(t('sent.change.newSigner'))}
      <ReasonToThem names={signer.calledAt === null ? '' : signer.name} value={reason} onChange={setReason} />
    </ChangeDialog>
  )
}
