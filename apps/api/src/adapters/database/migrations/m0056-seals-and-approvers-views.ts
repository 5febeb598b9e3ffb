/**
 * What makes evidence last, and complete: when the last timestamp of each file is to be renewed, and which images of
 * pages were served to approvers. Of files that are there nobody wrote it down: where a
 * document has an archive timestamp, which was asked for shortly before, its day is early enough, else the file is
 * looked at next.
 */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  sql`alter table evidence_files
    -- While a process is at it: when that is given up.
    add column renew_at timestamptz,
    -- How often it was tried in vain, and the code of the last time.
    add column renew_tries integer not null default 0,
    add column renew_reason text`,
  sql`create index evidence_files_by_renewal on evidence_files (renew_at) where is_newest and renew_at is not null`,
  sql`update evidence_files set renew_at = coalesce(
    (select document_archives.renew_at from document_archives
      where document_archives.document_id = evidence_files.document_id), now()
  ) where is_newest`,
  sql`create table approver_page_views (
    approver_id uuid not null references approvers on delete cascade,
    page integer not null,
    subscription_id uuid not null references subscriptions,
    revision integer not null,
    image_digest bytea not null,
    width integer not null,
    served_at timestamptz not null,
    primary key (approver_id, revision, page, image_digest)
  )`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
