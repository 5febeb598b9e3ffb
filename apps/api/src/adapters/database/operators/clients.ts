import type { Kysely } from 'kysely'
import type { ClientChange, NewClient, OperatorStore, RegisteredClient } from '../../../modules/operators/ports.ts'
import type { Schema } from '../schema.ts'

/** Programs that act by themselves. */
export class Clients implements Pick<OperatorStore, 'addClient' | 'changeClient' | 'countSent' | 'clients'> {
  private readonly database: Kysely<Schema>

  constructor(database: Kysely<Schema>) {
    this.database = database
  }

  async addClient(client: NewClient): Promise<boolean> {
    const row = await this.database
      .insertInto('clients')
      .values({
        id: client.id,
        subscription_id: client.subscriptionId,
        name: client.name,
        secret_hash: client.secretHash,
        redirect_uris: [...client.redirectUris],
        return_urls: [...client.returnUrls],
        frame_origins: [...client.frameOrigins],
        scopes: [...client.scopes],
        created_at: client.at,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  }

  async changeClient(id: string, { returnUrls, frameOrigins }: ClientChange): Promise<boolean> {
    const row = await this.database
      .updateTable('clients')
      .set({
        ...(returnUrls && { return_urls: [...returnUrls] }),
        ...(frameOrigins && { frame_origins: [...frameOrigins] }),
      })
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  }

  async countSent(clientId: string): Promise<number> {
    const row = await this.database
      .selectFrom('documents')
      .where('client_id', '=', clientId)
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(row.count)
  }

  async clients(): Promise<RegisteredClient[]> {
    const rows = await this.database
      .selectFrom('clients')
      .innerJoin('subscriptions', 'subscriptions.id', 'clients.subscription_id')
      .selectAll('clients')
      .select('subscriptions.name as subscription')
      .orderBy('clients.id')
      .execute()
    return rows.map((row) => ({
      id: row.id,
      subscriptionId: row.subscription_id,
      subscription: row.subscription,
      name: row.name,
      redirectUris: row.redirect_uris,
      returnUrls: row.return_urls,
      frameOrigins: row.frame_origins,
      scopes: row.scopes,
      isActive: row.active,
    }))
  }
}
