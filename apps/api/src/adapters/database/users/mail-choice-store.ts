/** How often people want mails, and when those of now are due for that. */
import { sql, type Kysely, type Transaction } from 'kysely'
import {
  mailedAt,
  UNSAID_ZONE,
  USUAL_CHOICES,
  type ChosenMails,
  type MailChoices,
  type MailChoiceStore,
  type MailClass,
  type ToldOf,
} from '../../../modules/mail-choices.ts'
import type { NoticeKind } from '../../../modules/push/ports.ts'
import { inTransaction } from '../connection.ts'
import { addNotice } from '../push/notice-outbox.ts'
import type { Schema } from '../schema.ts'

export const openMailChoices = (database: Kysely<Schema>): MailChoiceStore => ({
  find: async (userId) => (await choicesOf(database, [userId])).get(userId),
  keep: (userId, { frequencies, timeZone }) => put(database, { userId, frequencies, timeZone }),
  stop: (stop) => inTransaction(database, (transaction) => stopIn(transaction, stop)),
})

interface Put {
  readonly userId: string
  readonly frequencies: ChosenMails['frequencies']
  readonly timeZone: string
}

async function put(database: Kysely<Schema>, { userId, frequencies, timeZone }: Put): Promise<void> {
  await sql`insert into mail_choices (user_id, choices, time_zone)
    values (${userId}, ${JSON.stringify(frequencies)}::jsonb, ${timeZone})
    on conflict (user_id) do update set choices = mail_choices.choices || excluded.choices,
      time_zone = excluded.time_zone`.execute(database)
}

/** Where what is gathered of each class is kept. */
const GATHERED: Readonly<Partial<Record<MailClass, string>>> = {
  waiting: 'waiting_news',
  reminders: 'reminder_news',
  sent: 'sender_news',
  ended: 'party_news',
}

/** Whose news a row of such a table is. */
const readerOf = (table: string) => sql.ref(table === 'sender_news' ? 'sender_id' : 'reader_id')

async function stopIn(
  transaction: Transaction<Schema>,
  { userId, kind, at }: Parameters<MailChoiceStore['stop']>[0],
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into mail_choices (user_id, choices, time_zone)
    select id, ${JSON.stringify({ [kind]: 'never' })}::jsonb,
      coalesce((select time_zone from notice_settings where user_id = users.id), ${UNSAID_ZONE})
    from users where id = ${userId}::uuid
    on conflict (user_id) do update set choices = mail_choices.choices || excluded.choices`.execute(transaction)
  if (numAffectedRows === 0n) return false
  const table = GATHERED[kind]
  if (table === undefined) return true
  await sql`update ${sql.table(table)} set told_at = ${at}
    where ${readerOf(table)} = ${userId} and told_at is null and mail_id is null`.execute(transaction)
  if (kind !== 'waiting') return true
  // As for who wants none: what reminds them counts from here.
  for (const [parts, part] of [
    ['signers', 'signer_id'],
    ['approvers', 'approver_id'],
  ] as const) {
    await sql`update ${sql.table(parts)} set notified_at = ${at}
      where notified_at is null and id in (
        select ${sql.ref(part)} from waiting_news where reader_id = ${userId} and told_at = ${at})`.execute(transaction)
  }
  return true
}

export interface ChoiceRow {
  readonly choices: Partial<MailChoices['frequencies']> | null
  readonly time_zone: string | null
}

/** @returns undefined for who has said nothing */
export const toMailChoices = ({ choices, time_zone: timeZone }: Partial<ChoiceRow>): MailChoices | undefined =>
  choices && timeZone ? { frequencies: { ...USUAL_CHOICES.frequencies, ...choices }, timeZone } : undefined

/** What people have said; who has said nothing is not in it. */
async function choicesOf(
  database: Kysely<Schema>,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, MailChoices | undefined>> {
  const rows = await database
    .selectFrom('mail_choices')
    .where('user_id', '=', sql<string>`any(${userIds}::uuid[])`)
    .selectAll()
    .execute()
  return new Map(rows.map((row) => [row.user_id, toMailChoices(row)]))
}

interface MailQuestion {
  readonly readers: readonly string[]
  readonly kind: MailClass
  readonly told: ToldOf
  /** What they have said, where that was read before. */
  readonly known?: ReadonlyMap<string, MailChoices | undefined> | undefined
}

/**
 * When each of these people is told by mail of something that happens now.
 * @returns null for who does not want to be
 */
export async function mailTimes(
  database: Kysely<Schema>,
  { readers, kind, told, known }: MailQuestion,
): Promise<ReadonlyMap<string, Date | null>> {
  const choices = known ?? (await choicesOf(database, readers))
  return new Map(readers.map((id) => [id, mailedAt(choices.get(id) ?? USUAL_CHOICES, kind, told) ?? null]))
}

interface Deferring extends Omit<MailQuestion, 'told'> {
  readonly table: 'sender_news' | 'party_news' | 'reminder_news'
  readonly documentId: string
  readonly at: Date
  /** Until when what is told of waits, where it does. */
  readonly deadline?: Date | null | undefined
  /** Within which what happens at once is one mail. */
  readonly gatherMs: number
}

/** What devices are told with each mail. */
const NOTICES = {
  sender_news: 'sent-news',
  party_news: 'ended',
  reminder_news: 'reminder',
} as const satisfies Record<Deferring['table'], NoticeKind>

/**
 * Puts off news that were kept just now to when each reader wants them; who wants none is told on their devices alone.
 * @returns whom to tell, and when
 */
export async function deferNews(
  transaction: Transaction<Schema>,
  { table, documentId, at, deadline = null, gatherMs, ...asked }: Deferring,
): Promise<readonly { readonly readerId: string; readonly dueAt: Date }[]> {
  const soonest = new Date(at.getTime() + gatherMs)
  const times = await mailTimes(transaction, { ...asked, told: { at, deadline } })
  const due: { readerId: string; dueAt: Date }[] = []
  for (const [readerId, wanted] of times) {
    const dueAt = wanted && new Date(Math.max(wanted.getTime(), soonest.getTime()))
    if (dueAt) due.push({ readerId, dueAt })
    else {
      const cause = { kind: NOTICES[table], cause: `${documentId}:${at.toISOString()}`, reader: { userId: readerId } }
      await addNotice(transaction, cause, { at, dueAt: soonest })
    }
    if (dueAt?.getTime() === soonest.getTime()) continue
    await sql`update ${sql.table(table)} set due_at = coalesce(${dueAt}::timestamptz, due_at),
        told_at = case when ${dueAt}::timestamptz is null then ${at}::timestamptz end
      where ${readerOf(table)} = ${readerId} and document_id = ${documentId} and happened_at = ${at}
        and told_at is null`.execute(transaction)
  }
  return due
}
