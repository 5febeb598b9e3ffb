/** Moves the sealed ends of a subscription on to where its chains are, and writes each end that moved into its log. */
import { sql, type Transaction } from 'kysely'
import { INSTALLATION, type GrownLog } from '../../../modules/audit/ports.ts'
import type { Schema } from '../schema.ts'
import { shareOfDocuments } from './share-of-documents.ts'

/**
 * An event tells the moment of the process that wrote it, and is there once its transaction ends. This is far longer
 * than any transaction may last and any clock may be wrong: who was looked at twice has simply not moved.
 */
const OVERLAP = '1 hour'
/** Documents of the table that are looked at whatever their events tell: what was passed over is found in time. */
const STRAYS = 500

/**
 * One statement, so that all ends are of one moment. Those that moved become leaves behind the others, in the order of
 * document ids, that of the installation's log first; of a log that is only begun, all. Only documents with an event
 * since the head before are looked at, so that the cost is that of what happened, and not of all that there is.
 * @param log its leaves so far, and the moment of its newest head; without one, all documents are looked at
 */
export async function advanceEnds(
  transaction: Transaction<Schema>,
  subscriptionId: string,
  log: { readonly size: number; readonly since: Date | undefined },
): Promise<GrownLog> {
  const { size } = log
  const since = log.since ?? null
  const share = await shareOfDocuments(transaction, STRAYS)
  const { rows } = await sql<{ documents: string; events: string }>`
    with looked_at as (
      select document_id as id from audit_events
      where subscription_id = ${subscriptionId} and at >= ${since}::timestamptz - ${OVERLAP}::interval
      union
      select id from documents tablesample system (${share}::real)
      union
      select id from documents where ${since}::timestamptz is null and subscription_id = ${subscriptionId}
    ), now as (
      select d.id, d.audit_sequence as sequence, d.audit_hash as hash from looked_at join documents d using (id)
      where d.subscription_id = ${subscriptionId}
      union all
      select ${INSTALLATION}::uuid, sequence, hash from installation_chain
    ), moved as materialized (
      select now.id as document_id, now.sequence, now.hash, case when ${size}::bigint > 0 then e.sequence end as before
      from now left join audit_head_ends e on e.subscription_id = ${subscriptionId} and e.document_id = now.id
      where now.hash is not null and (e.document_id is null or now.sequence > e.sequence and (
        exists (select from audit_events v
          where v.document_id = e.document_id and v.sequence = e.sequence and v.hash = e.hash)
        or e.document_id = ${INSTALLATION} and exists (select from installation_events v
          where v.sequence = e.sequence and v.hash = e.hash)))
    ), ends as (
      insert into audit_head_ends (subscription_id, document_id, sequence, hash)
      select ${subscriptionId}::uuid, document_id, sequence, hash from moved
      on conflict (subscription_id, document_id) do update set sequence = excluded.sequence, hash = excluded.hash
    ), leaves as materialized (
      select * from moved
      union all
      select document_id, sequence, hash, null from audit_head_ends as kept
      where ${size}::bigint = 0 and kept.subscription_id = ${subscriptionId}
        and not exists (select from moved where moved.document_id = kept.document_id)
    ), appended as (
      insert into audit_log_leaves (subscription_id, position, document_id, sequence, hash)
      select ${subscriptionId}::uuid, ${size}::bigint + row_number() over (order by document_id) - 1, document_id, sequence, hash
      from leaves
    )
    select count(*) filter (where before is null) as documents, coalesce(sum(sequence - coalesce(before, 0)), 0) as events
    from leaves where document_id <> ${INSTALLATION}
  `.execute(transaction)
  return { documents: Number(rows[0]!.documents), events: Number(rows[0]!.events) }
}
