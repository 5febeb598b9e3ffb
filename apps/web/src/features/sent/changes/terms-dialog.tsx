import { useState } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Checkbox } from '../../../shared/ui/fields/checkbox.tsx'
import { TextAreaField } from '../../../shared/ui/fields/text-area-field.tsx'
import { TextField } from '../../../shared/ui/fields/text-field.tsx'
import type { SentDocument, SentPlace, SentSigner } from '../sent-queries.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { patchDocument } from './patch-document.ts'
import { isComplete, termsChanges, termsOf, type TermsForm } from './terms-form.ts'
import { useChange } from './use-change.ts'

interface TermsDialogProps {
  document: SentDocument
  signer: SentSigner
  place: SentPlace
  onClose: () => void
}

/** What somebody signs for, and what they read and agree to before; it stays once they have opened the document. */
export function TermsDialog({ document, signer, place, onClose }: TermsDialogProps) {
  const t = useText()
  const [before] = useState(() => termsOf(signer))
  const [form, setForm] = useState<TermsForm>(before)
  const set = (change: Partial<TermsForm>) => setForm((earlier) => ({ ...earlier, ...change }))
  const changes = termsChanges(before, form)
  const { change, isBusy, problem } = useChange({
    send: () => patchDocument(document, place, { signers: [{ guid: signer.guid, ...changes }] }),
    said: () => t('sent.change.saved'),
    onDone: onClose,
  })
  return (
    <ChangeDialog
      title={t('sent.change.termsTitle', { name: signer.name })}
      description={t('sent.change.termsText', { name: signer.name })}
      confirm={t('sent.change.save')}
      isIncomplete={Object.keys(changes).length === 0 || !isComplete(form)}
      {...{ isBusy, problem, onClose }}
      onConfirm={() => change(undefined)}
    >
      <TextField
        label={t('send.reason')}
        hint={t('send.reasonHint')}
        maxLength={450}
        value={form.reason}
        onChange={(reason) => set({ reason })}
      />
      <Checkbox label={t('send.readAll')} checked={form.readAll} onChange={(readAll) => set({ readAll })} />
      <Checkbox label={t('send.delegable')} checked={form.delegable} onChange={(delegable) => set({ delegable })} />
      <TextField
        label={t('sent.change.termsHeading')}
        maxLength={200}
        value={form.title}
        onChange={(title) => set({ title })}
      />
      <TextAreaField
        rows={4}
        label={t('sent.change.termsWords')}
        hint={t('sent.change.termsHint')}
        maxLength={5000}
        value={form.text}
        onChange={(text) => set({ text })}
      />
      {signer.certificate && (
        <Checkbox
          label={t('sent.change.onlyWith', { name: signer.certificate.alias })}
          checked={form.isOnlyWith}
          onChange={(isOnlyWith) => set({ isOnlyWith })}
        />
      )}
    </ChangeDialog>
  )
}
