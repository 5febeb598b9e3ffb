import { ApiError } from '@rubrica/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { queryKeys } from '../../shared/api/query-keys.ts'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { TextField } from '../../shared/ui/fields/text-field.tsx'
import { Dialog } from '../../shared/ui/overlays/dialog.tsx'
import { showToast } from '../../shared/ui/overlays/toast-store.ts'
import { BusyStatus } from '../../shared/ui/status/busy-status.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'

const MAX_CODE = 12

const isRefusedAddress = (error: unknown) => error instanceof ApiError && error.code === 'EMAIL_REFUSED'

/** Sends the code to the address of the account, and gives it. */
export function useConfirmAddress() {
  const t = useText()
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [code, setCode] = useState('')
  const end = async () => {
    void queries.invalidateQueries({ queryKey: queryKeys.memberships })
    await queries.invalidateQueries({ queryKey: queryKeys.user })
    setOpen(false)
    showToast('success', t('profile.emailConfirmed'))
  }
  const send = useMutation({
    mutationFn: () => api.sendEmailCode({}),
    // Confirmed meanwhile, in another tab perhaps.
    onSuccess: ({ Secret }) => (Secret === null ? end() : undefined),
  })
  const prove = useMutation({
    mutationFn: () => api.proveEmail({ body: { Secret: send.data?.Secret ?? '', Code: code } }),
    onSuccess: end,
  })
  const start = () => {
    prove.reset()
    setCode('')
    setOpen(true)
    send.mutate()
  }
  return { isOpen, close: () => setOpen(false), code, setCode, send, prove, start }
}

type ConfirmAddressProps = ReturnType<typeof useConfirmAddress> & { address: string }

/** Asks for the code that was sent to an address that nobody has proved. */
export function ConfirmAddressDialog(props: ConfirmAddressProps) {
  const { address, isOpen, close, code, setCode, send, prove, start } = props
  const t = useText()
  const errorText = useErrorText()
  const error = prove.error ?? send.error
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      busy={prove.isPending}
      title={t('profile.emailConfirm')}
      onSubmit={() => {
        if (send.isSuccess && code !== '' && !prove.isPending) prove.mutate()
      }}
      actions={
        <>
          <Button onClick={close} disabled={prove.isPending}>
            {t('common.cancel')}
          </Button>
          <Button onClick={start} disabled={send.isPending || prove.isPending}>
            {t('profile.emailAgain')}
          </Button>
          <Button type="submit" kind="primary" disabled={!send.isSuccess || code === ''} busy={prove.isPending}>
            {t('profile.emailSubmit')}
          </Button>
        </>
      }
    >
      {send.isPending && <BusyStatus words={t('profile.emailSending', { address })} />}
      {send.isSuccess && (
        <>
          <p role="status">{t('profile.emailConfirmText', { address })}</p>
          <TextField
            autoFocus
            label={t('profile.emailCode')}
            value={code}
            onChange={(text) => setCode(text.trim())}
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={MAX_CODE}
            disabled={prove.isPending}
          />
        </>
      )}
      {error && (
        <Notice tone="bad">
          {isRefusedAddress(error) ? t('profile.emailRefused', { address }) : errorText(error)}
        </Notice>
      )}
    </Dialog>
  )
}
