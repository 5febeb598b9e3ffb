import type { BulkSend as Bulk } from '@rubrica/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ListFailure } from '../../shared/failures/list-failure.tsx'
import { useFormats } from '../../shared/i18n/formats.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { useSendingFrom } from '../../shared/sending/use-sending-from.ts'
import { Card } from '../../shared/ui/card.tsx'
import { ListHead } from '../../shared/ui/lists/list-head.tsx'
import { Loader } from '../../shared/ui/status/loader.tsx'
import { bulkSendQuery } from './bulk-queries.ts'
import { BulkActs } from './bulk-acts.tsx'
import screen from '../../shared/sending/sender-screen.module.css'
import { totalOf } from './bulk-sends.tsx'
import { MappingPart } from './mapping-part.tsx'
import { ProgressPart } from './progress-part.tsx'
import { RowsPart } from './rows-part.tsx'

interface BulkSendProps {
  id: string
  from: string | undefined
  template: string | undefined
  back: ReactNode
  onLeave: () => void
}

/** One bulk send, from what its columns mean to what came of each row. */
export function BulkSend({ id, from, template, back, onLeave }: BulkSendProps) {
  const { subscription, chosen } = useSendingFrom(from)
  const { data, error, isFetching, refetch } = useQuery({
    ...bulkSendQuery(id, subscription),
    enabled: chosen !== undefined,
  })
  return (
    <>
      {back}
      {error && !data ? (
        <Card className={screen.part}>
          <ListFailure error={error} busy={isFetching} onRetry={() => void refetch()} />
        </Card>
      ) : data ? (
        <Found bulk={data} {...{ subscription, template, onLeave }} />
      ) : (
        <Loader />
      )}
    </>
  )
}

interface FoundProps {
  bulk: Bulk
  subscription: string | undefined
  template: string | undefined
  onLeave: () => void
}

function Found({ bulk, subscription, template, onLeave }: FoundProps) {
  const t = useText()
  const { moment } = useFormats()
  const { name, state, counts, createdAt } = bulk
  const isPrepared = state === 'preparing' || state === 'checking' || state === 'checked'
  const about = [t(`bulkSends.states.${state}`), t('bulkSends.rows', { count: totalOf(counts) }), moment(createdAt)]
  return (
    <>
      <ListHead title={name} subtitle={about.join(' · ')}>
        <BulkActs {...{ bulk, subscription, onLeave }} />
      </ListHead>
      {isPrepared && <MappingPart key={bulk.guid} {...{ bulk, subscription, template }} />}
      {state !== 'preparing' && <ProgressPart {...{ bulk, subscription }} />}
      {state !== 'preparing' && state !== 'checking' && <RowsPart {...{ bulk, subscription }} />}
    </>
  )
}
