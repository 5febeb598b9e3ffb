import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { senderApi } from '../../shared/sending/sender-api.ts'
import { queryKeys } from '../../shared/api/query-keys.ts'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Link } from '../../shared/router/link.tsx'
import { NotASender } from '../../shared/sending/not-a-sender.tsx'
import { useSendingFrom } from '../../shared/sending/use-sending-from.ts'
import { buttonClass } from '../../shared/ui/button.tsx'
import { Loader } from '../../shared/ui/status/loader.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { EMPTY_DRAFT } from './draft.ts'
import type { RenderPreview } from './preview/preview-dialog.tsx'
import { SendForm } from './send-form.tsx'
import { usePrefill, type StartWish } from './use-prefill.ts'

interface SendProps {
  /** The subscription that is sent from, as the address says. */
  from: string | undefined
  /** The draft that is gone on with, as the address says. */
  draftId: string | undefined
  /** What it begins with. */
  copy: StartWish | undefined
  renderPreview: RenderPreview
}

/** Files, people, places and options, to be sent together. */
export function Send({ from, draftId, copy, renderPreview }: SendProps) {
  const errorText = useErrorText()
  const sending = useSendingFrom(from)
  if (sending.sending?.length === 0) return <NotASender />
  if (sending.error && !sending.sending) return <Notice tone="bad">{errorText(sending.error)}</Notice>
  // From which subscription has to be known before anything is kept there.
  if (!sending.sending) return null
  return <SendFrom key={sending.subscription} {...{ sending, from, draftId, copy, renderPreview }} />
}

interface SendFromProps extends SendProps {
  sending: ReturnType<typeof useSendingFrom>
}

/** Which draft the form is about: the address may name it later than the form does, and never makes the form anew then. */
function useForm(draftId: string | undefined) {
  const [form, setForm] = useState({ number: 0, opens: draftId, ids: [draftId] })
  const { ids } = form
  if (!ids.includes(draftId)) setForm({ number: form.number + 1, opens: draftId, ids: [draftId] })
  else if (ids.length > 1 && draftId === ids.at(-1)) setForm({ ...form, ids: [draftId] })
  return {
    ...form,
    bind: (id: string) => setForm((before) => ({ ...before, ids: [...before.ids, id] })),
    open: () => setForm((before) => ({ ...before, number: before.number + 1, opens: draftId })),
  }
}

function SendFrom({ sending, from, draftId, copy, renderPreview }: SendFromProps) {
  const t = useText()
  const errorText = useErrorText()
  const form = useForm(draftId)
  const { subscription } = sending
  const { opens } = form
  const opened = useQuery({
    queryKey: [...queryKeys.drafts, subscription, opens, form.number],
    queryFn: ({ signal }) => senderApi.draftStatus({ query: { subscription }, params: { draftId: opens! }, signal }),
    enabled: opens !== undefined,
    // What is shown goes into a form, which is not made anew while somebody types.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  // Once it is a draft, that is what is gone on with.
  const prefill = usePrefill(opens === undefined ? copy : undefined, subscription, sending.chosen !== undefined)
  if (prefill.error) return <Notice tone="bad">{errorText(prefill.error)}</Notice>
  if (opened.error) {
    return (
      <Notice tone="bad">
        {errorText(opened.error)}{' '}
        <Link to="/send" search={{ from, draft: undefined }} className={buttonClass({ size: 'small' })}>
          {t('send.drafts.startNew')}
        </Link>
      </Notice>
    )
  }
  if (opens !== undefined && !opened.data) return null
  if (opens === undefined && copy && !prefill.data) return <Loader />
  return (
    <SendForm
      key={form.number}
      {...{ sending, from, renderPreview }}
      opened={opens === undefined ? undefined : opened.data}
      initial={prefill.data ?? EMPTY_DRAFT}
      onBind={form.bind}
      onTake={form.open}
    />
  )
}
