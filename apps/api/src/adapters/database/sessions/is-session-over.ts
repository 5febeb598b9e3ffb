import type { Transaction } from 'kysely'
import type { Session } from '../../../modules/sessions/ports.ts'
import type { Schema } from '../schema.ts'

/**
 * Whether a session counts no more, asked under the lock of its person by what outlives it: a request may have waited for
 * its body while the password was recovered, or the factors were reset.
 */
export async function isSessionOver(
  transaction: Transaction<Schema>,
  userId: string,
  { id, generation }: Pick<Session, 'id' | 'generation'>,
): Promise<boolean> {
  const row = await transaction
    .selectFrom('users')
    .where('id', '=', userId)
    .where('active', '=', true)
    .where((eb) => eb.or([eb('token_generation', '=', generation), eb('kept_token', '=', id)]))
    .where((eb) => eb.not(eb.exists(eb.selectFrom('revoked_tokens').where('id', '=', id).select('id'))))
    .select('id')
    .executeTakeFirst()
  return row === undefined
}
