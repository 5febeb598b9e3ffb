import type { Kysely } from 'kysely'
import type { ConnectorState } from '@rubrica/providers/connector'
import type { AccountKey, AccountStep, StepStore } from '../../../modules/provider-accounts/ports.ts'
import type { ServerKeys } from '../../../ports/server-keys.ts'
import type { Schema } from '../schema.ts'

/** What the state between two steps is bound to. */
export const stepBinding = ({ userId, provider }: AccountKey): string => `provider-step:${userId}:${provider}`

/** Steps of links in PostgreSQL, their states sealed under the server's key. */
export class DatabaseStepStore implements StepStore {
  private readonly database: Kysely<Schema>
  private readonly serverKeys: ServerKeys

  constructor(database: Kysely<Schema>, serverKeys: ServerKeys) {
    this.database = database
    this.serverKeys = serverKeys
  }

  async save(step: AccountStep): Promise<void> {
    const sealed = await this.serverKeys.wrap(Buffer.from(JSON.stringify(step.state)), stepBinding(step))
    const values = { purpose: step.purpose, sealed_state: Buffer.from(sealed), expires_at: step.expiresAt }
    await this.database
      .insertInto('provider_steps')
      .values({ user_id: step.userId, provider: step.provider, ...values })
      .onConflict((conflict) => conflict.columns(['user_id', 'provider']).doUpdateSet(values))
      .execute()
  }

  async find(key: AccountKey, at: Date): Promise<Pick<AccountStep, 'purpose' | 'state'> | undefined> {
    const row = await this.database
      .selectFrom('provider_steps')
      .select(['purpose', 'sealed_state'])
      .where('user_id', '=', key.userId)
      .where('provider', '=', key.provider)
      .where('expires_at', '>', at)
      .executeTakeFirst()
    if (!row) return undefined
    const text = Buffer.from(await this.serverKeys.unwrap(row.sealed_state, stepBinding(key))).toString('utf8')
    return { purpose: row.purpose, state: JSON.parse(text) as ConnectorState }
  }

  async forget({ userId, provider }: AccountKey): Promise<void> {
    await this.database
      .deleteFrom('provider_steps')
      .where('user_id', '=', userId)
      .where('provider', '=', provider)
      .execute()
  }
}
