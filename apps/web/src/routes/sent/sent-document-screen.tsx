import { SentDetail } from '../../features/sent/detail/sent-detail.tsx'
import { useText } from '../../shared/i18n/use-text.ts'
import type { RawSearch } from '../../shared/router/place.ts'
import { usePlace, useRouter } from '../../shared/router/use-router.tsx'
import type {} from '../frame/history-state.ts'
import { toSent, WayBack } from '../frame/way-back.tsx'

interface SentDocumentScreenProps {
  params: { docGuid: string }
  search: RawSearch
}

/** A document that was sent, with the way back to the list as it was left. */
export function SentDocumentScreen({ params: { docGuid }, search: { from } }: SentDocumentScreenProps) {
  const t = useText()
  const router = useRouter()
  const list = toSent(usePlace(({ state }) => state.sent) ?? { from })
  return (
    <SentDetail
      key={docGuid}
      docGuid={docGuid}
      from={from}
      back={<WayBack {...list} label={t('sent.back')} />}
      onLeave={() => void router.navigate({ ...list, replace: true })}
    />
  )
}
