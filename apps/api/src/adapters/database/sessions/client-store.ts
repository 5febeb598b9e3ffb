import { createHash, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Client, ClientDirectory, ReturnAddresses } from '../../../modules/sessions/ports.ts'
import type { Schema } from '../schema.ts'

/**
 * What is kept of a client's secret. Secrets are 32 random bytes of ours, so a plain hash is as strong as a slow one.
 */
export function clientSecretHash(secret: string): string {
  return createHash('sha256').update(`rubrica-client-secret:${secret}`).digest('hex')
}

const NOBODY = clientSecretHash('')

/** Programs that may present themselves with Basic credentials. */
export class DatabaseClientStore implements ClientDirectory, ReturnAddresses {
  private readonly database: Kysely<Schema>

  constructor(database: Kysely<Schema>) {
    this.database = database
  }

  async authenticate(id: string, secret: string): Promise<Client | undefined> {
    const row = await this.database
      .selectFrom('clients')
      .where('id', '=', id)
      .where('active', '=', true)
      .select(['id', 'subscription_id', 'scopes', 'secret_hash'])
      .executeTakeFirst()
    const expected = Buffer.from(row?.secret_hash ?? NOBODY, 'hex')
    const given = Buffer.from(clientSecretHash(secret), 'hex')
    const isRight = expected.length === given.length && timingSafeEqual(expected, given)
    if (!row || !isRight) return undefined
    return { id: row.id, subscriptionId: row.subscription_id, scopes: row.scopes }
  }

  async returnUrlsOf(clientId: string): Promise<readonly string[]> {
    const row = await this.database
      .selectFrom('clients')
      .where('id', '=', clientId)
      .where('active', '=', true)
      .select('return_urls')
      .executeTakeFirst()
    return row?.return_urls ?? []
  }
}
