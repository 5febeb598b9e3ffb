import type { Kysely } from 'kysely'
import type { Identity, IdentityBook } from '../../modules/operators/ports.ts'
import type { Schema } from './schema.ts'

/** Who people are at login providers, for the operator. */
export class DatabaseIdentityBook implements IdentityBook {
  private readonly database: Kysely<Schema>

  constructor(database: Kysely<Schema>) {
    this.database = database
  }

  async ofUser(id: string) {
    const rows = await this.database
      .selectFrom('user_identities')
      .where('user_id', '=', id)
      .selectAll()
      .orderBy('linked_at')
      .execute()
    return rows.map(({ provider, issuer, subject, linked_at }) => ({ provider, issuer, subject, linkedAt: linked_at }))
  }

  async add({ provider, issuer, subject }: Identity, id: string, at: Date): Promise<string> {
    await this.database
      .insertInto('user_identities')
      .values({ provider, issuer, subject, user_id: id, linked_at: at })
      .onConflict((conflict) => conflict.columns(['provider', 'issuer', 'subject']).doNothing())
      .execute()
    const owner = await this.database
      .selectFrom('user_identities')
      .innerJoin('users', 'users.id', 'user_identities.user_id')
      .where('provider', '=', provider)
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .select('users.user_id as owner')
      .executeTakeFirstOrThrow()
    return owner.owner
  }

  async remove({ provider, issuer, subject }: Identity, id: string): Promise<boolean> {
    const row = await this.database
      .deleteFrom('user_identities')
      .where('user_id', '=', id)
      .where('provider', '=', provider)
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .returning('subject')
      .executeTakeFirst()
    return row !== undefined
  }
}
