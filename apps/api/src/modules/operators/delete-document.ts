import { MAX_REJECTION_REASON } from '@rubrica/domain'
import type { Actor, DeletionStore } from '../audit/installation/ports.ts'
import type { SealedEnd } from '../audit/ports.ts'
import { OperatorError } from './operator-error.ts'

export interface DeleteDocument {
  readonly deletions: DeletionStore
  /** Hex SHA-256 of sealed ends, as the verification of the log compares it. */
  readonly digestOfEnds: (ends: readonly SealedEnd[]) => string
  readonly actor: Actor
  readonly now: () => Date
}

export interface DeletionWish {
  readonly documentId: string
  /** Free text, which may be erased. */
  readonly reason: string
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/**
 * Deletes a document that is over, for good. What stays is one event: which document, by whom and why, and digests of
 * its file, of its log and of what was sealed of that.
 * @throws {OperatorError} VALUE_INVALID, DOCUMENT_UNKNOWN, DOCUMENT_OPEN, LOG_BROKEN
 */
export async function deleteDocument(
  { deletions, digestOfEnds, actor, now }: DeleteDocument,
  { documentId, reason }: DeletionWish,
): Promise<void> {
  const words = reason.trim()
  if (words === '' || words.length > MAX_REJECTION_REASON || words.includes('\0')) {
    throw new OperatorError('VALUE_INVALID', `A reason has 1 to ${MAX_REJECTION_REASON} characters.`)
  }
  const outcome = await deletions.deleteDocument(documentId, (doomed) => ({
    type: 'document-deleted',
    at: now(),
    actor,
    facts: {
      ...{ documentId, subscriptionId: doomed.subscriptionId, state: doomed.state },
      ...{ events: doomed.sequence, log: hex(doomed.hash) },
      ...{ revisions: doomed.revisions, digest: hex(doomed.digest), evidenceFiles: doomed.evidenceFiles },
      sealedEnds: doomed.sealedEnds.length === 0 ? null : digestOfEnds(doomed.sealedEnds),
    },
    personal: { reason: words },
  }))
  if (outcome === 'deleted') return
  throw REFUSALS[outcome](documentId)
}

const REFUSALS = {
  unknown: (id: string) => new OperatorError('DOCUMENT_UNKNOWN', `There is no document ${id}.`),
  open: (id: string) => new OperatorError('DOCUMENT_OPEN', `The document ${id} is still open: withdraw it first.`),
  'log-broken': (id: string) =>
    new OperatorError('LOG_BROKEN', `The log of ${id} is not the one that was sealed: see "rubrica audit verify".`),
} as const
