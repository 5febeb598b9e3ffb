import { sql, type Kysely } from 'kysely'
import type { FindNodes } from '@rubrica/evidence-file/log'
import type { AuditHead, PublicHeadStore } from '../../../modules/audit/ports.ts'
import type { Schema } from '../schema.ts'
import { toHead } from './audit-head-store.ts'
import { openNodes } from './log-tree.ts'

/** Null for a head of before the tree. There is an index over it. */
const TREE_SIZE = sql<string | null>`substring(canonical from '"treeSize":([0-9]{1,15})')::bigint`

/** The heads of logs as strangers ask for them. */
export class DatabasePublicHeadStore implements PublicHeadStore {
  private readonly database: Kysely<Schema>

  constructor(database: Kysely<Schema>) {
    this.database = database
  }

  async headsFrom(subscriptionId: string, { since, limit }: { since: Date | undefined; limit: number }) {
    const rows = await this.headsOf(subscriptionId)
      .$if(since !== undefined, (query) => query.where('until', '>=', since!))
      .orderBy('until')
      .limit(limit)
      .execute()
    return rows.map(toHead)
  }

  async newestHead(subscriptionId: string): Promise<AuditHead | undefined> {
    const row = await this.headsOf(subscriptionId).orderBy('until', 'desc').limit(1).executeTakeFirst()
    return row && toHead(row)
  }

  async haveHeads(subscriptionId: string, sizes: readonly number[]): Promise<boolean> {
    const rows = await this.headsOf(subscriptionId)
      .clearSelect()
      .select(TREE_SIZE.as('size'))
      .distinct()
      .where(TREE_SIZE, 'in', sizes.map(String))
      .execute()
    return rows.length === new Set(sizes).size
  }

  findNodes(subscriptionId: string): FindNodes {
    return openNodes(this.database, subscriptionId).find
  }

  private headsOf(subscriptionId: string) {
    return this.database
      .selectFrom('audit_heads')
      .selectAll()
      .where('subscription_id', '=', subscriptionId)
      .where(TREE_SIZE, 'is not', null)
  }
}
