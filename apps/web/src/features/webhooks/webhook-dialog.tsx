import { CHOSEN_WEBHOOK_TYPES, seesEverything } from '@rubrica/domain'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Membership } from '../../shared/api/memberships.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { senderApi } from '../../shared/sending/sender-api.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Checkbox } from '../../shared/ui/fields/checkbox.tsx'
import { SelectField } from '../../shared/ui/fields/select-field.tsx'
import { TextField } from '../../shared/ui/fields/text-field.tsx'
import { Dialog } from '../../shared/ui/overlays/dialog.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { useWebhookErrorText } from './use-webhook-error-text.ts'
import { callOf, ifSeen, useRenewWebhooks, type ChosenType, type Webhook } from './webhook-queries.ts'
import styles from './webhooks.module.css'

const MAX_URL = 2000
const MAX_DESCRIPTION = 200

interface Wish {
  readonly url: string
  readonly description: string
  /** Everything, or what is named. */
  readonly hears: 'all' | readonly ChosenType[]
  readonly documents: Webhook['documents']
  readonly signing: Webhook['signing']
}

function wishOf(webhook: Webhook | undefined): Wish {
  const { url = '', description = '', types = [], documents = 'own', signing = 'v1' } = webhook ?? {}
  const hears = CHOSEN_WEBHOOK_TYPES.filter((type) => types.includes(type))
  return { url, description, hears: types.length === 0 ? 'all' : hears, documents, signing }
}

/** As far as a page can tell; the server says the rest. */
const isAddress = (url: string) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

interface WebhookDialogProps {
  membership: Membership
  subscription: string | undefined
  /** The one that is changed; without it one is added. */
  webhook?: Webhook
  onClose: () => void
  onKept: (kept: Webhook) => void
}

function useKeeping({ subscription, webhook, onClose, onKept }: WebhookDialogProps) {
  const renew = useRenewWebhooks()
  const [key] = useState(() => crypto.randomUUID())
  return useMutation({
    mutationFn: ({ hears, signing, ...wish }: Wish): Promise<Webhook> => {
      const types = hears === 'all' ? [] : [...hears]
      const body = { ...wish, url: wish.url.trim(), types }
      if (!webhook) {
        const headers = { 'idempotency-key': key }
        return senderApi.createWebhook({ query: { subscription }, headers, body: { ...body, signing } })
      }
      const place = callOf({ webhookId: webhook.guid, subscription })
      const { url, documents, ...others } = body
      const change = webhook.kind === 'callback' ? others : { ...others, url, documents }
      return senderApi.changeWebhook({ ...place, headers: ifSeen(webhook), body: change })
    },
    // Its answer has the secret, which is kept nowhere.
    gcTime: 0,
    onSuccess: (kept) => {
      onClose()
      onKept(kept)
    },
    // Also after a refusal: it may have been changed meanwhile.
    onSettled: renew,
  })
}

/** Asks where a program is told, and of what. */
export function WebhookDialog(props: WebhookDialogProps) {
  const { membership, webhook, onClose } = props
  const t = useText()
  const errorText = useWebhookErrorText()
  const keeping = useKeeping(props)
  const [isTried, setTried] = useState(false)
  const [wish, setWish] = useState(() => wishOf(webhook))
  const isComplete = isAddress(wish.url.trim()) && wish.hears.length > 0
  return (
    <Dialog
      open
      busy={keeping.isPending}
      onClose={onClose}
      title={t(webhook ? 'webhooks.editTitle' : 'webhooks.addTitle')}
      description={webhook ? undefined : t('webhooks.addText')}
      onSubmit={() => {
        setTried(true)
        if (!keeping.isPending && isComplete) keeping.mutate(wish)
      }}
      actions={
        <>
          <Button disabled={keeping.isPending} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" kind="primary" busy={keeping.isPending}>
            {t(webhook ? 'webhooks.save' : 'webhooks.add')}
          </Button>
        </>
      }
    >
      {keeping.error && <Notice tone="bad">{errorText(keeping.error)}</Notice>}
      <Fields
        {...{ wish, isTried, webhook, membership }}
        mayHearAll={seesEverything(membership.Roles) || webhook?.documents === 'all'}
        onChange={(change) => setWish({ ...wish, ...change })}
      />
    </Dialog>
  )
}

interface FieldsProps {
  wish: Wish
  isTried: boolean
  webhook: Webhook | undefined
  membership: Membership
  mayHearAll: boolean
  onChange: (change: Partial<Wish>) => void
}

function Fields({ wish, isTried, webhook, membership, mayHearAll, onChange }: FieldsProps) {
  const t = useText()
  const isCallback = webhook?.kind === 'callback'
  return (
    <>
      <TextField
        autoFocus={!isCallback}
        readOnly={isCallback}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        label={t('webhooks.address')}
        hint={t(isCallback ? 'webhooks.callbackHint' : 'webhooks.addressHint')}
        maxLength={MAX_URL}
        error={isTried && !isAddress(wish.url.trim()) ? t('webhooks.addressMissing') : undefined}
        value={wish.url}
        onChange={(url) => onChange({ url })}
      />
      <TextField
        label={t('webhooks.description')}
        hint={t('webhooks.descriptionHint')}
        maxLength={MAX_DESCRIPTION}
        value={wish.description}
        onChange={(description) => onChange({ description })}
      />
      {mayHearAll && !isCallback && (
        <SelectField
          label={t('webhooks.ofDocuments')}
          value={wish.documents}
          onChange={(documents) => onChange({ documents: documents === 'all' ? 'all' : 'own' })}
        >
          <option value="own">{t('webhooks.documents.own')}</option>
          <option value="all">{t('webhooks.documents.all', { name: membership.Name })}</option>
        </SelectField>
      )}
      <Hears hears={wish.hears} isTried={isTried} onChange={(hears) => onChange({ hears })} />
      {!webhook && (
        <SelectField
          label={t('webhooks.signing')}
          hint={t('webhooks.signingHint')}
          value={wish.signing}
          onChange={(signing) => onChange({ signing: signing === 'v1a' ? 'v1a' : 'v1' })}
        >
          <option value="v1">{t('webhooks.signings.v1')}</option>
          <option value="v1a">{t('webhooks.signings.v1a')}</option>
        </SelectField>
      )}
    </>
  )
}

interface HearsProps {
  hears: Wish['hears']
  isTried: boolean
  onChange: (hears: Wish['hears']) => void
}

/** All that happens, also what there will be one day, or what is ticked. */
function Hears({ hears, isTried, onChange }: HearsProps) {
  const t = useText()
  return (
    <fieldset className={styles.choices}>
      <legend>{t('webhooks.hears')}</legend>
      <Checkbox
        label={t('webhooks.everything')}
        checked={hears === 'all'}
        onChange={(checked) => onChange(checked ? 'all' : CHOSEN_WEBHOOK_TYPES)}
      />
      {hears !== 'all' &&
        CHOSEN_WEBHOOK_TYPES.map((type) => (
          <Checkbox
            key={type}
            label={t(`webhooks.types.${type}`)}
            checked={hears.includes(type)}
            onChange={(checked) =>
              onChange(CHOSEN_WEBHOOK_TYPES.filter((one) => (one === type ? checked : hears.includes(one))))
            }
          />
        ))}
      {isTried && hears.length === 0 && <Notice tone="bad">{t('webhooks.hearsMissing')}</Notice>}
    </fieldset>
  )
}
