import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { UnshownDocument } from '../../../shared/document-parts/unshown-document.tsx'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Card } from '../../../shared/ui/card.tsx'
import { rescueFocus } from '../../../shared/ui/focus/rescue-focus.ts'
import { Skeleton } from '../../../shared/ui/lists/skeleton.tsx'
import { NotASender } from '../../../shared/sending/not-a-sender.tsx'
import type { OpenChange } from '../changes/open-change.ts'
import { sentDocumentQuery, type SentDocument, type SentPlace } from '../sent-queries.ts'
import { AttachmentsCard } from './attachments-card.tsx'
import { CopiesCard } from './copies-card.tsx'
import { FactsCard } from './facts-card.tsx'
import { PeopleCard } from './people-card.tsx'
import styles from './sent-detail.module.css'
import { SentHead } from './sent-head.tsx'
import { TimelineCard } from './timeline-card.tsx'
import { useSentPlace } from './use-sent-place.ts'

const WithdrawDialog = lazy(() =>
  import('./withdraw-dialog.tsx').then((module) => ({ default: module.WithdrawDialog })),
)

const ChangeDialogs = lazy(() =>
  import('../changes/change-dialogs.tsx').then((module) => ({ default: module.ChangeDialogs })),
)

const PlacesCard = lazy(() => import('../changes/places-card.tsx').then((module) => ({ default: module.PlacesCard })))

const PagesCard = lazy(() => import('../pages/pages-card.tsx').then((module) => ({ default: module.PagesCard })))

/** Widths of the grey lines that stand in for the answer. */
const WAITING = [40, 70, 55, 62]

interface SentDetailProps {
  docGuid: string
  /** The subscription that the address names. */
  from: string | undefined
  /** The way back to the list. */
  back: ReactNode
  onLeave: () => void
}

/** A document that was sent: how far it is, everybody on it, and what happened. */
export function SentDetail({ docGuid, from, back, onLeave }: SentDetailProps) {
  const { place, isKnown, ...sending } = useSentPlace(docGuid, from)
  const [open, setOpen] = useState<OpenDialog>()
  const query = useQuery({ ...sentDocumentQuery(place), enabled: isKnown })
  const { data: document } = query
  const failure = document ? null : (sending.error ?? query.error)
  if (sending.sending?.length === 0) return <NotASender />
  return (
    <>
      <SentHead {...{ document, place, back }} onWithdraw={() => setOpen({ kind: 'withdraw' })} onChange={setOpen} />
      {failure && (
        <Card>
          <UnshownDocument
            error={failure}
            busy={sending.isFetching || query.isFetching}
            onRetry={() => (sending.error ? sending.retry() : void query.refetch())}
            onLeave={onLeave}
          />
        </Card>
      )}
      {!failure && !document && <Waiting />}
      {document && <Shown {...{ document, place, open }} onOpen={setOpen} />}
    </>
  )
}

type OpenDialog = OpenChange | { readonly kind: 'withdraw' }

interface ShownProps {
  document: SentDocument
  place: SentPlace
  open: OpenDialog | undefined
  onOpen: (open: OpenDialog | undefined) => void
}

/** What the answer says, or its places while they are changed; and the dialog that is open. */
function Shown({ document, place, open, onOpen }: ShownProps) {
  const close = () => onOpen(undefined)
  return (
    <>
      {open?.kind === 'places' ? (
        <Suspense fallback={<Waiting />}>
          <PlacesCard
            {...{ document, place }}
            onClose={() => {
              close()
              // What had the focus goes with the card.
              queueMicrotask(rescueFocus)
            }}
          />
        </Suspense>
      ) : (
        <div className={styles.parts}>
          <PeopleCard {...{ document, place }} onChange={onOpen} />
          <div className={styles.stack}>
            <FactsCard document={document} />
            <Suspense>
              <PagesCard {...{ document, place }} />
            </Suspense>
            <CopiesCard document={document} onChange={onOpen} />
          </div>
          <div className={styles.stack}>
            <AttachmentsCard place={place} />
            <TimelineCard place={place} />
          </div>
        </div>
      )}
      <Dialogs {...{ document, place, open }} onClose={close} />
    </>
  )
}

interface DialogsProps extends Pick<ShownProps, 'document' | 'place' | 'open'> {
  onClose: () => void
}

function Dialogs({ document, place, open, onClose }: DialogsProps) {
  if (!open || open.kind === 'places') return null
  return (
    <Suspense>
      {open.kind === 'withdraw' ? (
        <WithdrawDialog {...{ document, place, onClose }} />
      ) : (
        <ChangeDialogs {...{ document, place, open, onClose }} />
      )}
    </Suspense>
  )
}

function Waiting() {
  const t = useText()
  return (
    <Card className={styles.waiting} aria-busy aria-label={t('common.loading')}>
      {WAITING.map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </Card>
  )
}
