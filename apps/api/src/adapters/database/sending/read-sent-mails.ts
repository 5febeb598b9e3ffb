import { sql, type Kysely } from 'kysely'
import { mailSubjectOf } from '../../../modules/mail-subjects.ts'
import type { SentMail } from '../../../modules/sending/ports.ts'
import type { MailQuery, MailToPerson } from '../../../modules/sending/sent/ports.ts'
import type { Schema } from '../schema.ts'
import { toldWords } from '../mails/told-words.ts'

/** What became of the mails about a document, the oldest first. */
export async function readSentMails(
  database: Kysely<Schema>,
  documentId: string,
  { after, most }: MailQuery,
): Promise<MailToPerson[]> {
  const place = after ?? { microseconds: '0', id: '00000000-0000-0000-0000-000000000000' }
  const { rows } = await sql<MailRow>`
    with mail as (
      select id, name, created_at, (extract(epoch from created_at) * 1000000)::bigint as microseconds,
        (select about.part_id from mails_about as about
          where about.mail_id = mails.id and about.document_id = ${documentId}::uuid limit 1) as part_id
      from mails
      where id in (select mail_id from mails_about where document_id = ${documentId}::uuid)
    )
    select mail.id, mail.name, mail.created_at, mail.microseconds, users.user_id, users.name as person_name,
      coalesce((select json_agg(json_build_object('state', state, 'at', at, 'server', server, 'code', code,
          'status', status, 'words', ${toldWords}) order by number)
        from mail_answers where mail_id = mail.id), '[]') as answers
    from mail left join users on users.id = coalesce(
      (select user_id from signers where id = mail.part_id), (select user_id from approvers where id = mail.part_id),
      (select user_id from copies where id = mail.part_id), (select user_id from lost_documents where id = mail.part_id))
    where (mail.microseconds, mail.id) > (${place.microseconds}::bigint, ${place.id}::uuid)
    order by mail.microseconds, mail.id limit ${most}`.execute(database)
  return rows.map((row) => ({
    ...{ id: row.id, microseconds: row.microseconds, about: mailSubjectOf(row.name), at: row.created_at },
    person: row.user_id === null ? null : { userId: row.user_id, name: row.person_name! },
    answers: row.answers.map((answer) => ({ ...answer, at: new Date(answer.at) })),
  }))
}

interface MailRow {
  readonly id: string
  readonly name: string
  readonly created_at: Date
  readonly microseconds: string
  readonly user_id: string | null
  readonly person_name: string | null
  readonly answers: readonly (Omit<SentMail, 'at'> & { readonly at: string })[]
}
