import { createHash, randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { AuditEntry } from '../../modules/audit/ports.ts'
import { canonicalJson } from '@rubrica/domain'
import { preparedQuery } from './prepared-statements.ts'
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

const APPEND = `
  with events as (
    insert into audit_events (document_id, sequence, subscription_id, type, at, canonical, previous_hash, hash)
    select $1::uuid, sequence, $2::uuid, type, at, canonical, previous_hash, hash
    from unnest($3::bigint[], $4::text[], $5::timestamptz[], $6::text[], $7::bytea[], $8::bytea[])
      as event (sequence, type, at, canonical, previous_hash, hash)
  ), personal as (
    insert into audit_personal_data (commitment, document_id, subscription_id, salt, value)
    select commitment, $1::uuid, $2::uuid, salt, value
    from unnest($9::bytea[], $10::bytea[], $11::text[]) as personal (commitment, salt, value)
  )
  update documents set audit_hash = $12 where id = $1::uuid`

const TAKE_SEQUENCE = `
  update documents set audit_sequence = audit_sequence + $2 where id = $1 returning audit_sequence, audit_hash`

interface Sequence {
  readonly audit_sequence: string
  readonly audit_hash: Buffer | null
}

/** Chains one event to its document's log: see appendAuditEvents. */
export const appendAuditEvent = (transaction: Transaction<Schema>, entry: AuditEntry): Promise<void> =>
  appendAuditEvents(transaction, [entry])

/**
 * Chains events of one document to its log inside the caller's transaction.
 *
 * The UPDATE of the document's sequence takes its row lock, so that two writers of one document
 * never chain to the same predecessor. hash = SHA-256(previous hash, canonical event).
 */
export async function appendAuditEvents(
  transaction: Transaction<Schema>,
  entries: readonly [AuditEntry, ...AuditEntry[]],
): Promise<void> {
  const { documentId, subscriptionId } = entries[0]
  const taken = preparedQuery<Sequence>(TAKE_SEQUENCE, [documentId, entries.length])
  const document = (await transaction.executeQuery(taken)).rows[0]
  if (!document) throw new Error('An event was told of a document that is not there')
  const events = chain(entries, document)
  const personal = events.flatMap(({ commitments }) => commitments)
  await transaction.executeQuery(
    preparedQuery(APPEND, [
      documentId,
      subscriptionId,
      events.map(({ sequence }) => sequence),
      entries.map(({ type }) => type),
      entries.map(({ at }) => at),
      events.map(({ canonical }) => canonical),
      events.map(({ previous }) => previous),
      events.map(({ hash }) => hash),
      personal.map(({ commitment }) => commitment),
      personal.map(({ salt }) => salt),
      personal.map(({ value }) => value),
      events.at(-1)!.hash,
    ]),
  )
}

function chain(entries: readonly AuditEntry[], document: Sequence) {
  let previous = document.audit_hash
  return entries.map((entry, index) => {
    const sequence = Number(document.audit_sequence) - entries.length + 1 + index
    const commitments = commitTo(entry.personal ?? {})
    const canonical = canonicalJson({
      documentId: entry.documentId,
      sequence,
      type: entry.type,
      at: entry.at.toISOString(),
      facts: entry.facts,
      personal: Object.fromEntries(commitments.map(({ name, commitment }) => [name, commitment.toString('hex')])),
    })
    const event = { sequence, canonical, commitments, previous, hash: sha256(previous ?? Buffer.alloc(32), canonical) }
    previous = event.hash
    return event
  })
}
