import { ApiError } from '@rubrica/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { senderApi } from '../../../shared/sending/sender-api.ts'
import { useFailureText } from '../../../shared/failures/use-report-failure.ts'
import { useFormats } from '../../../shared/i18n/formats.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { showToast } from '../../../shared/ui/overlays/toast-store.ts'
import type { SentPlace } from '../sent-queries.ts'
import { usePeopleList } from '../words/use-people-list.ts'
import { showAnew } from './use-change.ts'

const NAMED = 3

/** Reminds everybody whose turn it is, and says whom, or from when on they can be reminded again. */
export function useReminder({ docGuid, subscription }: SentPlace) {
  const t = useText()
  const formats = useFormats()
  const list = usePeopleList()
  const failureText = useFailureText()
  const [key, setKey] = useState(() => crypto.randomUUID())
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      senderApi.remindPeople({ params: { docGuid }, query: { subscription }, headers: { 'idempotency-key': key } }),
    onSuccess: ({ reminded }) => {
      setKey(crypto.randomUUID())
      showToast(
        'success',
        t('sent.change.reminded', {
          names: list(
            reminded.map(({ name }) => name),
            NAMED,
          ),
        }),
      )
      void showAnew()
    },
    onError: (failure) => {
      const until = failure instanceof ApiError ? failure.details['RemindableAt'] : undefined
      if (typeof until === 'string') showToast('info', t('sent.change.remindedBefore', { time: formats.moment(until) }))
      else showToast('error', failureText(failure))
      if (!(failure instanceof ApiError)) return
      setKey(crypto.randomUUID())
      void showAnew()
    },
  })
  return { remind: () => mutate(), isReminding: isPending }
}
