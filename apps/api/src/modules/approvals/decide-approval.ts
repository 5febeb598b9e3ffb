import type { Approval, ApprovalStore, DecisionOutcome, Disapproval } from './ports.ts'
import { approvalNotFound, noLongerPending } from './require-approval.ts'

/**
 * Lets a document go on to its signer, as far as this approver is concerned. Of several decisions at once one succeeds.
 * @throws {PortalError} DOCUMENT_NOT_FOUND; DOCUMENT_NO_LONGER_AVAILABLE when it was decided, or is over
 */
export async function acceptApproval(store: Pick<ApprovalStore, 'accept'>, approval: Approval): Promise<void> {
  check(await store.accept(approval))
}

/** Rejects a document for everybody. @throws {PortalError} as acceptApproval */
export async function rejectApproval(store: Pick<ApprovalStore, 'reject'>, disapproval: Disapproval): Promise<void> {
  check(await store.reject(disapproval))
}

function check(outcome: DecisionOutcome): void {
  if (outcome === 'unknown') throw approvalNotFound()
  if (outcome === 'ended') throw noLongerPending()
}
