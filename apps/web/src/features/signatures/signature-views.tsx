import { lazy, Suspense } from 'react'
import type { SignatureViews } from '../../shared/document-parts/use-document-signatures.ts'

// Most documents come without a signature: only those that bear one fetch what shows it.
const SignaturesLine = lazy(() =>
  import('./signatures-line.tsx').then((module) => ({ default: module.SignaturesLine })),
)
const SignaturesTab = lazy(() => import('./signatures-tab.tsx').then((module) => ({ default: module.SignaturesTab })))

/** What a viewer shows of the signatures in its document. */
export const signatureViews: SignatureViews = {
  line: (source, onShow) => (
    <Suspense>
      <SignaturesLine source={source} onShow={onShow} />
    </Suspense>
  ),
  tab: (source) => <SignaturesTab source={source} />,
}
