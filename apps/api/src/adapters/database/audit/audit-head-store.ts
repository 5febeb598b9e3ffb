import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import type { AuditHead, AuditHeadStore, SealedEnd } from '../../../modules/audit/ports.ts'
import { inTransaction } from '../connection.ts'
import type { Schema } from '../schema.ts'
import type { AuditHeadEndTable, AuditHeadTable } from './audit-schema.ts'

const PAGE = 1000
/** Any number will do; it only has to be the same in every replica. */
const SEALING_LOCK = 7_210_003

/** The signed heads of the audit log, and the chain ends that the newest of each subscription stands for. */
export class DatabaseAuditHeadStore implements AuditHeadStore {
  private readonly database: Kysely<Schema>

  constructor(database: Kysely<Schema>) {
    this.database = database
  }

  async subscriptions(): Promise<string[]> {
    const rows = await this.database.selectFrom('subscriptions').select('id').orderBy('id').execute()
    return rows.map(({ id }) => id)
  }

  seal(
    { day, subscriptionId, at }: Parameters<AuditHeadStore['seal']>[0],
    make: Parameters<AuditHeadStore['seal']>[1],
  ) {
    return inTransaction(this.database, async (transaction) => {
      await sql`select pg_advisory_xact_lock(${SEALING_LOCK})`.execute(transaction)
      const previous = await newestHead(transaction, subscriptionId)
      if (previous && previous.day >= day) return false
      await advanceEnds(transaction, subscriptionId)
      const head = await make({ ends: readEnds(transaction, subscriptionId), previous })
      await transaction
        .insertInto('audit_heads')
        .values({
          day,
          subscription_id: subscriptionId,
          canonical: head.canonical,
          hash: Buffer.from(head.hash),
          signature: Buffer.from(head.signature),
          key_id: head.keyId,
          created_at: at,
        })
        .execute()
      return true
    })
  }

  async heads(subscriptionId: string): Promise<AuditHead[]> {
    const rows = await this.database
      .selectFrom('audit_heads')
      .selectAll()
      .where('subscription_id', '=', subscriptionId)
      .orderBy('day')
      .execute()
    return rows.map(toHead)
  }

  ends(subscriptionId: string): AsyncIterable<SealedEnd> {
    return readEnds(this.database, subscriptionId)
  }

  async lostEnds(subscriptionId: string): Promise<SealedEnd[]> {
    const rows = await this.database
      .selectFrom('audit_head_ends')
      .selectAll()
      .where('subscription_id', '=', subscriptionId)
      .where((eb) =>
        eb.or([
          eb.not(
            eb.exists(
              eb.selectFrom('documents').whereRef('documents.id', '=', 'audit_head_ends.document_id').select('id'),
            ),
          ),
          eb.not(
            eb.exists(
              eb
                .selectFrom('audit_events')
                .whereRef('audit_events.document_id', '=', 'audit_head_ends.document_id')
                .whereRef('audit_events.sequence', '=', 'audit_head_ends.sequence')
                .whereRef('audit_events.hash', '=', 'audit_head_ends.hash')
                .select('audit_events.sequence'),
            ),
          ),
        ]),
      )
      .orderBy('document_id')
      .execute()
    return rows.map(toEnd)
  }
}

async function newestHead(transaction: Transaction<Schema>, subscriptionId: string): Promise<AuditHead | undefined> {
  const row = await transaction
    .selectFrom('audit_heads')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toHead(row)
}

/** One statement, so that all ends are of one moment. */
async function advanceEnds(transaction: Transaction<Schema>, subscriptionId: string): Promise<void> {
  await sql`
    insert into audit_head_ends (subscription_id, document_id, sequence, hash)
    select d.subscription_id, d.id, d.audit_sequence, d.audit_hash
    from documents d
    left join audit_head_ends e on e.subscription_id = d.subscription_id and e.document_id = d.id
    where d.subscription_id = ${subscriptionId} and d.audit_hash is not null
      and (e.document_id is null or d.audit_sequence > e.sequence and exists (
        select from audit_events v where v.document_id = e.document_id and v.sequence = e.sequence and v.hash = e.hash))
    on conflict (subscription_id, document_id) do update set sequence = excluded.sequence, hash = excluded.hash
  `.execute(transaction)
}

async function* readEnds(database: Kysely<Schema>, subscriptionId: string): AsyncIterable<SealedEnd> {
  let after: string | undefined
  for (;;) {
    const rows = await database
      .selectFrom('audit_head_ends')
      .selectAll()
      .where('subscription_id', '=', subscriptionId)
      .$if(after !== undefined, (query) => query.where('document_id', '>', after!))
      .orderBy('document_id')
      .limit(PAGE)
      .execute()
    yield* rows.map(toEnd)
    if (rows.length < PAGE) return
    after = rows.at(-1)!.document_id
  }
}

const toEnd = (row: Selectable<AuditHeadEndTable>): SealedEnd => ({
  documentId: row.document_id,
  sequence: Number(row.sequence),
  hash: row.hash,
})

const toHead = (row: Selectable<AuditHeadTable>): AuditHead => ({
  day: row.day,
  subscriptionId: row.subscription_id,
  canonical: row.canonical,
  hash: row.hash,
  signature: row.signature,
  keyId: row.key_id,
})
