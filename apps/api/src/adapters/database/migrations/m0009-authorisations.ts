/** What people allow applications: to use their certificates for certain hashes, or to see which ones they have. */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  sql`create table authorisations (
    id uuid primary key,
    client_id text not null references clients on delete cascade,
    kind text not null check (kind in ('service', 'credential')),
    -- asked by the application; waiting for the person's phone; opened by the person; coded: the code is on its way;
    -- granted: the application has its token.
    phase text not null check (phase in ('asked', 'waiting', 'opened', 'coded', 'granted', 'ended')),
    -- Null for what was asked without the authorisation page.
    redirect_uri text,
    -- Whether the application named it, and must name it again.
    redirect_named boolean not null,
    state text,
    certificate_types text[] not null,
    -- What the application named, whoever has it, and what the person chose.
    wanted_certificate_id uuid,
    certificate_id uuid references certificates on delete cascade,
    -- What may still be signed, each once.
    hashes bytea[] not null,
    hash_algorithm text,
    -- Further hashes that the application may name later.
    further integer not null,
    description text,
    code_challenge text,
    code_challenge_method text,
    user_id uuid references users on delete cascade,
    -- All that a person allowed ends with a new password.
    token_generation integer,
    -- SHA-256 of what leads on from here: session, code, or token. None of them is kept.
    secret_hash bytea unique,
    -- SHA-256 of the code, kept so that its second use ends what the first led to.
    code_hash bytea unique,
    -- The unlocked key, or the provider's session, under a key that only that secret opens, and the server's key.
    sealed_key bytea,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  sql`create index authorisations_by_end on authorisations (expires_at)`,
  sql`create index authorisations_by_user on authorisations (user_id)`,
  sql`create table pushed_authorisations (
    -- SHA-256 of the address that names it.
    id bytea primary key,
    client_id text not null references clients on delete cascade,
    -- The application's request, as JSON.
    request text not null,
    expires_at timestamptz not null
  )`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
