import { sql, type Kysely } from 'kysely'
import type { LivingKey, NewPersonalKey, PersonalKey, PersonalKeyStore } from '../../../modules/personal-keys/ports.ts'
import { inTransaction } from '../connection.ts'
import { appendInstallationEvent } from '../installation-log/append-installation-event.ts'
import { openActLog } from '../installation-log/log-acts.ts'
import type { Schema } from '../schema.ts'
import { isSessionOver } from '../sessions/is-session-over.ts'

const NOTED_EVERY_MS = 60_000

/** Personal keys in PostgreSQL. A key lives while its person does, with the same password and in the same subscription. */
export class DatabasePersonalKeyStore implements PersonalKeyStore {
  private readonly database: Kysely<Schema>

  constructor(database: Kysely<Schema>) {
    this.database = database
  }

  async subscriptionsOf(userId: string): Promise<readonly string[]> {
    const rows = await this.database
      .selectFrom('user_subscriptions')
      .where('user_id', '=', userId)
      .select('subscription_id')
      .execute()
    return rows.map(({ subscription_id }) => subscription_id)
  }

  insert(key: NewPersonalKey, most: number): Promise<'kept' | 'too-many' | 'session-over'> {
    return inTransaction(this.database, async (transaction) => {
      // Keys that are made at once take turns, so that each is counted; and none outlives a password that is changing.
      const person = await transaction
        .selectFrom('users')
        .where('id', '=', key.userId)
        .select('token_generation')
        .forUpdate()
        .executeTakeFirstOrThrow()
      if (await isSessionOver(transaction, key.userId, key.session)) return 'session-over'
      const living = await livingKeys(transaction, key.createdAt)
        .where('personal_keys.user_id', '=', key.userId)
        .select('personal_keys.id')
        .limit(most)
        .execute()
      if (living.length >= most) return 'too-many'
      await transaction
        .insertInto('personal_keys')
        .values({
          id: key.id,
          user_id: key.userId,
          subscription_id: key.subscriptionId,
          name: key.name,
          scopes: [...key.scopes],
          secret_hash: key.secretHash,
          token_generation: person.token_generation,
          created_at: key.createdAt,
          expires_at: key.expiresAt,
        })
        .execute()
      await appendInstallationEvent(transaction, {
        ...{ type: 'personal-key-made', at: key.createdAt, actor: { by: 'person', userId: key.userId } },
        facts: {
          ...{ keyId: key.id, userId: key.userId, subscriptionId: key.subscriptionId },
          ...{ scopes: key.scopes.join(' '), expiresAt: key.expiresAt.toISOString() },
        },
        personal: { name: key.name },
      })
      return 'kept'
    })
  }

  async list(userId: string, at: Date): Promise<readonly PersonalKey[]> {
    const rows = await livingKeys(this.database, at)
      .where('personal_keys.user_id', '=', userId)
      .orderBy('personal_keys.created_at', 'desc')
      .selectAll('personal_keys')
      .execute()
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      scopes: row.scopes,
      subscriptionId: row.subscription_id,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      lastUsedAt: row.last_used_at,
    }))
  }

  async revoke(userId: string, id: string, at: Date): Promise<boolean> {
    const log = openActLog(this.database, { actor: { by: 'person', userId }, now: () => at })
    const row = await log(
      (transaction) =>
        transaction
          .updateTable('personal_keys')
          .set({ revoked_at: at })
          .where('id', '=', id)
          .where('user_id', '=', userId)
          .where('revoked_at', 'is', null)
          .where('expires_at', '>', at)
          .returning('id')
          .executeTakeFirst(),
      (revoked) => revoked !== undefined && { type: 'personal-key-withdrawn', facts: { keyId: id, userId } },
    )
    return row !== undefined
  }

  async findLiving(id: string, at: Date): Promise<LivingKey | undefined> {
    const row = await livingKeys(this.database, at)
      .where('personal_keys.id', '=', id)
      .selectAll('personal_keys')
      .executeTakeFirst()
    return (
      row && {
        secretHash: row.secret_hash,
        userId: row.user_id,
        subscriptionId: row.subscription_id,
        scopes: row.scopes,
        lastUsedAt: row.last_used_at,
      }
    )
  }

  async noteUse(id: string, at: Date): Promise<void> {
    const due = new Date(at.getTime() - NOTED_EVERY_MS)
    await this.database
      .updateTable('personal_keys')
      .set({ last_used_at: at })
      .where('id', '=', id)
      .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', due)]))
      .execute()
  }
}

function livingKeys(database: Kysely<Schema>, at: Date) {
  return database
    .selectFrom('personal_keys')
    .innerJoin('users', 'users.id', 'personal_keys.user_id')
    .innerJoin('user_subscriptions', (join) =>
      join
        .onRef('user_subscriptions.user_id', '=', 'personal_keys.user_id')
        .onRef('user_subscriptions.subscription_id', '=', 'personal_keys.subscription_id'),
    )
    .where('users.active', '=', true)
    .where(sql<boolean>`users.token_generation = personal_keys.token_generation`)
    .where('personal_keys.revoked_at', 'is', null)
    .where('personal_keys.expires_at', '>', at)
}
