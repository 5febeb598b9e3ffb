/** What is told to people who sent documents: gathered, claimed and told, each by one conditional UPDATE. */
import { sql, type Kysely } from 'kysely'
import type { ClaimedMail, SenderMail, SenderNewsStore } from '../../../modules/notifications/ports.ts'
import type { Schema } from '../schema.ts'

/** Longer than a mail server is waited for, and shorter than the pause after which a lost job is run again. */
const HELD = sql.raw(`interval '5 minutes'`)

export function openSenderNews(database: Kysely<Schema>): SenderNewsStore {
  const untold = ({ senderId, mailId }: ClaimedMail) =>
    database
      .updateTable('sender_news')
      .where('sender_id', '=', senderId)
      .where('mail_id', '=', mailId)
      .where('told_at', 'is', null)
  return {
    claim: (senderId) => claim(database, senderId),
    read: (claimed) => readMail(database, claimed),
    release: async (claimed) => void (await untold(claimed).set({ held_until: null }).execute()),
    markTold: async (claimed, at) => void (await untold(claimed).set({ told_at: at }).execute()),
  }
}

/**
 * Takes a mail that was begun and is held by nobody, as it was; else a new one of all that was not gathered yet, once
 * its oldest news is due. The first row decides: of two servers one waits for its lock and then finds it held. The
 * database's clock counts, which is the one that jobs are due by.
 */
async function claim(database: Kysely<Schema>, senderId: string): Promise<ClaimedMail | undefined> {
  const { rows } = await sql<{ mail_id: string }>`
    with first as (
      select id, mail_id from sender_news
      where sender_id = ${senderId} and told_at is null and due_at <= now()
        and (held_until is null or held_until < now())
      order by due_at, id limit 1 for update
    )
    update sender_news set mail_id = coalesce(first.mail_id, first.id), held_until = now() + ${HELD}
    from first where sender_news.sender_id = ${senderId} and sender_news.told_at is null
      and sender_news.mail_id is not distinct from first.mail_id
    returning sender_news.mail_id`.execute(database)
  return rows[0] && { senderId, mailId: rows[0].mail_id }
}

async function readMail(database: Kysely<Schema>, { senderId, mailId }: ClaimedMail): Promise<SenderMail | undefined> {
  const rows = await database
    .selectFrom('sender_news')
    .innerJoin('users', 'users.id', 'sender_news.sender_id')
    .innerJoin('documents', 'documents.id', 'sender_news.document_id')
    .innerJoin('user_subscriptions', (join) =>
      join
        .onRef('user_subscriptions.user_id', '=', 'users.id')
        .onRef('user_subscriptions.subscription_id', '=', 'sender_news.subscription_id'),
    )
    .leftJoin('users as actors', 'actors.id', 'sender_news.actor_id')
    .where('sender_news.sender_id', '=', senderId)
    .where('sender_news.mail_id', '=', mailId)
    .where('sender_news.told_at', 'is', null)
    .where('users.active', '=', true)
    .where('users.email', '<>', '')
    .orderBy('sender_news.happened_at')
    .orderBy('sender_news.id')
    .select(['sender_news.document_id', 'sender_news.event', 'documents.file_name', 'actors.name as actor_name'])
    .select(['users.name', 'users.email', 'users.language', rejectionReason])
    .execute()
  const [person] = rows
  if (!person) return undefined
  return {
    id: mailId,
    person: { name: person.name, email: person.email, language: person.language },
    news: rows.map((row) => ({
      documentId: row.document_id,
      fileName: row.file_name,
      event: row.event,
      actorName: row.actor_name ?? '',
      reason: row.reason ?? '',
    })),
  }
}

/** A document is rejected by one person, a signer or an approver. */
const rejectionReason = sql<string | null>`case sender_news.event when 'rejected' then coalesce(
  (select rejection_reason from signers where document_id = documents.id and state = 'rejected' limit 1),
  (select rejection_reason from approvers where document_id = documents.id and state = 'rejected' limit 1)) end`.as(
  'reason',
)
