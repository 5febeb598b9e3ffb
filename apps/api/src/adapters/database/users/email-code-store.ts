import { timingSafeEqual } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { EmailCode, EmailCodeLimits, EmailCodeStore, EmailTrial } from '../../../modules/users/ports.ts'
import { inTransaction } from '../connection.ts'
import { appendInstallationEvent } from '../installation-log/append-installation-event.ts'
import type { Schema } from '../schema.ts'

const DAY_MS = 24 * 60 * 60_000

/** Codes that prove an address of the profile, in PostgreSQL: only hashes of them. */
export class DatabaseEmailCodeStore implements EmailCodeStore {
  private readonly database: Kysely<Schema>

  constructor(database: Kysely<Schema>) {
    this.database = database
  }

  keep({ userId, email, digest, at }: EmailCode, { pauseMs, most }: EmailCodeLimits): Promise<'kept' | 'known' | Date> {
    return inTransaction(this.database, async (transaction) => {
      const person = await lock(transaction, userId)
      if (person?.email !== email || person.email_is_known) return 'known'
      const last = await findLast(transaction, userId, at)
      const again = new Date(last.sent_at.getTime() + pauseMs)
      if (again > at) return again
      if (last.sent >= most) return last.expires_at
      const row = { email, digest, tries: 0, sent: last.sent + 1, sent_at: at, expires_at: last.expires_at }
      await transaction
        .insertInto('email_codes')
        .values({ user_id: userId, ...row })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
        .execute()
      return 'kept'
    })
  }

  async withdraw(userId: string): Promise<void> {
    await this.database
      .updateTable('email_codes')
      .set({ digest: null, sent_at: new Date(0) })
      .where('user_id', '=', userId)
      .execute()
  }

  tryCode({ userId, digest, at }: Omit<EmailCode, 'email'>, { tries, validMs }: EmailCodeLimits): Promise<EmailTrial> {
    return inTransaction(this.database, async (transaction) => {
      const person = await lock(transaction, userId)
      const code = await transaction
        .selectFrom('email_codes')
        .where('user_id', '=', userId)
        .where('sent_at', '>', new Date(at.getTime() - validMs))
        .select(['email', 'digest', 'tries'])
        .executeTakeFirst()
      if (!code?.digest || code.tries >= tries || code.email !== person?.email) return 'none'
      if (!timingSafeEqual(code.digest, digest)) {
        const tried = code.tries + 1
        await transaction.updateTable('email_codes').set({ tries: tried }).where('user_id', '=', userId).execute()
        return { left: tries - tried }
      }
      await transaction.updateTable('email_codes').set({ digest: null }).where('user_id', '=', userId).execute()
      const proved = { email_is_known: true, returned_address: null }
      await transaction.updateTable('users').set(proved).where('id', '=', userId).execute()
      await appendInstallationEvent(transaction, {
        ...{ type: 'account-changed', at, actor: { by: 'person', userId } },
        facts: { userId, changed: 'emailIsKnown' },
        personal: { email: code.email },
      })
      return 'proved'
    })
  }
}

/** The codes that count for the day. */
async function findLast(transaction: Transaction<Schema>, userId: string, at: Date) {
  const row = await transaction
    .selectFrom('email_codes')
    .where('user_id', '=', userId)
    .where('expires_at', '>', at)
    .select(['sent', 'sent_at', 'expires_at'])
    .executeTakeFirst()
  return row ?? { sent: 0, sent_at: new Date(0), expires_at: new Date(at.getTime() + DAY_MS) }
}

/** The person's row is locked first, as everywhere: a change of the address waits, or has been. */
function lock(transaction: Transaction<Schema>, userId: string) {
  return transaction
    .selectFrom('users')
    .where('id', '=', userId)
    .where('active', '=', true)
    .select(['email', 'email_is_known'])
    .forUpdate()
    .executeTakeFirst()
}
