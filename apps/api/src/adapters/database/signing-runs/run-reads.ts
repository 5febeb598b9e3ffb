import { sql, type Kysely, type Selectable } from 'kysely'
import { RUN_ITEM_STATES } from '@rubrica/domain'
import type {
  AskedItem,
  CountedRun,
  ItemCounts,
  ItemQuery,
  ReceiptRow,
  RunItem,
  RunStore,
  SigningRun,
} from '../../../modules/signing/runs/ports.ts'
import type { Schema } from '../schema.ts'
import type { SigningRunTables } from './run-schema.ts'

type RunRow = Selectable<SigningRunTables['signing_runs']>

/** What a person sees of their runs. */
export const readRuns = (
  database: Kysely<Schema>,
): Pick<RunStore, 'find' | 'list' | 'items' | 'receipt' | 'personOf' | 'itemsToSign'> => ({
  find: (userId, runId) => findRun(database, userId, runId),
  list: async (userId, most) => {
    const rows = await database
      .selectFrom('signing_runs')
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .limit(most)
      .selectAll()
      .execute()
    return countItems(database, rows)
  },
  items: (userId, runId, query) => readItems(database, { userId, runId }, query),
  receipt: (runId) => readReceipt(database, runId),
  personOf: (runId) =>
    database
      .selectFrom('signing_runs')
      .innerJoin('users', 'users.id', 'signing_runs.user_id')
      .where('signing_runs.id', '=', runId)
      .select(['users.name', 'users.language'])
      .executeTakeFirstOrThrow(),
  itemsToSign: async (runId) => {
    const rows = await database
      .selectFrom('signing_run_items')
      .where('run_id', '=', runId)
      .where('state', '=', 'prepared')
      .orderBy('position')
      .select(['id', 'signed_attributes', 'signature_scheme', 'digest_algorithm'])
      .execute()
    return rows.map(({ id, ...row }) => ({
      ...{ id, signedAttributes: new Uint8Array(row.signed_attributes!) },
      ...{ signatureScheme: row.signature_scheme!, digestAlgorithm: row.digest_algorithm! },
    }))
  },
})

export async function findRun(
  database: Kysely<Schema>,
  userId: string,
  runId: string,
): Promise<CountedRun | undefined> {
  const rows = await database
    .selectFrom('signing_runs')
    .where('id', '=', runId)
    .where('user_id', '=', userId)
    .selectAll()
    .execute()
  return (await countItems(database, rows))[0]
}

const NOTHING = Object.fromEntries(RUN_ITEM_STATES.map((state) => [state, 0])) as unknown as ItemCounts

async function countItems(database: Kysely<Schema>, runs: readonly RunRow[]): Promise<CountedRun[]> {
  if (runs.length === 0) return []
  const rows = await database
    .selectFrom('signing_run_items')
    .where(
      'run_id',
      'in',
      runs.map(({ id }) => id),
    )
    .groupBy(['run_id', 'state'])
    .select(({ fn }) => ['run_id', 'state', fn.countAll<string>().as('count')])
    .execute()
  const counts = new Map<string, ItemCounts>()
  for (const { run_id: id, state, count } of rows)
    counts.set(id, { ...(counts.get(id) ?? NOTHING), [state]: Number(count) })
  const asked = await findAsked(database, runs)
  return runs.map((row) => ({
    ...toRun(row),
    ...{ counts: counts.get(row.id) ?? NOTHING, asked: asked.get(row.id) },
  }))
}

/** What the people of these runs are asked to confirm, by run. */
async function findAsked(database: Kysely<Schema>, runs: readonly RunRow[]): Promise<Map<string, AskedItem>> {
  const confirming = runs.filter(({ state }) => state === 'confirming').map(({ id }) => id)
  if (confirming.length === 0) return new Map()
  const rows = await database
    .selectFrom('signing_run_items as item')
    .leftJoin('documents as document', 'document.id', 'item.document_id')
    .where('run_id', 'in', confirming)
    .where('item.state', '=', 'asked')
    .select(['run_id', 'position', 'signer_id', 'document.file_name', 'errand_id'])
    .execute()
  return new Map(
    rows.map((row) => [
      row.run_id,
      { position: row.position, signerId: row.signer_id, fileName: row.file_name, errandId: row.errand_id! },
    ]),
  )
}

export const toRun = (row: RunRow): SigningRun => ({
  ...{ id: row.id, userId: row.user_id, identifiedBy: row.identified_by ?? undefined },
  office: row.office ?? undefined,
  ...{ certificateId: row.certificate_id ?? undefined, certType: row.cert_type ?? undefined },
  accessMethod: row.access_method,
  ...{ confirmedHolder: row.confirmed_holder ?? undefined, whereabouts: row.whereabouts ?? undefined },
  ...{ state: row.state, paused: row.paused, code: row.code },
  ...{ createdAt: row.created_at, authorisedAt: row.authorised_at, endedAt: row.ended_at, expiresAt: row.expires_at },
})

async function readItems(
  database: Kysely<Schema>,
  { userId, runId }: { readonly userId: string; readonly runId: string },
  { states, after, most }: ItemQuery,
): Promise<RunItem[]> {
  const rows = await database
    .selectFrom('signing_run_items as item')
    .innerJoin('signing_runs as run', 'run.id', 'item.run_id')
    .leftJoin('documents as document', 'document.id', 'item.document_id')
    .where('run.id', '=', runId)
    .where('run.user_id', '=', userId)
    .where('position', '>', after)
    .$if(states !== undefined, (query) => query.where('item.state', '=', sql<RunItem['state']>`any(${[...states!]})`))
    .orderBy('position')
    .limit(most)
    .select(['position', 'signer_id', 'document_id', 'document.file_name', 'item.state', 'item.code', 'item.ended_at'])
    .execute()
  return rows.map(toItem)
}

interface ItemRow {
  readonly position: number
  readonly signer_id: string
  readonly document_id: string | null
  readonly file_name: string | null
  readonly state: RunItem['state']
  readonly code: string | null
  readonly ended_at: Date | null
}

const toItem = (row: ItemRow): RunItem => ({
  ...{ position: row.position, signerId: row.signer_id, documentId: row.document_id, fileName: row.file_name },
  ...{ state: row.state, code: row.code, endedAt: row.ended_at },
})

async function readReceipt(database: Kysely<Schema>, runId: string): Promise<ReceiptRow[]> {
  const rows = await database
    .selectFrom('signing_run_items as item')
    .leftJoin('documents as document', 'document.id', 'item.document_id')
    .leftJoin('revisions as revision', (join) =>
      join
        .onRef('revision.document_id', '=', 'item.document_id')
        .onRef('revision.signer_id', '=', 'item.signer_id')
        .on('revision.kind', '=', 'signature')
        .on('item.state', '=', 'signed'),
    )
    .where('run_id', '=', runId)
    .orderBy('position')
    .select(['position', 'item.signer_id', 'item.document_id', 'document.file_name'])
    .select(['item.state', 'item.code', 'item.ended_at'])
    .select(['revision.number', 'revision.digest'])
    .select(
      sql<string | null>`(select serial_number from signing_attempts
        join certificates on certificates.id = signing_attempts.certificate_id
        where signing_attempts.signer_id = item.signer_id and signing_attempts.state = 'signed' limit 1)`.as('serial'),
    )
    .execute()
  return rows.map(({ number, digest, serial, ...row }) => ({
    ...toItem(row),
    ...{ revision: number, digest: digest === null ? null : Buffer.from(digest).toString('hex') },
    serialNumber: number === null ? null : serial,
  }))
}
