import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Eye, EyeOff, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useFormats } from '../../shared/i18n/formats.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { CopyField } from '../../shared/sending/copy-field.tsx'
import { senderApi } from '../../shared/sending/sender-api.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { Dialog } from '../../shared/ui/overlays/dialog.tsx'
import { showToast } from '../../shared/ui/overlays/toast-store.ts'
import { Loader } from '../../shared/ui/status/loader.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { useWebhookErrorText } from './use-webhook-error-text.ts'
import { callOf, secretQuery, useRenewWebhooks, type Webhook, type WebhookPlace } from './webhook-queries.ts'
import screen from '../../shared/sending/sender-screen.module.css'

interface SecretPartProps {
  webhook: Webhook
  place: WebhookPlace
}

/** With what the receiver tells our messages from others’: shown at a press, and changed after a question. */
export function SecretPart({ webhook, place }: SecretPartProps) {
  const t = useText()
  const { moment } = useFormats()
  const [isShown, setShown] = useState(false)
  const [isChanging, setChanging] = useState(false)
  const { signing, formerSecretUntil } = webhook
  return (
    <Card className={screen.part} aria-labelledby="webhook-secret">
      <h2 id="webhook-secret">{t(`webhooks.secretTitle.${signing}`)}</h2>
      <p className="muted">{t(`webhooks.secretText.${signing}`)}</p>
      {formerSecretUntil !== null && (
        <Notice tone="info">{t('webhooks.formerUntil', { date: moment(formerSecretUntil) })}</Notice>
      )}
      {isShown && <Secret {...{ webhook, place }} />}
      <div className={screen.acts}>
        <Button icon={isShown ? EyeOff : Eye} aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {t(isShown ? 'webhooks.hide' : 'webhooks.show')}
        </Button>
        <Button icon={RefreshCw} onClick={() => setChanging(true)}>
          {t('webhooks.change')}
        </Button>
      </div>
      {isChanging && (
        <ChangeDialog {...{ webhook, place }} onClose={() => setChanging(false)} onChanged={() => setShown(true)} />
      )}
    </Card>
  )
}

function Secret({ webhook: { signing }, place }: SecretPartProps) {
  const t = useText()
  const errorText = useWebhookErrorText()
  const { data, error } = useQuery(secretQuery(place))
  if (error && data === undefined) return <Notice tone="bad">{errorText(error)}</Notice>
  if (data === undefined) return <Loader />
  return <CopyField label={t(`webhooks.secret.${signing}`)} value={data} />
}

interface ChangeDialogProps extends SecretPartProps {
  onClose: () => void
  onChanged: () => void
}

function ChangeDialog({ webhook: { signing }, place, onClose, onChanged }: ChangeDialogProps) {
  const t = useText()
  const errorText = useWebhookErrorText()
  const client = useQueryClient()
  const renew = useRenewWebhooks()
  const [key] = useState(() => crypto.randomUUID())
  const changing = useMutation({
    mutationFn: () => senderApi.rotateWebhook({ ...callOf(place), headers: { 'idempotency-key': key } }),
    gcTime: 0,
    onSuccess: ({ secret }) => {
      client.setQueryData(secretQuery(place).queryKey, secret)
      showToast('success', t('webhooks.changed'))
      onChanged()
      onClose()
      void renew()
    },
  })
  return (
    <Dialog
      open
      alert
      busy={changing.isPending}
      onClose={onClose}
      title={t(`webhooks.changeTitle.${signing}`)}
      description={t('webhooks.changeText')}
      actions={
        <>
          <Button autoFocus disabled={changing.isPending} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button kind="primary" busy={changing.isPending} onClick={() => changing.mutate()}>
            {t('webhooks.change')}
          </Button>
        </>
      }
    >
      {changing.error && <Notice tone="bad">{errorText(changing.error)}</Notice>}
    </Dialog>
  )
}
