import { lazy, Suspense, useState } from 'react'
import type { ReturnSearch } from '../../features/errand-return/return-search.ts'
import type { ListState } from '../../features/pending-documents/list-state.ts'
import { PendingDocuments } from '../../features/pending-documents/pending-documents.tsx'
import { RunsWatch } from '../../features/signing-runs/runs-watch.tsx'
import { compareView } from '../../features/signatures/signature-views.tsx'
import { reloadPendingDocuments, type PendingDocument } from '../../shared/api/pending-documents.ts'
import { completeTexts } from '../../shared/i18n/language.ts'
import { usePlace, useRouter } from '../../shared/router/use-router.tsx'
import { Loader } from '../../shared/ui/status/loader.tsx'
import type {} from '../frame/history-state.ts'

/** Comes when something is signed: looking at the list does not wait for it. */
const SignDialog = lazy(async () => {
  const [module] = await Promise.all([import('../../features/signing/sign-dialog.tsx'), completeTexts('runs')])
  return { default: module.SignDialog }
})

/** Comes when a document turns out to be over. */
const GoneNotice = lazy(() =>
  import('../../features/document-detail/gone-notice.tsx').then((module) => ({ default: module.GoneNotice })),
)

/** Comes when the browser is back from a provider. */
const ReturnedSignature = lazy(async () => {
  const [module] = await Promise.all([import('./returned-signature.tsx'), completeTexts('elsewhere')])
  return { default: module.ReturnedSignature }
})

/** Comes when somebody wants to see what a batch has signed. */
const SignedDialog = lazy(() =>
  import('../../features/signing/signed/signed-dialog.tsx').then((module) => ({ default: module.SignedDialog })),
)

/** Comes when somebody wants to know more of a signing run. */
const RunDetails = lazy(async () => {
  const [module] = await Promise.all([
    import('../../features/signing-runs/run-details.tsx'),
    completeTexts('runs', 'elsewhere'),
  ])
  return { default: module.RunDetails }
})

/** What is shown over the list: it stands in the history, so that it can be reached from any screen. */
function useShown(search: ListState & ReturnSearch) {
  const router = useRouter()
  const signed = usePlace(({ state }) => state.signed)
  const run = usePlace(({ state }) => state.run)
  const closeShown = () => {
    const state = { entered: true, visited: true }
    void router.navigate({ to: '/documents', search, state, replace: true, keepScroll: true })
  }
  /** Said in a toast, which may be pressed on any screen. */
  const showRun = (runGuid: string) =>
    void router.navigate({ to: '/documents', search: {}, state: { visited: true, run: runGuid }, keepScroll: true })
  return { signed, run, closeShown, showRun }
}

export function DocumentsScreen({ search }: { search: ListState & ReturnSearch }) {
  const [chosen, setChosen] = useState<readonly PendingDocument[] | null>(null)
  const [isGone, setGone] = useState(false)
  const { signed, run, closeShown, showRun } = useShown(search)
  const finish = () => {
    setChosen(null)
    setGone(false)
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
      <PendingDocuments
        state={search}
        onSignSelected={setChosen}
        notice={<RunsWatch onDetails={showRun} onSign={setChosen} />}
      />
      {chosen && !isGone && (
        <Suspense>
          <SignDialog
            documents={chosen}
            place="list"
            compare={compareView}
            onClose={() => setChosen(null)}
            onDone={finish}
            onGone={() => setGone(true)}
          />
        </Suspense>
      )}
      {isGone && (
        <Suspense>
          <GoneNotice onLeave={finish} />
        </Suspense>
      )}
      {signed && (
        <Suspense>
          <SignedDialog documents={signed} onClose={closeShown} />
        </Suspense>
      )}
      {run !== undefined && (
        <Suspense>
          <RunDetails runGuid={run} onClose={closeShown} />
        </Suspense>
      )}
    </>
  )
}
