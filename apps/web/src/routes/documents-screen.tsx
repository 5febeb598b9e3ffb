import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { PendingDocuments } from '../features/pending-documents/pending-documents.tsx'
import { reloadPendingDocuments, type PendingDocument } from '../shared/api/pending-documents.ts'
import type {} from './history-state.ts'

/** Comes when something is signed: looking at the list does not wait for it. */
const BatchDialog = lazy(() =>
  import('../features/signing/batch-dialog.tsx').then((module) => ({ default: module.BatchDialog })),
)

const route = getRouteApi('/shell/documents')

export function DocumentsScreen() {
  const [batch, setBatch] = useState<readonly PendingDocument[] | null>(null)
  const finish = () => {
    setBatch(null)
    reloadPendingDocuments()
  }
  return (
    <>
      <PendingDocuments state={route.useSearch()} onSignSelected={setBatch} />
      {batch && (
        <Suspense>
          <BatchDialog documents={batch} onClose={() => setBatch(null)} onDone={finish} />
        </Suspense>
      )}
    </>
  )
}
