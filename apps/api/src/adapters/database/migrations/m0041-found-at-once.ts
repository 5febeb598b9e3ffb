/**
 * What the list of sent documents is filtered by is found without a look at each of them: by state, by the people on
 * them, and by when something last happened, which each event writes beside the end of the log (no index has it, so that
 * an event costs no more).
 */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  sql`alter table documents add column last_event_at timestamptz`,
  sql`update documents set last_event_at = event.at from audit_events event
    where event.document_id = documents.id and event.sequence = documents.audit_sequence`,
  sql`create index sent_by_state on documents (subscription_id, state, uploaded_at desc, id desc)`,
  sql`create index signers_of_person on signers (user_id, document_id)`,
  sql`create index approvers_of_person on approvers (user_id, document_id)`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
