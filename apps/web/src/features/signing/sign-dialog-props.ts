import type { PendingDocument } from '../../shared/api/pending-documents.ts'
import type { CompareView } from '../../shared/document-parts/compare-view.ts'
import type { Place } from './elsewhere-flow.ts'
import type { BatchOutcome } from './run/run-batch.ts'

/** Of the dialog that signs, with whatever the person signs with. */
export interface SignDialogProps {
  /** What is signed, in this order. */
  documents: readonly PendingDocument[]
  place: Place
  /** Shows what changed in one of them since an earlier signature, where that has to be confirmed. */
  compare: CompareView
  /** The document that the person goes on with afterwards. */
  nextGuid?: string | undefined
  /** Nothing was signed. */
  onClose: () => void
  /** It is over: everything is signed, or the person has read what is not. */
  onDone: (outcome: BatchOutcome) => void
  /** The only document was signed, rejected or withdrawn before. */
  onGone: () => void
}
