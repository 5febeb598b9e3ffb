import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Send as SendIcon } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import type { Membership } from '../../shared/api/memberships.ts'
import { queryKeys } from '../../shared/api/query-keys.ts'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { useRouter } from '../../shared/router/use-router.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { showToast } from '../../shared/ui/overlays/toast-store.ts'
import { linkClass } from '../../shared/ui/card.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import type { DraftKeeper } from './drafts/draft-keeper.ts'
import { DraftStatus } from './drafts/draft-status.tsx'
import { PreviewButton } from './preview/preview-button.tsx'
import type { RenderPreview } from './preview/preview-dialog.tsx'
import type { Draft } from './draft.ts'
import { findingsOf, isHarmless, type Means } from './findings.ts'
import { goToField } from './go-to-field.ts'
import { placeOfRefusal } from './place-of-refusal.ts'
import { sendDraft } from './send-draft.ts'
import styles from './send-bar.module.css'

interface SendBarProps {
  draft: Draft
  subscription: string | undefined
  /** What is sent from. */
  chosen: Membership | undefined
  keeper: DraftKeeper
  renderPreview: RenderPreview
  means: ReadonlyMap<string, Means>
  onSent: () => void
}

function useSending({ draft, subscription, keeper, onSent }: SendBarProps) {
  const t = useText()
  const router = useRouter()
  const client = useQueryClient()
  const key = useRef<{ draft: Draft; id: string | undefined; key: string }>({ draft, id: undefined, key: '' })
  const keyOf = () => {
    // Another draft is another request; the same one, tried again, is the same request.
    const { id } = keeper.standing
    const isSame = key.current.draft === draft && key.current.id === id && key.current.key !== ''
    if (!isSame) key.current = { draft, id, key: crypto.randomUUID() }
    return key.current.key
  }
  return useMutation({
    mutationFn: async () => {
      // What another tab has made of it meanwhile must not be sent over.
      if (!(await keeper.settle())) return undefined
      const options = { subscription, key: keyOf(), draftId: keeper.standing.id }
      // Who sends from no template needs none of its code.
      if (!draft.template) return sendDraft(draft, options)
      return (await import('./templates/send-from-template.ts')).sendFromTemplate(draft, options)
    },
    onSuccess: async (sent) => {
      if (!sent) return
      onSent()
      showToast('success', t('send.sent', { count: sent.documents.length }))
      client.removeQueries({ queryKey: queryKeys.drafts })
      await client.invalidateQueries({ queryKey: queryKeys.sent })
      void router.navigate({ to: '/sent', search: subscription === undefined ? {} : { from: subscription } })
    },
  })
}

/** Sends, or says everything that is missing at once, each with a way to it. */
export function SendBar(props: SendBarProps) {
  const t = useText()
  const { draft, chosen, means } = props
  const [isTried, setTried] = useState(false)
  const sending = useSending(props)
  const findings = findingsOf(draft, { now: new Date(), allowsGuests: chosen?.AllowsGuests ?? false, means })
  const blocking = findings.filter((finding) => !isHarmless(finding))
  const send = () => {
    setTried(true)
    if (blocking.length === 0) sending.mutate()
  }
  return (
    <div className={styles.bar}>
      {isTried && findings.length > 0 && (
        <Notice tone={blocking.length > 0 ? 'bad' : 'warn'}>
          <ul className={styles.findings}>
            {findings.map(({ code, target, name = '' }) => (
              <li key={`${code} ${target}`}>
                <FieldLink target={target}>{t(`send.findings.${code}`, { name })}</FieldLink>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {sending.error && <Refusal error={sending.error} draft={draft} />}
      <div className={styles.barRow}>
        <div>
          <p className="muted">{t('send.summary', { files: draft.files.length, signers: draft.signers.length })}</p>
          <DraftStatus keeper={props.keeper} />
        </div>
        <div className={styles.barActs}>
          <PreviewButton {...props} />
          <Button kind="primary" size="large" icon={SendIcon} busy={sending.isPending} onClick={send}>
            {t('send.send')}
          </Button>
        </div>
      </div>
    </div>
  )
}

/** What the server refuses, of whom or of what, with the way to it. */
function Refusal({ error, draft }: { error: Error; draft: Draft }) {
  const errorText = useErrorText()
  const place = placeOfRefusal(error, draft)
  return (
    <Notice tone="bad">
      {place ? (
        <FieldLink target={place.target}>
          {place.name}: {errorText(error)}
        </FieldLink>
      ) : (
        errorText(error)
      )}
    </Notice>
  )
}

function FieldLink({ target, children }: { target: string; children: ReactNode }) {
  return (
    <a
      className={linkClass}
      href={`#${target}`}
      onClick={(event) => {
        event.preventDefault()
        goToField(target)
      }}
    >
      {children}
    </a>
  )
}
