/**
 * Templates: what is sent again and again, with roles in place of people. A version is never changed; each change makes
 * the next one. What was sent from a template says from which version.
 */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  sql`create table templates (
    id uuid primary key,
    subscription_id uuid not null references subscriptions,
    -- Whose it is: a program's or a person's.
    client_id text references clients,
    user_id uuid references users,
    name text not null,
    -- Who else sees it: nobody, a team, or everybody who sends from the subscription.
    share text not null check (share in ('private', 'team', 'subscription')),
    team_id uuid references teams,
    -- The newest one.
    version integer not null default 1,
    -- Counts everything that is done to it, from 1.
    changes integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    -- Nothing is sent from it any more.
    archived_at timestamptz,
    check (num_nonnulls(client_id, user_id) = 1),
    check ((share = 'team') = (team_id is not null))
  )`,
  sql`create index templates_of_subscription on templates (subscription_id, lower(name), id)`,
  sql`create table template_versions (
    template_id uuid not null references templates on delete cascade,
    version integer not null,
    -- Everything in it, and what the list of templates shows of it, under the server key.
    sealed_content bytea not null,
    sealed_summary bytea not null,
    -- Who made it.
    client_id text references clients,
    user_id uuid references users,
    created_at timestamptz not null,
    check (num_nonnulls(client_id, user_id) = 1),
    primary key (template_id, version)
  )`,
  sql`create table template_files (
    id uuid primary key,
    template_id uuid not null references templates on delete cascade,
    length bigint not null,
    -- SHA-256 of the file.
    digest bytea not null,
    -- As of an upload.
    pages jsonb not null,
    findings text[] not null,
    object_id text not null,
    -- The upload that it was: its data key is bound to that.
    key_name uuid not null,
    wrapped_data_key bytea not null,
    created_at timestamptz not null
  )`,
  sql`create index template_files_of_template on template_files (template_id)`,
  sql`create index template_files_by_object on template_files (object_id)`,
  sql`alter table dispatches
    add column template_id uuid references templates,
    add column template_version integer,
    add check ((template_id is null) = (template_version is null))`,
  sql`create index dispatches_by_template on dispatches (template_id) where template_id is not null`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
