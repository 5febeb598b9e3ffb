import { Star } from 'lucide-react'
import { useState } from 'react'
import type { Membership } from '../../shared/api/memberships.ts'
import { ListFailure } from '../../shared/failures/list-failure.tsx'
import { useText } from '../../shared/i18n/use-text.ts'
import { Card } from '../../shared/ui/card.tsx'
import { FilterTextField } from '../../shared/ui/fields/filter-text-field.tsx'
import { EmptyState } from '../../shared/ui/lists/empty-state.tsx'
import { MoreButton } from '../../shared/ui/lists/more-button.tsx'
import { Loader } from '../../shared/ui/status/loader.tsx'
import { ContactRow } from './contact-row.tsx'
import { useContacts } from './contact-queries.ts'
import styles from './contacts.module.css'

export interface ContactPartProps {
  subscription: string | undefined
  /** What is sent from; undefined until it is known. */
  chosen: Membership | undefined
}

/** The contacts as far as they are shown, or why there are none. */
export function ContactList({ subscription, chosen }: ContactPartProps) {
  const t = useText()
  const [text, setText] = useState('')
  const list = useContacts({ subscription, isReady: chosen !== undefined, text })
  const items = list.data?.pages.flatMap(({ data }) => data)
  const isEmpty = items?.length === 0
  return (
    <Card className={styles.part} aria-labelledby="contacts-people" aria-busy={list.isFetching}>
      <div className={styles.head}>
        <h2 id="contacts-people">{t('contacts.list')}</h2>
      </div>
      {(!isEmpty || text !== '') && (
        <FilterTextField label={t('contacts.search')} maxLength={100} value={text} onChange={setText} />
      )}
      {list.error && !items ? (
        <ListFailure error={list.error} busy={list.isFetching} onRetry={() => void list.refetch()} />
      ) : !items ? (
        <Loader />
      ) : isEmpty && text !== '' ? (
        <p className="muted" role="status">
          {t('contacts.noneFound', { text })}
        </p>
      ) : isEmpty ? (
        <EmptyState icon={Star} title={t('contacts.emptyTitle')} text={t('contacts.emptyText')} />
      ) : (
        <ul className={styles.items} aria-labelledby="contacts-people">
          {items.map((item) => (
            <ContactRow key={item.guid} {...{ item, subscription }} />
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
