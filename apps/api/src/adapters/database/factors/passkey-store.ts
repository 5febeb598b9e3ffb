import { createHash } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import type {
  AddedFactor,
  ChallengePurpose,
  FirstFactor,
  NewPasskey,
  Passkey,
  PasskeyStore,
  RemovedFactor,
} from '../../../modules/factors/ports.ts'
import type { Schema } from '../schema.ts'
import { isSessionOver } from '../sessions/is-session-over.ts'
import {
  actOnFactors,
  addFirstCodes,
  readStanding,
  removeFactor,
  type FactorActs,
  type NotifyOfFactor,
} from './factor-acts.ts'
import type { PasskeyTable } from './factor-schema.ts'

const hashOf = (challenge: string) => createHash('sha256').update(`rubrica-passkey-challenge:${challenge}`).digest()

const toPasskey = (row: Selectable<PasskeyTable>): Passkey => ({
  id: row.id,
  userId: row.user_id,
  credentialId: row.credential_id.toString('base64url'),
  publicKey: row.public_key,
  transports: row.transports,
  name: row.name,
  addedAt: row.added_at,
  lastUsedAt: row.last_used_at,
})

/** Passkeys of people and the challenges that they answer, in PostgreSQL. */
export class DatabasePasskeyStore implements PasskeyStore {
  private readonly acts: FactorActs

  constructor(database: Kysely<Schema>, notify: NotifyOfFactor) {
    this.acts = { database, notify }
  }

  async keepChallenge(
    challenge: string,
    { purpose, userId, sessionId }: ChallengePurpose,
    expiresAt: Date,
  ): Promise<void> {
    const whose = { user_id: userId, session_id: sessionId }
    await this.acts.database
      .insertInto('passkey_challenges')
      .values({ challenge_hash: hashOf(challenge), purpose, ...whose, expires_at: expiresAt })
      .execute()
  }

  async useChallenge(challenge: string, { purpose, userId, sessionId }: ChallengePurpose, at: Date): Promise<boolean> {
    const row = await this.acts.database
      .deleteFrom('passkey_challenges')
      .where('challenge_hash', '=', hashOf(challenge))
      .where('purpose', '=', purpose)
      .where('user_id', 'is not distinct from', userId)
      .where('session_id', 'is not distinct from', sessionId)
      .where('expires_at', '>', at)
      .returning('purpose')
      .executeTakeFirst()
    return row !== undefined
  }

  async find(credentialId: string): Promise<Passkey | undefined> {
    const row = await this.acts.database
      .selectFrom('passkeys')
      .where('credential_id', '=', Buffer.from(credentialId, 'base64url'))
      .selectAll()
      .executeTakeFirst()
    return row && toPasskey(row)
  }

  async ofUser(userId: string): Promise<readonly Passkey[]> {
    const rows = await this.acts.database
      .selectFrom('passkeys')
      .where('user_id', '=', userId)
      .selectAll()
      .orderBy('added_at')
      .execute()
    return rows.map(toPasskey)
  }

  add(passkey: NewPasskey, factor: FirstFactor, most: number): Promise<AddedFactor | 'known' | 'too-many'> {
    const { userId } = passkey
    return actOnFactors<AddedFactor | 'known' | 'too-many'>(
      this.acts,
      { userId, at: factor.at },
      async (transaction) => {
        if (await isSessionOver(transaction, userId, factor.session)) return { outcome: 'session-over' }
        const { passkeys, hasTotp } = await readStanding(transaction, userId)
        const isFirst = passkeys === 0 && !hasTotp
        if (!isFirst && factor.onlyFirst) return { outcome: 'not-first' }
        if (passkeys >= most) return { outcome: 'too-many' }
        const added = await transaction
          .insertInto('passkeys')
          .values({
            id: passkey.id,
            user_id: userId,
            credential_id: Buffer.from(passkey.credentialId, 'base64url'),
            public_key: Buffer.from(passkey.publicKey),
            counter: passkey.counter,
            transports: [...passkey.transports],
            name: passkey.name,
            added_at: factor.at,
          })
          .onConflict((conflict) => conflict.column('credential_id').doNothing())
          .returning('id')
          .executeTakeFirst()
        if (!added) return { outcome: 'known' }
        const outcome = await addFirstCodes(transaction, userId, { ...factor, isFirst })
        const facts = { factor: 'passkey', passkeyId: passkey.id }
        return { outcome, event: { type: 'factor-added', change: 'passkey-added', facts } }
      },
    )
  }

  async noteUse(id: string, counter: number, at: Date): Promise<boolean> {
    const row = await this.acts.database
      .updateTable('passkeys')
      .set({ counter, last_used_at: at })
      .where('id', '=', id)
      .where((eb) => eb.or([eb('counter', '<', String(counter)), eb('counter', '=', counter === 0 ? '0' : '-1')]))
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  }

  remove(userId: string, id: string, at: Date): Promise<RemovedFactor> {
    return actOnFactors(this.acts, { userId, at }, async (transaction) => {
      const own = transaction.selectFrom('passkeys').where('id', '=', id).where('user_id', '=', userId).select('id')
      const outcome = await removeFactor(transaction, userId, {
        isThere: (await own.executeTakeFirst()) !== undefined,
        remove: () => transaction.deleteFrom('passkeys').where('id', '=', id).execute(),
      })
      const facts = { factor: 'passkey', passkeyId: id }
      const event = { type: 'factor-removed', change: 'passkey-removed', facts } as const
      return { outcome, ...(outcome === 'removed' && { event }) }
    })
  }

  async owner(userId: string) {
    const row = await this.acts.database
      .selectFrom('users')
      .where('id', '=', userId)
      .where('active', '=', true)
      .select(['legal_id', 'token_generation'])
      .executeTakeFirst()
    return row && { legalId: row.legal_id, tokenGeneration: row.token_generation }
  }
}
