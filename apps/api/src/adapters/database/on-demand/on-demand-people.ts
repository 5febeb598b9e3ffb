import type { Kysely } from 'kysely'
import type { OnDemandPeople } from '../../../modules/on-demand/ports.ts'
import { statedLegalId } from '../guests/stated-legal-id.ts'
import type { Schema } from '../schema.ts'

/** Whom certificates are made for. */
export function openOnDemandPeople(database: Kysely<Schema>): OnDemandPeople {
  return {
    find: async (userId) => {
      const row = await database
        .selectFrom('users')
        .where('id', '=', userId)
        .select(['name', 'email', 'phone', 'language', statedLegalId.as('legal_id')])
        .executeTakeFirst()
      return row && { ...row, legalId: row.legal_id }
    },
  }
}
