import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useFormats } from '../../shared/i18n/formats.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Link } from '../../shared/router/link.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { linkClass } from '../../shared/ui/card.tsx'
import { Dialog } from '../../shared/ui/overlays/dialog.tsx'
import { showToast } from '../../shared/ui/overlays/toast-store.ts'
import { Loader } from '../../shared/ui/status/loader.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { useReplay } from './use-replay.ts'
import { useTryText } from './use-try-text.ts'
import { useTypeText } from './use-type-text.ts'
import { useWebhookErrorText } from './use-webhook-error-text.ts'
import { messageQuery, type WebhookMessage, type WebhookMessageItem, type WebhookPlace } from './webhook-queries.ts'
import { MessageTag } from './webhook-tags.tsx'
import screen from '../../shared/sending/sender-screen.module.css'
import styles from './webhooks.module.css'

interface MessageDialogProps {
  item: WebhookMessageItem
  place: WebhookPlace
  /** Something can be sent to the webhook. */
  isOn: boolean
  onClose: () => void
}

/** One message: what was sent, what each try met with, and the same once more. */
export function MessageDialog({ item, place, isOn, onClose }: MessageDialogProps) {
  const t = useText()
  const errorText = useWebhookErrorText()
  const { data, error } = useQuery(messageQuery(place, item.guid))
  const { mutate, isPending } = useReplay(place)
  const typeText = useTypeText()
  const resend = () =>
    mutate({ messages: [item.guid] }, { onError: (failure) => showToast('error', errorText(failure)) })
  return (
    <Dialog
      open
      light
      size="wide"
      onClose={onClose}
      title={typeText(item.type)}
      description={<span className="num">{`msg_${item.guid}`}</span>}
      actions={
        <>
          {isOn && (
            <Button icon={RotateCw} busy={isPending} onClick={resend}>
              {t('webhooks.resend')}
            </Button>
          )}
          <Button onClick={onClose}>{t('common.close')}</Button>
        </>
      }
    >
      {error && !data && <Notice tone="bad">{errorText(error)}</Notice>}
      {!data && !error && <Loader />}
      {data && <Message message={data} subscription={place.subscription} />}
    </Dialog>
  )
}

function Message({ message, subscription }: { message: WebhookMessage; subscription: string | undefined }) {
  const t = useText()
  const { moment } = useFormats()
  const { state, document, body, history, nextAt } = message
  return (
    <div className={styles.message}>
      <div className={screen.acts}>
        <MessageTag state={state} />
        {state === 'waiting' && nextAt !== null && history.length > 0 && (
          <span className="muted">{t('webhooks.nextAt', { date: moment(nextAt) })}</span>
        )}
        {document !== null && (
          <Link
            to="/sent/$docGuid"
            params={{ docGuid: document }}
            search={{ from: subscription }}
            className={linkClass}
          >
            {t('bulkSends.showDocument')}
          </Link>
        )}
      </div>
      <h3>{t('webhooks.body')}</h3>
      <pre tabIndex={0} aria-label={t('webhooks.body')}>
        {body}
      </pre>
      <h3 id="webhook-tries">{t('webhooks.triesTitle')}</h3>
      {history.length === 0 ? (
        <p className="muted">{t('webhooks.noTries')}</p>
      ) : (
        <ol className={screen.list} aria-labelledby="webhook-tries">
          {history.map((one) => (
            <Try key={one.number} {...{ one }} />
          ))}
        </ol>
      )}
    </div>
  )
}

function Try({ one }: { one: WebhookMessage['history'][number] }) {
  const t = useText()
  const { moment } = useFormats()
  const tryText = useTryText()
  return (
    <li>
      <div className={screen.about}>
        <span>{tryText(one)}</span>
        <span className="muted">
          {moment(one.at)} · {t('webhooks.took', { count: one.milliseconds })}
        </span>
        {one.answer !== '' && (
          <pre tabIndex={0} aria-label={t('webhooks.answer')}>
            {one.answer}
          </pre>
        )}
      </div>
    </li>
  )
}
