import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { DeviceStore, NewDevice, RememberedDevice } from '../../../modules/factors/ports.ts'
import { inTransaction } from '../connection.ts'
import type { Schema } from '../schema.ts'

const hashOf = (secret: string) => createHash('sha256').update(`rubrica-device:${secret}`).digest()

/** Browsers that are remembered, in PostgreSQL, by a hash of the secret in their cookie. */
export class DatabaseDeviceStore implements DeviceStore {
  private readonly database: Kysely<Schema>

  constructor(database: Kysely<Schema>) {
    this.database = database
  }

  remember(device: NewDevice): Promise<void> {
    const { id, userId, name, at } = device
    return inTransaction(this.database, async (transaction) => {
      const secret_hash = hashOf(device.secret)
      if (device.formerSecret !== undefined) {
        const former = hashOf(device.formerSecret)
        await transaction
          .deleteFrom('remembered_devices')
          .where('secret_hash', '=', former)
          .where('user_id', '=', userId)
          .execute()
        await transaction
          .updateTable('remembered_devices')
          .where('secret_hash', '=', former)
          .set({ secret_hash })
          .execute()
      }
      await transaction
        .insertInto('remembered_devices')
        .columns(['id', 'user_id', 'secret_hash', 'name', 'token_generation', 'remembered_at', 'expires_at'])
        .expression((eb) =>
          eb
            .selectFrom('users')
            .where('users.id', '=', userId)
            .select([
              sql<string>`${id}::uuid`.as('id'),
              'users.id as user_id',
              sql<Buffer>`${secret_hash}::bytea`.as('secret_hash'),
              sql<string>`${name}::text`.as('name'),
              'users.token_generation',
              sql<Date>`${at}::timestamptz`.as('remembered_at'),
              sql<Date>`${device.expiresAt}::timestamptz`.as('expires_at'),
            ]),
        )
        .execute()
    })
  }

  async recognise(userId: string, secret: string, at: Date): Promise<boolean> {
    const { rows } = await sql`
      update remembered_devices as device set last_used_at = ${at} from users
      where users.id = device.user_id and users.id = ${userId} and secret_hash = ${hashOf(secret)}
        and device.expires_at > ${at} and device.token_generation = users.token_generation
      returning device.id
    `.execute(this.database)
    return rows.length > 0
  }

  async ofUser(userId: string, at: Date): Promise<readonly RememberedDevice[]> {
    const rows = await this.database
      .selectFrom('remembered_devices')
      .innerJoin('users', (join) =>
        join
          .onRef('users.id', '=', 'remembered_devices.user_id')
          .onRef('users.token_generation', '=', 'remembered_devices.token_generation'),
      )
      .where('remembered_devices.user_id', '=', userId)
      .where('remembered_devices.expires_at', '>', at)
      .orderBy('remembered_devices.remembered_at', 'desc')
      .selectAll('remembered_devices')
      .execute()
    return rows.map((row) => ({
      ...{ id: row.id, name: row.name, rememberedAt: row.remembered_at },
      ...{ lastUsedAt: row.last_used_at, expiresAt: row.expires_at },
    }))
  }

  async forget(userId: string, id: string): Promise<boolean> {
    const row = await this.database
      .deleteFrom('remembered_devices')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  }
}
