/**
 * Signers sign in stages: everybody of one stage at once, the next one when all of it have signed. What was sent to be
 * signed one after another has one signer in each stage; what was sent to all at once is one stage.
 */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  sql`alter table signers add column stage integer not null default 1 check (stage >= 1)`,
  sql`update signers set stage = ordinal + 1 from documents
    where documents.id = signers.document_id and documents.signing_order = 'sequential' and ordinal > 0`,
  sql`alter table documents drop column signing_order`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
