import type { Act, ApproverState, DocumentState } from '@rubrica/domain'
import type { PendingDocument, ServedImage } from '../pending-documents/ports.ts'
import type { Acting } from '../sessions/ports.ts'

/** A document that waits for an approver, with what its signer is asked for. */
export interface PendingApproval extends PendingDocument {
  readonly approverId: string
}

/** A document that an approver has decided about. */
export interface DecidedApproval extends PendingApproval {
  readonly documentState: DocumentState
  readonly act: Exclude<Act, 'Signed'>
  readonly at: Date
  readonly rejectionReason: string | null
  /** Who acted in the name of the person, if somebody did. */
  readonly deputy: string | null
}

/** What an approver is to a document, and which revision of it is theirs: the current one until they decide. */
export interface ApproverStanding {
  readonly approverId: string
  readonly documentId: string
  readonly state: ApproverState
  readonly deadline: Date | null
  readonly pageCount: number
  readonly revision: number
  /** SHA-256 of that revision, lower-case hex. */
  readonly digest: string
}

export interface Approval extends Acting {
  readonly approverId: string
  readonly at: Date
}

export interface Disapproval extends Approval {
  readonly reason: string
}

export interface ApproverPageView extends ServedImage {
  readonly approverId: string
  readonly at: Date
}

/** `unknown`: there is no such approval of this person; `ended`: it, or the document, was decided before. */
export type DecisionOutcome = 'done' | 'unknown' | 'ended'

export interface ApprovalStore {
  /** By file name ascending: the first ones, as many as a screen can show. */
  pending(acting: Acting, at: Date): Promise<PendingApproval[]>
  /** Undefined unless this very person has decided it. */
  decided(userId: string, approverId: string): Promise<DecidedApproval | undefined>
  /** Undefined when the approval is not the person's: nobody learns of other people's documents. */
  standing(userId: string, approverId: string): Promise<ApproverStanding | undefined>
  /** Keeps each image that was served to an approver who can still decide, once. */
  recordPageView(view: ApproverPageView): Promise<void>
  /**
   * All or nothing: the approver accepted; with the last one, the signer is called if it is their turn, and notified.
   */
  accept(approval: Approval): Promise<DecisionOutcome>
  /** All or nothing: approver and document rejected, all others who have not acted yet over, one event logged. */
  reject(disapproval: Disapproval): Promise<DecisionOutcome>
}
