import type { Kysely, Selectable } from 'kysely'
import type { ErrandChange, ErrandData, ErrandState, ErrandStore, Errand } from '../../../modules/errands.ts'
import type { ServerKeys } from '../../../ports/server-keys.ts'
import { auditErrandEnd } from './audit-errand-end.ts'
import type { ErrandTable } from './errand-schema.ts'
import { expireErrands, isFree, LIVING } from './expire-errands.ts'
import type { Schema } from '../schema.ts'

/** What the sealed data of an errand is bound to: the rows that are kept name it so. */
export const errandBinding = (id: string): string => `away-transaction:${id}`

/** Another one came in its place. */
const SUPERSEDED = 'SUPERSEDED'

type Row = Selectable<ErrandTable>

/** Errands in PostgreSQL: every change of state is one conditional UPDATE. */
export class DatabaseErrandStore implements ErrandStore {
  private readonly database: Kysely<Schema>
  private readonly serverKeys: ServerKeys
  private readonly instance: string

  constructor(database: Kysely<Schema>, serverKeys: ServerKeys, instance: string) {
    this.database = database
    this.serverKeys = serverKeys
    this.instance = instance
  }

  async begin(fresh: Omit<Errand, 'outcomeCode'>): Promise<boolean> {
    const sealed = await this.seal(fresh.id, fresh.data)
    const { createdAt: at } = fresh
    return this.database.transaction().execute(async (transaction) => {
      if (fresh.signerId !== null) {
        await transaction
          .updateTable('errands')
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
        .insertInto('errands')
        .values({ ...toRow(fresh), sealed_data: sealed })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      return inserted !== undefined
    })
  }

  async find(userId: string, id: string): Promise<Errand | undefined> {
    const row = await this.database
      .selectFrom('errands')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .selectAll()
      .executeTakeFirst()
    return row && this.toErrand(row)
  }

  async findLiving(
    { userId, certType, purpose, signerId }: Parameters<ErrandStore['findLiving']>[0],
    at: Date,
  ): Promise<Errand | undefined> {
    const row = await this.database
      .selectFrom('errands')
      .where('user_id', '=', userId)
      .where('cert_type', '=', certType)
      .where('purpose', '=', purpose)
      .where('signer_id', '=', signerId)
      .where('state', 'in', LIVING)
      .where('expires_at', '>', at)
      .selectAll()
      .executeTakeFirst()
    return row && this.toErrand(row)
  }

  async advance(
    id: string,
    from: readonly ErrandState[],
    change: ErrandChange & { readonly ownLease?: Date },
  ): Promise<Errand | undefined> {
    const sealed = change.data && (await this.seal(id, change.data))
    const wanted = { id, from, change, sealed, instance: this.instance }
    const row =
      change.state === 'failed' ? await failAudited(this.database, wanted) : await changeRow(this.database, wanted)
    return row && this.toErrand(row)
  }

  expire(at: Date): Promise<number> {
    return expireErrands(this.database, at)
  }

  private async seal(id: string, data: ErrandData): Promise<Buffer> {
    return Buffer.from(await this.serverKeys.wrap(Buffer.from(JSON.stringify(data)), errandBinding(id)))
  }

  private async toErrand(row: Row): Promise<Errand> {
    const text = Buffer.from(await this.serverKeys.unwrap(row.sealed_data, errandBinding(row.id))).toString('utf8')
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
      data: JSON.parse(text) as ErrandData,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
    }
  }
}

interface Wanted {
  readonly id: string
  readonly from: readonly ErrandState[]
  readonly change: ErrandChange & { readonly ownLease?: Date }
  readonly sealed: Buffer | undefined
  readonly instance: string
}

function changeRow(database: Kysely<Schema>, { id, from, change, sealed, instance }: Wanted): Promise<Row | undefined> {
  const { at, ownLease, leaseUntil } = change
  return database
    .updateTable('errands')
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
function failAudited(database: Kysely<Schema>, wanted: Wanted): Promise<Row | undefined> {
  const { outcomeCode: code = 'INTERNAL', at, facts, attemptKey } = wanted.change
  return database.transaction().execute(async (transaction) => {
    const row = await changeRow(transaction, wanted)
    if (row) await auditErrandEnd(transaction, row, { code, at, facts, attemptKey })
    return row
  })
}

const toRow = (fresh: Omit<Errand, 'outcomeCode'>) => ({
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
