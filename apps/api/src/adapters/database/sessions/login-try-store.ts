import { createHash } from 'node:crypto'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { AccountStore, LockPolicy, LoginOutlook, LoginTry } from '../../../modules/sessions/ports.ts'
import { preparedQuery } from '../prepared-statements.ts'
import type { Schema } from '../schema.ts'

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
      readonly tries: number
    }
  | { readonly kind: 'refused'; readonly until: Date | null }
  | { readonly kind: 'unknown'; readonly until: Date | null; readonly tries: number }

/**
 * Tries to log in, in PostgreSQL: those of names that nobody has are counted in the same way, by the same statement.
 */
export class DatabaseLoginTryStore implements AccountStore {
  private readonly database: Kysely<Schema>

  constructor(database: Kysely<Schema>) {
    this.database = database
  }

  async lookUp(loginName: string, { tries }: LockPolicy, at: Date): Promise<LoginOutlook> {
    const name = loginName.toLowerCase()
    const isWhose = sql`lower(user_id) = ${name} and active`
    const rows = await this.#ask(sql<LoginOutlook>`
      select password_hash as "passwordHash",
        coalesce(locked_until > ${at}, failed_logins >= ${tries}) as "isLocked"
      from users where ${isWhose}
      union all
      select null, failures >= ${tries} and coalesce(locked_until > ${at}, true)
      from unknown_logins
      where name_hash = ${hashOf(name)} and not exists (select 1 from users where ${isWhose})
    `)
    return rows[0] ?? { passwordHash: null, isLocked: false }
  }

  async takeTry(loginName: string, policy: LockPolicy, at: Date): Promise<LoginTry> {
    for (let look = 0; look < LOOKS; look += 1) {
      const row = await this.#take(loginName.toLowerCase(), policy, at)
      if (row) return toTry(row, policy)
    }
    return { state: 'unknown', isLast: true }
  }

  async #ask<Row>(statement: RawBuilder<Row>): Promise<readonly Row[]> {
    const { sql: text, parameters } = statement.compile(this.database)
    return (await this.database.executeQuery(preparedQuery<Row>(text, parameters))).rows
  }

  async #take(name: string, { tries, lockMs }: LockPolicy, at: Date): Promise<TryRow | undefined> {
    const lockedUntil = new Date(at.getTime() + lockMs)
    const isOver = sql`(locked_until is not null and locked_until <= ${at})`
    const isOpen = sql`((locked_until is null and failed_logins < ${tries}) or ${isOver})`
    const isWhose = sql`lower(user_id) = ${name} and active`
    const wasOver = sql`(counted.locked_until is not null and counted.locked_until <= ${at})`
    // Tries that are all taken close the account at once: those of a process that died are never given back.
    const rows = await this.#ask(sql<TryRow>`
      with taken as (
        update users
        set failed_logins = case when ${isOver} then 1 else failed_logins + 1 end, locked_until = null
        where ${isWhose} and ${isOpen}
        returning id, legal_id, password_hash, token_generation, must_reset_password, failed_logins
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
        returning failures, case when failures > ${tries} then locked_until end as until
      )
      select 'taken' as kind, id, legal_id, password_hash, token_generation, must_reset_password,
        failed_logins as tries, null::timestamptz as until from taken
      union all select 'refused', null, null, null, null, null, null, locked_until from refused
      union all select 'unknown', null, null, null, null, null, failures, until from unknown
    `)
    return rows[0]
  }

  async forgetTries(userId: string): Promise<void> {
    // A person who is logged in need not wait until this is on the disk: lost with the machine, it leaves fewer tries,
    // not more.
    await this.#ask(sql`
      with unhurried as (select set_config('synchronous_commit', 'off', true))
      update users set failed_logins = 0, locked_until = null from unhurried where id = ${userId}
    `)
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

function toTry(row: TryRow, { tries }: LockPolicy): LoginTry {
  if (row.kind !== 'taken' && row.until) return { state: 'locked', until: row.until }
  const isLast = row.kind === 'refused' || row.tries >= tries
  if (row.kind !== 'taken') return { state: 'unknown', isLast }
  return {
    state: 'taken',
    isLast,
    account: {
      userId: row.id,
      legalId: row.legal_id,
      passwordHash: row.password_hash,
      tokenGeneration: row.token_generation,
      mustChangePassword: row.must_reset_password,
    },
  }
}
