import { sql, type Kysely } from 'kysely'
import { lacksLegalId } from '../guests/stated-legal-id.ts'
import type { Schema } from '../schema.ts'

const UNIQUE_VIOLATION = '23505'

/** Of an account that has none. @returns whether it is set, or why not */
export async function setLegalId(
  database: Kysely<Schema>,
  { id, legalId, type }: { readonly id: string; readonly legalId: string; readonly type: string },
): Promise<'set' | 'has-one' | 'taken'> {
  try {
    const row = await database
      .updateTable('users')
      .set({ legal_id: legalId, legal_id_type: type })
      // Paths of what is open carry the one before.
      .set({ token_generation: sql<number>`token_generation + 1`, kept_token: null })
      .where('id', '=', id)
      .where(lacksLegalId)
      .returning('id')
      .executeTakeFirst()
    return row ? 'set' : 'has-one'
  } catch (error) {
    if ((error as { code?: string }).code === UNIQUE_VIOLATION) return 'taken'
    throw error
  }
}
