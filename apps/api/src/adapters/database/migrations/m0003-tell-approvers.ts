/** When an approver was told of a document. Those of before count as told: their mail would come too late. */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  sql`alter table approvers add column told_at timestamptz`,
  sql`update approvers set told_at = now()`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
