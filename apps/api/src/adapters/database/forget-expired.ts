import { sql, type DeleteResult, type Kysely } from 'kysely'
import { COUNTED_MS } from './signing/code-store.ts'
import type { Schema } from './schema.ts'

/** What is worth nothing once its time is over. */
const SHORT_LIVED = [
  'keyed_requests',
  'uploads',
  'drafts',
  'bulk_acts',
  'bulk_sends',
  'personal_keys',
  'signature_sessions',
  'signature_preparations',
  'provider_steps',
  'revoked_tokens',
  'unknown_logins',
  'email_codes',
  'grants',
  'pushed_requests',
  'login_attempts',
  'login_tickets',
  'consumed_assertions',
  'totp_setups',
  'passkey_challenges',
  'remembered_devices',
  'provider_sessions',
  'call_counts',
] as const

const DAY_MS = 24 * 60 * 60_000

/** What is of use for so long after that. */
const KEPT = [
  // Longer than the session of a link; and who opens an old one reads that it is over.
  { table: 'signing_links', since: 'expires_at', days: 7 },
  // As long as they can be sent once more; the longest tries take three days.
  { table: 'webhook_messages', since: 'created_at', days: 30 },
  // Longer than they wait and are tried: as long as the same cause might come again.
  { table: 'notices', since: 'created_at', days: 30 },
  // As receipts.
  { table: 'signing_runs', since: 'ended_at', days: 30 },
  // Personal values: addresses, and words of mail servers that repeat them.
  { table: 'mails', since: 'created_at', days: 180 },
] as const

/** @returns how many rows are gone. */
export async function forgetExpired(database: Kysely<Schema>, at: Date): Promise<number> {
  let forgotten =
    (await forgetCounted(database, at)) + (await forgetErrands(database, at)) + (await forgetNews(database, at))
  for (const { table, since, days } of KEPT) {
    const before = new Date(at.getTime() - days * DAY_MS)
    const { rows } = await sql<{ gone: string }>`with gone as (
      delete from ${sql.table(table)} where ${sql.ref(since)} < ${before} returning 1
    ) select count(*) as gone from gone`.execute(database)
    forgotten += Number(rows[0]?.gone)
  }
  for (const table of SHORT_LIVED) {
    // Rows that somebody holds are left to the next sweep: two who lock several of them could wait for each other.
    const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where expires_at < ${at} for update skip locked))`.execute(database)
    forgotten += Number(numAffectedRows)
  }
  return forgotten
}

/** A person who comes back the next day reads that their time is over, not that there was nothing. */
const REMEMBERED_MS = 48 * 60 * 60_000

async function forgetErrands(database: Kysely<Schema>, at: Date): Promise<number> {
  const result = await database
    .deleteFrom('errands')
    .where('expires_at', '<', new Date(at.getTime() - REMEMBERED_MS))
    .where('state', 'in', ['done', 'failed', 'expired'])
    .executeTakeFirst()
  return countOf(result)
}

/** Longer than a mail is tried (adapters/jobs/pg-boss-queue.ts): what could not be told by then is no news any more. */
const NEWS_MS = 72 * 60 * 60_000

async function forgetNews(database: Kysely<Schema>, at: Date): Promise<number> {
  let forgotten = 0
  for (const table of ['sender_news', 'party_news', 'reminder_news', 'waiting_news'] as const) {
    const result = await database
      .deleteFrom(table)
      .where((eb) => eb.or([eb('told_at', 'is not', null), eb('due_at', '<', new Date(at.getTime() - NEWS_MS))]))
      .executeTakeFirst()
    forgotten += countOf(result)
  }
  return forgotten
}

/** As long as recovery mails to one person are counted. */
const MAILS_COUNTED_MS = 60 * 60_000

/**
 * Codes and recoveries, once they are no longer counted, and batches that none of those was for: with a batch its codes
 * would go.
 */
async function forgetCounted(database: Kysely<Schema>, at: Date): Promise<number> {
  const codes = await database
    .deleteFrom('one_time_codes')
    .where('expires_at', '<', at)
    .where('created_at', '<=', new Date(at.getTime() - COUNTED_MS))
    .executeTakeFirst()
  const batches = await database
    .deleteFrom('signing_batches')
    .where('expires_at', '<', at)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('one_time_codes').select('id').whereRef('batch_id', '=', 'signing_batches.id'))),
    )
    .executeTakeFirst()
  const recoveries = await database
    .deleteFrom('recoveries')
    .where('expires_at', '<', at)
    .where('created_at', '<=', new Date(at.getTime() - MAILS_COUNTED_MS))
    .executeTakeFirst()
  return countOf(codes) + countOf(batches) + countOf(recoveries)
}

const countOf = ({ numDeletedRows }: DeleteResult) => Number(numDeletedRows)
