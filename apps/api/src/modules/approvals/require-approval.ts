import { PortalError } from '@rubrica/domain'
import type { ApprovalStore, ApproverStanding } from './ports.ts'

interface RequireApproval {
  readonly approvals: Pick<ApprovalStore, 'standing'>
  readonly now: () => Date
}

interface OwnApproval {
  readonly userId: string
  readonly approverId: string
}

/**
 * What may be shown to an approver: a document that waits for their decision, or the revision that they decided on. They
 * are no party to what comes after it.
 * @throws {PortalError} DOCUMENT_NOT_FOUND for an approval that is not the person's; DOCUMENT_NO_LONGER_AVAILABLE when
 *   the document ended without them
 */
export async function requireShownApproval(
  { approvals, now }: RequireApproval,
  { userId, approverId }: OwnApproval,
): Promise<ApproverStanding> {
  const standing = await approvals.standing(userId, approverId)
  if (!standing) throw approvalNotFound()
  if (!isDecided(standing) && !isPending(standing, now())) throw noLongerPending()
  return standing
}

/** A document that waits for the decision. @throws {PortalError} as requireShownApproval, also once it is decided */
export async function requirePendingApproval(needs: RequireApproval, own: OwnApproval): Promise<ApproverStanding> {
  const standing = await requireShownApproval(needs, own)
  if (isDecided(standing)) throw noLongerPending()
  return standing
}

const isDecided = ({ state }: ApproverStanding) => state === 'accepted' || state === 'rejected'

export const approvalNotFound = () => new PortalError('DOCUMENT_NOT_FOUND', 'There is no such approval for this user.')

export const noLongerPending = () =>
  new PortalError('DOCUMENT_NO_LONGER_AVAILABLE', 'The document was approved, rejected or withdrawn meanwhile.')

/** Whether the approver can still decide. */
export const isPending = ({ state, deadline }: Pick<ApproverStanding, 'state' | 'deadline'>, now: Date) =>
  state === 'pending' && (deadline === null || deadline > now)
