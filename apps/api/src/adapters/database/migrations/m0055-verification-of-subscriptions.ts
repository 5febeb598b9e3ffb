/** What the verification codes of a subscription's documents tell, where nothing is said of a document itself. */
import { sql, type Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  // Null: as the installation.
  await sql`alter table subscriptions add column verification text
    check (verification in ('compare', 'facts', 'names', 'download', 'off'))`.execute(database)
}
