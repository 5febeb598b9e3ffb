import type { Act } from '@rubrica/domain'

interface Decision<A extends Act> {
  readonly act: A
  readonly at: Date
  readonly rejectionReason: string | null
}

/** What a person did about a document, in the words of every call that tells it. */
export const toDecision = <A extends Act>({ act, at, rejectionReason }: Decision<A>) => ({
  Act: act,
  OperationTime: at.toISOString(),
  RejectionReason: rejectionReason,
})
