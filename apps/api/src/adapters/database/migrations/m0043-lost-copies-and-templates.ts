/**
 * Who lost a copy of a document is told otherwise than who was asked for something; and what was sent from a template is
 * found in the order of the list.
 */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  sql`alter table lost_documents add column is_copy boolean not null default false`,
  // Repeated from the dispatch, for the index.
  sql`alter table documents add column template_id uuid references templates`,
  sql`update documents set template_id = dispatches.template_id from dispatches
    where dispatches.id = documents.dispatch_id and dispatches.template_id is not null`,
  sql`create index sent_from_template on documents (template_id, uploaded_at desc, id desc)
    where template_id is not null`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
