import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  // What a deputy says of a document to the one whom they stand in for: one of each, on what is asked of that person.
  sql`create table remarks (
    id uuid primary key default gen_random_uuid(),
    signer_id uuid references signers on delete cascade,
    approver_id uuid references approvers on delete cascade,
    deputy_id uuid not null references users on delete cascade,
    is_checked boolean not null,
    text text not null,
    kept_at timestamptz not null,
    check (num_nonnulls(signer_id, approver_id) = 1),
    check (is_checked or text <> ''),
    unique (signer_id, deputy_id),
    unique (approver_id, deputy_id)
  )`,
  sql`create index remarks_of_deputies on remarks (deputy_id)`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
