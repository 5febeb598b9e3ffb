import { Webhook } from '../../features/webhooks/webhook.tsx'
import { Webhooks } from '../../features/webhooks/webhooks.tsx'
import { useText } from '../../shared/i18n/use-text.ts'
import type { RawSearch } from '../../shared/router/place.ts'
import { useRouter } from '../../shared/router/use-router.tsx'
import { WayBack } from '../frame/way-back.tsx'

export function WebhooksScreen({ search: { from } }: { search: RawSearch }) {
  return <Webhooks from={from} />
}

interface WebhookScreenProps {
  params: { webhookId: string }
  search: RawSearch
}

/** One webhook, with the way back to the list of them. */
export function WebhookScreen({ params: { webhookId }, search: { from } }: WebhookScreenProps) {
  const t = useText()
  const router = useRouter()
  const list = { to: '/webhooks', search: { from } } as const
  return (
    <Webhook
      key={webhookId}
      id={webhookId}
      from={from}
      back={<WayBack {...list} label={t('webhooks.back')} />}
      onLeave={() => void router.navigate({ ...list, replace: true })}
    />
  )
}
