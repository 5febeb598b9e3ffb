import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Save } from 'lucide-react'
import { useState } from 'react'
import { TEMPLATE_LOCKS } from '@rubrica/contract'
import type { Membership } from '../../../shared/api/memberships.ts'
import { queryKeys } from '../../../shared/api/query-keys.ts'
import { useErrorText } from '../../../shared/i18n/use-error-text.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { useRouter } from '../../../shared/router/use-router.tsx'
import { ShareFields, type Sharing } from '../../../shared/sending/share-fields.tsx'
import { senderApi } from '../../../shared/sending/sender-api.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Card } from '../../../shared/ui/card.tsx'
import { Checkbox } from '../../../shared/ui/fields/checkbox.tsx'
import { TextField } from '../../../shared/ui/fields/text-field.tsx'
import { showToast } from '../../../shared/ui/overlays/toast-store.ts'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import type { Draft, DraftTemplate, TemplateLock } from '../draft.ts'
import barStyles from '../send-bar.module.css'
import sendStyles from '../send.module.css'
import { contentOfTemplate } from './template-content.ts'
import styles from './templates.module.css'

interface TemplateBarProps {
  draft: Draft
  template: DraftTemplate
  subscription: string | undefined
  chosen: Membership | undefined
  onChange: (change: Partial<DraftTemplate>) => void
  /** Back to sending what it was made of; undefined where there is nothing to be sent. */
  onBack: (() => void) | undefined
  onSaved: () => void
}

const MOST_NAME_LETTERS = 200
const MOST_DAYS = 3650

function useSaving({ draft, template, subscription, onSaved }: TemplateBarProps, sharing: Sharing) {
  const t = useText()
  const router = useRouter()
  const client = useQueryClient()
  const [key, setKey] = useState(() => crypto.randomUUID())
  return useMutation({
    mutationFn: () => {
      const query = { subscription }
      const content = contentOfTemplate(draft)
      const headers = { 'idempotency-key': key }
      if (template.guid === null) {
        const body = { name: template.name.trim(), ...sharing, content }
        return senderApi.createTemplate({ query, headers, body })
      }
      return senderApi.addTemplateVersion({
        params: { templateId: template.guid },
        query,
        headers: { ...headers, 'if-match': `"v${template.changes}"` },
        body: { content },
      })
    },
    onSuccess: async ({ name, version }) => {
      onSaved()
      showToast('success', t('templates.saved', { name, version }))
      await client.invalidateQueries({ queryKey: queryKeys.templates })
      void router.navigate({ to: '/templates', search: { from: subscription } })
    },
    // What is sent after a correction is another request.
    onError: () => setKey(crypto.randomUUID()),
  })
}

/** What has to be said before it can be saved. */
type Missing = 'name' | 'signers' | 'files' | 'team'

function missingIn({ draft, template }: Pick<TemplateBarProps, 'draft' | 'template'>, sharing: Sharing): Missing[] {
  const isUploading = [...draft.files, ...draft.attachments].some(({ state }) => state !== 'ready')
  return [
    ...(template.name.trim() === '' ? (['name'] as const) : []),
    ...(draft.signers.length === 0 ? (['signers'] as const) : []),
    ...(isUploading ? (['files'] as const) : []),
    ...(sharing.share === 'team' && sharing.team === undefined ? (['team'] as const) : []),
  ]
}

