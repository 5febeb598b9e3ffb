/**
 * A revision: what one save of the file added (ISO 32000-2 clause 7.5.6).
 *
 * The two sections that a linearized file is born with are one revision; so are a table and the stream that hides
 * behind it.
 */
import type { XrefRevision } from '../reader/xref-section.ts'

export interface Revision {
  /** 1 is the oldest. */
  readonly number: number
  /** Octets from the start of the file to the end of this revision: the end of its last %%EOF line. */
  readonly end: number
  /** The cross-reference sections that it added, newest first. */
  readonly sections: readonly XrefRevision[]
  /**
   * Whether the startxref at its end leads to its newest section. A reader of the file as it ended there started from
   * that number: when it leads elsewhere, it saw another document than the chain of sections shows today.
   */
  readonly closed: boolean
}
