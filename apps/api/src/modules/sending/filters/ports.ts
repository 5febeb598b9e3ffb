import type { DocumentState } from '@rubrica/domain'
import type { Owner } from '../../owner.ts'

/** What the list of what was sent is narrowed to. */
export interface SentFilters {
  readonly state?: DocumentState
  /** Part of the file's name, in any case and with or without accents. */
  readonly fileName?: string
  /** Part of the name or the user id of a signer or an approver. */
  readonly person?: string
  readonly tag?: string
  /** From which it was sent, in any of its versions. */
  readonly templateId?: string
  /** Sent at or after this instant. */
  readonly from?: Date
  /** Sent before this instant. */
  readonly before?: Date
  /** Open, and nothing has happened since this instant. */
  readonly silentSince?: Date
  /** Whose turn it is on it, as a signer or as an approver. */
  readonly awaits?: string
  /** Of the file as it came, in hexadecimal digits. */
  readonly sha256?: string
}

export interface SavedFilter {
  readonly id: string
  readonly name: string
  /** As the list's call takes them. */
  readonly filters: Readonly<Record<string, unknown>>
}

export interface FilterStore {
  /** In the order of their names. */
  list(owner: Owner): Promise<SavedFilter[]>
  /** Makes or changes it. @returns `unknown` for an id of somebody else's, `full` when `most` are there already */
  save(owner: Owner, filter: SavedFilter, limits: { most: number; at: Date }): Promise<'saved' | 'unknown' | 'full'>
  /** @returns false when there is none */
  delete(owner: Owner, id: string): Promise<boolean>
}
