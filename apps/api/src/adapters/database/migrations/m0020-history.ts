/**
 * What people have signed, approved and rejected, as lists of their own. An approver sees the revision that they decided
 * on; for decisions of before it is the newest one of that moment.
 */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  sql`alter table approvers add column decided_revision integer`,
  sql`update approvers set decided_revision = (
      select coalesce(max(number), 0) from revisions
      where revisions.document_id = approvers.document_id and revisions.created_at <= approvers.operated_at)
    where state in ('accepted', 'rejected')`,
  sql`create index history_of_signers on signers (user_id, operated_at desc, id desc)
    where state in ('signed', 'rejected')`,
  sql`create index history_of_approvers on approvers (user_id, operated_at desc, id desc)
    where state in ('accepted', 'rejected')`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
