import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { NO_RETURN } from '../features/ivsign-return/return-search.ts'
import { PendingDocuments } from '../features/pending-documents/pending-documents.tsx'
import { reloadPendingDocuments, type PendingDocument } from '../shared/api/pending-documents.ts'
import { Loader } from '../shared/ui/loader.tsx'
import type {} from './history-state.ts'

/** Comes when something is signed: looking at the list does not wait for it. */
const BatchDialog = lazy(() =>
  import('../features/signing/batch-dialog.tsx').then((module) => ({ default: module.BatchDialog })),
)

/** These come when the browser is back from a provider. */
const ReturnedSignature = lazy(() =>
  import('./returned-signature.tsx').then((module) => ({ default: module.ReturnedSignature })),
)
const LostSignature = lazy(() =>
  import('../features/ivsign-return/lost-signature.tsx').then((module) => ({ default: module.LostSignature })),
)

const route = getRouteApi('/shell/documents')

export function DocumentsScreen() {
  const search = route.useSearch()
  const navigate = useNavigate()
  const [batch, setBatch] = useState<readonly PendingDocument[] | null>(null)
  const [isLost, setLost] = useState(false)
  const finish = () => {
    setBatch(null)
    reloadPendingDocuments()
  }
  if (search.transactionid !== undefined) {
    const showList = () => {
      setLost(true)
      void navigate({ to: '/documents', search: { ...search, ...NO_RETURN }, state: { visited: true }, replace: true })
    }
    return (
      <Suspense fallback={<Loader />}>
        <ReturnedSignature transactionId={search.transactionid} onLost={showList} />
      </Suspense>
    )
  }
  return (
    <>
      <PendingDocuments state={search} onSignSelected={setBatch} />
      {batch && (
        <Suspense>
          <BatchDialog documents={batch} onClose={() => setBatch(null)} onDone={finish} />
        </Suspense>
      )}
      {isLost && (
        <Suspense>
          <LostSignature onClose={() => setLost(false)} />
        </Suspense>
      )}
    </>
  )
}
