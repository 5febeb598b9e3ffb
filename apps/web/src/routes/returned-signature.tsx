import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { parseListState } from '../features/pending-documents/list-state.ts'
import { awaySignature, type AwaySignature } from '../shared/session/away-signature.ts'
import { Loader } from '../shared/ui/loader.tsx'
import type {} from './history-state.ts'

/** The list that a document was opened from, as it was kept while the browser was away. */
function listOf({ list }: AwaySignature) {
  return typeof list === 'object' && list !== null ? parseListState({ ...list }) : undefined
}

interface ReturnedSignatureProps {
  transactionId: string
  /** Nothing of this transaction is under way here. */
  onLost: () => void
}

/** Opens the document whose signature the browser has come back for. */
export function ReturnedSignature({ transactionId, onLost }: ReturnedSignatureProps) {
  const navigate = useNavigate()
  const goOn = useEffectEvent(() => {
    const signature = awaySignature(transactionId)
    if (signature === null) return onLost()
    void navigate({
      to: '/documents/$docGuid',
      params: { docGuid: signature.docGuid },
      state: { resume: transactionId, list: listOf(signature) },
      replace: true,
    })
  })
  useEffect(() => goOn(), [transactionId])
  return <Loader />
}
