import type { Kysely } from 'kysely'
import type { Disclaimer, DisclaimerStore } from '../../modules/disclaimers/ports.ts'
import type { Schema } from './schema.ts'
import { wasCalled } from './was-called.ts'

/** What senders want agreed to, in PostgreSQL. */
export class DatabaseDisclaimerStore implements DisclaimerStore {
  private readonly database: Kysely<Schema>

  constructor(database: Kysely<Schema>) {
    this.database = database
  }

  async ofSigner(userId: string, signerId: string): Promise<Disclaimer | null | undefined> {
    const row = await this.database
      .selectFrom('signers')
      .where('id', '=', signerId)
      .where('user_id', '=', userId)
      .where(wasCalled)
      .select(['disclaimer_title', 'disclaimer_text'])
      .executeTakeFirst()
    if (!row) return undefined
    return row.disclaimer_text === null ? null : { title: row.disclaimer_title ?? '', text: row.disclaimer_text }
  }
}
