import type { Kysely } from 'kysely'
import type { SigningPeople } from '../../../modules/signing/key/ports.ts'
import type { Schema } from '../schema.ts'

/** Where codes go. */
export function openSigningPeople(database: Kysely<Schema>): SigningPeople {
  return {
    contact: (userId) =>
      database.selectFrom('users').where('id', '=', userId).select(['phone', 'language']).executeTakeFirst(),
  }
}
