import { sql, type Kysely } from 'kysely'
import type {
  HeldNotice,
  NoticeCause,
  NoticeKind,
  NoticeOutbox,
  NoticeReader,
  Notices,
  NoticeVerdict,
} from '../../../modules/push/ports.ts'
import type { ServerKeys } from '../../../ports/server-keys.ts'
import { inTransaction } from '../connection.ts'
import type { Schema } from '../schema.ts'
import { deviceBinding, readEndpoint, toQuietHours } from './notice-store.ts'

/** @param gatherMs within which what a person is to be told of one kind is one notice */
export const openNotices = (database: Kysely<Schema>, gatherMs: number): Notices => ({
  add: (cause, at) => addNotice(database, cause, { at, dueAt: new Date(at.getTime() + gatherMs) }),
})

interface NoticeTimes {
  readonly at: Date
  readonly dueAt: Date
}

/** The same inside the transaction of what people are told of. */
export async function addNotice(
  database: Kysely<Schema>,
  { kind, cause, reader }: NoticeCause,
  { at, dueAt }: NoticeTimes,
): Promise<void> {
  await sql`insert into notices (device_id, kind, cause, created_at, due_at)
    select id, ${kind}, ${cause}, ${at}, ${dueAt} from push_devices where user_id = (${userOf(reader)})
    on conflict do nothing`.execute(database)
}

function userOf(reader: NoticeReader) {
  if ('signerId' in reader) return sql`select user_id from signers where id = ${reader.signerId}`
  if ('approverId' in reader) return sql`select user_id from approvers where id = ${reader.approverId}`
  return sql`select ${reader.userId}::uuid`
}

/** Notices on their way, in PostgreSQL. */
export function openNoticeOutbox(database: Kysely<Schema>, serverKeys: ServerKeys): NoticeOutbox {
  return {
    hold: async (times, most) => {
      const { rows } = await holdDue(database, times, most)
      return Promise.all(rows.map((row) => toHeld(serverKeys, row)))
    },
    settle: async (notice, verdict, at) => {
      if (verdict.kind !== 'gone') return settle(database, notice, { verdict, at })
      await database.deleteFrom('push_devices').where('id', '=', notice.deviceId).execute()
    },
  }
}

interface HeldRow {
  hold: string
  device_id: string
  kind: NoticeKind
  sealed_endpoint: Buffer
  language: string
  time_zone: string | null
  night_from: string | null
  night_until: string | null
  quiet_weekends: boolean | null
  count: number
  deadline: Date | null
  tries: number
}

const SIGNING = sql`select documents.deadline from signers join documents on documents.id = signers.document_id
  where documents.state = 'open' and signers.state in ('pending', 'signing')`
const APPROVING = sql`select documents.deadline from approvers join signers on signers.id = approvers.signer_id
  join documents on documents.id = signers.document_id
  where documents.state = 'open' and approvers.state = 'pending'`

/** Deadlines of what still waits for the person of a notice: one row for each, null for what has none. */
const stillWaiting = (at: Date) => sql`
  select deadline from (
    ${SIGNING} and held.kind = 'to-sign' and signers.id::text = held.cause
    union all
    ${APPROVING} and held.kind = 'to-approve' and approvers.id::text = held.cause
    union all
    (${SIGNING} and held.kind = 'reminder' and signers.user_id = devices.user_id
      order by documents.deadline limit 1)
    union all
    (${APPROVING} and held.kind = 'reminder' and approvers.user_id = devices.user_id
      order by documents.deadline limit 1)
  ) waiting where deadline is null or deadline > ${at}`

/** A notice is, and nobody has it in hands. */
const isDue = (at: Date) => sql`n.state = 'waiting' and n.due_at <= ${at}
  and (n.held_until is null or n.held_until <= ${at})`

/**
 * The row of each device is locked, and passed over by others meanwhile, so that what it is told at once is told by one
 * process. What died in somebody's hands is due again when its time is over.
 */
