import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** Everything that lies between a choice and a signature, and is worth nothing once its time is over. */
const SHORT_LIVED = [
  'one_time_codes',
  'signing_sessions',
  'signature_preparations',
  'signing_batches',
  'provider_steps',
] as const

/** @returns how many rows are gone. */
export async function forgetExpired(database: Kysely<Schema>, at: Date): Promise<number> {
  let forgotten = 0
  for (const table of SHORT_LIVED) {
    const result = await database.deleteFrom(table).where('expires_at', '<', at).executeTakeFirst()
    forgotten += Number(result.numDeletedRows)
  }
  return forgotten
}
