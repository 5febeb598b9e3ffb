import { sql, type Kysely } from 'kysely'
import type { KnownToken, StoredTokenKey, TokenRecords } from '../tokens/token-records.ts'
import { preparedQuery } from './prepared-statements.ts'
import type { Schema } from './schema.ts'

/** Any number will do; it only has to be the same in every replica. */
const KEY_MAKING_LOCK = 7_210_001

const isCurrentSql = (bearer: string) =>
  `select exists(${bearer}) and not exists(select 1 from revoked_tokens where id = $2) as current`

const IS_CURRENT = {
  person: isCurrentSql(
    'select 1 from users where id = $1::uuid and active and (token_generation = $3 or kept_token = $2)',
  ),
  client: isCurrentSql('select 1 from clients where id = $1 and active'),
}

/** Signing keys of tokens, and which tokens no longer count. */
export class DatabaseTokenRecords implements TokenRecords {
  private readonly database: Kysely<Schema>

  constructor(database: Kysely<Schema>) {
    this.database = database
  }

  keys(): Promise<StoredTokenKey[]> {
    return readKeys(this.database)
  }

  addKeyUnless(isThere: (keys: readonly StoredTokenKey[]) => boolean, make: () => Promise<StoredTokenKey>) {
    return this.database.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(${KEY_MAKING_LOCK})`.execute(transaction)
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
      return readKeys(transaction)
    })
  }

  async isCurrent({ id, kind, subject, generation }: KnownToken): Promise<boolean> {
    const values = kind === 'person' ? [subject, id, generation] : [subject, id]
    const result = await this.database.executeQuery(preparedQuery<{ current: boolean }>(IS_CURRENT[kind], values))
    return result.rows[0]?.current ?? false
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
