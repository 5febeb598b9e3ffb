import { useText } from '../../shared/i18n/use-text.ts'
import { Tag } from '../../shared/ui/lists/tag.tsx'
import type { MessageState, Webhook } from './webhook-queries.ts'

/** How a webhook is; one that fails says so before it is disabled. */
export function WebhookTag({ webhook: { state, failingSince } }: { webhook: Webhook }) {
  const t = useText()
  if (state !== 'on') return <Tag tone={state === 'disabled' ? 'bad' : undefined}>{t(`webhooks.states.${state}`)}</Tag>
  if (failingSince !== null) return <Tag tone="warn">{t('webhooks.states.failing')}</Tag>
  return <Tag tone="good">{t('webhooks.states.on')}</Tag>
}

const TONES = { waiting: undefined, arrived: 'good', missed: 'bad' } as const

export function MessageTag({ state }: { state: MessageState }) {
  const t = useText()
  return <Tag tone={TONES[state]}>{t(`webhooks.messageStates.${state}`)}</Tag>
}
