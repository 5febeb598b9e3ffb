import { History } from 'lucide-react'
import { useState } from 'react'
import { ListFailure } from '../../shared/failures/list-failure.tsx'
import { useFormats } from '../../shared/i18n/formats.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { SelectField } from '../../shared/ui/fields/select-field.tsx'
import { MoreButton } from '../../shared/ui/lists/more-button.tsx'
import { Loader } from '../../shared/ui/status/loader.tsx'
import { MessageDialog } from './message-dialog.tsx'
import { ResendDialog } from './resend-dialog.tsx'
import { useTryText } from './use-try-text.ts'
import { useTypeText } from './use-type-text.ts'
import {
  useMessages,
  type MessageState,
  type Webhook,
  type WebhookMessageItem,
  type WebhookPlace,
} from './webhook-queries.ts'
import { MessageTag } from './webhook-tags.tsx'
import screen from '../../shared/sending/sender-screen.module.css'
import styles from './webhooks.module.css'

const STATES = ['waiting', 'arrived', 'missed'] as const

interface MessagesPartProps {
  webhook: Webhook
  place: WebhookPlace
}

/** What was sent to a webhook within thirty days, and what came of it. */
export function MessagesPart({ webhook, place }: MessagesPartProps) {
  const t = useText()
  const [state, setState] = useState<MessageState>()
  const [open, setOpen] = useState<WebhookMessageItem>()
  const [isResending, setResending] = useState(false)
  const list = useMessages(place, state)
  const isOn = webhook.state === 'on'
  return (
    <Card className={screen.part} aria-labelledby="webhook-messages" aria-busy={list.isFetching}>
      <h2 id="webhook-messages">{t('webhooks.messages')}</h2>
      <div className={styles.tools}>
        <SelectField
          label={t('webhooks.showMessages')}
          value={state ?? ''}
          onChange={(value) => setState(STATES.find((one) => one === value))}
        >
          <option value="">{t('webhooks.allMessages')}</option>
          {STATES.map((one) => (
            <option key={one} value={one}>
              {t(`webhooks.messageStates.${one}`)}
            </option>
          ))}
        </SelectField>
        {isOn && (
          <Button icon={History} onClick={() => setResending(true)}>
            {t('webhooks.resendTime')}
          </Button>
        )}
      </div>
      <Messages {...{ list }} none={t(state ? 'webhooks.noSuchMessages' : 'webhooks.noMessages')} onOpen={setOpen} />
      {open && <MessageDialog item={open} {...{ place, isOn }} onClose={() => setOpen(undefined)} />}
      {isResending && <ResendDialog place={place} onClose={() => setResending(false)} />}
    </Card>
  )
}

interface MessagesProps {
  list: ReturnType<typeof useMessages>
  /** Said where there are none. */
  none: string
  onOpen: (message: WebhookMessageItem) => void
}

function Messages({ list, none, onOpen }: MessagesProps) {
  const t = useText()
  const { data, error, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = list
  if (error && !data) {
    const retry = () => void refetch()
    return <ListFailure title={t('webhooks.messagesFailed')} {...{ error }} busy={isFetching} onRetry={retry} />
  }
  if (!data) return <Loader />
  const messages = data.pages.flatMap((page) => page.data)
  if (messages.length === 0) return <p className="muted">{none}</p>
  return (
    <>
      <ul className={screen.list} aria-labelledby="webhook-messages">
        {messages.map((message) => (
          <Row key={message.guid} message={message} onOpen={() => onOpen(message)} />
        ))}
      </ul>
      {hasNextPage && <MoreButton busy={isFetchingNextPage} onShow={() => void fetchNextPage()} />}
    </>
  )
}

function Row({ message, onOpen }: { message: WebhookMessageItem; onOpen: () => void }) {
  const t = useText()
  const { moment } = useFormats()
  const tryText = useTryText()
  const { type, state, createdAt, nextAt, tries, lastTry } = message
  const name = useTypeText()(type)
  const date = moment(createdAt)
  const facts = [
    ...(lastTry === null ? [] : [t('webhooks.tries', { count: tries }), tryText(lastTry)]),
    ...(state === 'waiting' && nextAt !== null && tries > 0 ? [t('webhooks.nextAt', { date: moment(nextAt) })] : []),
  ]
  return (
    <li>
      <div className={screen.about}>
        <span>{name}</span>
        <span className="muted">{[date, ...facts].join(' · ')}</span>
      </div>
      <div className={screen.acts}>
        <MessageTag state={state} />
        <Button size="small" aria-label={t('webhooks.detailsOf', { name, date })} onClick={onOpen}>
          {t('webhooks.details')}
        </Button>
      </div>
    </li>
  )
}
