import { PortalError } from '@rubrica/domain'
import type { ApprovalStore, ApproverStanding } from './ports.ts'

/** @throws {PortalError} DOCUMENT_NOT_FOUND for an approval that is not the person's. */
async function requireApproval(
  store: Pick<ApprovalStore, 'standing'>,
  userId: string,
  approverId: string,
): Promise<ApproverStanding> {
  const standing = await store.standing(userId, approverId)
  if (!standing) throw approvalNotFound()
  return standing
}

/**
 * What may be shown to an approver: a document that waits for their decision. They are no party to what comes after it.
 * @throws {PortalError} DOCUMENT_NOT_FOUND as above; DOCUMENT_NO_LONGER_AVAILABLE once it was decided, or is over
 */
export async function requirePendingApproval(
  { approvals, now }: { readonly approvals: Pick<ApprovalStore, 'standing'>; readonly now: () => Date },
  { userId, approverId }: { readonly userId: string; readonly approverId: string },
): Promise<ApproverStanding> {
  const standing = await requireApproval(approvals, userId, approverId)
  if (!isPending(standing, now())) throw noLongerPending()
  return standing
}

export const approvalNotFound = () => new PortalError('DOCUMENT_NOT_FOUND', 'There is no such approval for this user.')

export const noLongerPending = () =>
  new PortalError('DOCUMENT_NO_LONGER_AVAILABLE', 'The document was approved, rejected or withdrawn meanwhile.')

/** Whether the approver can still decide. */
const isPending = ({ state, deadline }: Pick<ApproverStanding, 'state' | 'deadline'>, now: Date) =>
  state === 'pending' && (deadline === null || deadline > now)
