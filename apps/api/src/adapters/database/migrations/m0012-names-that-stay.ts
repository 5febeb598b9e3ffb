/** Names of people at providers that stay, one more kind of provider, and sessions that a provider may end. */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  sql`alter table user_identities drop constraint user_identities_provider_check`,
  sql`alter table user_identities add check (provider in ('google', 'microsoft', 'wallet', 'saml', 'oidc'))`,
  // The claim or attribute that the operator chose as the name; empty for the provider's own: sub, or a persistent NameID.
  sql`alter table user_identities add column attribute text not null default ''`,
  sql`alter table user_identities drop constraint user_identities_pkey`,
  sql`alter table user_identities add primary key (provider, issuer, attribute, subject)`,
  // Links by SAML were made from names of any format, and nobody knows which: such a link gives way to one that a legal
  // id proves.
  sql`alter table user_identities add column is_certain boolean not null default true`,
  sql`update user_identities set is_certain = false where provider = 'saml'`,
  // What the provider will call the log-in when it ends it: SHA-256 of issuer and NameID, and its own session.
  sql`alter table login_tickets add column name_hash bytea, add column session_index text`,
  // Sessions that came in through a provider that may end them.
  sql`create table provider_sessions (
    session_id text primary key,
    name_hash bytea not null,
    session_index text,
    -- No session lasts longer.
    expires_at timestamptz not null
  )`,
  sql`create index provider_sessions_by_name on provider_sessions (name_hash)`,
  sql`create index provider_sessions_by_end on provider_sessions (expires_at)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db)
}
