import { sql, type Kysely } from 'kysely'
import type {
  AddedFactor,
  FactorStanding,
  FactorStore,
  FactorTry,
  FirstFactor,
  RemovedFactor,
  TotpSetup,
} from '../../../modules/factors/ports.ts'
import type { LockPolicy } from '../../../modules/sessions/ports.ts'
import type { ServerKeys } from '../../../ports/server-keys.ts'
import type { Schema } from '../schema.ts'
import { isSessionOver } from '../sessions/is-session-over.ts'
import {
  actOnFactors,
  addFirstCodes,
  readStanding,
  removeFactor,
  replaceCodes,
  type FactorActs,
  type NotifyOfFactor,
} from './factor-acts.ts'

/** What the secret of an app is bound to, from its set-up on. */
export const totpBinding = (userId: string): string => `totp:${userId}`

/** Apps and recovery codes of people, and their tries, in PostgreSQL: secrets under the server key, codes as hashes. */
export class DatabaseFactorStore implements FactorStore {
  private readonly acts: FactorActs
  private readonly serverKeys: ServerKeys

  constructor(database: Kysely<Schema>, serverKeys: ServerKeys, notify: NotifyOfFactor) {
    this.acts = { database, notify }
    this.serverKeys = serverKeys
  }

  standingOf(userId: string): Promise<FactorStanding> {
    return readStanding(this.acts.database, userId)
  }

  async takeTry(userId: string, { tries, lockMs }: LockPolicy, at: Date): Promise<FactorTry> {
    const lockedUntil = new Date(at.getTime() + lockMs)
    const wasOver = sql`(counted.locked_until is not null and counted.locked_until <= ${at})`
    // The last try locks before it is looked at: one that was right frees all of them again.
    const { rows } = await sql<{ taken: boolean; until: Date | null }>`
      with taken as (
        insert into factor_tries as counted (user_id, failures, locked_until)
        values (${userId}, 1, null)
        on conflict (user_id) do update set
          failures = case when ${wasOver} then 1 else counted.failures + 1 end,
          locked_until = case when ${wasOver} or counted.failures + 1 < ${tries} then null
            else ${lockedUntil}::timestamptz end
        where counted.locked_until is null or counted.locked_until <= ${at}
        returning 1
      )
      select exists(select 1 from taken) as taken,
        (select locked_until from factor_tries where user_id = ${userId}) as until
    `.execute(this.acts.database)
    const row = rows[0]!
    return row.taken ? { state: 'taken' } : { state: 'locked', until: row.until ?? lockedUntil }
  }

  async forgetTries(userId: string): Promise<void> {
    await this.acts.database.deleteFrom('factor_tries').where('user_id', '=', userId).execute()
  }

  async totpSecret(userId: string): Promise<Uint8Array | undefined> {
    const row = await this.acts.database
      .selectFrom('totp_factors')
      .where('user_id', '=', userId)
      .select('sealed_secret')
      .executeTakeFirst()
    return row && this.serverKeys.unwrap(row.sealed_secret, totpBinding(userId))
  }

  async useTotpStep(userId: string, step: number, at: Date): Promise<boolean> {
    const row = await this.acts.database
      .updateTable('totp_factors')
      .set({ last_step: step, last_used_at: at })
      .where('user_id', '=', userId)
      .where('last_step', '<', String(step))
      .returning('user_id')
      .executeTakeFirst()
    return row !== undefined
  }

  async keepTotpSetup(userId: string, secret: Uint8Array, expiresAt: Date): Promise<void> {
    const sealed = Buffer.from(await this.serverKeys.wrap(secret, totpBinding(userId)))
    const row = { sealed_secret: sealed, expires_at: expiresAt }
    await this.acts.database
      .insertInto('totp_setups')
      .values({ user_id: userId, ...row })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute()
  }

