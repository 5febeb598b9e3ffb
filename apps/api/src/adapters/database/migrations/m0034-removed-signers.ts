/**
 * A signer who was removed after sending stays in the record, as one who was replaced does: the same person may come on
 * the document again.
 */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  sql`alter table signers drop constraint signers_state_check`,
  sql`alter table signers add constraint signers_state_check
    check (state in ('waiting', 'pending', 'signing', 'signed', 'rejected', 'cancelled', 'replaced', 'removed'))`,
  sql`drop index signers_of_document`,
  sql`create unique index signers_of_document on signers (document_id, user_id)
    where state not in ('replaced', 'removed')`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
