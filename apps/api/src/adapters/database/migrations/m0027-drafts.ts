/** What somebody is putting together to be sent. A draft has no documents yet: no revisions, no signers, no audit chain. */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  sql`create table drafts (
    id uuid primary key,
    subscription_id uuid not null references subscriptions,
    -- Whose it is: a program's or a person's. Nobody else learns that it exists.
    client_id text references clients,
    user_id uuid references users,
    -- Counts its changes, from 1.
    version integer not null default 1,
    -- Everything in it, and what the list of drafts shows of it, under the server key.
    sealed_content bytea not null,
    sealed_summary bytea not null,
    -- Its uploads, which live as long as it does.
    upload_ids uuid[] not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    expires_at timestamptz not null,
    check (num_nonnulls(client_id, user_id) = 1)
  )`,
  sql`create index drafts_of_people on drafts (user_id, subscription_id) where user_id is not null`,
  sql`create index drafts_of_clients on drafts (client_id, subscription_id) where client_id is not null`,
  sql`create index drafts_by_end on drafts (expires_at)`,
  // What waits of one owner is counted with each upload.
  sql`create index uploads_of_people on uploads (user_id, subscription_id) where user_id is not null`,
  sql`create index uploads_of_clients on uploads (client_id, subscription_id) where client_id is not null`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
