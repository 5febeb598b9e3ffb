import { sql, type Kysely } from 'kysely'
import type { ProviderSessions } from '../../../modules/logins/ports.ts'
import { inTransaction } from '../connection.ts'
import type { Schema } from '../schema.ts'
import { REVOKED_MS } from '../sessions/token-key-store.ts'

/** Sessions that began at a provider, in PostgreSQL. */
export class DatabaseProviderSessions implements ProviderSessions {
  private readonly database: Kysely<Schema>

  constructor(database: Kysely<Schema>) {
    this.database = database
  }

  end(...[{ nameHash, indexes }, { idHash, expiresAt }, at]: Parameters<ProviderSessions['end']>): Promise<boolean> {
    return inTransaction(this.database, async (transaction) => {
      const taken = await transaction
        .insertInto('consumed_assertions')
        .values({ id_hash: idHash, expires_at: expiresAt })
        .onConflict((conflict) => conflict.column('id_hash').doNothing())
        .returning('id_hash')
        .executeTakeFirst()
      if (!taken) return false
      // Tickets first: one that is being taken becomes a session, which the second statement sees.
      await transaction
        .deleteFrom('login_tickets')
        .where('name_hash', '=', nameHash)
        .where(isOfIndexes(indexes))
        .execute()
      const ended = await transaction
        .deleteFrom('provider_sessions')
        .where('name_hash', '=', nameHash)
        .where(isOfIndexes(indexes))
        .returning('session_id')
        .execute()
      if (ended.length === 0) return true
      const revoked = ended.map(({ session_id: id }) => ({ id, expires_at: new Date(at.getTime() + REVOKED_MS) }))
      await transaction
        .insertInto('revoked_tokens')
        .values(revoked)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
      return true
    })
  }
}

/** What has no session of the provider's own is meant by each of them. */
const isOfIndexes = (indexes: readonly string[]) =>
  indexes.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`(session_index is null or session_index = any(${[...indexes]}::text[]))`
