import { PortalError } from '@rubrica/domain'
import type {
  AnswerPages,
  DocumentBytes,
  PageImages,
  PageText,
  PendingDocumentStore,
  RenderedPages,
  WantedPages,
} from '../pending-documents/ports.ts'
import type { Acting } from '../sessions/ports.ts'
import { readRevisionText, renderRevision, servedImage } from '../show-revision.ts'
import type { ApprovalStore, DecidedApproval, PendingApproval } from './ports.ts'
import { approvalNotFound, isPending, requirePendingApproval, requireShownApproval } from './require-approval.ts'

export interface ApprovalPorts {
  readonly approvals: ApprovalStore
  readonly documents: Pick<PendingDocumentStore, 'progress'>
  readonly bytes: DocumentBytes
  readonly images: PageImages
  readonly answerPages: AnswerPages
  readonly now: () => Date
}

export interface ApprovalRequest {
  readonly userId: string
  /** Of a deputy, who reads for themselves. */
  readonly substitutionId?: string | undefined
  readonly approverId: string
}

/**
 * What waits for the decision of who asks, or of whom they stand in for.
 * @throws {PortalError} NO_PENDING_APPROVALS when there is nothing, also for who asks in another person's name
 */
export async function searchApprovals(
  { approvals, now }: Pick<ApprovalPorts, 'approvals' | 'now'>,
  acting: Acting,
  named: string,
): Promise<readonly PendingApproval[]> {
  const found = named.toLowerCase() === acting.userId ? await approvals.pending(acting, now()) : []
  if (found.length === 0) throw new PortalError('NO_PENDING_APPROVALS', 'Nothing waits for approval.')
  return found
}

/** A document that the person has approved or rejected. @throws {PortalError} DOCUMENT_NOT_FOUND */
export async function showDecidedApproval(
  { approvals }: Pick<ApprovalPorts, 'approvals'>,
  { userId, approverId }: ApprovalRequest,
): Promise<DecidedApproval> {
  const decided = await approvals.decided(userId, approverId)
  if (!decided) throw approvalNotFound()
  return decided
}

/**
 * Who signs a document that waits for approval, and how far each is.
 * @throws {PortalError} DOCUMENT_NOT_FOUND, DOCUMENT_NO_LONGER_AVAILABLE
 */
export async function describeApproval(
  ports: Pick<ApprovalPorts, 'approvals' | 'documents' | 'now'>,
  request: ApprovalRequest,
): ReturnType<PendingDocumentStore['progress']> {
  const standing = await requirePendingApproval(ports, request)
  return ports.documents.progress(standing.documentId)
}

/**
 * Pages for an approver. What is served while they can decide is kept as theirs; it says nothing about what the signer
 * has read.
 * @throws {PortalError} DOCUMENT_NOT_FOUND, DOCUMENT_NO_LONGER_AVAILABLE, PAGE_NOT_FOUND, PAGE_NOT_RENDERABLE
 */
export async function renderApprovalPages(
  ports: ApprovalPorts,
  request: ApprovalRequest & WantedPages,
): Promise<RenderedPages> {
  const standing = await requireShownApproval(ports, request)
  const { approverId } = standing
  const rendered = await renderRevision(ports, { ...standing, viewer: approverId }, request)
  const image = servedImage(rendered, request, standing)
  const at = ports.now()
  if (image && isPending(standing, at)) {
    const { substitutionId } = request
    await ports.approvals.recordPageView({ ...image, approverId, substitutionId, at })
  }
  return rendered
}

/** The words of a page, for an approver. @throws {PortalError} as renderApprovalPages */
export async function readApprovalText(
  ports: ApprovalPorts,
  { page, ...request }: ApprovalRequest & { readonly page: number },
): Promise<PageText> {
  const standing = await requireShownApproval(ports, request)
  return readRevisionText(ports, standing, page)
}
