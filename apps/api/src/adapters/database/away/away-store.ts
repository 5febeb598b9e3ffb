import type { Kysely, Selectable } from 'kysely'
import type {
  AwayChange,
  AwayData,
  AwayState,
  AwayStore,
  AwayTransaction,
} from '../../../modules/signing/elsewhere/ports.ts'
import type { ServerKeys } from '../../../ports/server-keys.ts'
import { auditAwayEnd } from './audit-away-end.ts'
import type { AwayTransactionTable } from './away-schema.ts'
import { expireAway, isFree, LIVING } from './expire-away.ts'
import type { Schema } from '../schema.ts'

/** What the data of a transaction is bound to. */
export const awayBinding = (id: string): string => `away-transaction:${id}`

/** Another one came in its place. */
const SUPERSEDED = 'SUPERSEDED'

type Row = Selectable<AwayTransactionTable>

/** Transactions of people who are elsewhere, in PostgreSQL: every change of state is one conditional UPDATE. */
export class DatabaseAwayStore implements AwayStore {
  private readonly database: Kysely<Schema>
  private readonly serverKeys: ServerKeys
  private readonly instance: string

  constructor(database: Kysely<Schema>, serverKeys: ServerKeys, instance: string) {
    this.database = database
    this.serverKeys = serverKeys
    this.instance = instance
  }

  async begin(fresh: Omit<AwayTransaction, 'outcomeCode'>): Promise<boolean> {
    const sealed = await this.seal(fresh.id, fresh.data)
    const { createdAt: at } = fresh
    return this.database.transaction().execute(async (transaction) => {
      if (fresh.signerId !== null) {
        await transaction
          .updateTable('away_transactions')
          .set({ state: 'failed', outcome_code: SUPERSEDED, updated_at: at })
          .where('user_id', '=', fresh.userId)
          .where('cert_type', '=', fresh.certType)
          .where('purpose', '=', fresh.purpose)
          .where('signer_id', '=', fresh.signerId)
          .where('state', 'in', LIVING)
          .where((eb) => isFree(eb, at))
          .execute()
      }
      const inserted = await transaction
        .insertInto('away_transactions')
        .values({ ...toRow(fresh), sealed_data: sealed })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      return inserted !== undefined
    })
  }

  async find(userId: string, id: string): Promise<AwayTransaction | undefined> {
    const row = await this.database
      .selectFrom('away_transactions')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .selectAll()
      .executeTakeFirst()
    return row && this.toTransaction(row)
  }

  async findLiving(
    { userId, certType, purpose, signerId }: Parameters<AwayStore['findLiving']>[0],
    at: Date,
  ): Promise<AwayTransaction | undefined> {
    const row = await this.database
      .selectFrom('away_transactions')
      .where('user_id', '=', userId)
      .where('cert_type', '=', certType)
      .where('purpose', '=', purpose)
      .where('signer_id', '=', signerId)
      .where('state', 'in', LIVING)
      .where('expires_at', '>', at)
      .selectAll()
      .executeTakeFirst()
    return row && this.toTransaction(row)
  }

  async advance(
    id: string,
    from: readonly AwayState[],
    change: AwayChange & { readonly ownLease?: Date },
  ): Promise<AwayTransaction | undefined> {
    const sealed = change.data && (await this.seal(id, change.data))
    const wanted = { id, from, change, sealed, instance: this.instance }
    const row =
      change.state === 'failed' ? await failTold(this.database, wanted) : await changeRow(this.database, wanted)
    return row && this.toTransaction(row)
  }

  expire(at: Date): Promise<number> {
    return expireAway(this.database, at)
  }

  private async seal(id: string, data: AwayData): Promise<Buffer> {
    return Buffer.from(await this.serverKeys.wrap(Buffer.from(JSON.stringify(data)), awayBinding(id)))
  }

  private async toTransaction(row: Row): Promise<AwayTransaction> {
    const text = Buffer.from(await this.serverKeys.unwrap(row.sealed_data, awayBinding(row.id))).toString('utf8')
    return {
      id: row.id,
      userId: row.user_id,
      certType: row.cert_type,
      purpose: row.purpose,
      signerId: row.signer_id,
      documentId: row.document_id,
      certificateId: row.certificate_id,
      baseRevision: row.base_revision,
      state: row.state,
      waitsFor: row.waits_for,
      outcomeCode: row.outcome_code,
      data: JSON.parse(text) as AwayData,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
    }
  }
}

interface Wanted {
  readonly id: string
  readonly from: readonly AwayState[]
  readonly change: AwayChange & { readonly ownLease?: Date }
  readonly sealed: Buffer | undefined
  readonly instance: string
}

function changeRow(database: Kysely<Schema>, { id, from, change, sealed, instance }: Wanted): Promise<Row | undefined> {
  const { at, ownLease, leaseUntil } = change
  return database
    .updateTable('away_transactions')
    .set({
      state: change.state,
      updated_at: at,
      lease_until: leaseUntil ?? null,
      lease_owner: leaseUntil ? instance : null,
      ...(change.waitsFor && { waits_for: change.waitsFor }),
      ...(change.outcomeCode !== undefined && { outcome_code: change.outcomeCode }),
      ...(change.expiresAt && { expires_at: change.expiresAt }),
      ...(sealed && { sealed_data: sealed }),
    })
    .where('id', '=', id)
    .where('state', 'in', from)
    .where((eb) => (ownLease ? eb('lease_until', '=', ownLease) : eb.and([eb('expires_at', '>', at), isFree(eb, at)])))
    .returningAll()
    .executeTakeFirst()
}

/** With the event of the document's log, or neither. */
function failTold(database: Kysely<Schema>, wanted: Wanted): Promise<Row | undefined> {
  const { outcomeCode: code = 'INTERNAL', at, facts, attemptKey } = wanted.change
  return database.transaction().execute(async (transaction) => {
    const row = await changeRow(transaction, wanted)
    if (row) await auditAwayEnd(transaction, row, { code, at, facts, attemptKey })
    return row
  })
}

const toRow = (fresh: Omit<AwayTransaction, 'outcomeCode'>) => ({
  id: fresh.id,
  user_id: fresh.userId,
  cert_type: fresh.certType,
  purpose: fresh.purpose,
  signer_id: fresh.signerId,
  document_id: fresh.documentId,
  certificate_id: fresh.certificateId,
  base_revision: fresh.baseRevision,
  state: fresh.state,
  waits_for: fresh.waitsFor,
  outcome_code: null,
  created_at: fresh.createdAt,
  updated_at: fresh.createdAt,
  expires_at: fresh.expiresAt,
  lease_until: null,
  lease_owner: null,
})
