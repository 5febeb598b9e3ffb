import { Files, FilePlus2, Table2, Undo2 } from 'lucide-react'
import type { Membership } from '../../shared/api/memberships.ts'
import { ListFailure } from '../../shared/failures/list-failure.tsx'
import { useText } from '../../shared/i18n/use-text.ts'
import { Link } from '../../shared/router/link.tsx'
import { useRouter } from '../../shared/router/use-router.tsx'
import { NotASender } from '../../shared/sending/not-a-sender.tsx'
import { SubscriptionChooser } from '../../shared/sending/subscription-chooser.tsx'
import { useSendingFrom } from '../../shared/sending/use-sending-from.ts'
import { buttonClass } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { EmptyState } from '../../shared/ui/lists/empty-state.tsx'
import { ListHead } from '../../shared/ui/lists/list-head.tsx'
import { MoreButton } from '../../shared/ui/lists/more-button.tsx'
import { Loader } from '../../shared/ui/status/loader.tsx'
import { ImportButton } from './import-button.tsx'
import { TemplateRow } from './template-row.tsx'
import { useTemplates } from './template-queries.ts'
import styles from './templates.module.css'

interface TemplatesProps {
  from: string | undefined
  isArchived: boolean
}

/** What is sent again and again, with roles in place of people. */
export function Templates({ from, isArchived }: TemplatesProps) {
  const t = useText()
  const router = useRouter()
  const sending = useSendingFrom(from)
  const { subscription, chosen } = sending
  const list = useTemplates(subscription, isArchived, chosen !== undefined)
  if (sending.sending?.length === 0) return <NotASender />
  return (
    <>
      <ListHead title={t('titles.templates')} subtitle={t(isArchived ? 'templates.archivedLead' : 'templates.lead')}>
        <SubscriptionChooser
          from={sending}
          onChoose={(guid) => void router.navigate({ to: '/templates', search: { from: guid } })}
        />
        <Link to="/bulk" search={{ from: subscription }} className={buttonClass()}>
          <Table2 size={18} aria-hidden />
          {t('titles.bulkSends')}
        </Link>
        {!isArchived && <ImportButton subscription={subscription} />}
        <Link to="/send" search={{ from: subscription, edit: 'new' }} className={buttonClass({ kind: 'primary' })}>
          <FilePlus2 size={18} aria-hidden />
          {t('templates.new')}
        </Link>
      </ListHead>
      <List {...{ list, isArchived, subscription, chosen }} />
      <p className={styles.foot}>
        <Link
          to="/templates"
          search={{ from: subscription, archived: isArchived ? undefined : 'true' }}
          className={buttonClass({ size: 'small' })}
        >
          {isArchived && <Undo2 size={18} aria-hidden />}
          {t(isArchived ? 'templates.showCurrent' : 'templates.showArchived')}
        </Link>
      </p>
    </>
  )
}

interface ListProps {
  list: ReturnType<typeof useTemplates>
  isArchived: boolean
  subscription: string | undefined
  chosen: Membership | undefined
}

/** The templates as far as they are shown, or why there are none. */
function List({ list, isArchived, subscription, chosen }: ListProps) {
  const t = useText()
  const items = list.data?.pages.flatMap(({ data }) => data)
  return (
    <Card className={styles.list} aria-label={t('titles.templates')} aria-busy={list.isFetching}>
      {list.error && !items ? (
        <ListFailure error={list.error} busy={list.isFetching} onRetry={() => void list.refetch()} />
      ) : !items ? (
        <Loader />
      ) : items.length === 0 ? (
        <EmptyState
          icon={Files}
          title={t(isArchived ? 'templates.noneArchived' : 'templates.emptyTitle')}
          {...(!isArchived && { text: t('templates.emptyText') })}
        />
      ) : (
        <ul className={styles.items} aria-label={t('titles.templates')}>
          {items.map((item) => (
            <TemplateRow key={item.guid} {...{ item, subscription, chosen }} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <div>
          <MoreButton busy={list.isFetchingNextPage} onShow={() => void list.fetchNextPage()} />
        </div>
      )}
    </Card>
  )
}
