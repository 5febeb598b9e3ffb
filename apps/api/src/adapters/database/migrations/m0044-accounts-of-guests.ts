/** Guests who have made an account: who they are, and which of their signers were guests before. */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  // Whether a guest may make an account here.
  sql`alter table subscriptions add column allows_accounts boolean not null default false`,
  sql`create table guest_accounts (
    -- Kept first, so that of two at once one makes the user.
    user_id uuid primary key references users on delete cascade deferrable initially deferred,
    subscription_id uuid not null references subscriptions,
    -- In lower case: an address has one account in a subscription.
    email text not null,
    created_at timestamptz not null,
    unique (subscription_id, email)
  )`,
  // As whom a signer was invited who has an account since: what the sender said of them stands there.
  sql`alter table signers add column guest_id uuid references guests`,
  // The guests of an address.
  sql`create index guests_by_address on users (lower(email)) where legal_id_type = 'GUEST'`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
