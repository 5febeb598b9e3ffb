import { sql, type Kysely } from 'kysely'

/** When somebody else is told that the last reminder was not answered either; null for never. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const name of ['signers', 'approvers']) {
    await sql`alter table ${sql.table(name)} add column escalates_at timestamptz`.execute(database)
    await sql`create index ${sql.ref(`${name}_to_escalate`)} on ${sql.table(name)} (escalates_at)
      where state = 'pending' and escalates_at is not null`.execute(database)
  }
}
