import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Membership } from '../../shared/api/memberships.ts'
import { Fact, Facts } from '../../shared/document-parts/facts.tsx'
import { ListFailure } from '../../shared/failures/list-failure.tsx'
import { useFormats } from '../../shared/i18n/formats.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { NotASender } from '../../shared/sending/not-a-sender.tsx'
import { useSendingFrom } from '../../shared/sending/use-sending-from.ts'
import { Card } from '../../shared/ui/card.tsx'
import { ListHead } from '../../shared/ui/lists/list-head.tsx'
import { Loader } from '../../shared/ui/status/loader.tsx'
import { MessagesPart } from './messages-part.tsx'
import { SecretPart } from './secret-part.tsx'
import { StandingNotice } from './standing-notice.tsx'
import { useTypeText } from './use-type-text.ts'
import { WebhookActs } from './webhook-acts.tsx'
import { webhookQuery, type Webhook as Found } from './webhook-queries.ts'
import { WebhookTag } from './webhook-tags.tsx'
import screen from '../../shared/sending/sender-screen.module.css'
import styles from './webhooks.module.css'

interface WebhookProps {
  id: string
  from: string | undefined
  back: ReactNode
  onLeave: () => void
}

/** One webhook: how it is, with what it is verified, and what was sent to it. */
export function Webhook({ id, from, back, onLeave }: WebhookProps) {
  const t = useText()
  const { subscription, chosen, sending } = useSendingFrom(from)
  const place = { webhookId: id, subscription }
  const { data, error, isFetching, refetch } = useQuery({ ...webhookQuery(place), enabled: chosen !== undefined })
  if (sending?.length === 0) return <NotASender />
  if (!data || !chosen) {
    return (
      <>
        {back}
        <Card className={screen.part}>
          {error ? (
            <ListFailure title={t('webhooks.failed')} error={error} busy={isFetching} onRetry={() => void refetch()} />
          ) : (
            <Loader />
          )}
        </Card>
      </>
    )
  }
  return (
    <>
      {back}
      <ListHead title={data.url} subtitle={data.description}>
        <WebhookActs {...{ webhook: data, place, membership: chosen, onLeave }} />
      </ListHead>
      <StandingNotice {...{ webhook: data, place }} />
      <FactsPart webhook={data} membership={chosen} />
      <SecretPart {...{ webhook: data, place }} />
      <MessagesPart {...{ webhook: data, place }} />
    </>
  )
}

function FactsPart({ webhook, membership }: { webhook: Found; membership: Membership }) {
  const t = useText()
  const { moment } = useFormats()
  const { types, documents, kind, arrivedAt, createdAt } = webhook
  const typeText = useTypeText()
  return (
    <Card className={screen.part} aria-labelledby="webhook-facts">
      <h2 id="webhook-facts">{t('webhooks.about')}</h2>
      <Facts className={styles.facts}>
        <Fact name={t('webhooks.state')}>
          <WebhookTag webhook={webhook} />
        </Fact>
        <Fact name={t('webhooks.hears')}>
          {types.length === 0 ? t('webhooks.everything') : types.map(typeText).join(', ')}
        </Fact>
        <Fact name={t('webhooks.ofDocuments')}>
          {kind === 'callback'
            ? t('webhooks.documents.callback')
            : t(`webhooks.documents.${documents}`, { name: membership.Name })}
        </Fact>
        <Fact name={t('webhooks.lastArrival')}>
          {arrivedAt === null ? t('webhooks.nothingArrived') : moment(arrivedAt)}
        </Fact>
        <Fact name={t('webhooks.made')}>{moment(createdAt)}</Fact>
      </Facts>
    </Card>
  )
}
