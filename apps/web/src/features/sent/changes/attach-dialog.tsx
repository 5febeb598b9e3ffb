import { useState } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { uploadFile } from '../../../shared/sending/upload-file.ts'
import { FileField } from '../../../shared/ui/fields/file-field.tsx'
import { SelectField } from '../../../shared/ui/fields/select-field.tsx'
import type { SentDocument, SentPlace } from '../sent-queries.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { signersOn } from './may-change.ts'
import { patchDocument } from './patch-document.ts'
import { useChange } from './use-change.ts'

interface AttachDialogProps {
  document: SentDocument
  place: SentPlace
  onClose: () => void
}

const EVERYBODY = ''

/** Adds a file to read beside the document, for everybody or for one signer who has not signed. */
export function AttachDialog({ document, place, onClose }: AttachDialogProps) {
  const t = useText()
  const [file, setFile] = useState<File | null>(null)
  const [signer, setSigner] = useState(EVERYBODY)
  const [share, setShare] = useState<number>()
  // The same for each try, so that a file whose answer was lost is there once.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const { change, isBusy, problem } = useChange({
    send: async (chosen: File) => {
      const { subscription } = place
      const { signal } = new AbortController()
      const { id } = await uploadFile({
        file: chosen,
        purpose: 'attachment',
        subscription,
        key,
        onProgress: setShare,
        signal,
      })
      const signers = signer === EVERYBODY ? [] : [signer]
      return patchDocument(document, place, { attachments: [{ file: id, signers }] })
    },
    said: ({ name }) => t('sent.change.attached', { name }),
    onDone: onClose,
  })
  const open = signersOn(document).filter(({ state }) => state === 'waiting' || state === 'pending')
  return (
    <ChangeDialog
      title={t('sent.change.attachTitle')}
      description={t('sent.change.attachText')}
      confirm={t('sent.change.attach')}
      isIncomplete={file === null}
      {...{ isBusy, problem, onClose }}
      onConfirm={() => file && change(file)}
    >
      <FileField
        label={t('sent.change.attachFile')}
        file={file}
        disabled={isBusy}
        onChange={(chosen) => {
          setFile(chosen)
          setKey(crypto.randomUUID())
        }}
      />
      <SelectField label={t('sent.change.attachFor')} value={signer} onChange={setSigner}>
        <option value={EVERYBODY}>{t('sent.change.everybody')}</option>
        {open.map(({ guid, name }) => (
          <option key={guid} value={guid}>
            {name}
          </option>
        ))}
      </SelectField>
      {isBusy && share !== undefined && (
        <progress aria-label={t('send.uploading', { name: file?.name ?? '' })} value={share} max={1} />
      )}
    </ChangeDialog>
  )
}
