import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import type { FindNodes } from '@rubrica/evidence-file/log'
import { INSTALLATION, type AuditHead, type AuditHeadStore } from '../../../modules/audit/ports.ts'
import type { LeafRange, LogLeaf, PlacedLeaf, SealedEnd } from '../../../modules/audit/ports.ts'
import { takeLock } from '../advisory-locks.ts'
import { inTransaction } from '../connection.ts'
import type { Schema } from '../schema.ts'
import type { AuditHeadEndTable, AuditHeadTable } from './audit-schema.ts'
import { advanceEnds } from './advance-ends.ts'
import { openNodes, readLeaves, sizeOfLog, toEnd } from './log-tree.ts'

const PAGE = 1000
/** The signed heads of the audit log, the chain ends that the newest of each subscription stands for, and its tree. */
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
    { until, subscriptionId, at }: Parameters<AuditHeadStore['seal']>[0],
    make: Parameters<AuditHeadStore['seal']>[1],
  ) {
    return inTransaction(this.database, async (transaction) => {
      await takeLock(transaction, 'auditHeads', subscriptionId)
      const newest = await newestHead(transaction, subscriptionId)
      const previous = newest && toHead(newest)
      if (previous && previous.until >= until) return false
      const size = await sizeOfLog(transaction, subscriptionId)
      const since = size === 0 ? undefined : newest?.created_at
      const grown = await advanceEnds(transaction, subscriptionId, { size, since })
      const nodes = openNodes(transaction, subscriptionId)
      const log = { ...nodes, size, appended: readLeaves(transaction, subscriptionId, { from: size }) }
      const head = await make({ grown, previous, log })
      await nodes.flush()
      await transaction
        .insertInto('audit_heads')
        .values({
          until: new Date(until),
          subscription_id: subscriptionId,
          canonical: head.canonical,
          hash: Buffer.from(head.hash),
          signature: Buffer.from(head.signature),
          key_id: head.keyId,
          token: null,
          created_at: at,
        })
        .execute()
      return true
    })
  }

  async newestWithoutToken(): Promise<AuditHead[]> {
    const rows = await this.database
      .selectFrom('audit_heads as head')
      .selectAll()
      .where('token', 'is', null)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('audit_heads as later')
              .whereRef('later.subscription_id', '=', 'head.subscription_id')
              .whereRef('later.until', '>', 'head.until')
              .select('later.until'),
          ),
        ),
      )
      .orderBy('subscription_id')
      .execute()
    return rows.map(toHead)
  }

  async keepToken({ subscriptionId, until }: AuditHead, token: Uint8Array): Promise<void> {
    await this.database
      .updateTable('audit_heads')
      .set({ token: Buffer.from(token) })
      .where('subscription_id', '=', subscriptionId)
      .where('until', '=', new Date(until))
      .where('token', 'is', null)
      .execute()
  }

  async heads(subscriptionId: string, since?: string): Promise<AuditHead[]> {
    const rows = await this.database
      .selectFrom('audit_heads')
      .selectAll()
      .where('subscription_id', '=', subscriptionId)
      .$if(since !== undefined, (query) => query.where('until', '>=', new Date(since!)))
      .orderBy('until')
      .execute()
    return rows.map(toHead)
  }

  ends(subscriptionId: string): AsyncIterable<SealedEnd> {
    return readEnds(this.database, subscriptionId)
  }

  async strayEnds(subscriptionId: string): Promise<number> {
    const { rows } = await sql<{ strays: string }>`
      select count(*) as strays from (
        select document_id, sequence, hash from audit_head_ends where subscription_id = ${subscriptionId}
      ) as kept full join (
        select distinct on (document_id) document_id, sequence, hash from audit_log_leaves
        where subscription_id = ${subscriptionId} order by document_id, sequence desc
      ) as leaf using (document_id)
      where kept.sequence is distinct from leaf.sequence or kept.hash is distinct from leaf.hash
    `.execute(this.database)
    return Number(rows[0]!.strays)
  }

  leaves(subscriptionId: string, range?: LeafRange): AsyncIterable<LogLeaf> {
    return readLeaves(this.database, subscriptionId, range)
  }

  findNodes(subscriptionId: string): FindNodes {
    return openNodes(this.database, subscriptionId).find
  }

  async lastLeafOf(documentId: string): Promise<PlacedLeaf | undefined> {
    const row = await this.database
      .selectFrom('audit_log_leaves')
      .selectAll()
      .where('document_id', '=', documentId)
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row && { ...toEnd(row), subscriptionId: row.subscription_id, position: Number(row.position) }
  }

  async lostEnds(subscriptionId: string, documentIds?: readonly string[]): Promise<SealedEnd[]> {
    const among = documentIds ? sql`and document_id = any(${documentIds}::uuid[])` : sql``
    const { rows } = await sql<Selectable<AuditHeadEndTable>>`
      select distinct document_id, sequence, hash from (
        select document_id, sequence, hash from audit_head_ends where subscription_id = ${subscriptionId} ${among}
        union all
        select document_id, sequence, hash from audit_log_leaves where subscription_id = ${subscriptionId} ${among}
      ) as sealed
      where case when document_id = ${INSTALLATION} then not exists (select from installation_events as event
          where event.sequence = sealed.sequence and event.hash = sealed.hash)
        else not exists (select from documents where documents.id = sealed.document_id)
          or not exists (select from audit_events as event where event.document_id = sealed.document_id
            and event.sequence = sealed.sequence and event.hash = sealed.hash) end
      order by document_id, sequence
    `.execute(this.database)
    return rows.map(toEnd)
  }
}

const newestHead = (transaction: Transaction<Schema>, subscriptionId: string) =>
  transaction
    .selectFrom('audit_heads')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .orderBy('until', 'desc')
    .limit(1)
    .executeTakeFirst()

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

export const toHead = (row: Selectable<AuditHeadTable>): AuditHead => ({
  until: row.until.toISOString(),
  subscriptionId: row.subscription_id,
  canonical: row.canonical,
  hash: row.hash,
  signature: row.signature,
  keyId: row.key_id,
  token: row.token,
})
