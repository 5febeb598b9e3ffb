import { sql, type ExpressionBuilder, type Kysely } from 'kysely'
import type { IdentityKey, IdentityStore, KnownPerson, PersonFact } from '../../../modules/logins/ports.ts'
import { inTransaction } from '../connection.ts'
import { isKnownAs } from '../guests/known-address.ts'
import { hasLegalId } from '../guests/stated-legal-id.ts'
import { appendInstallationEvent } from '../installation-log/append-installation-event.ts'
import { describeIdentity } from './describe-identity.ts'
import type { Schema } from '../schema.ts'

/** Who people are at login providers, in PostgreSQL. */
export class DatabaseIdentityStore implements IdentityStore {
  private readonly database: Kysely<Schema>

  constructor(database: Kysely<Schema>) {
    this.database = database
  }

  async findLinked(key: IdentityKey): Promise<KnownPerson | 'inactive' | undefined> {
    const row = await this.database
      .selectFrom('user_identities')
      .innerJoin('users', 'users.id', 'user_identities.user_id')
      .where(isKey(key))
      .select(['users.id', 'users.legal_id', 'users.token_generation', 'users.active', 'is_certain'])
      .executeTakeFirst()
    // The name that it is called by now is one that stays.
    if (row?.is_certain === false) {
      await this.database.updateTable('user_identities').set({ is_certain: true }).where(isKey(key)).execute()
    }
    return row && (row.active ? toPerson(row) : 'inactive')
  }

  async findByFact(fact: PersonFact): Promise<readonly KnownPerson[]> {
    const people = this.people()
    const found =
      'email' in fact
        ? people.where(isKnownAs(sql`users`, sql`${fact.email}::text`)).where(hasLegalId)
        : people.where('legal_id', 'in', fact.legalIds)
    const rows = await found.limit(2).execute()
    return rows.map(toPerson)
  }

  async findActive(userId: string): Promise<KnownPerson | undefined> {
    const row = await this.people().where('id', '=', userId).executeTakeFirst()
    return row && toPerson(row)
  }

  link(key: IdentityKey, userId: string, { by, at }: Parameters<IdentityStore['link']>[2]): Promise<boolean> {
    const { provider, issuer, attribute = '', subject } = key
    return inTransaction(this.database, async (transaction) => {
      // The row of the person is the lock of their identities.
      await transaction.selectFrom('users').where('id', '=', userId).select('id').forUpdate().execute()
      const ofIssuer = { user_id: userId, provider, issuer }
      const uncertain = { ...ofIssuer, is_certain: false }
      const gone =
        by === 'legalId'
          ? await transaction
              .deleteFrom('user_identities')
              .where((eb) => eb.and(uncertain))
              .returning('subject')
              .execute()
          : []
      const theirs = await transaction
        .selectFrom('user_identities')
        .where((eb) => eb.and(ofIssuer))
        .select(['attribute', 'subject'])
        .execute()
      if (theirs.length > 0) return theirs.some((one) => one.attribute === attribute && one.subject === subject)
      const row = await transaction
        .insertInto('user_identities')
        .values({ provider, issuer, attribute, subject, user_id: userId, linked_at: at })
        .onConflict((conflict) => conflict.columns(['provider', 'issuer', 'attribute', 'subject']).doNothing())
        .returning('user_id')
        .executeTakeFirst()
      if (!row) return false
      const act = describeIdentity('identity-added', key, userId)
      await appendInstallationEvent(transaction, {
        ...act,
        facts: { ...act.facts, provedBy: by, gaveWay: gone.length },
        ...{ actor: { by: 'person', userId }, at },
      })
      return true
    })
  }

  private people() {
    return this.database.selectFrom('users').where('active', '=', true).select(['id', 'legal_id', 'token_generation'])
  }
}

/** The condition that finds one identity. */
export const isKey =
  ({ provider, issuer, attribute = '', subject }: Omit<IdentityKey, 'provider'> & { readonly provider: string }) =>
  (eb: ExpressionBuilder<Schema, 'user_identities'>) =>
    eb.and({ provider, issuer, attribute, subject })

const toPerson = (row: { id: string; legal_id: string; token_generation: number }): KnownPerson => ({
  userId: row.id,
  legalId: row.legal_id,
  tokenGeneration: row.token_generation,
})