  async totpSetup(userId: string, at: Date): Promise<TotpSetup | undefined> {
    const row = await this.acts.database
      .selectFrom('totp_setups')
      .where('user_id', '=', userId)
      .where('expires_at', '>', at)
      .select('sealed_secret')
      .executeTakeFirst()
    if (!row) return undefined
    return { secret: await this.serverKeys.unwrap(row.sealed_secret, totpBinding(userId)), sealed: row.sealed_secret }
  }

  addTotp(
    userId: string,
    { sealed, step }: Pick<TotpSetup, 'sealed'> & { readonly step: number },
    factor: FirstFactor,
  ): Promise<AddedFactor | 'over'> {
    const { at, session } = factor
    return actOnFactors<AddedFactor | 'over'>(this.acts, { userId, at }, async (transaction) => {
      if (await isSessionOver(transaction, userId, session)) return { outcome: 'session-over' }
      const { passkeys, hasTotp } = await readStanding(transaction, userId)
      const isFirst = passkeys === 0 && !hasTotp
      if (!isFirst && factor.onlyFirst) return { outcome: 'not-first' }
      const setup = await transaction
        .deleteFrom('totp_setups')
        .where('user_id', '=', userId)
        .where('sealed_secret', '=', Buffer.from(sealed))
        .where('expires_at', '>', at)
        .returning('sealed_secret')
        .executeTakeFirst()
      if (!setup) return { outcome: 'over' }
      const row = { sealed_secret: setup.sealed_secret, last_step: step, added_at: at, last_used_at: at }
      await transaction
        .insertInto('totp_factors')
        .values({ user_id: userId, ...row })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
        .execute()
      const outcome = await addFirstCodes(transaction, userId, { ...factor, isFirst })
      return { outcome, event: { type: 'factor-added', change: 'totp-added', facts: { factor: 'totp' } } }
    })
  }

  removeTotp(userId: string, at: Date): Promise<RemovedFactor> {
    return actOnFactors(this.acts, { userId, at }, async (transaction) => {
      const { hasTotp } = await readStanding(transaction, userId)
      const outcome = await removeFactor(transaction, userId, {
        isThere: hasTotp,
        remove: () => transaction.deleteFrom('totp_factors').where('user_id', '=', userId).execute(),
      })
      const event = { type: 'factor-removed', change: 'totp-removed', facts: { factor: 'totp' } } as const
      return { outcome, ...(outcome === 'removed' && { event }) }
    })
  }

  useRecoveryCode(userId: string, hash: Buffer, at: Date): Promise<number | undefined> {
    return actOnFactors<number | undefined>(this.acts, { userId, at }, async (transaction) => {
      const used = await transaction
        .updateTable('recovery_codes')
        .set({ used_at: at })
        .where('user_id', '=', userId)
        .where('code_hash', '=', hash)
        .where('used_at', 'is', null)
        .returning('user_id')
        .executeTakeFirst()
      if (!used) return { outcome: undefined }
      const { recoveryCodes: left } = await readStanding(transaction, userId)
      return { outcome: left, event: { type: 'recovery-code-used', change: 'recovery-code-used', facts: { left } } }
    })
  }

  replaceRecoveryCodes(userId: string, hashes: readonly Buffer[], at: Date): Promise<boolean> {
    return actOnFactors(this.acts, { userId, at }, async (transaction) => {
      const { passkeys, hasTotp } = await readStanding(transaction, userId)
      if (passkeys === 0 && !hasTotp) return { outcome: false }
      await replaceCodes(transaction, userId, hashes)
      const facts = { codes: hashes.length }
      return { outcome: true, event: { type: 'recovery-codes-made', change: 'recovery-codes-made', facts } }
    })
  }

  async totpOf(userId: string) {
    const row = await this.acts.database
      .selectFrom('totp_factors')
      .where('user_id', '=', userId)
      .select(['added_at', 'last_used_at'])
      .executeTakeFirst()
    return row && { addedAt: row.added_at, lastUsedAt: row.last_used_at }
  }
}
