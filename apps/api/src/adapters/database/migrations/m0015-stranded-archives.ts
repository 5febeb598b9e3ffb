/**
 * Documents that all had signed while their evidence was being gathered, and for which nobody was asked for the rest: see
 * `claimRow` in archive-store.ts. The next sweep finds them.
 */
import { sql, type Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    update document_archives set state = 'waiting', tries = 0, due_at = now(), updated_at = now() from documents
    where documents.id = document_archives.document_id and documents.state = 'completed'
      and document_archives.state = 'none' and document_archives.due_at is null`.execute(database)
}
