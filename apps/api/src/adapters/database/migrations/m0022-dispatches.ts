/**
 * What people send, besides programs. One press of Send makes a dispatch of one or more documents to the same people;
 * each document that was sent before is a dispatch of its own, known by the document's id. Roles say who may send from a
 * subscription; a team shares what its members send. `documents.version` counts the changes that a sender makes after
 * sending, and a signer who was replaced stays in the record while somebody else has the slot (`ordinal`).
 */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  sql`alter table user_subscriptions add column roles text[] not null default '{}'
    check (roles <@ array['sender', 'template-editor', 'manager', 'admin'])`,
  sql`create table teams (
    id uuid primary key,
    subscription_id uuid not null references subscriptions,
    name text not null,
    created_at timestamptz not null,
    unique (subscription_id, name)
  )`,
  sql`create table team_members (
    team_id uuid not null references teams on delete cascade,
    user_id uuid not null references users on delete cascade,
    may_manage boolean not null,
    primary key (user_id, team_id)
  )`,
  sql`create table dispatches (
    id uuid primary key,
    subscription_id uuid not null references subscriptions,
    client_id text references clients,
    user_id uuid references users,
    message text not null default '',
    created_at timestamptz not null,
    check (client_id is null or user_id is null)
  )`,
  sql`insert into dispatches (id, subscription_id, client_id, created_at)
    select id, subscription_id, client_id, uploaded_at from documents`,
  sql`alter table documents
    add column dispatch_id uuid references dispatches,
    add column user_id uuid references users,
    add column team_id uuid references teams,
    add column folded_file_name text not null default '',
    add column version integer not null default 1`,
  sql`update documents set dispatch_id = id, folded_file_name = coalesce(
    (select folded_file_name from signers where document_id = documents.id limit 1), '')`,
  sql`alter table documents alter column dispatch_id set not null`,
  sql`create index documents_by_dispatch on documents (dispatch_id)`,
  // What was sent, the newest first: of a subscription, of a person in it, of their teams, of a program.
  sql`drop index documents_by_subscription`,
  sql`create index sent_by_subscription on documents (subscription_id, uploaded_at desc, id desc)`,
  sql`create index sent_by_person on documents (user_id, subscription_id, uploaded_at desc, id desc)
    where user_id is not null`,
  sql`create index sent_by_team on documents (team_id, uploaded_at desc, id desc) where team_id is not null`,
  sql`create index sent_by_client on documents (client_id, uploaded_at desc, id desc) where client_id is not null`,
  sql`alter table signers
    drop constraint signers_state_check,
    drop constraint signers_document_id_user_id_key`,
  sql`alter table signers add constraint signers_state_check
    check (state in ('waiting', 'pending', 'signing', 'signed', 'rejected', 'cancelled', 'replaced'))`,
  sql`create unique index signers_of_document on signers (document_id, user_id) where state <> 'replaced'`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
