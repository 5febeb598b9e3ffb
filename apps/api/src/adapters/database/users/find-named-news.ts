/** News that are told to one person by themselves: of somebody who does not answer, and of a certificate. */
import { sql, type Kysely } from 'kysely'
import type { ExpiringCertificate, Unanswered } from '../../../modules/notifications/ports.ts'
import type { Schema } from '../schema.ts'
import { zoneOf } from './mail-deadline.ts'

interface UnansweredRow {
  readonly part: Unanswered['part']
  readonly notified_at: Date
  readonly file_name: string
  readonly actor_name: string
  readonly name: string
  readonly email: string
  readonly language: string
  readonly sender_email: string | null
  readonly zone: string | null
}

/** Undefined once they have answered, or for a reader who cannot be written to. */
export async function findUnanswered(
  database: Kysely<Schema>,
  partId: string,
  readerId: string,
): Promise<Omit<Unanswered, 'id'> | undefined> {
  const { rows } = await sql<UnansweredRow>`
    select parts.part, parts.notified_at, documents.file_name, actors.name as actor_name, readers.name, readers.email,
      readers.language, senders.email as sender_email,
      ${zoneOf({ reader: 'readers.id', sender: 'documents.user_id' })} as zone
    from (
      select id, document_id, user_id, notified_at, state, 'sign' as part from signers where id = ${partId}
      union all
      select id, document_id, user_id, notified_at, state, 'approve' from approvers where id = ${partId}) as parts
      join documents on documents.id = parts.document_id and documents.state = 'open'
      join users as actors on actors.id = parts.user_id
      join users as readers on readers.id = ${readerId} and readers.active and readers.email <> ''
      left join users as senders on senders.id = documents.user_id
    where parts.state = 'pending' and parts.notified_at is not null`.execute(database)
  const [row] = rows
  return (
    row && {
      person: { name: row.name, email: row.email, language: row.language },
      ...{ part: row.part, fileName: row.file_name, actorName: row.actor_name, since: row.notified_at },
      ...{ timeZone: row.zone ?? undefined, replyTo: row.sender_email || undefined },
    }
  )
}

/** Undefined for a certificate that was removed, or of whom nobody writes to. */
export async function findExpiring(
  database: Kysely<Schema>,
  certificateId: string,
): Promise<(Omit<ExpiringCertificate, 'id'> & { readonly userId: string }) | undefined> {
  const row = await database
    .selectFrom('certificates')
    .innerJoin('users', 'users.id', 'certificates.user_id')
    .where('certificates.id', '=', certificateId)
    .where('deleted_at', 'is', null)
    .where('active', '=', true)
    .where('email', '<>', '')
    .select(['users.id as userId', 'users.name', 'users.email', 'users.language', 'alias', 'not_after as notAfter'])
    .select(zoneOf({ reader: 'users.id', sender: 'users.id' }).as('timeZone'))
    .executeTakeFirst()
  if (!row) return undefined
  const { userId, alias, notAfter, timeZone, ...person } = row
  return { userId, alias, notAfter, timeZone: timeZone ?? undefined, person }
}
