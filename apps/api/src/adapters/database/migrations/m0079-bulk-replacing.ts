/** Who has left is replaced in many documents at once. */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  // {"signer", "successor"}: a user id, and a person named by `userId` or `legalId`.
  sql`alter table bulk_acts add column replacement jsonb`,
  sql`alter table bulk_acts drop constraint bulk_acts_act_check`,
  sql`alter table bulk_acts add constraint bulk_acts_act_check
    check (act in ('remind', 'withdraw', 'extend', 'replace', 'download')) not valid`,
  sql`alter table bulk_acts validate constraint bulk_acts_act_check`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