const holdDue = (database: Kysely<Schema>, { at, until }: { at: Date; until: Date }, most: number) =>
  sql<HeldRow>`
    with devices as (
      select d.*, users.language, users.active from push_devices d join users on users.id = d.user_id
      where exists (select from notices n where n.device_id = d.id and ${isDue(at)})
      limit ${most} for no key update of d skip locked
    ), groups as (
      select distinct on (n.device_id) n.device_id, n.kind, gen_random_uuid() as hold from notices n
      where n.device_id in (select id from devices) and ${isDue(at)}
      order by n.device_id, n.due_at
    ), held as (
      update notices n set hold = groups.hold, held_until = ${until}, tries = n.tries + 1 from groups
      where n.device_id = groups.device_id and n.kind = groups.kind and ${isDue(at)}
      returning n.*
    ), told as (
      select held.*, waiting.is_waiting, waiting.deadline from held join devices on devices.id = held.device_id
      cross join lateral (
        select count(*) > 0 as is_waiting, min(deadline) as deadline from (${stillWaiting(at)}) still
      ) waiting
    )
    select told.hold, devices.id as device_id, told.kind, devices.sealed_endpoint, devices.language,
      settings.time_zone, settings.night_from, settings.night_until, settings.quiet_weekends,
      (count(*) filter (where devices.active
        and (told.kind not in ('to-sign', 'to-approve', 'reminder') or told.is_waiting)))::int as count,
      min(told.deadline) as deadline, max(told.tries) as tries
    from told join devices on devices.id = told.device_id
      left join notice_settings settings on settings.user_id = devices.user_id
    group by told.hold, devices.id, told.kind, devices.sealed_endpoint, devices.language, settings.time_zone,
      settings.night_from, settings.night_until, settings.quiet_weekends`.execute(database)

async function toHeld(serverKeys: ServerKeys, row: HeldRow): Promise<HeldNotice> {
  const { time_zone, night_from, night_until, quiet_weekends } = row
  // One that does not open holds up no other device.
  const endpoint = await serverKeys
    .unwrap(row.sealed_endpoint, deviceBinding(row.device_id))
    .then(readEndpoint, () => undefined)
  return {
    ...{ id: row.hold, deviceId: row.device_id, kind: row.kind, endpoint, language: row.language },
    quietHours:
      time_zone === null
        ? undefined
        : toQuietHours({ time_zone, night_from, night_until, quiet_weekends: quiet_weekends === true }),
    ...{ count: row.count, deadline: row.deadline, tries: row.tries },
  }
}

interface Settled {
  readonly verdict: Exclude<NoticeVerdict, { readonly kind: 'gone' }>
  readonly at: Date
}

async function settle(database: Kysely<Schema>, notice: HeldNotice, { verdict, at }: Settled): Promise<void> {
  await inTransaction(database, async (transaction) => {
    // The row of the device comes first, as for who removes it and its notices: neither waits for the other in turn.
    const { deviceId } = notice
    if (verdict.kind === 'taken') {
      await transaction.updateTable('push_devices').set({ reached_at: at }).where('id', '=', deviceId).execute()
    } else {
      const device = transaction.selectFrom('push_devices').where('id', '=', deviceId).select('id')
      await device.forNoKeyUpdate().execute()
    }
    await transaction
      .updateTable('notices')
      .set({ hold: null, held_until: null, ...changeOf(verdict) })
      .where('hold', '=', notice.id)
      .execute()
  })
}

function changeOf(verdict: Settled['verdict']) {
  if (verdict.kind === 'again') return { due_at: verdict.at }
  if (verdict.kind !== 'later') return { state: verdict.kind }
  // Held without a try: its person has said since when it is quiet.
  return { due_at: sql<Date>`case when tries = 0 then due_at else ${verdict.at} end`, tries: 0 }
}
