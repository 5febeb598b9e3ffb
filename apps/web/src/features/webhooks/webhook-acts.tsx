import { useMutation } from '@tanstack/react-query'
import { Pencil, Power, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Membership } from '../../shared/api/memberships.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { senderApi } from '../../shared/sending/sender-api.ts'
import { Button } from '../../shared/ui/button.tsx'
import { AskingDialog } from '../../shared/ui/overlays/asking-dialog.tsx'
import { showToast } from '../../shared/ui/overlays/toast-store.ts'
import { useSwitching } from './use-switching.ts'
import { useWebhookErrorText } from './use-webhook-error-text.ts'
import { WebhookDialog } from './webhook-dialog.tsx'
import { callOf, useRenewWebhooks, type Webhook, type WebhookPlace } from './webhook-queries.ts'
import screen from '../../shared/sending/sender-screen.module.css'

interface WebhookActsProps {
  webhook: Webhook
  place: WebhookPlace
  membership: Membership
  onLeave: () => void
}

function useTesting(place: WebhookPlace) {
  const t = useText()
  const errorText = useWebhookErrorText()
  const renew = useRenewWebhooks()
  return useMutation({
    mutationFn: () => senderApi.testWebhook(callOf(place)),
    onSuccess: () => showToast('success', t('webhooks.testSent')),
    onError: (error) => showToast('error', errorText(error)),
    onSettled: renew,
  })
}

/** What may be done with a webhook as a whole. */
export function WebhookActs({ webhook, place, membership, onLeave }: WebhookActsProps) {
  const t = useText()
  const [open, setOpen] = useState<'editing' | 'deleting'>()
  const testing = useTesting(place)
  const { switchTo, isSwitching } = useSwitching(webhook, place)
  const isOn = webhook.state === 'on'
  return (
    <div className={screen.acts}>
      {isOn && (
        <Button kind="primary" icon={Send} busy={testing.isPending} onClick={() => testing.mutate()}>
          {t('webhooks.test')}
        </Button>
      )}
      <Button icon={Pencil} onClick={() => setOpen('editing')}>
        {t('webhooks.edit')}
      </Button>
      {isOn && (
        <Button icon={Power} busy={isSwitching} onClick={() => switchTo('off')}>
          {t('webhooks.switchOff')}
        </Button>
      )}
      <Button kind="danger-quiet" icon={Trash2} onClick={() => setOpen('deleting')}>
        {t('webhooks.delete')}
      </Button>
      {open === 'editing' && (
        <WebhookDialog
          {...{ webhook, membership, subscription: place.subscription }}
          onClose={() => setOpen(undefined)}
          onKept={() => showToast('success', t('webhooks.saved'))}
        />
      )}
      {open === 'deleting' && (
        <DeleteDialog {...{ webhook, place }} onClose={() => setOpen(undefined)} onDeleted={onLeave} />
      )}
    </div>
  )
}

interface DeleteDialogProps {
  webhook: Webhook
  place: WebhookPlace
  onClose: () => void
  onDeleted: () => void
}

function DeleteDialog({ webhook, place, onClose, onDeleted }: DeleteDialogProps) {
  const t = useText()
  const errorText = useWebhookErrorText()
  const deleting = useMutation({
    mutationFn: () => senderApi.deleteWebhook(callOf(place)),
    onSuccess: () => {
      showToast('success', t('webhooks.deleted'))
      onDeleted()
    },
  })
  return (
    <AskingDialog
      title={t('webhooks.deleteTitle')}
      text={t('webhooks.deleteText', { address: webhook.url })}
      confirm={t('webhooks.delete')}
      busy={deleting.isPending}
      problem={deleting.error ? errorText(deleting.error) : undefined}
      onConfirm={() => deleting.mutate()}
      onClose={onClose}
    />
  )
}
