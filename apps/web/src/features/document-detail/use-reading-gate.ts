import { isDecided } from '../../shared/api/decided.ts'
import type { OpenedDocument } from '../../shared/api/pending-documents.ts'
import type { PageViewer } from '../../shared/page-viewer/use-page-viewer.ts'
import { nextUnreadPage, unreadPages } from './unread-pages.ts'

/** How much has been read of a document that must be read whole before it is signed. */
export interface ReadingGate {
  readonly viewed: number
  readonly total: number
  /** Every page was before the eyes. */
  readonly open: boolean
  readonly unread: readonly number[]
  readonly goToNextUnread: () => void
}

/** The gate of a document flagged ReadAll; null for the others, and for what is signed already. */
export function useReadingGate(document: OpenedDocument | null | undefined, viewer: PageViewer): ReadingGate | null {
  if (!document?.SignerDTO.ReadAll || isDecided(document)) return null
  const { viewed, total, ready, current, go } = viewer
  const unread = ready ? unreadPages(total, viewed) : []
  return {
    viewed: total - unread.length,
    total,
    open: ready && unread.length === 0,
    unread,
    goToNextUnread: () => {
      const page = nextUnreadPage(unread, current)
      if (page !== undefined) go(page)
    },
  }
}
