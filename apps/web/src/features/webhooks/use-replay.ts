import { useMutation } from '@tanstack/react-query'
import { useText } from '../../shared/i18n/use-text.ts'
import { senderApi } from '../../shared/sending/sender-api.ts'
import { showToast } from '../../shared/ui/overlays/toast-store.ts'
import { callOf, useRenewWebhooks, type WebhookPlace } from './webhook-queries.ts'

type ReplayWish = Parameters<(typeof senderApi)['replayWebhook']>[0]['body']

/** Sends messages once more, and says how many. */
export function useReplay(place: WebhookPlace) {
  const t = useText()
  const renew = useRenewWebhooks()
  return useMutation({
    mutationFn: (body: ReplayWish) => senderApi.replayWebhook({ ...callOf(place), body }),
    onSuccess: ({ count }) => showToast('success', t('webhooks.sentAgain', { count })),
    onSettled: renew,
  })
}