/** What a template is called, who sees it, what it locks; and saves it. */
export function TemplateBar(props: TemplateBarProps) {
  const { template, onBack } = props
  const t = useText()
  const errorText = useErrorText()
  const [sharing, setSharing] = useState<Sharing>({ share: 'private' })
  const [isTried, setTried] = useState(false)
  const saving = useSaving(props, sharing)
  const missing = missingIn(props, sharing)
  const save = () => {
    setTried(true)
    if (missing.length === 0) saving.mutate()
  }
  return (
    <>
      <About {...props} {...{ sharing, isTried }} onShare={setSharing} />
      <div className={barStyles.bar}>
        {isTried && missing.length > 0 && (
          <Notice tone="bad">
            <ul className={barStyles.findings}>
              {missing.map((what) => (
                <li key={what}>{t(`templates.missing.${what}`)}</li>
              ))}
            </ul>
          </Notice>
        )}
        {saving.error && <Notice tone="bad">{errorText(saving.error)}</Notice>}
        <div className={barStyles.barRow}>
          <p className="muted">{t('templates.versionsStay')}</p>
          <div className={styles.row}>
            {onBack && <Button onClick={onBack}>{t('templates.backToSend')}</Button>}
            <Button kind="primary" size="large" icon={Save} busy={saving.isPending} onClick={save}>
              {t(template.guid === null ? 'templates.save' : 'templates.saveVersion')}
            </Button>
          </div>
        </div>
      </div>
    </>
  )
}

interface AboutProps extends Pick<TemplateBarProps, 'draft' | 'template' | 'subscription' | 'chosen' | 'onChange'> {
  sharing: Sharing
  /** Somebody tried to save it: what is missing is told. */
  isTried: boolean
  onShare: (sharing: Sharing) => void
}

/** What is said of the template itself; its name and who sees it only until it is kept. */
function About({ draft, template, subscription, chosen, onChange, sharing, isTried, onShare }: AboutProps) {
  const t = useText()
  return (
    <Card className={sendStyles.part} aria-labelledby="send-template">
      <h2 id="send-template" tabIndex={-1}>
        {t('templates.about')}
      </h2>
      <div className={sendStyles.fields}>
        {template.guid === null && (
          <>
            <TextField
              label={t('templates.name')}
              maxLength={MOST_NAME_LETTERS}
              value={template.name}
              error={isTried && template.name.trim() === '' ? t('templates.missing.name') : undefined}
              onChange={(name) => onChange({ name })}
            />
            <ShareFields {...{ sharing, subscription, chosen }} onChange={onShare} />
          </>
        )}
        <TextField
          label={t('templates.deadlineDays')}
          hint={t('templates.deadlineDaysHint')}
          inputMode="numeric"
          maxLength={4}
          value={template.deadlineDays === undefined ? '' : String(template.deadlineDays)}
          onChange={(text) => onChange({ deadlineDays: readDays(text) })}
        />
        <Locks {...{ draft, template, onChange }} />
      </div>
    </Card>
  )
}

function readDays(text: string): number | undefined {
  const days = Number.parseInt(text.replace(/\D/g, ''), 10)
  return Number.isNaN(days) || days < 1 ? undefined : Math.min(days, MOST_DAYS)
}

function Locks({ draft, template, onChange }: Pick<TemplateBarProps, 'draft' | 'template' | 'onChange'>) {
  const t = useText()
  const has = (lock: TemplateLock) => template.locks.includes(lock)
  // Who may add people places them too, and files that there are not cannot be kept.
  const isOpen = (lock: TemplateLock) =>
    lock === 'places' ? has('people') : lock === 'files' || lock === 'title' ? draft.files.length > 0 : true
  const toggle = (lock: TemplateLock, isOn: boolean) => {
    const others = template.locks.filter((one) => one !== lock)
    const kept = lock === 'people' && !isOn ? others.filter((one) => one !== 'places') : others
    onChange({ locks: isOn ? [...kept, lock] : kept })
  }
  return (
    <fieldset className={styles.locks}>
      <legend>{t('templates.locksLegend')}</legend>
      {TEMPLATE_LOCKS.map((lock) => (
        <Checkbox
          key={lock}
          label={t(`templates.locks.${lock}`)}
          checked={has(lock) && isOpen(lock)}
          disabled={!isOpen(lock)}
          onChange={(isOn) => toggle(lock, isOn)}
        />
      ))}
    </fieldset>
  )
}
