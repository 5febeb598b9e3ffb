/** Evidence files whose seals are to be renewed, one at a time for each process. */
import { sql, type Kysely } from 'kysely'
import type { AgeingFile, AgeingFiles, EvidenceStanding } from '../../../modules/evidence-files/ports.ts'
import type { Schema } from '../schema.ts'

/** Doubled so often at most that the number stays a number; a day is reached long before. */
const MOST_DOUBLINGS = 20

interface AgeingRow {
  readonly document_id: string
  readonly user_id: string | null
  readonly version: number
  readonly stand: string
  readonly object_id: string
  readonly renew_at: Date
  readonly wrapped_data_key: Buffer
}

export function openAgeingFiles(database: Kysely<Schema>): AgeingFiles {
  return {
    takeAgeing: (at, leaseMs) => take(database, at, leaseMs),
    keepRenewed: (file, { objectId, renewAt }) =>
      settle(database, file, { object_id: objectId, renew_at: renewAt, renew_tries: 0, renew_reason: null }),
    letAge: (file) => settle(database, file, { renew_at: null, renew_tries: 0, renew_reason: null }),
    noteFailure: (file, code) => settle(database, file, { renew_reason: code }),
  }
}

async function take(database: Kysely<Schema>, at: Date, leaseMs: number): Promise<AgeingFile | undefined> {
  const { rows } = await sql<AgeingRow>`
    with taken as (
      select evidence_files.ctid, wrapped_data_key
      from evidence_files join documents on documents.id = evidence_files.document_id
      where is_newest and renew_at <= ${at} and wrapped_data_key is not null
      order by renew_at limit 1 for update of evidence_files skip locked
    )
    update evidence_files set
      renew_at = ${at}::timestamptz + least(
        interval '1 day',
        ${leaseMs} * power(2, least(renew_tries, ${MOST_DOUBLINGS})) * interval '1 millisecond'
      ),
      renew_tries = renew_tries + 1
    from taken where evidence_files.ctid = taken.ctid
    returning document_id, user_id, version, stand, object_id, renew_at, wrapped_data_key`.execute(database)
  const [row] = rows
  if (!row) return undefined
  const { document_id: documentId, user_id: userId, version, stand } = row
  return {
    ...{ documentId, userId, version, stand, objectId: row.object_id, lease: row.renew_at },
    key: { documentId, wrappedKey: row.wrapped_data_key },
  }
}

interface Settled {
  readonly object_id?: string
  readonly renew_at?: Date | null
  readonly renew_tries?: number
  readonly renew_reason: string | null
}

/** While the lease is ours, and the file is the one that was taken. */
async function settle(
  database: Kysely<Schema>,
  { documentId, userId, version, objectId, lease }: AgeingFile,
  settled: Settled,
): Promise<boolean> {
  const row = await database
    .updateTable('evidence_files')
    .set(settled)
    .where('document_id', '=', documentId)
    .where('version', '=', version)
    .where(sql<boolean>`user_id is not distinct from ${userId}::uuid`)
    .where('object_id', '=', objectId)
    .where('renew_at', '=', lease)
    .returning('version')
    .executeTakeFirst()
  return row !== undefined
}

/** The full edition; undefined where none was made yet. */
export async function readEvidenceStanding(
  database: Kysely<Schema>,
  documentId: string,
): Promise<EvidenceStanding | undefined> {
  const row = await database
    .selectFrom('evidence_files')
    .where('document_id', '=', documentId)
    .where('user_id', 'is', null)
    .where('is_newest', '=', true)
    .select(['version', 'made_at', 'renew_at', 'renew_reason'])
    .executeTakeFirst()
  if (!row) return undefined
  return { version: row.version, madeAt: row.made_at, renewAt: row.renew_at, reason: row.renew_reason }
}
