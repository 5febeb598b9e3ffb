import { MAX_ALIAS, MAX_PIN, type CertificateType } from '@rubrica/domain'
import { useEffect, useRef, useState } from 'react'
import { useErrorText } from '../../../shared/i18n/use-error-text.ts'
import { findText } from '../../../shared/i18n/language.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Checkbox } from '../../../shared/ui/fields/checkbox.tsx'
import { Dialog } from '../../../shared/ui/overlays/dialog.tsx'
import { FileField } from '../../../shared/ui/fields/file-field.tsx'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import { PasswordField } from '../../../shared/ui/fields/password-field.tsx'
import { TextField } from '../../../shared/ui/fields/text-field.tsx'
import { showToast } from '../../../shared/ui/overlays/toast-store.ts'
import { KeyChoiceField } from './key-choice-field.tsx'
import { isWrongPassword, keyChoicesOf, refusalReasonsOf, useUploadCertificate } from './upload-certificate.ts'
import { PinPairFields } from './pin-pair-fields.tsx'
import { aliasFor, EMPTY_UPLOAD, readyToUpload, uploadProblems, type UploadFields } from './upload-fields.ts'
import styles from './upload.module.css'

interface UploadDialogProps {
  certType: CertificateType
  /** Whether a code on the phone can be asked for besides the PIN. */
  offersCode: boolean
  open: boolean
  onClose: () => void
}

/**
 * Asks for a file with a key, the file's password, the key's name and new PIN, and which key when there are several.
 */
export function UploadDialog({ certType, offersCode, open, onClose }: UploadDialogProps) {
  const t = useText()
  const [fields, setFields] = useState(EMPTY_UPLOAD)
  const upload = useUploadCertificate(certType)
  const choices = keyChoicesOf(upload.error)
  const ready = readyToUpload(fields) && (choices === null || fields.keyAlias !== null)

  const close = () => {
    setFields(EMPTY_UPLOAD)
    upload.reset()
    onClose()
  }
  const change = (changes: Partial<UploadFields>) => {
    // What the server said of one file is not true of another.
    if ('file' in changes) upload.reset()
    setFields((now) => ({ ...now, ...changes }))
  }
  const submit = () => {
    if (!ready || upload.isPending) return
    upload.mutate(fields, {
      onSuccess: () => {
        close()
        showToast('success', t('certificates.taskCompleted'))
      },
    })
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      busy={upload.isPending}
      title={t('certificates.upload.title')}
      description={t('certificates.upload.text')}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={close} disabled={upload.isPending}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" kind="primary" disabled={!ready} busy={upload.isPending}>
            {t('certificates.upload.confirm')}
          </Button>
        </>
      }
    >
      <UploadForm {...{ offersCode, fields }} error={upload.error} onChange={change} />
      {choices && (
        <KeyChoiceField choices={choices} selected={fields.keyAlias} onSelect={(keyAlias) => change({ keyAlias })} />
      )}
      {upload.error && !choices && !isWrongPassword(upload.error) && <UploadError error={upload.error} />}
    </Dialog>
  )
}

interface UploadFormProps {
  offersCode: boolean
  fields: UploadFields
  onChange: (changes: Partial<UploadFields>) => void
  /** Of the last try, or null. */
  error: Error | null
}

function UploadForm({ offersCode, fields, onChange, error }: UploadFormProps) {
  const t = useText()
  const problems = uploadProblems(fields)
  const fileProblem = problems.has('wrongKindOfFile')
    ? 'wrongKindOfFile'
    : problems.has('fileTooLarge') && 'fileTooLarge'
  // The name follows the file until somebody writes another one.
  const suggested = fields.file ? aliasFor(fields.file.name) : ''
  const chooseFile = (file: File | null) =>
    onChange({ file, keyAlias: null, ...(fields.alias === suggested && file && { alias: aliasFor(file.name) }) })
  return (
    <>
      <FileField
        label={t('certificates.upload.file')}
        accept=".p12,.pfx,application/x-pkcs12"
        required
        file={fields.file}
        onChange={chooseFile}
        error={fileProblem ? t(`certificates.upload.${fileProblem}`) : undefined}
      />
      <FilePassword {...{ fields, onChange, error }} />
      <TextField
        label={t('certificates.upload.alias')}
        hint={t('certificates.upload.aliasHint')}
        required
        maxLength={MAX_ALIAS}
        autoComplete="off"
        value={fields.alias}
        onChange={(alias) => onChange({ alias })}
      />
      <PinPairFields
        pins={fields}
        onChange={onChange}
        labels={{ pin: t('certificates.upload.pin'), repeatedPin: t('certificates.upload.repeatPin') }}
        hint={t('certificates.upload.pinHint')}
      />
      {offersCode && (
        <Checkbox
          label={
            <>
              {t('certificates.upload.withCode')}
              <small className={styles.checkHint}>{t('certificates.upload.withCodeHint')}</small>
            </>
          }
          checked={fields.withCode}
          onChange={(withCode) => onChange({ withCode })}
        />
      )}
    </>
  )
}

/** The password that the file came with, which is not the PIN that the key gets here. */
function FilePassword({ fields, onChange, error }: Omit<UploadFormProps, 'offersCode'>) {
  const t = useText()
  const errorText = useErrorText()
  const input = useRef<HTMLInputElement>(null)
  const wrong = isWrongPassword(error) ? error : null
  useEffect(() => {
    if (wrong) input.current?.focus()
  }, [wrong])
  return (
    <PasswordField
      ref={input}
      label={t('certificates.upload.filePassword')}
      hint={t('certificates.upload.filePasswordHint')}
      error={wrong ? errorText(wrong) : undefined}
      maxLength={MAX_PIN}
      value={fields.filePassword}
      onChange={(filePassword) => onChange({ filePassword })}
    />
  )
}

function UploadError({ error }: { error: Error }) {
  const t = useText()
  const errorText = useErrorText()
  const reasons = refusalReasonsOf(error)
  return (
    <Notice tone="bad">
      <p>{errorText(error)}</p>
      {reasons.length > 0 && (
        <ul className={styles.reasons}>
          {reasons.map((reason) => (
            <li key={reason}>{findText(`certificates.reasons.${reason}`) ?? t('certificates.reasons.OTHER')}</li>
          ))}
        </ul>
      )}
    </Notice>
  )
}
