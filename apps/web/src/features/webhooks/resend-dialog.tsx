import { useState } from 'react'
import { addDays, today, type Day } from '../../shared/i18n/days.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { DateField } from '../../shared/ui/fields/date-field.tsx'
import { Dialog } from '../../shared/ui/overlays/dialog.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { useReplay } from './use-replay.ts'
import { useWebhookErrorText } from './use-webhook-error-text.ts'
import type { WebhookPlace } from './webhook-queries.ts'

/** As long as messages are kept. */
const KEPT_DAYS = 30

/** A day begins and ends where the person is. */
const beginOf = (day: Day) => new Date(`${day}T00:00:00`).toISOString()

/** Sends what happened within some days once more, as after a fault of the receiver that it did not notice. */
export function ResendDialog({ place, onClose }: { place: WebhookPlace; onClose: () => void }) {
  const t = useText()
  const errorText = useWebhookErrorText()
  const [first, setFirst] = useState<Day | undefined>(today())
  const [last, setLast] = useState<Day | undefined>(today())
  const earliest = addDays(today(), -KEPT_DAYS)
  const { mutate, isPending, error } = useReplay(place)
  const submit = () => {
    if (first === undefined || last === undefined || isPending) return
    mutate({ from: beginOf(first), until: beginOf(addDays(last, 1)) }, { onSuccess: onClose })
  }
  return (
    <Dialog
      open
      busy={isPending}
      onClose={onClose}
      title={t('webhooks.resendTimeTitle')}
      description={t('webhooks.resendTimeText')}
      onSubmit={submit}
      actions={
        <>
          <Button disabled={isPending} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" kind="primary" busy={isPending} disabled={!first || !last}>
            {t('webhooks.resend')}
          </Button>
        </>
      }
    >
      {error && <Notice tone="bad">{errorText(error)}</Notice>}
      <DateField label={t('search.from')} value={first} min={earliest} max={last ?? today()} onChange={setFirst} />
      <DateField label={t('search.to')} value={last} min={first ?? earliest} max={today()} onChange={setLast} />
    </Dialog>
  )
}
