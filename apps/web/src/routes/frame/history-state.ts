import type { ApprovalsState } from '../../features/approvals/list/approvals-state.ts'
import type { HistoryFilters } from '../../features/history/history-filters.ts'
import type { ListState } from '../../features/pending-documents/list-state.ts'
import type { SentSearch } from '../../features/sent/list/sent-filters.ts'
import type { LinkEvent } from '../../shared/session/signing-link.ts'
import type { SignedDocument } from '../../shared/document-parts/signed-actions.tsx'
import type {} from '../../shared/router/place.ts'

declare module '../../shared/router/place.ts' {
  interface HistoryState {
    /**
     * On the list of documents: its address says all; a bare one no longer takes the filters that the session keeps.
     */
    entered?: boolean
    /** On the list of documents: what was just signed together, shown over it. */
    signed?: readonly SignedDocument[]
    /** On the list of documents: the signing run (GUID) whose details are shown over it. */
    run?: string
    /** On a document: the list it was opened from, to go back to. */
    list?: ListState
    /** On a document, an approval or a copy: the list of what the person did that it was opened from. */
    history?: HistoryFilters
    /** On a document that was sent: the list that it was opened from. */
    sent?: SentSearch
    /** On a document: the errand whose signature goes on here, after the browser was at a provider. */
    resume?: string
    /** On the certificates: that an account was authorised has been said. */
    reported?: boolean
    /** On an approval: the list it was opened from, to go back to. */
    approvals?: ApprovalsState
    /** On the log-in: the address that somebody without a session wanted. */
    wanted?: string
    /** On the choice of a new password: the name of who has to choose one. On the log-in: who has just chosen one. */
    userName?: string
    /** On an invitation: the document is there to be taken away. */
    isCopy?: boolean
    /** On the recovery: the token of the mail, which is taken out of the address at once. */
    recoveryToken?: string
    /** On the invitation: the secret of its mail, which is taken out of the address at once. */
    invitation?: string
    /** On the page of a signing link: its secret, which is taken out of the address at once. */
    linkSecret?: string
    /** On the page of a signing link: how it ended. */
    linkEnd?: LinkEvent
    /** On the invitation: the document that it has opened. */
    invitedTo?: string
  }
}
