import { Files, Send, Users } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { ListFailure } from '../../../shared/failures/list-failure.tsx'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Link } from '../../../shared/router/link.tsx'
import { useChangeSearch } from '../../../shared/router/use-change-search.ts'
import { SubscriptionChooser } from '../../../shared/sending/subscription-chooser.tsx'
import { buttonClass } from '../../../shared/ui/button.tsx'
import { Card } from '../../../shared/ui/card.tsx'
import { ListHead } from '../../../shared/ui/lists/list-head.tsx'
import { NotASender } from '../../../shared/sending/not-a-sender.tsx'
import { useSendingFrom } from '../../../shared/sending/use-sending-from.ts'
import type { ActKind } from '../bulk/bulk-act.ts'
import { BulkBar } from '../bulk/bulk-bar.tsx'
import { useChoice } from '../bulk/use-choice.ts'
import { SavedFilters } from '../filters/saved-filters.tsx'
import { parseSentSearch, type SentSearch } from './sent-filters.ts'
import { SentContent } from './sent-content.tsx'
import { SentSearchPanel } from './sent-search-panel.tsx'
import { useSentList } from './use-sent-list.ts'

const BulkDialog = lazy(() => import('../bulk/bulk-dialog.tsx').then((module) => ({ default: module.BulkDialog })))
const BulkResults = lazy(() => import('../bulk/bulk-results.tsx').then((module) => ({ default: module.BulkResults })))

/** What was sent, and how far each document is. */
export function SentList({ search }: { search: SentSearch }) {
  const t = useText()
  const from = useSendingFrom(search.from)
  const list = useSentList(search, from)
  const choice = useChoice(list.items)
  const [act, setAct] = useState<ActKind>()
  const { subscription } = from
  const change = useChangeSearch({ to: '/sent', read: parseSentSearch })
  const show = (wanted: SentSearch) => change(() => wanted)
  const add = (changed: Partial<SentSearch>) => change((now) => ({ ...now, ...changed }))
  const clear = () => change(({ from }) => ({ from }))
  if (from.sending?.length === 0) return <NotASender />
  return (
    <>
      <ListHead title={t('titles.sent')} subtitle={t('sent.lead')}>
        <SubscriptionChooser from={from} onChoose={(guid) => show({ from: guid })} />
        <Ways subscription={subscription} />
      </ListHead>
      <Card aria-label={t('titles.sent')} aria-busy={list.isFetching}>
        <SentSearchPanel {...{ search, subscription, list }} onChange={add} onClear={clear}>
          {from.chosen && <SavedFilters {...{ search, subscription }} onSearch={show} />}
        </SentSearchPanel>
        {list.failure ? (
          <ListFailure error={list.failure} busy={list.isFetching} onRetry={list.reload} />
        ) : (
          <SentContent search={search} list={list} choice={choice} onClear={clear} />
        )}
        <BulkBar choice={choice} loaded={list.items?.length ?? 0} onAct={setAct} />
      </Card>
      <Suspense>
        {act && (
          <BulkDialog
            kind={act}
            documents={choice.guids}
            subscription={subscription}
            onClose={() => setAct(undefined)}
            onStarted={(bulk) => {
              setAct(undefined)
              choice.clear()
              add({ bulk })
            }}
          />
        )}
        {search.bulk !== undefined && from.chosen && (
          <BulkResults
            key={search.bulk}
            bulkGuid={search.bulk}
            {...{ subscription, search: { ...search, bulk: undefined } }}
            onClose={() => add({ bulk: undefined })}
          />
        )}
      </Suspense>
    </>
  )
}

/** To what a sender sends with. */
function Ways({ subscription }: { subscription: string | undefined }) {
  const t = useText()
  return (
    <>
      <Link to="/contacts" search={{ from: subscription }} className={buttonClass()}>
        <Users size={18} aria-hidden />
        {t('titles.contacts')}
      </Link>
      <Link to="/templates" search={{ from: subscription }} className={buttonClass()}>
        <Files size={18} aria-hidden />
        {t('titles.templates')}
      </Link>
      <Link to="/send" search={{ from: subscription }} className={buttonClass({ kind: 'primary' })}>
        <Send size={18} aria-hidden />
        {t('titles.send')}
      </Link>
    </>
  )
}
