import { useEffect, useEffectEvent, useState } from 'react'
import { LostSignature } from '../../features/errand-return/lost-signature.tsx'
import { parseListState } from '../../features/pending-documents/parse-list-state.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { useRouter } from '../../shared/router/use-router.tsx'
import { keptErrand, type Errand } from '../../shared/session/errand.ts'
import { Loader } from '../../shared/ui/status/loader.tsx'
import type {} from '../frame/history-state.ts'

/** The list that a document was opened from, as it was kept while the browser was away. */
function listOf({ list }: Errand) {
  return typeof list === 'object' && list !== null ? parseListState({ ...list }) : undefined
}

/** Opens the document whose signature the browser has come back for; when there is none, the list, after a sentence. */
export function ReturnedSignature({ transactionId }: { transactionId: string }) {
  const t = useText()
  const router = useRouter()
  const [signature] = useState(() => keptErrand(transactionId))
  const goOn = useEffectEvent(() => {
    if (signature === null) return
    void router.navigate({
      to: '/documents/$docGuid',
      params: { docGuid: signature.docGuid },
      state: { resume: transactionId, list: listOf(signature) },
      replace: true,
    })
  })
  useEffect(() => goOn(), [])
  if (signature !== null) return <Loader />
  return (
    <>
      <h1>{t('titles.documents')}</h1>
      <LostSignature onClose={() => void router.navigate({ to: '/documents', search: {}, replace: true })} />
    </>
  )
}
