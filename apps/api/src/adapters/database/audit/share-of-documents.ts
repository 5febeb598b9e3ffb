import { sql, type Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Which percentage of the table's pages holds about so many documents, for `tablesample system`; 100 where few are. */
export async function shareOfDocuments(database: Kysely<Schema>, about: number): Promise<number> {
  const { rows } = await sql<{ documents: number }>`
    select reltuples as documents from pg_class where oid = 'documents'::regclass
  `.execute(database)
  return Math.min(100, (100 * about) / Math.max(1, rows[0]!.documents))
}
