import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Send as SendIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { queryKeys } from '../../shared/api/query-keys.ts'
import { today } from '../../shared/i18n/days.ts'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { useRouter } from '../../shared/router/use-router.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { showToast } from '../../shared/ui/overlays/toast-store.ts'
import { linkClass } from '../../shared/ui/card.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { findingsOf, isHarmless, type Draft, type Finding } from './draft.ts'
import { sendDraft } from './send-draft.ts'
import styles from './send.module.css'

/** The part of the page where each finding is mended. */
const PART_OF: Readonly<Record<Finding, string>> = {
  noFiles: 'send-files',
  filesUploading: 'send-files',
  filesRefused: 'send-files',
  noName: 'send-files',
  noSigners: 'send-people',
  cannotSign: 'send-people',
  approvesOwn: 'send-people',
  deadlinePast: 'send-options',
  tagTooLong: 'send-options',
}

interface SendBarProps {
  draft: Draft
  subscription: string | undefined
  onSent: () => void
}

function useSending({ draft, subscription, onSent }: SendBarProps) {
  const t = useText()
  const router = useRouter()
  const client = useQueryClient()
  const key = useRef({ draft, key: '' })
  const keyOf = () => {
    // Another draft is another request; the same one, tried again, is the same request.
    if (key.current.draft !== draft || key.current.key === '') key.current = { draft, key: crypto.randomUUID() }
    return key.current.key
  }
  return useMutation({
    mutationFn: () => sendDraft(draft, { subscription, key: keyOf() }),
    onSuccess: async ({ documents }) => {
      onSent()
      showToast('success', t('send.sent', { count: documents.length }))
      await client.invalidateQueries({ queryKey: queryKeys.sent })
      void router.navigate({ to: '/sent', search: subscription === undefined ? {} : { from: subscription } })
    },
  })
}

/** Sends, or says everything that is missing at once, each with a way to it. */
export function SendBar(props: SendBarProps) {
  const t = useText()
  const errorText = useErrorText()
  const { draft } = props
  const [isTried, setTried] = useState(false)
  const sending = useSending(props)
  const findings = findingsOf(draft, today())
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
            {findings.map((finding) => (
              <li key={finding}>
                <a
                  className={linkClass}
                  href={`#${PART_OF[finding]}`}
                  onClick={(event) => {
                    event.preventDefault()
                    document.getElementById(PART_OF[finding])?.focus()
                  }}
                >
                  {t(`send.findings.${finding}`)}
                </a>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {sending.error && <Notice tone="bad">{errorText(sending.error)}</Notice>}
      <div className={styles.barRow}>
        <p className="muted">{t('send.summary', { files: draft.files.length, signers: draft.signers.length })}</p>
        <Button kind="primary" size="large" icon={SendIcon} busy={sending.isPending} onClick={send}>
          {t('send.send')}
        </Button>
      </div>
    </div>
  )
}
