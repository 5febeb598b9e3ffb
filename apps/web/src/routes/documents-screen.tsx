import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { PendingDocuments } from '../features/pending-documents/pending-documents.tsx'
import { compareView } from '../features/signatures/signature-views.tsx'
import { reloadPendingDocuments, type PendingDocument } from '../shared/api/pending-documents.ts'
import { Loader } from '../shared/ui/loader.tsx'
import type {} from './history-state.ts'

/** Comes when something is signed: looking at the list does not wait for it. */
const BatchDialog = lazy(() =>
  import('../features/signing/batch-dialog.tsx').then((module) => ({ default: module.BatchDialog })),
)

/** Comes when the browser is back from a provider. */
const ReturnedSignature = lazy(() =>
  import('./returned-signature.tsx').then((module) => ({ default: module.ReturnedSignature })),
)
const route = getRouteApi('/shell/documents')

export function DocumentsScreen() {
  const search = route.useSearch()
  const [batch, setBatch] = useState<readonly PendingDocument[] | null>(null)
  const finish = () => {
    setBatch(null)
    reloadPendingDocuments()
  }
  if (search.transactionid !== undefined) {
    return (
      <Suspense fallback={<Loader />}>
        <ReturnedSignature key={search.transactionid} transactionId={search.transactionid} />
      </Suspense>
    )
  }
  return (
    <>
      <PendingDocuments state={search} onSignSelected={setBatch} />
      {batch && (
        <Suspense>
          <BatchDialog documents={batch} compare={compareView} onClose={() => setBatch(null)} onDone={finish} />
        </Suspense>
      )}
    </>
  )
}
