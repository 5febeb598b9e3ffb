/** Logins through others: who somebody is at a provider, and what lies between asking one and its answer. */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  // How a provider calls a person. An issuer never gives a subject to somebody else; an e-mail address it may.
  sql`create table user_identities (
    provider text not null check (provider in ('google', 'microsoft', 'wallet', 'saml')),
    issuer text not null,
    subject text not null,
    user_id uuid not null references users,
    linked_at timestamptz not null,
    primary key (provider, issuer, subject)
  )`,
  sql`create index user_identities_by_user on user_identities (user_id)`,
  // First logins look for the one person with this address.
  sql`create index users_by_email on users (lower(email))`,
  // A question to a provider that is not answered yet; its row is gone with the answer. Nothing here opens anything:
  // nonce and PKCE verifier come from the browser's secret, of which only the hash is kept.
  sql`create table login_attempts (
    -- SHA-256 of the state, or of the id of the SAML request.
    key_hash bytea primary key,
    -- google, microsoft, wallet, or saml: and the issuer that is asked.
    provider text not null,
    -- SHA-256 of the secret in the cookie of the browser that asked.
    browser_hash bytea not null,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  sql`create index login_attempts_by_end on login_attempts (expires_at)`,
  sql`create index login_attempts_by_browser on login_attempts (browser_hash)`,
  // What a SAML answer leads back to the portal with, to be exchanged once for a token.
  sql`create table login_tickets (
    ticket_hash bytea primary key,
    browser_hash bytea not null,
    user_id uuid not null references users,
    expires_at timestamptz not null
  )`,
  sql`create index login_tickets_by_end on login_tickets (expires_at)`,
  // SHA-256 of issuer and id of each assertion that was taken, for as long as it is valid.
  sql`create table consumed_assertions (
    id_hash bytea primary key,
    expires_at timestamptz not null
  )`,
  sql`create index consumed_assertions_by_end on consumed_assertions (expires_at)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db)
}
