import { useInfiniteQuery } from '@tanstack/react-query'
import { isSessionExpiry } from '../../../shared/api/is-session-expiry.ts'
import { useErrorText } from '../../../shared/i18n/use-error-text.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Card } from '../../../shared/ui/card.tsx'
import { MoreButton } from '../../../shared/ui/lists/more-button.tsx'
import { Skeleton } from '../../../shared/ui/lists/skeleton.tsx'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import { sentEventsQuery, sentMailsQuery, type SentPlace } from '../sent-queries.ts'
import { EventRow } from './event-row.tsx'
import { layTimeline } from './lay-timeline.ts'
import { MailRow } from './mail-row.tsx'
import styles from './timeline-card.module.css'

/** Grey lines that stand in for the first answer. */
const WAITING = [48, 62, 40]

/** What happened to the document, with the mails about it, the oldest first. */
export function TimelineCard({ place }: { place: SentPlace }) {
  const t = useText()
  return (
    <Card className={styles.card} aria-labelledby="sent-timeline">
      <h2 id="sent-timeline">{t('sent.timeline')}</h2>
      <Entries place={place} />
    </Card>
  )
}

function Entries({ place }: { place: SentPlace }) {
  const t = useText()
  const events = useInfiniteQuery(sentEventsQuery(place))
  const mails = useInfiniteQuery(sentMailsQuery(place))
  const lists = [events, mails]
  const { data, error, isFetching, refetch } = events
  const isWithoutMails = !mails.data && mails.isError
  const isLoaded = data !== undefined && (mails.data !== undefined || isWithoutMails)
  if (!data && error) return <EntriesFailure error={error} busy={isFetching} onRetry={() => void refetch()} />
  const goOn = () => lists.filter(({ hasNextPage }) => hasNextPage).forEach((list) => void list.fetchNextPage())
  return (
    <>
      <ol className={styles.entries} aria-busy={!isLoaded}>
        {isLoaded
          ? layTimeline(loadedOf(data, events.hasNextPage), loadedOf(mails.data, mails.hasNextPage)).map((line) =>
              line.kind === 'event' ? (
                <EventRow key={line.entry.sequence} entry={line.entry} />
              ) : (
                <MailRow key={line.entry.guid} entry={line.entry} />
              ),
            )
          : WAITING.map((width) => (
              <li key={width} className={styles.entry}>
                <span className={styles.mark} aria-hidden />
                <Skeleton width={width} />
              </li>
            ))}
      </ol>
      {isWithoutMails && <p className="muted">{t('sent.mails.failed')}</p>}
      {lists.some(({ hasNextPage }) => hasNextPage) && (
        <MoreButton busy={lists.some(({ isFetchingNextPage }) => isFetchingNextPage)} onShow={goOn} />
      )}
    </>
  )
}

const loadedOf = <Item,>(data: { pages: readonly { data: readonly Item[] }[] } | undefined, hasMore: boolean) => ({
  items: (data?.pages ?? []).flatMap((page) => page.data),
  hasMore,
})

interface EntriesFailureProps {
  error: Error
  busy: boolean
  onRetry: () => void
}

function EntriesFailure({ error, busy, onRetry }: EntriesFailureProps) {
  const t = useText()
  const errorText = useErrorText()
  return (
    <>
      <Notice tone="bad">
        {t('sent.timelineFailed')} {!isSessionExpiry(error) && errorText(error)}
      </Notice>
      <Button busy={busy} onClick={onRetry}>
        {t('common.tryAgain')}
      </Button>
    </>
  )
}
