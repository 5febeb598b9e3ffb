import { useMutation } from '@tanstack/react-query'
import { useFormats } from '../../shared/i18n/formats.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { senderApi } from '../../shared/sending/sender-api.ts'
import { Button } from '../../shared/ui/button.tsx'
import { showToast } from '../../shared/ui/overlays/toast-store.ts'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { useSwitching } from './use-switching.ts'
import { useWebhookErrorText } from './use-webhook-error-text.ts'
import { callOf, useRenewWebhooks, type Webhook, type WebhookPlace } from './webhook-queries.ts'
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
  const renew = useRenewWebhooks()
  const sending = useMutation({
    mutationFn: () => senderApi.replayWebhook({ ...callOf(place), body: { missed: true } }),
    onSuccess: ({ count }) => showToast('success', t('webhooks.sentAgain', { count })),
    onError: (error) => showToast('error', errorText(error)),
    onSettled: renew,
  })
  return (
    <div className={styles.standing}>
      <Notice tone="warn">
        <p>{t('webhooks.missedText', { count: missed })}</p>
        <Button busy={sending.isPending} onClick={() => sending.mutate()}>
          {t('webhooks.sendMissed')}
        </Button>
      </Notice>
    </div>
  )
}
