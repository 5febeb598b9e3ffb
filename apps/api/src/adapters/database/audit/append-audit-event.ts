import type { Transaction } from 'kysely'
import type { AuditEntry } from '../../../modules/audit/ports.ts'
import { canonicalJson } from '@rubrica/domain'
import { preparedQuery } from '../prepared-statements.ts'
import type { Schema } from '../schema.ts'
import { insertMessages, messageValues } from '../webhooks/queue-messages.ts'
import { chainHash, commitTo } from './commit-to.ts'

/**
 * The document is taken once, by a part that is materialized: joined by itself, its table has a cost that depends on the
 * values, and the statement is planned anew each time that it runs.
 */
const APPEND = `
  with document as materialized (
    select id, subscription_id, client_id, user_id, callback from documents where id = $1::uuid
  ), events as (
    insert into audit_events (document_id, sequence, subscription_id, type, at, canonical, previous_hash, hash)
    select $1::uuid, sequence, $2::uuid, type, at, canonical, previous_hash, hash
    from unnest($3::bigint[], $4::text[], $5::timestamptz[], $6::text[], $7::bytea[], $8::bytea[])
      as event (sequence, type, at, canonical, previous_hash, hash)
  ), personal as (
    insert into audit_personal_data (commitment, document_id, subscription_id, salt, value)
    select commitment, $1::uuid, $2::uuid, salt, value
    from unnest($9::bytea[], $10::bytea[], $11::text[]) as personal (commitment, salt, value)
  ), messages as (
    ${insertMessages('document', 16)}
  )
  update documents set audit_sequence = $12, audit_hash = $13, last_event_at = coalesce($14, last_event_at),
    evidence_due_at = case when state <> 'open' and $15 then $14 else evidence_due_at end
  where id = $1::uuid`

const LOCK_CHAIN = 'select audit_sequence, audit_hash from documents where id = $1 for update'

/** The end of a document's chain, from its row, which the caller holds locked. */
export interface ChainEnd {
  readonly audit_sequence: string
  readonly audit_hash: Buffer | null
}

/** Chains one event to its document's log: see appendAuditEvents. */
export const appendAuditEvent = (transaction: Transaction<Schema>, entry: AuditEntry): Promise<void> =>
  appendAuditEvents(transaction, [entry])

/**
 * Chains events of one document to its log inside the caller's transaction.
 *
 * The document's row is locked, so that two writers of one document never chain to the same predecessor.
 * hash = SHA-256(previous hash, canonical event).
 * @param locked the chain's end, when the caller has locked the row already
 */
export async function appendAuditEvents(
  transaction: Transaction<Schema>,
  entries: readonly [AuditEntry, ...AuditEntry[]],
  locked?: ChainEnd,
): Promise<void> {
  const { documentId, subscriptionId } = entries[0]
  const end = locked ?? (await transaction.executeQuery(preparedQuery<ChainEnd>(LOCK_CHAIN, [documentId]))).rows[0]
  if (!end) throw new Error('An event was reported of a document that is not there')
  const events = chain(entries, end)
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
      events.at(-1)!.sequence,
      events.at(-1)!.hash,
      // A document of which people are only reminded, or told that nobody answers, is as silent as before.
      entries.findLast(({ facts }) => facts['automatic'] !== true)?.at ?? null,
      // To take a file away adds nothing that its evidence would tell.
      entries.some(({ type }) => type !== 'document-downloaded'),
      ...messageValues(events.map(({ sequence }, place) => ({ entry: entries[place]!, sequence }))),
    ]),
  )
}

/** The first event of a document whose rows are about to be written, and what it commits to. */
export function beginChain(entry: AuditEntry) {
  const [event] = chain([entry], { audit_sequence: '0', audit_hash: null })
  const { sequence, canonical, previous, hash, commitments } = event!
  const keys = { document_id: entry.documentId, subscription_id: entry.subscriptionId }
  return {
    event: { ...keys, sequence, type: entry.type, at: entry.at, canonical, previous_hash: previous, hash },
    personal: commitments.map(({ commitment, salt, value }) => ({ ...keys, commitment, salt, value })),
  }
}

function chain(entries: readonly AuditEntry[], end: ChainEnd) {
  let previous = end.audit_hash
  return entries.map((entry, index) => {
    const sequence = Number(end.audit_sequence) + 1 + index
    const commitments = commitTo(entry.personal ?? {})
    const personal = Object.fromEntries(commitments.map(({ name, commitment }) => [name, commitment.toString('hex')]))
    const canonical = writeEvent(entry, sequence, personal)
    const event = { sequence, canonical, commitments, previous, hash: chainHash(previous, canonical) }
    previous = event.hash
    return event
  })
}

const writeEvent = (entry: LoggedFacts, sequence: number, personal: Readonly<Record<string, string>>) =>
  canonicalJson({
    documentId: entry.documentId,
    sequence,
    type: entry.type,
    at: entry.at.toISOString(),
    facts: entry.facts,
    personal,
  })

type LoggedFacts = Pick<AuditEntry, 'documentId' | 'type' | 'at' | 'facts'>

/** An event without personal values as text before and after its sequence, for a statement that finds the sequence. */
export function writeAroundSequence(entry: LoggedFacts): { readonly before: string; readonly after: string } {
  const text = writeEvent(entry, 0, {})
  // Members are in the order of their names, so that only the type comes after it.
  const after = text.slice(text.lastIndexOf(',"type":'))
  return { before: text.slice(0, -`0${after}`.length), after }
}
