import type { HistoryAct } from '@rubrica/domain'

interface Decision<A extends HistoryAct> {
  readonly act: A
  readonly at: Date
  readonly rejectionReason: string | null
}

/** What a person did about a document, in the words of every call that tells it. */
export const toDecision = <A extends HistoryAct>({ act, at, rejectionReason }: Decision<A>) => ({
  Act: act,
  OperationTime: at.toISOString(),
  RejectionReason: rejectionReason,
})
