import { MAX_REJECTION_REASON } from '@rubrica/domain'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isSessionExpiry } from '../../../shared/api/is-session-expiry.ts'
import type { OpenedDocument } from '../../../shared/api/pending-documents.ts'
import { useFailureText } from '../../../shared/failures/use-report-failure.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { shortName } from '../../../shared/i18n/short-name.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { TextAreaField } from '../../../shared/ui/fields/text-area-field.tsx'
import { TextField } from '../../../shared/ui/fields/text-field.tsx'
import { Dialog } from '../../../shared/ui/overlays/dialog.tsx'
import { showToast } from '../../../shared/ui/overlays/toast-store.ts'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import { passingCalls, passingRequestQuery, type Successor } from './passing-calls.ts'

interface PassOnDialogProps {
  document: OpenedDocument
  onClose: () => void
  onLeave: () => void
}

/** Where the sender wants to agree, and where the signer decides. */
const WORDS = {
  asked: { text: 'passing.textAsked', confirm: 'passing.confirmAsked', act: 'passing.ask', tone: 'info' },
  decided: { text: 'passing.text', confirm: 'passing.confirm', act: 'passing.passOn', tone: 'warn' },
} as const

/** Finds who is meant, and has them asked once the person has seen their name. */
function usePassing({ document, onClose, onLeave }: PassOnDialogProps) {
  const t = useText()
  const client = useQueryClient()
  const { SignerGUID: signerGuid } = document.SignerDTO
  const params = { signerGuid }
  const finding = useMutation({
    mutationFn: async (Named: string): Promise<Successor> => {
      const { Guid: guid, Name: name } = await passingCalls.findSuccessor({ params, body: { Named } })
      return { guid, name }
    },
  })
  const passing = useMutation({
    mutationFn: ({ guid, reason }: Successor & { readonly reason: string }) =>
      passingCalls.passOn({ params, body: { Person: guid, Reason: reason } }),
    onSuccess: async ({ Outcome }, { name }) => {
      if (Outcome === 'PassedOn') {
        showToast('success', t('passing.passed', { name, file: shortName(document.FileName) }))
        return onLeave()
      }
      await client.invalidateQueries(passingRequestQuery(signerGuid))
      showToast('success', t('passing.asked'))
      onClose()
    },
    // The name is looked for again.
    onError: () => finding.reset(),
  })
  return { finding, passing }
}

/** Asks who should have been asked, and why; then whether that one is meant. */
export function PassOnDialog(props: PassOnDialogProps) {
  const { document, onClose } = props
  const t = useText()
  const failureText = useFailureText()
  const [named, setNamed] = useState('')
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const { finding, passing } = usePassing(props)
  const words = WORDS[document.SignerDTO.PassingOn === 'asked' ? 'asked' : 'decided']
  const successor = finding.data
  const isBusy = finding.isPending || passing.isPending
  const error = finding.error ?? passing.error
  const submit = () => {
    setTried(true)
    if (isBusy || named.trim() === '' || reason.trim() === '') return
    if (successor) return passing.mutate({ ...successor, reason: reason.trim() })
    passing.reset()
    finding.mutate(named.trim())
  }
  return (
    <Dialog
      open
      busy={isBusy}
      onClose={onClose}
      title={t('passing.title')}
      description={t(words.text)}
      onSubmit={submit}
      actions={
        <>
          <Button disabled={isBusy} onClick={successor ? () => finding.reset() : onClose}>
            {t(successor ? 'passing.back' : 'common.cancel')}
          </Button>
          <Button type="submit" kind="primary" busy={isBusy}>
            {t(successor ? words.act : 'passing.next')}
          </Button>
        </>
      }
    >
      {error && !isSessionExpiry(error) && <Notice tone="bad">{failureText(error)}</Notice>}
      {successor ? (
        <Notice tone={words.tone}>{t(words.confirm, { name: successor.name, file: document.FileName })}</Notice>
      ) : (
        <Fields {...{ named, reason, isTried }} onNamed={setNamed} onReason={setReason} />
      )}
    </Dialog>
  )
}

interface FieldsProps {
  named: string
  reason: string
  isTried: boolean
  onNamed: (named: string) => void
  onReason: (reason: string) => void
}

function Fields({ named, reason, isTried, onNamed, onReason }: FieldsProps) {
  const t = useText()
  return (
    <>
      <TextField
        autoFocus
        required
        label={t('passing.person')}
        hint={t('passing.personHint')}
        error={isTried && named.trim() === '' ? t('passing.personMissing') : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={255}
        value={named}
        onChange={onNamed}
      />
      <TextAreaField
        required
        rows={2}
        label={t('passing.reason')}
        hint={t('passing.reasonHint')}
        error={isTried && reason.trim() === '' ? t('passing.reasonMissing') : undefined}
        maxLength={MAX_REJECTION_REASON}
        value={reason}
        onChange={onReason}
      />
    </>
  )
}
