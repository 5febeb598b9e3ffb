import { useQuery } from '@tanstack/react-query'
import { Plus, Webhook as Icon } from 'lucide-react'
import { useState } from 'react'
import { ListFailure } from '../../shared/failures/list-failure.tsx'
import { useFormats } from '../../shared/i18n/formats.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Link } from '../../shared/router/link.tsx'
import { useRouter } from '../../shared/router/use-router.tsx'
import { NotASender } from '../../shared/sending/not-a-sender.tsx'
import { SubscriptionChooser } from '../../shared/sending/subscription-chooser.tsx'
import { useSendingFrom } from '../../shared/sending/use-sending-from.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Card, linkClass } from '../../shared/ui/card.tsx'
import { EmptyState } from '../../shared/ui/lists/empty-state.tsx'
import { ListHead } from '../../shared/ui/lists/list-head.tsx'
import { Tag } from '../../shared/ui/lists/tag.tsx'
import { Loader } from '../../shared/ui/status/loader.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { webhooksQuery, type Webhook } from './webhook-queries.ts'
import { WebhookTag } from './webhook-tags.tsx'
import screen from '../../shared/sending/sender-screen.module.css'

/** The addresses at which programs are told what happens to documents. */
export function Webhooks({ from }: { from: string | undefined }) {
  const t = useText()
  const router = useRouter()
  const [isAdding, setAdding] = useState(false)
  const sending = useSendingFrom(from)
  const { subscription, chosen } = sending
  const show = (webhookId: string) =>
    void router.navigate({ to: '/webhooks/$webhookId', params: { webhookId }, search: { from: subscription } })
  if (sending.sending?.length === 0) return <NotASender />
  return (
    <>
      <ListHead title={t('header.webhooks')} subtitle={t('webhooks.lead')}>
        <SubscriptionChooser
          from={sending}
          onChoose={(guid) => void router.navigate({ to: '/webhooks', search: { from: guid } })}
        />
        <Button kind="primary" icon={Plus} disabled={!chosen} onClick={() => setAdding(true)}>
          {t('webhooks.add')}
        </Button>
      </ListHead>
      <Card className={screen.part} aria-label={t('header.webhooks')}>
        <Content {...{ subscription, isReady: chosen !== undefined }} />
      </Card>
      {isAdding && chosen && (
        <WebhookDialog
          membership={chosen}
          subscription={subscription}
          onClose={() => setAdding(false)}
          onKept={({ guid }) => show(guid)}
        />
      )}
    </>
  )
}

function Content({ subscription, isReady }: { subscription: string | undefined; isReady: boolean }) {
  const t = useText()
  const { data, error, isFetching, refetch } = useQuery({ ...webhooksQuery(subscription), enabled: isReady })
  if (error && !data) {
    return <ListFailure title={t('webhooks.failed')} error={error} busy={isFetching} onRetry={() => void refetch()} />
  }
  if (!data) return <Loader />
  if (data.length === 0)
    return <EmptyState icon={Icon} title={t('webhooks.emptyTitle')} text={t('webhooks.emptyText')} />
  return (
    <ul className={screen.list} aria-label={t('header.webhooks')}>
      {data.map((webhook) => (
        <Row key={webhook.guid} {...{ webhook, subscription }} />
      ))}
    </ul>
  )
}

function Row({ webhook, subscription }: { webhook: Webhook; subscription: string | undefined }) {
  const t = useText()
  const { moment } = useFormats()
  const { guid, url, description, kind, arrivedAt, waiting, missed } = webhook
  const facts = [
    arrivedAt === null ? t('webhooks.nothingArrived') : t('webhooks.arrivedAt', { date: moment(arrivedAt) }),
    ...(waiting > 0 ? [t('webhooks.waiting', { count: waiting })] : []),
    ...(missed > 0 ? [t('webhooks.missed', { count: missed })] : []),
  ]
  return (
    <li>
      <div className={screen.about}>
        <Link
          to="/webhooks/$webhookId"
          params={{ webhookId: guid }}
          search={{ from: subscription }}
          className={linkClass}
        >
          <bdi>{url}</bdi>
        </Link>
        {description !== '' && <span>{description}</span>}
        <span className="muted">{facts.join(' · ')}</span>
      </div>
      <div className={screen.acts}>
        {kind === 'callback' && <Tag>{t('webhooks.callback')}</Tag>}
        <WebhookTag webhook={webhook} />
      </div>
    </li>
  )
}
