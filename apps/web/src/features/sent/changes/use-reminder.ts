import { ApiError } from '@rubrica/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { senderApi } from '../../../shared/sending/sender-api.ts'
import { useFailureText } from '../../../shared/failures/use-report-failure.ts'
import { useFormats } from '../../../shared/i18n/formats.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { showToast } from '../../../shared/ui/overlays/toast-store.ts'
import type { SentPlace, SentSigner } from '../sent-queries.ts'
import { usePeopleList } from '../words/use-people-list.ts'
import { showAnew } from './use-change.ts'

const NAMED = 3

/** Reminds everybody whose turn it is, or one signer, and says whom, or from when on they can be reminded again. */
export function useReminder({ docGuid, subscription }: SentPlace) {
  const t = useText()
  const formats = useFormats()
  const list = usePeopleList()
  const failureText = useFailureText()
  const [key, setKey] = useState(() => crypto.randomUUID())
  const { mutate, isPending } = useMutation({
    mutationFn: (only: SentSigner | undefined) =>
      senderApi.remindPeople({
        params: { docGuid },
        query: { subscription },
        // Another person is another request.
        headers: { 'idempotency-key': only ? `${key}:${only.guid}` : key },
        body: only ? { people: [only.guid] } : {},
      }),
    onSuccess: ({ reminded }, only) => {
      setKey(crypto.randomUUID())
      showToast(
        'success',
        only?.guest
          ? t('guests.resent', { name: only.name, address: only.guest.email })
          : t('sent.change.reminded', {
              names: list(
                reminded.map(({ name }) => name),
                NAMED,
              ),
            }),
      )
      void showAnew()
    },
    onError: (failure, only) => {
      const until = failure instanceof ApiError ? failure.details['RemindableAt'] : undefined
      const before = only ? 'guests.remindedBefore' : 'sent.change.remindedBefore'
      if (typeof until === 'string')
        showToast('info', t(before, { name: only?.name ?? '', time: formats.moment(until) }))
      else showToast('error', failureText(failure))
      if (!(failure instanceof ApiError)) return
      setKey(crypto.randomUUID())
      void showAnew()
    },
  })
  return { remind: (only?: SentSigner) => mutate(only), isReminding: isPending }
}
