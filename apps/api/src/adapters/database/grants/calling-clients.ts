import { createHash, randomBytes } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { CallingClients, PushedRequests } from '../../../modules/grants/ports.ts'
import type { Schema } from '../schema.ts'

/** Programs that an operator lets have people sign. */
export function openCallingClients(database: Kysely<Schema>): CallingClients {
  return {
    find: async (clientId) => {
      const row = await database
        .selectFrom('clients')
        .where('id', '=', clientId)
        .where('active', '=', true)
        .where(sql<boolean>`'csc' = any(scopes)`)
        .select(['id', 'name', 'redirect_uris'])
        .executeTakeFirst()
      return row && { id: row.id, name: row.name, redirectUris: row.redirect_uris }
    },
  }
}

/** RFC 9126 §2.2. */
const ADDRESS = 'urn:ietf:params:oauth:request_uri:'

const hashOf = (address: string): Buffer => createHash('sha256').update(address).digest()

/** Requests that were pushed; who has the address of one has the request, so only its hash is kept. */
export function openPushedRequests(database: Kysely<Schema>): PushedRequests {
  return {
    insert: async ({ clientId, asked, expiresAt }) => {
      const address = ADDRESS + randomBytes(32).toString('base64url')
      await database
        .insertInto('pushed_requests')
        .values({
          id: hashOf(address),
          client_id: clientId,
          request: JSON.stringify(asked),
          expires_at: expiresAt,
        })
        .execute()
      return address
    },
    find: async (address, clientId, at) => {
      const row = await database
        .selectFrom('pushed_requests')
        .where('id', '=', hashOf(address))
        .where('client_id', '=', clientId)
        .where('expires_at', '>', at)
        .select('request')
        .executeTakeFirst()
      return row && (JSON.parse(row.request) as Record<string, unknown>)
    },
  }
}
