import { sql, type Kysely } from 'kysely'
import type { IdentityKey, IdentityStore, KnownPerson, PersonFact } from '../../modules/logins/ports.ts'
import { inTransaction } from './connection.ts'
import type { Schema } from './schema.ts'

/** Who people are at login providers, in PostgreSQL. */
export class DatabaseIdentityStore implements IdentityStore {
  private readonly database: Kysely<Schema>

  constructor(database: Kysely<Schema>) {
    this.database = database
  }

  async findLinked({ provider, issuer, subject }: IdentityKey): Promise<KnownPerson | 'inactive' | undefined> {
    const row = await this.database
      .selectFrom('user_identities')
      .innerJoin('users', 'users.id', 'user_identities.user_id')
      .where('provider', '=', provider)
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .select(['users.id', 'users.legal_id', 'users.token_generation', 'users.active'])
      .executeTakeFirst()
    return row && (row.active ? toPerson(row) : 'inactive')
  }

  async findByFact(fact: PersonFact): Promise<readonly KnownPerson[]> {
    const people = this.people()
    const found =
      'email' in fact
        ? people.where(sql`lower(email)`, '=', fact.email.toLowerCase())
        : people.where('legal_id', '=', fact.legalId)
    const rows = await found.limit(2).execute()
    return rows.map(toPerson)
  }

  async findActive(userId: string): Promise<KnownPerson | undefined> {
    const row = await this.people().where('id', '=', userId).executeTakeFirst()
    return row && toPerson(row)
  }

  link({ provider, issuer, subject }: IdentityKey, userId: string, at: Date): Promise<boolean> {
    return inTransaction(this.database, async (transaction) => {
      // The row of the person is the lock of their identities.
      await transaction.selectFrom('users').where('id', '=', userId).select('id').forUpdate().execute()
      const theirs = await transaction
        .selectFrom('user_identities')
        .where('user_id', '=', userId)
        .where('provider', '=', provider)
        .where('issuer', '=', issuer)
        .select('subject')
        .execute()
      if (theirs.length > 0) return theirs.some((identity) => identity.subject === subject)
      const row = await transaction
        .insertInto('user_identities')
        .values({ provider, issuer, subject, user_id: userId, linked_at: at })
        .onConflict((conflict) => conflict.columns(['provider', 'issuer', 'subject']).doNothing())
        .returning('user_id')
        .executeTakeFirst()
      return row !== undefined
    })
  }

  private people() {
    return this.database.selectFrom('users').where('active', '=', true).select(['id', 'legal_id', 'token_generation'])
  }
}

const toPerson = (row: { id: string; legal_id: string; token_generation: number }): KnownPerson => ({
  userId: row.id,
  legalId: row.legal_id,
  tokenGeneration: row.token_generation,
})
