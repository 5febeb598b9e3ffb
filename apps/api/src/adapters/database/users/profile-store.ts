import { createHash } from 'node:crypto'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { ProfileChange, ProfileStore } from '../../../modules/users/ports.ts'
import { inTransaction } from '../connection.ts'
import { appendInstallationEvent } from '../installation-log/append-installation-event.ts'
import type { Schema } from '../schema.ts'

/** What people change of themselves, in PostgreSQL. */
export class DatabaseProfileStore implements ProfileStore {
  private readonly database: Kysely<Schema>
  private readonly now: () => Date

  constructor(database: Kysely<Schema>, now: () => Date) {
    this.database = database
    this.now = now
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

  change(userId: string, change: ProfileChange): Promise<boolean> {
    return inTransaction(this.database, async (transaction) => {
      const isThere = await changeRow(transaction, userId, change)
      // The old mailbox must not lead to a new password.
      if (isThere && change.email !== undefined) await endRecoveries(transaction, userId)
      if (isThere) await logChange(transaction, { userId, at: this.now() }, change)
      return isThere
    })
  }
}

/** What of a person is asked for again when something is to be proved; in which language they are spoken to is not. */
async function logChange(
  transaction: Transaction<Schema>,
  { userId, at }: { readonly userId: string; readonly at: Date },
  { email, password, signatureImage }: ProfileChange,
): Promise<void> {
  const changed = Object.entries({ email, password, signatureImage }).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  )
  if (changed.length === 0) return
  await appendInstallationEvent(transaction, {
    ...{ type: 'account-changed', at, actor: { by: 'person', userId } },
    facts: {
      ...{ userId, changed: changed.join(' ') },
      ...(signatureImage && { signatureImage: createHash('sha256').update(signatureImage).digest('hex') }),
    },
    ...(email !== undefined && { personal: { email } }),
  })
}

async function changeRow(
  database: Kysely<Schema>,
  userId: string,
  { email, language, password, signatureImage }: ProfileChange,
): Promise<boolean> {
  const row = await database
    .updateTable('users')
    .where('id', '=', userId)
    .where('active', '=', true)
    .set({
      // Never nothing: an update must set something.
      user_id: sql<string>`user_id`,
      ...(email !== undefined && {
        email,
        // The same in other letters is the same.
        email_is_known: sql<boolean>`email_is_known and lower(email) = lower(${email}::text)`,
      }),
      ...(language !== undefined && { language }),
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

async function endRecoveries(database: Kysely<Schema>, userId: string): Promise<void> {
  await database
    .updateTable('recoveries')
    .set({ ended_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
}
