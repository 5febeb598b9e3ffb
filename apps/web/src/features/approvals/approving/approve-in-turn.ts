import { ApiError } from '@rubrica/contract'

/** How an approval of a batch ended. */
export interface ApprovalProblem<A> {
  readonly approval: A
  readonly error: ApiError
}

export interface BatchApproval<A> {
  readonly approved: readonly A[]
  /** Refused each for a reason of its own, while the rest went on. */
  readonly problems: readonly ApprovalProblem<A>[]
  /** What stopped the batch before its end, if anything did. */
  readonly failure: unknown
  /** Not tried any more. */
  readonly left: readonly A[]
}

interface Steps<A> {
  readonly approve: (approval: A) => Promise<unknown>
  /** Called before each approval: how many were tried before it. */
  readonly onNext: (tried: number) => void
  readonly onApproved: (approval: A) => void
  readonly isStopped: () => boolean
}

/** Gone, over, or somebody works on that document at this moment: it says nothing of the other ones. */
const STATUSES_OF_ONE_DOCUMENT = [404, 409, 423]

function concernsOneDocument(error: unknown): error is ApiError {
  return error instanceof ApiError && STATUSES_OF_ONE_DOCUMENT.includes(error.status)
}

/** Approves one after another. What is refused for itself is noted; any other failure ends the batch. */
export async function approveInTurn<A>(approvals: readonly A[], steps: Steps<A>): Promise<BatchApproval<A>> {
  const approved: A[] = []
  const problems: ApprovalProblem<A>[] = []
  for (const [tried, approval] of approvals.entries()) {
    if (steps.isStopped()) return { approved, problems, failure: null, left: approvals.slice(tried) }
    steps.onNext(tried)
    try {
      await steps.approve(approval)
      approved.push(approval)
      steps.onApproved(approval)
    } catch (error) {
      if (!concernsOneDocument(error)) return { approved, problems, failure: error, left: approvals.slice(tried) }
      problems.push({ approval, error })
    }
  }
  return { approved, problems, failure: null, left: [] }
}
