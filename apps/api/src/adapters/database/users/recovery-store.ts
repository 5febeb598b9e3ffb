import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { PasswordStore, RecoveringPerson, RecoveryStore, RecoveryToken } from '../../../modules/users/ports.ts'
import { inTransaction } from '../connection.ts'
import { isNoGuest } from '../guests/stated-legal-id.ts'
import { openActLog, type LoggedAct } from '../installation-log/log-acts.ts'
import type { Schema } from '../schema.ts'

const hashOf = (tokenId: string) => createHash('sha256').update(`rubrica-recovery:${tokenId}`).digest('hex')

/** Passwords that are chosen anew, and the tokens of the mails that lead to it, in PostgreSQL. */
export class DatabaseRecoveryStore implements PasswordStore, RecoveryStore {
  private readonly database: Kysely<Schema>
  private readonly now: () => Date

  constructor(database: Kysely<Schema>, now: () => Date) {
    this.database = database
    this.now = now
  }

  async findPerson(loginName: string): Promise<RecoveringPerson | undefined> {
    const row = await this.database
      .selectFrom('users')
      .where(sql`lower(user_id)`, '=', loginName.toLowerCase())
      .where('active', '=', true)
      .where('email', '<>', '')
      .where(isNoGuest)
      .select(['id', 'token_generation', 'name', 'email', 'language'])
      .executeTakeFirst()
    return (
      row && {
        userId: row.id,
        tokenGeneration: row.token_generation,
        name: row.name,
        email: row.email,
        language: row.language,
      }
    )
  }

  keepToken(
    { tokenId, userId, email, tokenGeneration, createdAt, expiresAt }: RecoveryToken,
    { mails, since }: { readonly mails: number; readonly since: Date },
  ): Promise<boolean> {
    return inTransaction(this.database, async (transaction) => {
      // Mails that are made at once take turns, so that each is counted and the last one's token stays.
      const people = transaction.selectFrom('users').where('id', '=', userId).where('email', '=', email)
      // Its mail would go to the mailbox of before.
      if ((await people.select('id').forUpdate().execute()).length === 0) return false
      const counted = await transaction
        .selectFrom('recoveries')
        .where('user_id', '=', userId)
        .where('created_at', '>', since)
        .select('token_hash')
        .limit(mails)
        .execute()
      if (counted.length >= mails) return false
      await transaction
        .updateTable('recoveries')
        .set({ ended_at: createdAt })
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null)
        .execute()
      await transaction
        .insertInto('recoveries')
        .values({
          token_hash: hashOf(tokenId),
          user_id: userId,
          token_generation: tokenGeneration,
          created_at: createdAt,
          expires_at: expiresAt,
        })
        .execute()
      return true
    })
  }

  async forgetToken(tokenId: string): Promise<void> {
    await this.database.deleteFrom('recoveries').where('token_hash', '=', hashOf(tokenId)).execute()
  }

  async isRecoverable(userId: string, tokenId: string, at: Date): Promise<boolean> {
    const row = await this.database
      .selectFrom('recoveries')
      .innerJoin('users', 'users.id', 'recoveries.user_id')
      .where('recoveries.token_hash', '=', hashOf(tokenId))
      .where('recoveries.user_id', '=', userId)
      .where('recoveries.ended_at', 'is', null)
      .where('recoveries.expires_at', '>', at)
      .whereRef('recoveries.token_generation', '=', 'users.token_generation')
      .where('users.active', '=', true)
      .select('recoveries.token_hash')
      .executeTakeFirst()
    return row !== undefined
  }

  async hashToChange(userId: string): Promise<string | null> {
    const row = await this.database
      .selectFrom('users')
      .where('id', '=', userId)
      .where('must_reset_password', '=', true)
      .select('password_hash')
      .executeTakeFirst()
    return row?.password_hash ?? null
  }

  recover(
    userId: string,
    { hash, tokenId, at }: { readonly hash: string; readonly tokenId: string; readonly at: Date },
  ): Promise<boolean> {
    // The person's row is locked first, as everywhere: else two who change both would wait for one another.
    const statement = sql`
      with person as materialized (
        select id from users where id = ${userId} for update
      ), used as (
        update recoveries set ended_at = ${at} from person
        where token_hash = ${hashOf(tokenId)} and user_id = person.id and ended_at is null and expires_at > ${at}
        returning user_id, recoveries.token_generation
      )
      update users set password_hash = ${hash}, must_reset_password = false, failed_logins = 0, locked_until = null,
        email_is_known = true, token_generation = users.token_generation + 1, kept_token = null
      from used where users.id = used.user_id and users.token_generation = used.token_generation and users.active
      returning users.id
    `
    const log = openActLog(this.database, { actor: { by: 'person', userId }, now: () => at })
    return log(
      async (transaction) => (await statement.execute(transaction)).rows.length > 0,
      (isSet) => isSet && setBy(userId, 'recovery'),
    )
  }

  changeForced(
    userId: string,
    { hash, keptSession }: { readonly hash: string; readonly keptSession: string },
  ): Promise<boolean> {
    const log = openActLog(this.database, { actor: { by: 'person', userId }, now: this.now })
    return log(
      async (transaction) => {
        const row = await transaction
          .updateTable('users')
          .set({
            password_hash: hash,
            must_reset_password: false,
            failed_logins: 0,
            locked_until: null,
            token_generation: sql<number>`token_generation + 1`,
            kept_token: keptSession,
          })
          .where('id', '=', userId)
          .where('active', '=', true)
          .where('must_reset_password', '=', true)
          .returning('id')
          .executeTakeFirst()
        return row !== undefined
      },
      (isSet) => isSet && setBy(userId, 'forced-change'),
    )
  }
}

const setBy = (userId: string, how: 'recovery' | 'forced-change'): LoggedAct => ({
  type: 'password-set',
  facts: { userId, how },
})
