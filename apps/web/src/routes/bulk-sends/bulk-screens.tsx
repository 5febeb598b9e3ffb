import { BulkSend } from '../../features/bulk-sends/bulk-send.tsx'
import { BulkSends } from '../../features/bulk-sends/bulk-sends.tsx'
import { useText } from '../../shared/i18n/use-text.ts'
import type { RawSearch } from '../../shared/router/place.ts'
import { useRouter } from '../../shared/router/use-router.tsx'
import { WayBack } from '../frame/way-back.tsx'

export function BulkSendsScreen({ search: { from, template } }: { search: RawSearch }) {
  return <BulkSends from={from} template={template} />
}

interface BulkSendScreenProps {
  params: { bulkSendId: string }
  search: RawSearch
}

/** One bulk send, with the way back to the list of them. */
export function BulkSendScreen({ params: { bulkSendId }, search: { from, template } }: BulkSendScreenProps) {
  const t = useText()
  const router = useRouter()
  const list = { to: '/bulk', search: { from } } as const
  return (
    <BulkSend
      key={bulkSendId}
      id={bulkSendId}
      from={from}
      template={template}
      back={<WayBack {...list} label={t('bulkSends.back')} />}
      onLeave={() => void router.navigate({ ...list, replace: true })}
    />
  )
}
