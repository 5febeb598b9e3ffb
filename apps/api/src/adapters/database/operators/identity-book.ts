import type { Kysely } from 'kysely'
import type { Identity, IdentityBook } from '../../../modules/operators/ports.ts'
import { isKey } from '../logins/identity-store.ts'
import type { Schema } from '../schema.ts'

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
    return rows.map(({ provider, issuer, attribute, subject, linked_at }) => ({
      provider,
      issuer,
      ...(attribute !== '' && { attribute }),
      subject,
      linkedAt: linked_at,
    }))
  }

  async add(identity: Identity, id: string, at: Date): Promise<string> {
    const { provider, issuer, attribute = '', subject } = identity
    await this.database
      .insertInto('user_identities')
      .values({ provider, issuer, attribute, subject, user_id: id, linked_at: at })
      .onConflict((conflict) => conflict.columns(['provider', 'issuer', 'attribute', 'subject']).doNothing())
      .execute()
    const owner = await this.database
      .selectFrom('user_identities')
      .innerJoin('users', 'users.id', 'user_identities.user_id')
      .where(isKey(identity))
      .select('users.user_id as owner')
      .executeTakeFirstOrThrow()
    return owner.owner
  }

  async remove(identity: Identity, id: string): Promise<boolean> {
    const row = await this.database
      .deleteFrom('user_identities')
      .where('user_id', '=', id)
      .where(isKey(identity))
      .returning('subject')
      .executeTakeFirst()
    return row !== undefined
  }
}
