import { useFormats } from '../../shared/i18n/formats.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { showToast } from '../../shared/ui/overlays/toast-store.ts'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { useReplay } from './use-replay.ts'
import { useSwitching } from './use-switching.ts'
import { useWebhookErrorText } from './use-webhook-error-text.ts'
import type { Webhook, WebhookPlace } from './webhook-queries.ts'
import styles from './webhooks.module.css'

interface StandingNoticeProps {
  webhook: Webhook
  place: WebhookPlace
}

/** Says why nothing arrives, and offers what helps: to switch it on, or to send again what was missed. */
export function StandingNotice({ webhook, place }: StandingNoticeProps) {
  const t = useText()
  const { moment } = useFormats()
  const { state, disabledReason, disabledAt, failingSince, missed } = webhook
  const { switchTo, isSwitching } = useSwitching(webhook, place)
  const switchOn = (
    <Button busy={isSwitching} onClick={() => switchTo('on')}>
      {t('webhooks.switchOn')}
    </Button>
  )
  if (state === 'disabled') {
    return (
      <div className={styles.standing}>
        <Notice tone="warn">
          <p>{t(`webhooks.disabled.${disabledReason ?? 'failing'}`, { date: moment(disabledAt ?? '') })}</p>
          {switchOn}
        </Notice>
      </div>
    )
  }
  if (state === 'off') {
    return (
      <div className={styles.standing}>
        <Notice tone="info">
          <p>{t('webhooks.isOff')}</p>
          {switchOn}
        </Notice>
      </div>
    )
  }
  if (missed > 0) return <MissedNotice {...{ missed, place }} />
  if (failingSince === null) return null
  return (
    <div className={styles.standing}>
      <Notice tone="warn">{t('webhooks.failingSince', { date: moment(failingSince) })}</Notice>
    </div>
  )
}

function MissedNotice({ missed, place }: { missed: number; place: WebhookPlace }) {
  const t = useText()
  const errorText = useWebhookErrorText()
  const { mutate, isPending } = useReplay(place)
  const send = () => mutate({ missed: true }, { onError: (error) => showToast('error', errorText(error)) })
  return (
    <div className={styles.standing}>
      <Notice tone="warn">
        <p>{t('webhooks.missedText', { count: missed })}</p>
        <Button busy={isPending} onClick={send}>
          {t('webhooks.sendMissed')}
        </Button>
      </Notice>
    </div>
  )
}
