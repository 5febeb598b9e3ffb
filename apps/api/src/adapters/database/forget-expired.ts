import type { DeleteResult, Kysely } from 'kysely'
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
  'provider_sessions',
  'call_counts',
] as const

/** @returns how many rows are gone. */
export async function forgetExpired(database: Kysely<Schema>, at: Date): Promise<number> {
  let forgotten =
    (await forgetCounted(database, at)) + (await forgetErrands(database, at)) + (await forgetNews(database, at))
  forgotten += (await forgetLinks(database, at)) + (await forgetMessages(database, at))
  for (const table of SHORT_LIVED) {
    const result = await database.deleteFrom(table).where('expires_at', '<', at).executeTakeFirst()
    forgotten += countOf(result)
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

/** Longer than the session of a link; and who opens an old one reads that it is over. */
const LINKS_MS = 7 * 24 * 60 * 60_000

async function forgetLinks(database: Kysely<Schema>, at: Date): Promise<number> {
  const result = await database
    .deleteFrom('signing_links')
    .where('expires_at', '<', new Date(at.getTime() - LINKS_MS))
    .executeTakeFirst()
  return countOf(result)
}

/** Longer than a mail is tried (adapters/jobs/pg-boss-queue.ts): what could not be told by then is no news any more. */
const NEWS_MS = 72 * 60 * 60_000

async function forgetNews(database: Kysely<Schema>, at: Date): Promise<number> {
  let forgotten = 0
  for (const table of ['sender_news', 'party_news'] as const) {
    const result = await database
      .deleteFrom(table)
      .where((eb) => eb.or([eb('told_at', 'is not', null), eb('happened_at', '<', new Date(at.getTime() - NEWS_MS))]))
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

/** As long as they can be sent once more; the longest tries take three days. */
const MESSAGES_MS = 30 * 24 * 60 * 60_000

async function forgetMessages(database: Kysely<Schema>, at: Date): Promise<number> {
  const result = await database
    .deleteFrom('webhook_messages')
    .where('created_at', '<', new Date(at.getTime() - MESSAGES_MS))
    .executeTakeFirst()
  return countOf(result)
}

const countOf = ({ numDeletedRows }: DeleteResult) => Number(numDeletedRows)
