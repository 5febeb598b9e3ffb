import type {} from '@tanstack/react-router'
import type { ListState } from '../features/pending-documents/list-state.ts'

declare module '@tanstack/react-router' {
  /** What an entry of the browser's history remembers beside its address. */
  interface HistoryState {
    /** On the list: it was shown before, so a single document does not open by itself again. */
    visited?: boolean
    /** On a document: the list it was opened from, to go back to. */
    list?: ListState
  }
}
