/** Links with which programs have people sign in their own pages, and which pages may show that in a frame. */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  // Origins: https://erp.example.org. None: no page frames the portal.
  sql`alter table clients add column frame_origins text[] not null default '{}'`,
  sql`create table signing_links (
    id uuid primary key,
    client_id text not null references clients,
    signer_id uuid not null references signers on delete cascade,
    -- SHA-256 of the secret in the address; the secret itself is nowhere here.
    secret_digest bytea not null unique,
    return_url text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    -- When a later link of the program for this signer took its place.
    voided_at timestamptz,
    opened_at timestamptz
  )`,
  sql`create index signing_links_of_signers on signing_links (signer_id, created_at)`,
  sql`create index signing_links_by_end on signing_links (expires_at)`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
