/** What became of each mail, in PostgreSQL. */
import { sql, type Kysely, type Transaction } from 'kysely'
import type { AnsweredMail, BegunMail, MailLedger, NewMail } from '../../../modules/mails/ports.ts'
import type { NotifySender } from '../../jobs/notify-people.ts'
import { inTransaction } from '../connection.ts'
import type { Schema } from '../schema.ts'

/** @param notify tells the person who sent the document of a mail that does not arrive */
export function openMailLedger(database: Kysely<Schema>, notify: NotifySender): MailLedger {
  return {
    begin: (mail, begun) => begin(database, mail, begun),
    settle: async (mailId, tried) => {
      await inTransaction(database, (transaction) =>
        answer(transaction, sql`id = ${mailId} and state in ('waiting', 'taken')`, { answered: tried, notify }),
      )
    },
    report: async (returnCode, reported) =>
      inTransaction(database, async (transaction) => {
        const isOurs = sql<boolean>`return_code = ${returnCode}`
        // What came back stays so, whatever a later report of the same mail says.
        await answer(transaction, sql`${isOurs} and state <> 'returned'`, { answered: reported, notify })
        return (await transaction.selectFrom('mails').where(isOurs).select('id').executeTakeFirst()) !== undefined
      }),
  }
}

/** A person may have another address by the time of a later try. */
async function begin(
  database: Kysely<Schema>,
  { name, partId, partIds = [], address }: NewMail,
  { returnCode, at }: { returnCode: string; at: Date },
): Promise<BegunMail> {
  const part = partId ?? null
  const { rows } = await sql<{ id: string; return_code: string }>`
    with mail as (
      insert into mails (id, name, return_code, part_id, document_id, address, created_at, changed_at)
      values (gen_random_uuid(), ${name}, ${returnCode}, ${part}::uuid, coalesce(
        (select document_id from signers where id = ${part}::uuid),
        (select document_id from approvers where id = ${part}::uuid),
        (select document_id from copies where id = ${part}::uuid),
        (select document_id from lost_documents where id = ${part}::uuid)), ${address}, ${at}, ${at})
      on conflict (name) do update set address = excluded.address
      returning id, return_code
    ), parts as (
      insert into mail_parts (mail_id, part_id, document_id)
      select mail.id, asked.id, asked.document_id from mail cross join (
        select id, document_id from signers union all select id, document_id from approvers) as asked
      where asked.id = any(${partIds}::uuid[])
      on conflict do nothing
    )
    select id, return_code from mail`.execute(database)
  const [{ id, return_code }] = rows as [{ id: string; return_code: string }]
  return { mailId: id, returnCode: return_code }
}

interface Answering {
  readonly answered: AnsweredMail
  readonly notify: NotifySender
}

/** The row decides which of two answers comes first. */
async function answer(
  transaction: Transaction<Schema>,
  which: ReturnType<typeof sql>,
  { answered: { state, answer: said, at, isBadAddress }, notify }: Answering,
): Promise<void> {
  const { rows } = await sql<AnsweredRow>`
    with mail as (
      update mails set state = ${state}, tries = tries + 1, changed_at = ${at} where ${which}
      returning id, tries, address
    ), answer as (
      insert into mail_answers (mail_id, number, at, state, server, code, status, words)
      select id, tries, ${at}, ${state}, ${said.server}, ${said.code}, ${said.status}, ${said.words} from mail
    ), parts as (
      select signers.id, signers.user_id from signers union all
      select approvers.id, approvers.user_id from approvers union all
      select copies.id, copies.user_id from copies
    )
    select about.document_id, mail.address, (select user_id from parts where id = about.part_id) as user_id
    from mail left join mails_about as about on about.mail_id = mail.id`.execute(transaction)
  const [first] = rows
  if (!first || (state !== 'refused' && state !== 'returned')) return
  if (isBadAddress) await keepReturned(transaction, first.address)
  for (const { document_id: documentId, user_id: actorId } of rows) {
    if (documentId === null || actorId === null) continue
    await notify(transaction, { documentId, event: 'undelivered', actorId, at })
  }
}

interface AnsweredRow {
  readonly document_id: string | null
  readonly address: string
  /** Whose part the mail is about. */
  readonly user_id: string | null
}

const keepReturned = (transaction: Transaction<Schema>, address: string) =>
  sql`update users set returned_address = email where lower(email) = lower(${address})`.execute(transaction)
