/** Leaves and nodes of the tree over all chain ends that ever were sealed, of one subscription. */
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import type { NodePlace, TreeNode } from '@rubrica/evidence-file/log'
import { LogNodeMissing, type LeafRange, type LogLeaf, type SealedEnd } from '../../../modules/audit/ports.ts'
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
      if (rows.length < places.length) throw new LogNodeMissing('The tree of the log lacks a node')
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
  { from = 0, to = Infinity }: LeafRange = {},
): AsyncIterable<LogLeaf> {
  for (let next = from; next < to; next += PAGE) {
    const end = Math.min(next + PAGE, to)
    const { rows } = await sql<LeafRow>`
      select document_id, sequence, hash, (
        select max(earlier.sequence) from audit_log_leaves as earlier
        where earlier.document_id = leaf.document_id and earlier.sequence < leaf.sequence
          and earlier.subscription_id = leaf.subscription_id) as before
      from audit_log_leaves as leaf
      where subscription_id = ${subscriptionId} and position >= ${next} and position < ${end}
      order by position
    `.execute(database)
    for (const row of rows) yield { ...toEnd(row), before: row.before === null ? null : Number(row.before) }
    if (rows.length < PAGE) return
  }
}

type LeafRow = Pick<Selectable<AuditHeadEndTable>, 'document_id' | 'sequence' | 'hash'> & {
  readonly before: string | null
}

export const toEnd = (row: Pick<Selectable<AuditHeadEndTable>, 'document_id' | 'sequence' | 'hash'>): SealedEnd => ({
  documentId: row.document_id,
  sequence: Number(row.sequence),
  hash: row.hash,
})
