import { sql, type Kysely } from 'kysely'
import type { ProfileChange, ProfileStore } from '../../modules/users/ports.ts'
import type { Schema } from './schema.ts'

/** What people change of themselves, in PostgreSQL. */
export class DatabaseProfileStore implements ProfileStore {
  private readonly database: Kysely<Schema>

  constructor(database: Kysely<Schema>) {
    this.database = database
  }

  async signatureImage(userId: string): Promise<Uint8Array | null> {
    const row = await this.database
      .selectFrom('users')
      .where('id', '=', userId)
      .where('active', '=', true)
      .select('signature_image')
      .executeTakeFirst()
    return row?.signature_image ?? null
  }

  async change(userId: string, { email, password, signatureImage }: ProfileChange): Promise<boolean> {
    const row = await this.database
      .updateTable('users')
      .where('id', '=', userId)
      .where('active', '=', true)
      .set({
        // Never nothing: an update must set something.
        user_id: sql<string>`user_id`,
        ...(email !== undefined && { email }),
        ...(signatureImage !== undefined && { signature_image: signatureImage && Buffer.from(signatureImage) }),
        ...(password && {
          password_hash: password.hash,
          must_reset_password: false,
          token_generation: sql<number>`token_generation + 1`,
          kept_token: password.keptSession,
        }),
      })
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  }
}
