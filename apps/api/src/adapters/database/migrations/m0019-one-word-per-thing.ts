/** Tables, indexes and constraints take the words of docs/glossary.md. */
import { sql, type Kysely } from 'kysely'

const TABLES = {
  signing_transactions: 'signing_attempts',
  away_transactions: 'errands',
  signing_sessions: 'signature_sessions',
  authorisations: 'grants',
  pushed_authorisations: 'pushed_requests',
}

const INDEXES = {
  one_live_transaction_per_signer: 'one_live_attempt_per_signer',
  live_transactions_by_lease: 'live_attempts_by_lease',
  one_living_away_per_signer: 'one_living_errand_per_signer',
  away_transactions_by_end: 'errands_by_end',
  away_transactions_by_document: 'errands_by_document',
  signing_sessions_by_end: 'signature_sessions_by_end',
  authorisations_by_end: 'grants_by_end',
  authorisations_by_user: 'grants_by_user',
}

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const [from, to] of Object.entries(TABLES)) {
    await sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(database)
    await renameConstraints(database, from, to)
  }
  for (const [from, to] of Object.entries(INDEXES)) {
    await sql`alter index ${sql.table(from)} rename to ${sql.table(to)}`.execute(database)
  }
  for (const table of ['signers', 'approvers']) {
    await sql`alter table ${sql.table(table)} rename column told_at to notified_at`.execute(database)
  }
}

/** PostgreSQL names constraints after their table when they are made. */
async function renameConstraints(database: Kysely<unknown>, from: string, to: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint
    where conrelid = ${to}::regclass and starts_with(conname, ${`${from}_`})
  `.execute(database)
  for (const { name } of rows) {
    const renamed = sql.ref(to + name.slice(from.length))
    await sql`alter table ${sql.table(to)} rename constraint ${sql.ref(name)} to ${renamed}`.execute(database)
  }
}
