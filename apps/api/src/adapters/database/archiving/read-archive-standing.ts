import type { Kysely } from 'kysely'
import type { ArchiveCause, ArchiveStanding } from '../../../modules/archiving/ports.ts'
import type { DocumentArchiveTable } from './archive-schema.ts'
import type { Schema } from '../schema.ts'

const NONE: ArchiveStanding = { state: 'none', level: null, reason: null, cause: null }

type Row = Pick<DocumentArchiveTable, 'state' | 'level' | 'reason' | 'cause'>

/** How far the long-term form of a document is; a document without signatures has no row. */
export const standingOf = (row: Row | null | undefined): ArchiveStanding => (row ? toStanding(row) : NONE)

export async function readArchiveStanding(database: Kysely<Schema>, documentId: string): Promise<ArchiveStanding> {
  const row = await database
    .selectFrom('document_archives')
    .where('document_id', '=', documentId)
    .select(['state', 'level', 'reason', 'cause'])
    .executeTakeFirst()
  return standingOf(row)
}

export const toStanding = ({ state, level, reason, cause }: Row): ArchiveStanding => ({
  state,
  level,
  reason,
  cause: cause === null ? null : (JSON.parse(cause) as ArchiveCause),
})
