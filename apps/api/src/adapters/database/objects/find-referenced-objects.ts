import { sql, type Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** The tables whose rows name objects, each with an index on them. */
const TABLES = [
  ...(['revisions', 'attachments', 'evidence_files', 'document_evidence'] as const),
  ...(['document_validations', 'uploads', 'template_files'] as const),
]

/** Every object's id, as the tables name them. */
export const OBJECT_IDS = TABLES.map((table) => `select object_id from ${table}`).join(' union ')

/** Those of the object ids that some row names. */
export async function findReferencedObjects(db: Kysely<Schema>, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const ofTables = TABLES.map((table) => sql`select object_id from ${sql.table(table)} where object_id = any(${ids})`)
  const { rows } = await sql<{ object_id: string }>`${sql.join(ofTables, sql` union `)}`.execute(db)
  return new Set(rows.map((row) => row.object_id))
}

const PAGE = 1000

/** Every object's id that a row names, a page at a time; one that rows of several tables name comes several times. */
export async function* readReferencedObjects(db: Kysely<Schema>): AsyncGenerator<string> {
  for (const table of TABLES) {
    for (let last = ''; ;) {
      const { rows } = await sql<{ object_id: string }>`
        select distinct object_id from ${sql.table(table)} where object_id > ${last} order by object_id limit ${PAGE}
      `.execute(db)
      for (const row of rows) yield row.object_id
      if (rows.length < PAGE) break
      last = rows.at(-1)!.object_id
    }
  }
}
