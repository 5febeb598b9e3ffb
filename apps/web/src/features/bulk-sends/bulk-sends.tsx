import { useMutation } from '@tanstack/react-query'
import { Table2 } from 'lucide-react'
import { ListFailure } from '../../shared/failures/list-failure.tsx'
import { useFormats } from '../../shared/i18n/formats.ts'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Link } from '../../shared/router/link.tsx'
import { useRouter } from '../../shared/router/use-router.tsx'
import { NotASender } from '../../shared/sending/not-a-sender.tsx'
import { SubscriptionChooser } from '../../shared/sending/subscription-chooser.tsx'
import { useSendingFrom } from '../../shared/sending/use-sending-from.ts'
import { Card, linkClass } from '../../shared/ui/card.tsx'
import { FileField } from '../../shared/ui/fields/file-field.tsx'
import { EmptyState } from '../../shared/ui/lists/empty-state.tsx'
import { ListHead } from '../../shared/ui/lists/list-head.tsx'
import { Tag } from '../../shared/ui/lists/tag.tsx'
import { Loader } from '../../shared/ui/status/loader.tsx'
import { useBulkSends } from './bulk-queries.ts'
import screen from '../../shared/sending/sender-screen.module.css'
import { uploadSheet } from './upload-sheet.ts'

interface BulkSendsProps {
  from: string | undefined
  /** What the next sheet is to be sent from. */
  template: string | undefined
}

/** Sheets of which each row is sent: a new one, and those that there are. */
export function BulkSends({ from, template }: BulkSendsProps) {
  const t = useText()
  const errorText = useErrorText()
  const router = useRouter()
  const sending = useSendingFrom(from)
  const { subscription, chosen } = sending
  const upload = useMutation({
    mutationFn: (file: File) => uploadSheet(file, subscription),
    onSuccess: ({ guid }) =>
      void router.navigate({
        to: '/bulk/$bulkSendId',
        params: { bulkSendId: guid },
        search: { from: subscription, template },
      }),
  })
  if (sending.sending?.length === 0) return <NotASender />
  return (
    <>
      <ListHead title={t('titles.bulkSends')} subtitle={t('bulkSends.lead')}>
        <SubscriptionChooser
          from={sending}
          onChoose={(guid) => void router.navigate({ to: '/bulk', search: { from: guid, template } })}
        />
      </ListHead>
      <Card className={screen.part} aria-labelledby="bulk-new">
        <h2 id="bulk-new">{t('bulkSends.new')}</h2>
        <FileField
          label={t('bulkSends.sheet')}
          hint={t('bulkSends.sheetHint')}
          error={upload.error ? errorText(upload.error) : undefined}
          accept=".csv,.xlsx"
          file={upload.isPending ? upload.variables : null}
          disabled={upload.isPending || !chosen}
          onChange={(file) => file && upload.mutate(file)}
        />
        {upload.isPending && (
          <p role="status" className="muted">
            {t('bulkSends.reading')}
          </p>
        )}
      </Card>
      <List {...{ subscription, isReady: chosen !== undefined }} />
    </>
  )
}

function List({ subscription, isReady }: { subscription: string | undefined; isReady: boolean }) {
  const t = useText()
  const { moment } = useFormats()
  const { data, error, isFetching, refetch } = useBulkSends(subscription, isReady)
  if (error && !data) {
    return (
      <Card className={screen.part}>
        <ListFailure error={error} busy={isFetching} onRetry={() => void refetch()} />
      </Card>
    )
  }
  return (
    <Card className={screen.part} aria-labelledby="bulk-list" aria-busy={isFetching}>
      <h2 id="bulk-list">{t('bulkSends.yours')}</h2>
      {!data ? (
        <Loader />
      ) : data.data.length === 0 ? (
        <EmptyState icon={Table2} heading="h2" title={t('bulkSends.emptyTitle')} text={t('bulkSends.emptyText')} />
      ) : (
        <ul className={screen.list} aria-labelledby="bulk-list">
          {data.data.map(({ guid, name, state, counts, createdAt }) => (
            <li key={guid}>
              <div className={screen.about}>
                <Link
                  to="/bulk/$bulkSendId"
                  params={{ bulkSendId: guid }}
                  search={{ from: subscription }}
                  className={linkClass}
                >
                  <bdi>{name}</bdi>
                </Link>
                <span className="muted">
                  {moment(createdAt)} · {t('bulkSends.rows', { count: totalOf(counts) })}
                  {(counts.sent ?? 0) > 0 && ` · ${t('bulkSends.sentCount', { count: counts.sent ?? 0 })}`}
                </span>
              </div>
              <Tag tone={state === 'finished' ? 'good' : state === 'cancelled' ? 'bad' : undefined}>
                {t(`bulkSends.states.${state}`)}
              </Tag>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

export const totalOf = (counts: Readonly<Partial<Record<string, number>>>): number =>
  Object.values(counts).reduce<number>((sum, count = 0) => sum + count, 0)
