import type { DocumentState, HistoryAct } from '@rubrica/domain'

/** Where an entry stands in the list: what follows is older, or as old with a smaller id. */
export interface HistoryPlace {
  /** Of the signer or the approver that the person was, or of their copy. */
  readonly id: string
  /** Since 1970, as exact as the database knows it: a Date is cut to milliseconds and would skip what it cuts off. */
  readonly microseconds: string
}

/** What a person has done about a document: signed, approved or rejected it; or that they got a copy. */
export interface HistoryEntry extends HistoryPlace {
  readonly documentId: string
  readonly act: HistoryAct
  readonly isApprover: boolean
  readonly fileName: string
  readonly senderName: string
  readonly tag: string
  readonly at: Date
  readonly rejectionReason: string | null
  /** Who acted in the name of the person, if somebody did. */
  readonly deputy: string | null
  readonly documentState: DocumentState
}

export interface HistoryFilters {
  /** Part of the file's name, in any case and with or without accents. */
  readonly fileName?: string
  /** Part of the sender's name, likewise. */
  readonly sender?: string
  readonly act?: HistoryAct
  /** Done at or after this instant. */
  readonly from?: Date
  /** Done before this instant. */
  readonly before?: Date
}

export interface HistoryQuery {
  readonly userId: string
  readonly filters: HistoryFilters
  /** The last entry of the page before. */
  readonly after: HistoryPlace | undefined
  readonly most: number
}

export interface HistoryStore {
  /** The latest first. */
  search(query: HistoryQuery): Promise<HistoryEntry[]>
}
