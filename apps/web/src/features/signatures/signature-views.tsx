import { lazy, Suspense } from 'react'
import type { CompareView } from '../../shared/document-parts/compare-view.ts'
import type { SignatureViews } from '../../shared/document-parts/use-document-signatures.ts'

// Most documents come without a signature: only those that bear one fetch what shows it.
const SignaturesLine = lazy(() =>
  import('./signatures-line.tsx').then((module) => ({ default: module.SignaturesLine })),
)
const SignaturesTab = lazy(() => import('./signatures-tab.tsx').then((module) => ({ default: module.SignaturesTab })))
const CompareChanges = lazy(() =>
  import('./compare-changes.tsx').then((module) => ({ default: module.CompareChanges })),
)

/** What the question before a signature over changes shows of them. */
export const compareView: CompareView = (source, found) => (
  <Suspense>
    <CompareChanges {...{ source, found }} />
  </Suspense>
)

/** What a viewer shows of the signatures in its document. */
export const signatureViews: SignatureViews = {
  line: (source, onShow) => (
    <Suspense>
      <SignaturesLine source={source} onShow={onShow} />
    </Suspense>
  ),
  tab: (source) => <SignaturesTab source={source} />,
}
