import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { senderApi } from '../../../shared/sending/sender-api.ts'
import { queryKeys } from '../../../shared/api/query-keys.ts'
import { useFormats } from '../../../shared/i18n/formats.ts'
import { useErrorText } from '../../../shared/i18n/use-error-text.ts'
import { useLanguage, useText } from '../../../shared/i18n/use-text.ts'
import { Link } from '../../../shared/router/link.tsx'
import { Button, buttonClass } from '../../../shared/ui/button.tsx'
import { Card } from '../../../shared/ui/card.tsx'
import { Dialog } from '../../../shared/ui/overlays/dialog.tsx'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import sendStyles from '../send.module.css'
import styles from './drafts.module.css'

type ListedDraft = Awaited<ReturnType<typeof senderApi.drafts>>['data'][number]

interface DraftsListProps {
  subscription: string | undefined
  /** What the address names, where there are several. */
  from: string | undefined
}

/** What was begun and not sent, to go on with or to discard; nothing where there is none. */
export function DraftsList({ subscription, from }: DraftsListProps) {
  const t = useText()
  const { data = [] } = useQuery({
    queryKey: [...queryKeys.drafts, subscription],
    queryFn: async ({ signal }) => (await senderApi.drafts({ query: { subscription }, signal })).data,
    // What was begun a moment ago on this very screen belongs to it.
    staleTime: 0,
    gcTime: 0,
  })
  if (data.length === 0) return null
  return (
    <Card className={sendStyles.part} aria-labelledby="send-drafts">
      <h2 id="send-drafts">{t('send.drafts.title')}</h2>
      <ul className={sendStyles.items} aria-labelledby="send-drafts">
        {data.map((draft) => (
          <DraftRow key={draft.id} {...{ draft, subscription, from }} />
        ))}
      </ul>
    </Card>
  )
}

function DraftRow({ draft, subscription, from }: DraftsListProps & { draft: ListedDraft }) {
  const t = useText()
  const formats = useFormats()
  const list = new Intl.ListFormat(useLanguage())
  const [isAsking, setAsking] = useState(false)
  const title = draft.title === '' ? t('send.drafts.untitled') : draft.title
  const more = draft.files > 1 ? ` ${t('send.drafts.moreFiles', { count: draft.files - 1 })}` : ''
  return (
    <li className={styles.draft}>
      <div>
        <b>
          {title}
          {more}
        </b>
        <span className="muted">
          {draft.people.length > 0 ? list.format(draft.people) : t('send.drafts.nobody')}
          {' · '}
          {t('send.drafts.changed', { when: formats.moment(draft.updatedAt) })}
        </span>
      </div>
      <div className={styles.draftActs}>
        <Button
          kind="danger-quiet"
          size="small"
          aria-label={t('send.drafts.discardNamed', { name: title })}
          onClick={() => setAsking(true)}
        >
          {t('send.drafts.discard')}
        </Button>
        <Link
          to="/send"
          search={{ from, draft: draft.id }}
          className={buttonClass({ size: 'small' })}
          aria-label={t('send.drafts.openNamed', { name: title })}
        >
          {t('send.drafts.open')}
        </Link>
      </div>
      <DiscardDialog {...{ draft, title, subscription, isAsking }} onClose={() => setAsking(false)} />
    </li>
  )
}

interface DiscardDialogProps extends Pick<DraftsListProps, 'subscription'> {
  draft: ListedDraft
  title: string
  isAsking: boolean
  onClose: () => void
}

function DiscardDialog({ draft: { id, version }, title, subscription, isAsking, onClose }: DiscardDialogProps) {
  const t = useText()
  const errorText = useErrorText()
  const client = useQueryClient()
  const renew = () => client.invalidateQueries({ queryKey: queryKeys.drafts })
  const discarding = useMutation({
    mutationFn: () =>
      senderApi.deleteDraft({
        query: { subscription },
        params: { draftId: id },
        headers: { 'if-match': `"v${version}"` },
      }),
    onSuccess: async () => {
      onClose()
      await renew()
    },
    // It may have been changed, sent or discarded elsewhere: the list shows it.
    onError: renew,
  })
  return (
    <Dialog
      open={isAsking}
      onClose={onClose}
      busy={discarding.isPending}
      title={t('send.drafts.discardTitle', { name: title })}
      description={t('send.drafts.discardText')}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="danger" busy={discarding.isPending} onClick={() => discarding.mutate()}>
            {t('send.drafts.discard')}
          </Button>
        </>
      }
    >
      {discarding.error && <Notice tone="bad">{errorText(discarding.error)}</Notice>}
    </Dialog>
  )
}
