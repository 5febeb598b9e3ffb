import { useState, type ReactNode } from 'react'
import { today } from '../../shared/i18n/days.ts'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { useRouter } from '../../shared/router/use-router.tsx'
import { NotASender } from '../../shared/sending/not-a-sender.tsx'
import { SubscriptionChooser } from '../../shared/sending/subscription-chooser.tsx'
import { useSendingFrom } from '../../shared/sending/use-sending-from.ts'
import { Card } from '../../shared/ui/card.tsx'
import { ListHead } from '../../shared/ui/lists/list-head.tsx'
import { Loader } from '../../shared/ui/status/loader.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { EMPTY_DRAFT, isEmptyDraft, renameFile, type Draft } from './draft.ts'
import { FilesPart } from './files/files-part.tsx'
import { useUploads } from './files/use-uploads.ts'
import { LeavingDialog } from './leaving-dialog.tsx'
import { OptionsPart } from './options-part.tsx'
import { PeoplePart } from './people/people-part.tsx'
import { PlacesPart } from './places/places-part.tsx'
import { SendBar } from './send-bar.tsx'
import styles from './send.module.css'
import { usePrefill, type CopyWish } from './use-prefill.ts'

interface SendProps {
  /** The subscription that is sent from, as the address says. */
  from: string | undefined
  /** A sent document whose file it begins with. */
  copy: CopyWish | undefined
}

/** Files, people, places and options, to be sent together. */
export function Send({ from, copy }: SendProps) {
  const errorText = useErrorText()
  const sending = useSendingFrom(from)
  const prefill = usePrefill(copy, sending.subscription, sending.chosen !== undefined)
  if (sending.sending?.length === 0) return <NotASender />
  if (sending.error && !sending.sending) return <Notice tone="bad">{errorText(sending.error)}</Notice>
  if (prefill.error) return <Notice tone="bad">{errorText(prefill.error)}</Notice>
  if (copy && !prefill.data) return <Loader />
  return <SendForm key={sending.subscription} sending={sending} initial={prefill.data ?? EMPTY_DRAFT} />
}

function SendForm({ sending, initial }: { sending: ReturnType<typeof useSendingFrom>; initial: Draft }) {
  const t = useText()
  const router = useRouter()
  const [draft, setDraft] = useState<Draft>(initial)
  const [isSent, setSent] = useState(false)
  const { subscription } = sending
  const uploads = useUploads(setDraft, { subscription })
  return (
    <>
      <ListHead title={t('titles.send')} subtitle={t('send.lead')}>
        <SubscriptionChooser
          from={sending}
          onChoose={(guid) => void router.navigate({ to: '/send', search: { from: guid } })}
        />
      </ListHead>
      <div className={styles.parts}>
        <Part id="send-files" title={t('send.files')}>
          <FilesPart
            files={draft.files}
            onAdd={uploads.add}
            onRetry={uploads.retry}
            onRemove={uploads.remove}
            onRename={(key, name) => setDraft((before) => renameFile(before, key, name))}
          />
        </Part>
        <Part id="send-people" title={t('send.people')}>
          <PeoplePart draft={draft} subscription={subscription} onChange={setDraft} />
        </Part>
        <Part id="send-places" title={t('send.places.title')}>
          <PlacesPart draft={draft} subscription={subscription} onChange={setDraft} />
        </Part>
        <Part id="send-options" title={t('send.options')}>
          <OptionsPart
            draft={draft}
            today={today()}
            onChange={(change) => setDraft((before) => ({ ...before, ...change }))}
          />
        </Part>
        <SendBar draft={draft} subscription={subscription} onSent={() => setSent(true)} />
      </div>
      <LeavingDialog isChanged={!isSent && !isEmptyDraft(draft)} />
    </>
  )
}

/** One of the parts of the page; what is missing leads to its heading. */
function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Card className={styles.part} aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      <div className={styles.fields}>{children}</div>
    </Card>
  )
}
