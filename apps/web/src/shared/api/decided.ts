import type { Act } from '@rubrica/domain'

/** What the person has done about a document that they were asked to sign or to approve. */
export interface Decided {
  readonly Act: Act
  readonly OperationTime: string
  readonly RejectionReason: string | null
  /** Who did it in the name of the person; absent of what was decided just now. */
  readonly Deputy?: string | null
  /** How the document stands; absent of what was decided just now. */
  readonly DocumentState?: 'Open' | 'Completed' | 'Rejected' | 'Expired' | 'Cancelled'
}

/** Whether what somebody opens was decided by them; not while it is unknown. */
export const isDecided = <T extends Partial<Decided>>(opened: T | null | undefined): opened is T & Decided =>
  opened?.OperationTime !== undefined
