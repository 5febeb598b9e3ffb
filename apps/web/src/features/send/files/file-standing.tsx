import { ApiError } from '@rubrica/contract'
import { FileUp, LockOpen, RotateCcw } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Button, buttonClass } from '../../../shared/ui/button.tsx'
import { classNames } from '../../../shared/ui/class-names.ts'
import { PasswordField } from '../../../shared/ui/fields/password-field.tsx'
import { ProgressBar } from '../../../shared/ui/status/progress-bar.tsx'
import type { DraftAttachment, DraftFile } from '../draft.ts'
import styles from '../send.module.css'
import type { FileToUpload } from '../../../shared/sending/upload-file.ts'
import { useUploadErrorText } from './upload-errors.ts'
import type { Uploads } from './use-uploads.ts'

interface FileStandingProps {
  file: DraftFile | DraftAttachment
  purpose: FileToUpload['purpose']
  uploads: Uploads
}

/** How far a file is, what the server says of it, and what can be done where it does not take it. */
export function FileStanding({ file, purpose, uploads }: FileStandingProps) {
  const t = useText()
  const errorText = useUploadErrorText()
  if (file.state === 'uploading') {
    return <ProgressBar label={t('send.uploading', { name: file.name })} value={file.share} max={1} />
  }
  if (file.state === 'ready') return purpose === 'document' ? <Facts uploaded={file.uploaded} /> : null
  if (file.state === 'lost') {
    return (
      <LostFile name={file.name} purpose={purpose} onReplace={(chosen) => uploads.replace(file.key, chosen, purpose)} />
    )
  }
  const asksPassword = purpose === 'document' && mayDecrypt(file.error)
  return (
    <div className={styles.failure}>
      <p className={styles.bad} role="alert">
        {errorText(file.error, file.size)}
      </p>
      {file.state === 'failed' && (
        <Button size="small" icon={RotateCcw} onClick={() => uploads.retry(file.key)}>
          {t('common.tryAgain')}
        </Button>
      )}
      {asksPassword && <Decrypt name={file.name} onDecrypt={(password) => uploads.decrypt(file.key, password)} />}
    </div>
  )
}

function Facts({ uploaded: { pages, findings } }: Pick<Extract<DraftFile, { state: 'ready' }>, 'uploaded'>) {
  const t = useText()
  const said = [
    t('send.pages', { count: pages.length }),
    ...(findings.includes('SIGNED') ? [t('send.alreadySigned')] : []),
    ...(findings.includes('CERTIFIED') ? [t('send.certified')] : []),
    ...(findings.includes('DECRYPTED') ? [t('send.decrypted')] : []),
  ]
  return (
    <p className="muted" role="status">
      {said.join(' · ')}
    </p>
  )
}

/** Its encryption can be taken off, unless its author forbids changes or it is signed. */
const mayDecrypt = (error: Error) =>
  error instanceof ApiError &&
  (error.code === 'PDF_PASSWORD_NEEDED' ||
    (error.code === 'PDF_ENCRYPTED' && error.details.Reason === undefined && error.details.Signed === undefined))

/** Asks for the consent to go on without the encryption, and for the password that opens the file. */
function Decrypt({ name, onDecrypt }: { name: string; onDecrypt: (password: string) => void }) {
  const t = useText()
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onDecrypt(password)
  }
  return (
    <form className={styles.decrypt} onSubmit={submit}>
      <p className="muted">{t('send.decrypt.text')}</p>
      <PasswordField
        label={t('send.decrypt.password', { name })}
        hint={t('send.decrypt.hint')}
        autoComplete="off"
        maxLength={255}
        value={password}
        onChange={setPassword}
      />
      <div>
        <Button type="submit" size="small" icon={LockOpen}>
          {t('send.decrypt.confirm')}
        </Button>
      </div>
    </form>
  )
}

interface LostFileProps {
  name: string
  purpose: FileToUpload['purpose']
  onReplace: (file: File) => void
}

/** Of a draft that was opened again: the file has to be chosen once more. */
function LostFile({ name, purpose, onReplace }: LostFileProps) {
  const t = useText()
  return (
    <div className={styles.failure}>
      <p className={styles.bad}>{t('send.lostFile')}</p>
      <label className={classNames(buttonClass({ size: 'small' }), styles.again)}>
        <FileUp size={18} aria-hidden />
        {t('send.chooseAgain')}
        <input
          type="file"
          accept={purpose === 'document' ? 'application/pdf,.pdf' : undefined}
          className="sr-only"
          aria-label={t('send.chooseAgainNamed', { name })}
          onChange={(event) => {
            const chosen = event.target.files?.[0]
            if (chosen) onReplace(chosen)
          }}
        />
      </label>
    </div>
  )
}
