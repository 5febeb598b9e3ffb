import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { AccountStore, LockPolicy, LoginTry } from '../../modules/sessions/ports.ts'
import type { Schema } from './schema.ts'

/** Names that nobody has are counted this long after they were last tried. */
const COUNTED_MS = 24 * 60 * 60_000
/** A try can lose its row to another one of the same moment; then it looks again. */
const LOOKS = 3

/** People type passwords into the field above by mistake, so what belongs to nobody is not kept as it was typed. */
const hashOf = (loginName: string) => createHash('sha256').update(`rubrica-unknown-login:${loginName}`).digest('hex')

type TryRow =
  | {
      readonly kind: 'taken'
      readonly id: string
      readonly legal_id: string
      readonly password_hash: string | null
      readonly token_generation: number
      readonly must_reset_password: boolean
    }
  | { readonly kind: 'refused'; readonly until: Date | null }
  | { readonly kind: 'unknown'; readonly until: Date | null }

/** Tries to log in, in PostgreSQL: those of names that nobody has are counted in the same way, by the same statement. */
export class DatabaseLoginTryStore implements AccountStore {
  private readonly database: Kysely<Schema>

  constructor(database: Kysely<Schema>) {
    this.database = database
  }

  async takeTry(loginName: string, policy: LockPolicy, at: Date): Promise<LoginTry> {
    for (let look = 0; look < LOOKS; look += 1) {
      const row = await this.#look(loginName.toLowerCase(), policy, at)
      if (row) return toTry(row)
    }
    return { state: 'unknown' }
  }

  async #look(name: string, { tries, lockMs }: LockPolicy, at: Date): Promise<TryRow | undefined> {
    const lockedUntil = new Date(at.getTime() + lockMs)
    const isOver = sql`(locked_until is not null and locked_until <= ${at})`
    const isOpen = sql`((locked_until is null and failed_logins < ${tries}) or ${isOver})`
    const isWhose = sql`lower(user_id) = ${name} and active`
    const wasOver = sql`(counted.locked_until is not null and counted.locked_until <= ${at})`
    // Tries that are all taken close the account at once: those of a process that died are never given back.
    const result = await sql<TryRow>`
      with taken as (
        update users
        set failed_logins = case when ${isOver} then 1 else failed_logins + 1 end, locked_until = null
        where ${isWhose} and ${isOpen}
        returning id, legal_id, password_hash, token_generation, must_reset_password
      ), refused as (
        update users
        set locked_until = case when failed_logins >= ${tries} then coalesce(locked_until, ${lockedUntil})
          else locked_until end
        where ${isWhose} and not ${isOpen}
        returning locked_until
      ), unknown as (
        insert into unknown_logins as counted (name_hash, failures, expires_at)
        select ${hashOf(name)}, 1, ${new Date(at.getTime() + COUNTED_MS)}::timestamptz
        where not exists (select 1 from users where ${isWhose})
        on conflict (name_hash) do update set
          failures = case when ${wasOver} then 1 else counted.failures + 1 end,
          locked_until = case when ${wasOver} or counted.failures + 1 < ${tries} then null
            else coalesce(counted.locked_until, ${lockedUntil}) end,
          expires_at = excluded.expires_at
        returning case when failures > ${tries} then locked_until end as until
      )
      select 'taken' as kind, id, legal_id, password_hash, token_generation, must_reset_password,
        null::timestamptz as until from taken
      union all select 'refused', null, null, null, null, null, locked_until from refused
      union all select 'unknown', null, null, null, null, null, until from unknown
    `.execute(this.database)
    return result.rows[0]
  }

  async forgetTries(userId: string): Promise<void> {
    await this.database
      .updateTable('users')
      .set({ failed_logins: 0, locked_until: null })
      .where('id', '=', userId)
      .execute()
  }

  async spendTry(userId: string, policy: LockPolicy, at: Date): Promise<boolean> {
    const row = await this.database
      .updateTable('users')
      .set({ locked_until: new Date(at.getTime() + policy.lockMs) })
      .where('id', '=', userId)
      .where('failed_logins', '>=', policy.tries)
      .where('locked_until', 'is', null)
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  }
}

function toTry(row: TryRow): LoginTry {
  if (row.kind !== 'taken') return row.until ? { state: 'locked', until: row.until } : { state: 'unknown' }
  return {
    state: 'taken',
    account: {
      userId: row.id,
      legalId: row.legal_id,
      passwordHash: row.password_hash,
      tokenGeneration: row.token_generation,
      mustChangePassword: row.must_reset_password,
    },
  }
}
