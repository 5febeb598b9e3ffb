import type { PendingDocument } from '../../shared/api/pending-documents.ts'
import type { DialogFace } from '../../shared/ui/overlays/dialog.tsx'
import type { Accepted } from './before/accepted.ts'
import type { BatchOutcome } from './run/run-batch.ts'
import type { ElsewhereWay } from './choice/signing-ways.ts'

/** Where signing was begun: in the list, or in the document itself. */
export type Place = 'list' | 'detail'

/**
 * What a way to sign that has steps of its own gets: it is the content of the dialog, its buttons included, from the
 * moment at which nothing else has to be confirmed first. It is unmounted when the dialog is closed or another way is
 * chosen.
 */
export interface ElsewhereFlow {
  readonly way: ElsewhereWay
  /** More than one only for ways that sign several together. */
  readonly documents: readonly PendingDocument[]
  readonly accepted: Accepted
  readonly place: Place
  /** The document that the person goes on with afterwards, for a way that leaves the page. */
  readonly nextGuid?: string | undefined
  /** Back to the choice of the way; null when there is no other. */
  readonly onChooseAgain: (() => void) | null
  /** Changes the dialog around it, such as `busy` while it must not be closed. */
  readonly onFrame: (frame: Partial<Pick<DialogFace, 'title' | 'busy' | 'alert' | 'size'>>) => void
  readonly onClose: () => void
  /**
   * Everything is signed, or it does not go on: said as after any signature. An error that the flow says itself, and
   * that something can be done about in it, does not belong here.
   * @param isSeen the flow has shown long enough that everything is signed
   */
  readonly onEnd: (outcome: BatchOutcome, isSeen?: boolean) => void
}
