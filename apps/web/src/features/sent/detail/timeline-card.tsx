import { useInfiniteQuery } from '@tanstack/react-query'
import {
  BellRing,
  MailCheck,
  CalendarClock,
  Circle,
  CircleCheck,
  CircleCheckBig,
  CircleX,
  Download,
  Eraser,
  Eye,
  Link2,
  MessageCircleQuestion,
  Pencil,
  PenLine,
  QrCode,
  Send,
  ShieldAlert,
  ShieldCheck,
  TriangleAlert,
  Undo2,
  UserPen,
  UserRoundCheck,
  UserX,
  type LucideIcon,
} from 'lucide-react'
import { isSessionExpiry } from '../../../shared/api/is-session-expiry.ts'
import { useErrorText } from '../../../shared/i18n/use-error-text.ts'
import { useFormats } from '../../../shared/i18n/formats.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Card } from '../../../shared/ui/card.tsx'
import { MoreButton } from '../../../shared/ui/lists/more-button.tsx'
import { Skeleton } from '../../../shared/ui/lists/skeleton.tsx'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import { sentEventsQuery, type SentPlace } from '../sent-queries.ts'
import type { EventType } from '../words/event-types.ts'
import { useChangeWords } from '../words/change-words.ts'
import { gatherEvents, type TimelineEntry } from './gather-events.ts'
import styles from './timeline-card.module.css'
import { useEntryWords } from './use-entry-words.ts'

const ICONS: Readonly<Record<EventType, LucideIcon>> = {
  'document-sent': Send,
  'page-served': Eye,
  'document-downloaded': Download,
  'signature-started': PenLine,
  'signature-failed': TriangleAlert,
  'signature-value-destroyed': Eraser,
  'document-signed': PenLine,
  'document-approved': CircleCheckBig,
  'document-rejected': CircleX,
  'document-completed': CircleCheck,
  'document-archived': ShieldCheck,
  'archive-failed': ShieldAlert,
  'document-expired': CalendarClock,
  'document-cancelled': Undo2,
  'document-changed': Pencil,
  'signer-replaced': UserPen,
  'signer-passed-on': UserPen,
  'passing-asked': MessageCircleQuestion,
  'passing-declined': UserX,
  'passing-withdrawn': Undo2,
  'person-reminded': BellRing,
  'guest-proved': MailCheck,
  'guest-became-account': UserRoundCheck,
  'signing-link-opened': Link2,
  'verification-changed': QrCode,
  other: Circle,
}

/** Grey lines that stand in for the first answer. */
const WAITING = [48, 62, 40]

function Entry({ entry }: { entry: TimelineEntry }) {
  const words = useEntryWords()
  const changeWords = useChangeWords()
  const formats = useFormats()
  const Icon = ICONS[entry.type]
  return (
    <li className={styles.entry} data-type={entry.type}>
      <span className={styles.mark} aria-hidden>
        <Icon size={16} />
      </span>
      <div className={styles.words}>
        <span>{words(entry)}</span>{' '}
        <time className="muted num" dateTime={entry.at}>
          {formats.moment(entry.at)}
        </time>
        {changeWords(entry.changes).map((line) => (
          <p key={line} className={styles.change}>
            {line}
          </p>
        ))}
        {entry.reason && <q className={styles.reason}>{entry.reason}</q>}
      </div>
    </li>
  )
}

/** What happened to the document, the oldest first. */
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
  const query = useInfiniteQuery(sentEventsQuery(place))
  const { data, error, isFetching, refetch } = query
  if (!data && error) return <EntriesFailure error={error} busy={isFetching} onRetry={() => void refetch()} />
  return (
    <>
      <ol className={styles.entries} aria-busy={!data}>
        {data
          ? gatherEvents(data.pages.flatMap((page) => page.data)).map((entry) => (
              <Entry key={entry.sequence} entry={entry} />
            ))
          : WAITING.map((width) => (
              <li key={width} className={styles.entry}>
                <span className={styles.mark} aria-hidden />
                <Skeleton width={width} />
              </li>
            ))}
      </ol>
      {query.hasNextPage && <MoreButton busy={query.isFetchingNextPage} onShow={() => void query.fetchNextPage()} />}
    </>
  )
}

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
