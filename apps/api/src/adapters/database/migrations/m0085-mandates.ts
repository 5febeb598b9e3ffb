import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  // Documents of one of these senders alone, as they were written and as they are looked for; null for all.
  sql`alter table substitutions
    add column senders text[] check (cardinality(senders) > 0),
    add column folded_senders text[],
    add constraint substitutions_senders check (num_nulls(senders, folded_senders) in (0, 2))`,
  // The document by which the principal authorises the deputy, and SHA-256 of what was signed. Without a reference: what it
  // was is known also once it has been deleted.
  sql`alter table substitutions
    add column mandate_id uuid,
    add column mandate_name text,
    add column mandate_digest bytea,
    add constraint substitutions_mandate check (num_nulls(mandate_id, mandate_name, mandate_digest) in (0, 3))`,
  // Nobody stands in for people of it without a mandate.
  sql`alter table subscriptions add column demands_mandate boolean not null default false`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
