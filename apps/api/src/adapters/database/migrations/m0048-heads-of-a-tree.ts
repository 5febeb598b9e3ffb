/** Heads end at a moment instead of with a day, have a timestamp, and stand for a tree over all ends that ever were. */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  sql`alter table audit_heads add column until timestamptz, add column token bytea`,
  sql`update audit_heads set until = (day + 1)::timestamp at time zone 'UTC'`,
  sql`alter table audit_heads alter column until set not null, drop column day`,
  sql`alter table audit_heads add primary key (subscription_id, until)`,
  // Appended to and never changed. They name documents that may be gone: that is what they are for.
  sql`create table audit_log_leaves (
    subscription_id uuid not null references subscriptions,
    position bigint not null,
    document_id uuid not null,
    sequence bigint not null,
    hash bytea not null,
    primary key (subscription_id, position)
  )`,
  sql`create index audit_log_leaves_by_document on audit_log_leaves (document_id, sequence)`,
  sql`create table audit_log_nodes (
    subscription_id uuid not null references subscriptions,
    level smallint not null,
    position bigint not null,
    hash bytea not null,
    primary key (subscription_id, level, position)
  )`,
  // The job has another name since it may be due each hour.
  sql`do $$ begin
    if to_regclass('pgboss.schedule') is not null then
      delete from pgboss.schedule where name = 'seal-audit-day';
    end if;
  end $$`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
