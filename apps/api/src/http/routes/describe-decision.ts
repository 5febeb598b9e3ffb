import type { DocumentState, HistoryAct } from '@rubrica/domain'

export const PORTAL_STATES = {
  open: 'Open',
  completed: 'Completed',
  rejected: 'Rejected',
  expired: 'Expired',
  cancelled: 'Cancelled',
} as const satisfies Record<DocumentState, string>

interface Decision<A extends HistoryAct> {
  readonly act: A
  readonly at: Date
  readonly rejectionReason: string | null
  readonly deputy: string | null
}

/** What a person did about a document, in the words of every call that tells it. */
export const toDecision = <A extends HistoryAct>({ act, at, rejectionReason, deputy }: Decision<A>) => ({
  Act: act,
  OperationTime: at.toISOString(),
  RejectionReason: rejectionReason,
  Deputy: deputy,
})

/** With how the document stands today. */
export const toDecisionOn = <A extends HistoryAct>(
  decided: Decision<A> & { readonly documentState: DocumentState },
) => ({
  ...toDecision(decided),
  DocumentState: PORTAL_STATES[decided.documentState],
})
