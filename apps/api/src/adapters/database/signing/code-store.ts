import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { CodeAnswer, CodeLimits, CodeStore, IssuedCode } from '../../../modules/signing/key/ports.ts'
import type { ServerKeys } from '../../../ports/server-keys.ts'
import type { Schema } from '../schema.ts'

const MAC_BYTES = 32
/** How long codes are counted; the sweep of what is over leaves them until then. */
export const COUNTED_MS = 60 * 60_000

const codeBinding = (codeId: string): string => `one-time-code:${codeId}`
const macOf = (key: Uint8Array, code: string): Buffer => createHmac('sha256', key).update(code).digest()

/**
 * Codes in PostgreSQL. Of a code only its HMAC is kept, under a key of its own that only the server's key opens: six
 * digits are guessed at once by anybody who can compute the hash.
 */
export class DatabaseCodeStore implements CodeStore {
  private readonly database: Kysely<Schema>
  private readonly serverKeys: ServerKeys

  constructor(database: Kysely<Schema>, serverKeys: ServerKeys) {
    this.database = database
    this.serverKeys = serverKeys
  }

  async issue(code: IssuedCode, limits: CodeLimits): Promise<Date | undefined> {
    const codeHash = await this.hash(code)
    return this.database.transaction().execute(async (transaction) => {
      // Two requests at once send one code, with whatever keys of the person.
      await sql`select 1 from users where id = ${code.userId} for no key update`.execute(transaction)
      const askAgain = await findNextMoment(transaction, code, limits)
      if (askAgain === undefined) await insertCode(transaction, code, codeHash)
      return askAgain
    })
  }

  async withdraw(codeId: string): Promise<void> {
    await this.database.deleteFrom('one_time_codes').where('id', '=', codeId).execute()
  }

  async answer(attempt: { userId: string; certificateId: string; code: string; at: Date }): Promise<CodeAnswer> {
    const newest = await this.database
      .updateTable('one_time_codes')
      .set({ tries_left: sql<number>`tries_left - 1` })
      .where(
        'id',
        '=',
        sql<string>`(select id from one_time_codes where certificate_id = ${attempt.certificateId}
          and user_id = ${attempt.userId} order by created_at desc limit 1)`,
      )
      .where('tries_left', '>', 0)
      .where('used_at', 'is', null)
      .where('expires_at', '>', attempt.at)
      .returning(['id', 'batch_id', 'digests', 'code_hash', 'tries_left'])
      .executeTakeFirst()
    if (!newest) return { kind: 'none' }
    if (!(await this.isRight(newest.id, newest.code_hash, attempt.code))) {
      return { kind: 'wrong', triesLeft: newest.tries_left }
    }
    const used = await this.database
      .updateTable('one_time_codes')
      .set({ used_at: attempt.at })
      .where('id', '=', newest.id)
      .where('used_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    return used ? { kind: 'right', batchId: newest.batch_id, digests: newest.digests } : { kind: 'none' }
  }

  private async hash({ id, code }: IssuedCode): Promise<Buffer> {
    const key = randomBytes(MAC_BYTES)
    return Buffer.concat([macOf(key, code), await this.serverKeys.wrap(key, codeBinding(id))])
  }

  private async isRight(id: string, codeHash: Buffer, code: string): Promise<boolean> {
    const key = await this.serverKeys.unwrap(codeHash.subarray(MAC_BYTES), codeBinding(id))
    return timingSafeEqual(codeHash.subarray(0, MAC_BYTES), macOf(key, code))
  }
}

/** When another code may be issued; undefined for now. */
async function findNextMoment(
  transaction: Transaction<Schema>,
  { userId, certificateId, createdAt }: IssuedCode,
  { pauseMs, perHour }: CodeLimits,
): Promise<Date | undefined> {
  const counted = await transaction
    .selectFrom('one_time_codes')
    .where('user_id', '=', userId)
    .where('created_at', '>', new Date(createdAt.getTime() - COUNTED_MS))
    .select(['certificate_id', 'created_at', 'used_at'])
    .orderBy('created_at', 'desc')
    .execute()
  // Who has used a code may need the next one at once, for the next document.
  const last = counted.find((one) => one.certificate_id === certificateId && one.used_at === null)
  const afterPause = (last?.created_at.getTime() ?? 0) + pauseMs
  const oldest = counted[perHour - 1]
  const afterHour = (oldest?.created_at.getTime() ?? 0) + (oldest ? COUNTED_MS : 0)
  const next = Math.max(afterPause, afterHour)
  return next > createdAt.getTime() ? new Date(next) : undefined
}

function insertCode(transaction: Transaction<Schema>, code: IssuedCode, codeHash: Buffer) {
  return transaction
    .insertInto('one_time_codes')
    .values({
      id: code.id,
      user_id: code.userId,
      certificate_id: code.certificateId,
      batch_id: code.batchId,
      digests: code.digests.map((digest) => Buffer.from(digest)),
      code_hash: codeHash,
      tries_left: code.tries,
      created_at: code.createdAt,
      expires_at: code.expiresAt,
      used_at: null,
    })
    .execute()
}
