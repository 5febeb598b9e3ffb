import { Send } from 'lucide-react'
import { ListFailure } from '../../../shared/failures/list-failure.tsx'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Link } from '../../../shared/router/link.tsx'
import { useRouter } from '../../../shared/router/use-router.tsx'
import { SubscriptionChooser } from '../../../shared/sending/subscription-chooser.tsx'
import { buttonClass } from '../../../shared/ui/button.tsx'
import { Card } from '../../../shared/ui/card.tsx'
import { ListHead } from '../../../shared/ui/lists/list-head.tsx'
import { NotASender } from '../../../shared/sending/not-a-sender.tsx'
import { useSendingFrom } from '../../../shared/sending/use-sending-from.ts'
import type { SentSearch } from './sent-filters.ts'
import { SentContent } from './sent-content.tsx'
import { SentSearchPanel } from './sent-search-panel.tsx'
import { useSentList } from './use-sent-list.ts'

/** What was sent, and how far each document is. */
export function SentList({ search }: { search: SentSearch }) {
  const t = useText()
  const router = useRouter()
  const from = useSendingFrom(search.from)
  const list = useSentList(search, from)
  const show = (wanted: SentSearch) => void router.navigate({ to: '/sent', search: wanted, keepScroll: true })
  if (from.sending?.length === 0) return <NotASender />
  return (
    <>
      <ListHead title={t('titles.sent')} subtitle={t('sent.lead')}>
        <SubscriptionChooser from={from} onChoose={(guid) => show({ from: guid })} />
        <Link to="/send" search={{ from: from.subscription }} className={buttonClass({ kind: 'primary' })}>
          <Send size={18} aria-hidden />
          {t('titles.send')}
        </Link>
      </ListHead>
      <Card aria-label={t('titles.sent')} aria-busy={list.isFetching}>
        <SentSearchPanel search={search} isFetching={list.isFetching} onSearch={show} onRefresh={list.reload} />
        {list.failure ? (
          <ListFailure error={list.failure} busy={list.isFetching} onRetry={list.reload} />
        ) : (
          <SentContent search={search} list={list} onClear={() => show({ from: search.from })} />
        )}
      </Card>
    </>
  )
}
