import { createHash, randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { AuditEntry } from '../../modules/audit/ports.ts'
import { canonicalJson } from '@rubrica/domain'
import type { Schema } from './schema.ts'

const sha256 = (...parts: (string | Buffer)[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** Commits to each personal value with a salt of its own; the value is kept apart so that it can be erased. */
function commitTo(personal: Readonly<Record<string, string>>) {
  return Object.entries(personal).map(([name, value]) => {
    const salt = randomBytes(16)
    return { name, value, salt, commitment: sha256(salt, value) }
  })
}

/**
 * Chains an event to its document's log inside the caller's transaction.
 *
 * The UPDATE of the document's sequence takes its row lock, so that two writers of one document
 * never chain to the same predecessor. hash = SHA-256(previous hash, canonical event).
 */
export async function appendAuditEvent(transaction: Transaction<Schema>, entry: AuditEntry): Promise<void> {
  const document = await transaction
    .updateTable('documents')
    .set((eb) => ({ audit_sequence: eb('audit_sequence', '+', '1') }))
    .where('id', '=', entry.documentId)
    .returning(['audit_sequence', 'audit_hash'])
    .executeTakeFirstOrThrow()
  const commitments = commitTo(entry.personal ?? {})
  const canonical = canonicalJson({
    documentId: entry.documentId,
    sequence: Number(document.audit_sequence),
    type: entry.type,
    at: entry.at.toISOString(),
    facts: entry.facts,
    personal: Object.fromEntries(commitments.map(({ name, commitment }) => [name, commitment.toString('hex')])),
  })
  const hash = sha256(document.audit_hash ?? Buffer.alloc(32), canonical)
  await transaction
    .insertInto('audit_events')
    .values({
      document_id: entry.documentId,
      sequence: document.audit_sequence,
      subscription_id: entry.subscriptionId,
      type: entry.type,
      at: entry.at,
      canonical,
      previous_hash: document.audit_hash,
      hash,
    })
    .execute()
  await transaction.updateTable('documents').set({ audit_hash: hash }).where('id', '=', entry.documentId).execute()
  if (commitments.length === 0) return
  await transaction
    .insertInto('audit_personal_data')
    .values(
      commitments.map(({ commitment, salt, value }) => ({
        commitment,
        document_id: entry.documentId,
        subscription_id: entry.subscriptionId,
        salt,
        value,
      })),
    )
    .execute()
}
