import { ApiError } from '@rubrica/contract'
import { MAX_PIN } from '@rubrica/domain'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTriesLeftText } from '../../../shared/accounts/use-tries-left-text.ts'
import { api } from '../../../shared/api/api.ts'
import type { Certificate } from '../../../shared/api/certificates.ts'
import { queryKeys } from '../../../shared/api/query-keys.ts'
import { useReportFailure } from '../../../shared/failures/use-report-failure.ts'
import { useErrorText } from '../../../shared/i18n/use-error-text.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { sessionIdentity } from '../../../shared/session/session-store.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/overlays/dialog.tsx'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import { PasswordField } from '../../../shared/ui/fields/password-field.tsx'
import { showToast } from '../../../shared/ui/overlays/toast-store.ts'
import { isPinSet } from './pin-pair.ts'
import { PinPairFields } from './pin-pair-fields.tsx'

const EMPTY = { current: '', pin: '', repeatedPin: '' }

interface PinChange {
  readonly guid: string
  readonly current: string
  readonly pin: string
}

/** Puts a key under another PIN. A refusal may have locked the certificate, so the list is read again in any case. */
function useChangePin() {
  const queries = useQueryClient()
  const reportFailure = useReportFailure()
  return useMutation({
    mutationFn: ({ guid, current, pin }: PinChange) =>
      api.changePin({ params: { id: sessionIdentity()?.sub ?? '', guid }, body: { CurrentPin: current, NewPin: pin } }),
    onError: (error) => reportFailure(error),
    onSettled: () => void queries.invalidateQueries({ queryKey: queryKeys.certificates }),
  })
}

const isCode = (error: unknown, code: string) => error instanceof ApiError && error.code === code

/** Asks for the PIN that holds and, twice, for the one that shall hold. */
export function ChangePinDialog({ certificate, onClose }: { certificate: Certificate | null; onClose: () => void }) {
  const t = useText()
  const [fields, setFields] = useState(EMPTY)
  const change = useChangePin()
  const isLocked = isCode(change.error, 'PIN_LOCKED')
  const ready = fields.current !== '' && isPinSet(fields) && !isLocked
  const close = () => {
    setFields(EMPTY)
    change.reset()
    onClose()
  }
  const submit = () => {
    if (!ready || change.isPending || !certificate) return
    change.mutate(
      { guid: certificate.GUID, current: fields.current, pin: fields.pin },
      {
        onSuccess: () => {
          close()
          showToast('success', t('certificates.changePin.done'))
        },
        onError: (error) => {
          if (isCode(error, 'WRONG_PIN')) setFields((now) => ({ ...now, current: '' }))
        },
      },
    )
  }
  return (
    <Dialog
      open={certificate !== null}
      onClose={close}
      busy={change.isPending}
      title={t('certificates.changePin.title', { alias: certificate?.certalias ?? '' })}
      description={t('certificates.changePin.text')}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={close} disabled={change.isPending}>
            {t(isLocked ? 'common.close' : 'common.cancel')}
          </Button>
          <Button type="submit" kind="primary" disabled={!ready && !change.isPending} busy={change.isPending}>
            {t('certificates.changePin.confirm')}
          </Button>
        </>
      }
    >
      <ChangePinForm
        fields={fields}
        onChange={(changes) => setFields((now) => ({ ...now, ...changes }))}
        error={change.error}
        disabled={isLocked}
      />
    </Dialog>
  )
}

interface ChangePinFormProps {
  fields: typeof EMPTY
  onChange: (changes: Partial<typeof EMPTY>) => void
  error: Error | null
  disabled: boolean
}

function ChangePinForm({ fields, onChange, error, disabled }: ChangePinFormProps) {
  const t = useText()
  const errorText = useErrorText()
  const triesLeftText = useTriesLeftText()
  const current = useRef<HTMLInputElement>(null)
  const isWrong = isCode(error, 'WRONG_PIN')
  useEffect(() => {
    if (isWrong) current.current?.focus()
  }, [isWrong, error])
  const errorWords = isCode(error, 'PIN_LOCKED') ? t('certificates.lockedText') : error && errorText(error)
  return (
    <>
      <PasswordField
        ref={current}
        label={t('certificates.changePin.current')}
        required
        disabled={disabled}
        maxLength={MAX_PIN}
        value={fields.current}
        onChange={(text) => onChange({ current: text })}
        error={isWrong ? `${errorText(error)}. ${triesLeftText(error)}`.trim() : undefined}
      />
      <PinPairFields
        pins={fields}
        onChange={onChange}
        labels={{ pin: t('certificates.changePin.new'), repeatedPin: t('certificates.changePin.confirmation') }}
        disabled={disabled}
      />
      {error && !isWrong && <Notice tone="bad">{errorWords}</Notice>}
    </>
  )
}
