import type { Kysely } from 'kysely'
import type {
  LoginAttempt,
  LoginAttempts,
  LoginTicket,
  NewSession,
  TakenTicket,
} from '../../../modules/logins/ports.ts'
import { inTransaction } from '../connection.ts'
import type { Schema } from '../schema.ts'

/** Questions to login providers in PostgreSQL. Whatever is taken is gone in the same statement. */
export class DatabaseLoginAttempts implements LoginAttempts {
  private readonly database: Kysely<Schema>

  constructor(database: Kysely<Schema>) {
    this.database = database
  }

  async begin({ keyHash, provider, browserHash }: LoginAttempt, at: Date, expiresAt: Date): Promise<void> {
    await this.database
      .insertInto('login_attempts')
      .values({ key_hash: keyHash, provider, browser_hash: browserHash, created_at: at, expires_at: expiresAt })
      .execute()
  }

  async take({
    keyHash,
    providers,
    browserHash,
    at,
  }: Parameters<LoginAttempts['take']>[0]): Promise<LoginAttempt | undefined> {
    const row = await this.database
      .deleteFrom('login_attempts')
      .where('key_hash', '=', (eb) =>
        eb
          .selectFrom('login_attempts as asked')
          .select('asked.key_hash')
          .where('asked.browser_hash', '=', browserHash)
          .where('asked.provider', 'in', providers)
          .where('asked.expires_at', '>', at)
          .$if(keyHash !== undefined, (query) => query.where('asked.key_hash', '=', keyHash!))
          .orderBy('asked.created_at', 'desc')
          .limit(1),
      )
      .returning(['key_hash', 'provider', 'browser_hash'])
      .executeTakeFirst()
    return row && { keyHash: row.key_hash, provider: row.provider, browserHash: row.browser_hash }
  }

  async takeAnswered(keyHash: Buffer, provider: string, at: Date): Promise<LoginAttempt | undefined> {
    const row = await this.database
      .deleteFrom('login_attempts')
      .where('key_hash', '=', keyHash)
      .where('provider', '=', provider)
      .where('expires_at', '>', at)
      .returning('browser_hash')
      .executeTakeFirst()
    return row && { keyHash, provider, browserHash: row.browser_hash }
  }

  async consumeAssertion(idHash: Buffer, expiresAt: Date): Promise<boolean> {
    const row = await this.database
      .insertInto('consumed_assertions')
      .values({ id_hash: idHash, expires_at: expiresAt })
      .onConflict((conflict) => conflict.column('id_hash').doNothing())
      .returning('id_hash')
      .executeTakeFirst()
    return row !== undefined
  }

  async addTicket({ ticketHash, browserHash, userId, issuer, session }: LoginTicket, expiresAt: Date): Promise<void> {
    await this.database
      .insertInto('login_tickets')
      .values({
        ticket_hash: ticketHash,
        browser_hash: browserHash,
        user_id: userId,
        expires_at: expiresAt,
        issuer,
        name_hash: session?.nameHash ?? null,
        session_index: session?.index ?? null,
      })
      .execute()
  }

  takeTicket(
    { ticketHash, browserHash }: Pick<LoginTicket, 'ticketHash' | 'browserHash'>,
    { id, expiresAt }: NewSession,
    at: Date,
  ): Promise<TakenTicket | undefined> {
    return inTransaction(this.database, async (transaction) => {
      const row = await transaction
        .deleteFrom('login_tickets')
        .where('ticket_hash', '=', ticketHash)
        .where('browser_hash', '=', browserHash)
        .where('expires_at', '>', at)
        .returning(['user_id', 'issuer', 'name_hash', 'session_index'])
        .executeTakeFirst()
      if (row?.name_hash) {
        const { name_hash, session_index } = row
        const session = { session_id: id, name_hash, session_index, expires_at: expiresAt }
        await transaction.insertInto('provider_sessions').values(session).execute()
      }
      return row && { userId: row.user_id, issuer: row.issuer ?? undefined }
    })
  }
}
