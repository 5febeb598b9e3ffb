import type { DocumentState } from '@rubrica/domain'

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
