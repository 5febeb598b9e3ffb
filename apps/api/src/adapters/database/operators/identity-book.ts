import type { Kysely } from 'kysely'
import type { Identity, IdentityBook } from '../../../modules/operators/ports.ts'
import { openActLog, type ActedBy, type LogActs } from '../installation-log/log-acts.ts'
import { isKey } from '../logins/identity-store.ts'
import { describeIdentity } from '../logins/describe-identity.ts'
import type { Schema } from '../schema.ts'

/** Who people are at login providers, for the operator. */
export class DatabaseIdentityBook implements IdentityBook {
  private readonly database: Kysely<Schema>
  private readonly log: LogActs

  constructor(database: Kysely<Schema>, actedBy: ActedBy) {
    this.database = database
    this.log = openActLog(database, actedBy)
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
    await this.log(
      (transaction) =>
        transaction
          .insertInto('user_identities')
          .values({ provider, issuer, attribute, subject, user_id: id, linked_at: at })
          .onConflict((conflict) => conflict.columns(['provider', 'issuer', 'attribute', 'subject']).doNothing())
          .returning('user_id')
          .executeTakeFirst(),
      (row) => row !== undefined && describeIdentity('identity-added', identity, id),
    )
    const owner = await this.database
      .selectFrom('user_identities')
      .innerJoin('users', 'users.id', 'user_identities.user_id')
      .where(isKey(identity))
      .select('users.user_id as owner')
      .executeTakeFirstOrThrow()
    return owner.owner
  }

  async remove(identity: Identity, id: string): Promise<boolean> {
    const row = await this.log(
      (transaction) =>
        transaction
          .deleteFrom('user_identities')
          .where('user_id', '=', id)
          .where(isKey(identity))
          .returning('subject')
          .executeTakeFirst(),
      (removed) => removed !== undefined && describeIdentity('identity-removed', identity, id),
    )
    return row !== undefined
  }
}
