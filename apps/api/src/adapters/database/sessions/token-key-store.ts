import type { Kysely } from 'kysely'
import type { SessionRecords } from '../../../modules/sessions/ports.ts'
import type { KnownToken, StoredTokenKey, TokenRecords, TokenStanding } from '../../tokens/token-records.ts'
import { takeLock } from '../advisory-locks.ts'
import { appendInstallationEvent } from '../installation-log/append-installation-event.ts'
import { preparedQuery } from '../prepared-statements.ts'
import type { Schema } from '../schema.ts'

/** Longer than any token of a session that ends now can live, one that is being renewed at this moment included. */
export const REVOKED_MS = 60 * 60_000

const unlessRevoked = (bearer: string) => `${bearer} and not exists(select 1 from revoked_tokens where id = $2)`

/** No row for a token that is over. */
const STANDING = {
  person: unlessRevoked(
    `select must_reset_password as "mustChange" from users where id = $1::uuid and active
       and (token_generation = $3 or kept_token = $2)
       and ($4::text is null or exists(select 1 from clients where id = $4 and active and 'login' = any(scopes)))
       and ($5::uuid is null or exists(select 1 from signing_links join clients on clients.id = client_id
         where signing_links.id = $5 and active and scopes && '{documents,documents:manage}'))`,
  ),
  client: unlessRevoked('select false as "mustChange" from clients where id = $1 and active'),
}

/** Signing keys of tokens, and which tokens no longer count. */
export class DatabaseTokenRecords implements TokenRecords, SessionRecords {
  private readonly database: Kysely<Schema>

  constructor(database: Kysely<Schema>) {
    this.database = database
  }

  keys(): Promise<StoredTokenKey[]> {
    return readKeys(this.database)
  }

  addKeyUnless(isThere: (keys: readonly StoredTokenKey[]) => boolean, make: () => Promise<StoredTokenKey>) {
    return this.database.transaction().execute(async (transaction) => {
      await takeLock(transaction, 'tokenKeys')
      const keys = await readKeys(transaction)
      if (isThere(keys)) return keys
      const key = await make()
      await transaction
        .updateTable('token_keys')
        .set({ retired_at: key.createdAt })
        .where('retired_at', 'is', null)
        .execute()
      await transaction
        .insertInto('token_keys')
        .values({
          id: key.id,
          public_jwk: JSON.stringify(key.publicJwk),
          wrapped_private_key: Buffer.from(key.wrappedPrivateKey),
          created_at: key.createdAt,
        })
        .execute()
      await appendInstallationEvent(transaction, {
        ...{ type: 'token-key-made', at: key.createdAt, actor: { by: 'server' }, facts: { keyId: key.id } },
      })
      return readKeys(transaction)
    })
  }

  async revoke(sessionId: string, at: Date): Promise<void> {
    const expiresAt = new Date(at.getTime() + REVOKED_MS)
    await this.database
      .insertInto('revoked_tokens')
      .values({ id: sessionId, expires_at: expiresAt })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ expires_at: expiresAt }))
      .execute()
  }

  async useUp(sessionId: string, at: Date): Promise<boolean> {
    const row = await this.database
      .insertInto('revoked_tokens')
      .values({ id: sessionId, expires_at: new Date(at.getTime() + REVOKED_MS) })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  }

  async standingOf({ kind, subject, sessionId, generation, clientId, linkId }: KnownToken): Promise<TokenStanding> {
    const ofPerson = [subject, sessionId, generation, clientId ?? null, linkId ?? null]
    const values = kind === 'person' ? ofPerson : [subject, sessionId]
    const result = await this.database.executeQuery(preparedQuery<{ mustChange: boolean }>(STANDING[kind], values))
    const row = result.rows[0]
    if (!row) return 'over'
    return row.mustChange ? 'must-change-password' : 'current'
  }
}

async function readKeys(database: Kysely<Schema>): Promise<StoredTokenKey[]> {
  const rows = await database.selectFrom('token_keys').selectAll().orderBy('created_at', 'desc').execute()
  return rows.map((row) => ({
    id: row.id,
    publicJwk: row.public_jwk,
    wrappedPrivateKey: row.wrapped_private_key,
    createdAt: row.created_at,
    retiredAt: row.retired_at,
  }))
}
