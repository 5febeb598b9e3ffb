import type { VerificationMark } from '@rubrica/pades'

export type { VerificationMark }

/**
 * The mark that leads to where a document is verified; undefined for a document that has none. It is the same each time:
 * signatures that were prepared stay valid, and evidence says what the signatures show.
 */
export type MarkOf = (documentId: string) => Promise<VerificationMark | undefined>
