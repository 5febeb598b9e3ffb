import { Plus, Users } from 'lucide-react'
import { useState } from 'react'
import { ListFailure } from '../../shared/failures/list-failure.tsx'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { EmptyState } from '../../shared/ui/lists/empty-state.tsx'
import { MoreButton } from '../../shared/ui/lists/more-button.tsx'
import { Loader } from '../../shared/ui/status/loader.tsx'
import type { ContactPartProps } from './contact-list.tsx'
import { useGroups } from './contact-queries.ts'
import styles from './contacts.module.css'
import { GroupDialog } from './group-dialog.tsx'
import { GroupRow } from './group-row.tsx'

/** The groups of the person and of their teams, or why there are none. */
export function GroupList({ subscription, chosen }: ContactPartProps) {
  const t = useText()
  const [isMaking, setMaking] = useState(false)
  const list = useGroups({ subscription, isReady: chosen !== undefined })
  const items = list.data?.pages.flatMap(({ data }) => data)
  return (
    <Card className={styles.part} aria-labelledby="contacts-groups" aria-busy={list.isFetching}>
      <div className={styles.head}>
        <h2 id="contacts-groups">{t('contacts.groups')}</h2>
        <Button size="small" icon={Plus} disabled={!chosen} onClick={() => setMaking(true)}>
          {t('contacts.newGroup')}
        </Button>
      </div>
      {list.error && !items ? (
        <ListFailure error={list.error} busy={list.isFetching} onRetry={() => void list.refetch()} />
      ) : !items ? (
        <Loader />
      ) : items.length === 0 ? (
        <EmptyState icon={Users} title={t('contacts.noGroupsTitle')} text={t('contacts.noGroupsText')} />
      ) : (
        <ul className={styles.items} aria-labelledby="contacts-groups">
          {items.map((item) => (
            <GroupRow key={item.guid} {...{ item, subscription }} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <div>
          <MoreButton busy={list.isFetchingNextPage} onShow={() => void list.fetchNextPage()} />
        </div>
      )}
      {isMaking && <GroupDialog {...{ subscription }} before={undefined} onClose={() => setMaking(false)} />}
    </Card>
  )
}
