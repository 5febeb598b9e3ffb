/**
 * Objects that a row stopped naming, so that they are found without a look at all that are stored, and how far the
 * nightly look at what was never named has come. Each row is written by the transaction that lets go of the object.
 */
import { sql, type Kysely } from 'kysely'

const TABLES = [
  ...['revisions', 'attachments', 'evidence_files', 'document_evidence', 'document_validations', 'uploads'],
  'template_files',
]

const STATEMENTS = [
  // No key of the object's: two transactions that let go of the same one must not wait for each other.
  sql`create table released_objects (
    id uuid primary key default gen_random_uuid(),
    object_id text not null,
    released_at timestamptz not null default now()
  )`,
  sql`create index released_objects_by_time on released_objects (released_at)`,
  sql`create table object_collections (
    is_only boolean primary key default true check (is_only),
    -- The last day whose objects were looked at.
    through date not null
  )`,
  sql`create function note_released_object() returns trigger language plpgsql as $$
    begin
      insert into released_objects (object_id) values (old.object_id);
      return null;
    end
  $$`,
  ...TABLES.flatMap((table) => [
    sql`create trigger note_deleted_object after delete on ${sql.table(table)}
      for each row execute function note_released_object()`,
    sql`create trigger note_replaced_object after update of object_id on ${sql.table(table)}
      for each row when (old.object_id is distinct from new.object_id) execute function note_released_object()`,
  ]),
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
