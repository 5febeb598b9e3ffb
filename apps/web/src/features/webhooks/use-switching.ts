import { useMutation } from '@tanstack/react-query'
import { senderApi } from '../../shared/sending/sender-api.ts'
import { showToast } from '../../shared/ui/overlays/toast-store.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { useWebhookErrorText } from './use-webhook-error-text.ts'
import { callOf, ifSeen, useRenewWebhooks, type Webhook, type WebhookPlace } from './webhook-queries.ts'

/** Switches a webhook on or off, if it is as it is shown. */
export function useSwitching(webhook: Webhook, place: WebhookPlace) {
  const t = useText()
  const errorText = useWebhookErrorText()
  const renew = useRenewWebhooks()
  const { mutate, isPending } = useMutation({
    mutationFn: (state: 'on' | 'off') =>
      senderApi.changeWebhook({ ...callOf(place), headers: ifSeen(webhook), body: { state } }),
    onSuccess: (_, state) => showToast('success', t(state === 'on' ? 'webhooks.isOnNow' : 'webhooks.isOffNow')),
    onError: (error) => showToast('error', errorText(error)),
    onSettled: renew,
  })
  return { switchTo: mutate, isSwitching: isPending }
}
