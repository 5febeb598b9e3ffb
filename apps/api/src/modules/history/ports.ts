import type { Act, DocumentState } from '@rubrica/domain'

/** What a person has done about a document: signed, approved or rejected it. */
export interface HistoryEntry {
  /** Of the signer or the approver that they were. */
  readonly id: string
  readonly documentId: string
  readonly act: Act
  readonly isApprover: boolean
  readonly fileName: string
  readonly senderName: string
  readonly tag: string
  readonly at: Date
  readonly rejectionReason: string | null
  readonly documentState: DocumentState
}

export interface HistoryFilters {
  /** Part of the file's name, in any case and with or without accents. */
  readonly fileName?: string
  /** Part of the sender's name, likewise. */
  readonly sender?: string
  readonly act?: Act
  /** Done at or after this instant. */
  readonly from?: Date
  /** Done before this instant. */
  readonly before?: Date
}

/** The last entry of the page before: what follows is older, or as old with a smaller id. */
export type HistoryPlace = Pick<HistoryEntry, 'id' | 'at'>

export interface HistoryQuery {
  readonly userId: string
  readonly filters: HistoryFilters
  readonly after: HistoryPlace | undefined
  readonly most: number
}

export interface HistoryStore {
  /** The latest first. */
  search(query: HistoryQuery): Promise<HistoryEntry[]>
}
