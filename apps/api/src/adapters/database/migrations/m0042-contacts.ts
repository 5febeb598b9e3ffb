/** Contacts of senders, and groups of people; both may be people without an account, of whom a contact says who they are. */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  sql`create table contacts (
    id uuid primary key,
    subscription_id uuid not null references subscriptions,
    -- Whose it is: a program's or a person's.
    client_id text references clients,
    user_id uuid references users on delete cascade,
    -- Somebody who has an account; what follows is of who has none.
    person_id uuid references users on delete cascade,
    name text,
    email text,
    phone text,
    language text not null default '',
    created_at timestamptz not null,
    check (num_nonnulls(client_id, user_id) = 1),
    check (num_nonnulls(person_id, email) = 1),
    check ((name is null) = (email is null))
  )`,
  sql`create unique index contacts_of_owner on contacts (user_id, client_id, subscription_id, lower(email), person_id)
    nulls not distinct`,
  sql`create table contact_groups (
    id uuid primary key,
    subscription_id uuid not null references subscriptions,
    client_id text references clients,
    user_id uuid references users on delete cascade,
    name text not null,
    -- Whose members see it too.
    team_id uuid references teams,
    -- Counts everything that is done to it, from 1.
    changes integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    check (num_nonnulls(client_id, user_id) = 1)
  )`,
  sql`create index contact_groups_of_subscription on contact_groups (subscription_id, lower(name), id)`,
  sql`create table contact_group_members (
    group_id uuid not null references contact_groups on delete cascade,
    -- From 0; a place that became empty stays so.
    ordinal integer not null,
    person_id uuid references users on delete cascade,
    -- Of who has no account: gone with the contact.
    contact_id uuid references contacts on delete cascade,
    check (num_nonnulls(person_id, contact_id) = 1),
    primary key (group_id, ordinal)
  )`,
  sql`create unique index contact_group_members_once on contact_group_members (group_id, person_id, contact_id)
    nulls not distinct`,
  sql`create index contact_group_members_by_contact on contact_group_members (contact_id) where contact_id is not null`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
