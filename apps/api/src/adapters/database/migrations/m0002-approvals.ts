/**
 * Approvers whose document ended before they acted, and the document's own index on them.
 *
 * Further positions of a signer were empty signature fields before; they are buttons now. The documents that were taken
 * in before have no buttons, so their signatures show at the first position only, as they would have.
 */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  sql`alter table approvers drop constraint approvers_state_check`,
  sql`alter table approvers add constraint approvers_state_check
      check (state in ('pending', 'accepted', 'rejected', 'cancelled'))`,
  sql`create index approvers_by_document on approvers (document_id)`,
  sql`update approvers set state = 'cancelled', operated_at = documents.ended_at
      from documents where documents.id = approvers.document_id and documents.state <> 'open'
        and approvers.state = 'pending'`,
  sql`delete from signature_fields where ordinal > 0`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
