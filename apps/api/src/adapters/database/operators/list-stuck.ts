import { sql, type Kysely } from 'kysely'
import type { StuckItem } from '../../../modules/operators/ports.ts'
import type { Schema } from '../schema.ts'

/** The server looks for long-term forms that are due every minute, and makes one after another. */
const ARCHIVE_MARGIN_MS = 5 * 60_000

/**
 * What should have ended by now, the longest overdue first: signatures whose server is gone, people who did not come
 * back, and long-term forms that nobody makes. A server that runs ends the first two within a minute.
 */
export async function listStuck(database: Kysely<Schema>, at: Date, most: number): Promise<StuckItem[]> {
  const archivesBefore = new Date(at.getTime() - ARCHIVE_MARGIN_MS)
  const { rows } = await sql<StuckItem>`
    select signing_attempts.id, certificates.type as "certType", 'signature' as purpose, signer_id as "signerId",
      document_id as "documentId", 'server' as "waitsFor", signing_attempts.created_at as since, lease_until as until
    from signing_attempts left join certificates on certificates.id = certificate_id
    where signing_attempts.state = 'signing' and lease_until < ${at}
    union all
    select id, cert_type, purpose, signer_id, document_id,
      case state when 'finishing' then 'server' else waits_for end, created_at, coalesce(lease_until, expires_at)
    from errands
    where state in ('awaiting_person', 'confirmed', 'finishing')
      and case state when 'finishing' then coalesce(lease_until, expires_at) else expires_at end < ${at}
    union all
    select document_id, null, 'archive', null, document_id, 'server', updated_at, due_at
    from document_archives where state = 'waiting' and due_at < ${archivesBefore}
    order by until limit ${most}`.execute(database)
  return rows
}
