/** Leaves and nodes of the tree over all chain ends that ever were sealed, of one subscription. */
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import type { NodePlace, TreeNode } from '@rubrica/evidence-file/log'
import type { SealedEnd } from '../../../modules/audit/ports.ts'
import type { Schema } from '../schema.ts'
import type { AuditHeadEndTable } from './audit-schema.ts'

const PAGE = 1000
/** Nodes that are written at a time. */
const MANY = 5000

export async function sizeOfLog(transaction: Transaction<Schema>, subscriptionId: string): Promise<number> {
  const row = await transaction
    .selectFrom('audit_log_leaves')
    .where('subscription_id', '=', subscriptionId)
    .select(({ fn }) => fn.max('position').as('last'))
    .executeTakeFirst()
  return row?.last === null || row?.last === undefined ? 0 : Number(row.last) + 1
}

/** Nodes of a log's tree; new ones are written many at a time, the last of them by `flush`. */
export function openNodes(database: Kysely<Schema>, subscriptionId: string) {
  let waiting: TreeNode[] = []
  const flush = async () => {
    const nodes = waiting
    waiting = []
    if (nodes.length === 0) return
    await sql`
      insert into audit_log_nodes (subscription_id, level, position, hash)
      select ${subscriptionId}::uuid, level, position, hash
      from unnest(${nodes.map(({ level }) => level)}::smallint[], ${nodes.map(({ position }) => position)}::bigint[],
        ${nodes.map(({ hash }) => hash)}::bytea[]) as node (level, position, hash)
    `.execute(database)
  }
  return {
    find: async (places: readonly NodePlace[]): Promise<Buffer[]> => {
      const { rows } = await sql<{ hash: Buffer }>`
        select hash from unnest(${places.map(({ level }) => level)}::smallint[],
            ${places.map(({ position }) => position)}::bigint[]) with ordinality as wanted (level, position, place)
          join audit_log_nodes as node using (level, position)
        where node.subscription_id = ${subscriptionId} order by place
      `.execute(database)
      if (rows.length < places.length) throw new Error('The tree of the log lacks a node')
      return rows.map(({ hash }) => hash)
    },
    keep: async (nodes: readonly TreeNode[]): Promise<void> => {
      waiting.push(...nodes)
      if (waiting.length >= MANY) await flush()
    },
    flush,
  }
}

export async function* readLeaves(
  database: Kysely<Schema>,
  subscriptionId: string,
  from: number,
): AsyncIterable<SealedEnd> {
  for (let next = from; ; next += PAGE) {
    const rows = await database
      .selectFrom('audit_log_leaves')
      .select(['document_id', 'sequence', 'hash'])
      .where('subscription_id', '=', subscriptionId)
      .where('position', '>=', String(next))
      .where('position', '<', String(next + PAGE))
      .orderBy('position')
      .execute()
    yield* rows.map(toEnd)
    if (rows.length < PAGE) return
  }
}

export const toEnd = (row: Pick<Selectable<AuditHeadEndTable>, 'document_id' | 'sequence' | 'hash'>): SealedEnd => ({
  documentId: row.document_id,
  sequence: Number(row.sequence),
  hash: row.hash,
})
