/** Who stands in for whom while they are away, and what deputies did. */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  sql`create table substitutions (
    id uuid primary key,
    subscription_id uuid not null references subscriptions on delete cascade,
    principal_id uuid not null references users on delete cascade,
    deputy_id uuid not null references users on delete cascade,
    kind text not null check (kind in ('delegation', 'substitution', 'assistant')),
    -- Documents with one of these tags alone; null for all.
    tags text[] check (cardinality(tags) > 0),
    -- Words that stand between the deputy's name and the principal's.
    formula text not null,
    begins_at timestamptz not null,
    ends_at timestamptz not null,
    -- A name of the IANA time zone database: that of the days between which it counts.
    time_zone text not null,
    proposed_at timestamptz not null,
    accepted_at timestamptz,
    ended_at timestamptz,
    ended_by text check (ended_by in ('principal', 'deputy')),
    check (principal_id <> deputy_id),
    check (begins_at < ends_at),
    check ((ended_at is null) = (ended_by is null))
  )`,
  sql`create index substitutions_of_principals on substitutions (principal_id)`,
  sql`create index substitutions_of_deputies on substitutions (deputy_id)`,
  // The row keeps the principal, and says who acted in their name.
  ...['signers', 'approvers'].flatMap((table) => [
    sql`alter table ${sql.table(table)}
      add column acting_user_id uuid references users,
      add column substitution_id uuid references substitutions`,
    sql`create index ${sql.ref(`${table}_of_deputies`)} on ${sql.table(table)} (acting_user_id)
      where acting_user_id is not null`,
    sql`create index ${sql.ref(`${table}_acted_for`)} on ${sql.table(table)} (substitution_id)
      where substitution_id is not null`,
  ]),
  // Without references: they go with their signer or approver, and nobody looks for them by it.
  sql`alter table signing_attempts add column substitution_id uuid`,
  // The office in which a deputy has begun it.
  sql`alter table signing_runs add column office jsonb`,
  // What a deputy was shown is not what the principal was shown.
  sql`alter table page_views add column substitution_id uuid`,
  sql`alter table approver_page_views add column substitution_id uuid`,
  sql`alter table page_views drop constraint page_views_pkey`,
  sql`create unique index page_views_once on page_views
    (signer_id, revision, page, image_digest, substitution_id) nulls not distinct`,
  sql`alter table approver_page_views drop constraint approver_page_views_pkey`,
  sql`create unique index approver_page_views_once on approver_page_views
    (approver_id, revision, page, image_digest, substitution_id) nulls not distinct`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
