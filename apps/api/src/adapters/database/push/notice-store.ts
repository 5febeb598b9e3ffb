import { createHash } from 'node:crypto'
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import type {
  CalendarStore,
  DueDocument,
  NewDevice,
  NoticeSettings,
  NoticeStore,
  PushDevice,
  PushEndpoint,
  QuietHours,
} from '../../../modules/push/ports.ts'
import type { ServerKeys } from '../../../ports/server-keys.ts'
import { inTransaction } from '../connection.ts'
import type { Schema } from '../schema.ts'
import type { PushTables } from './push-schema.ts'

/** What the address and the keys of a device are bound to when they are sealed. */
export const deviceBinding = (deviceId: string): string => `push-device:${deviceId}`

/** As who holds notices and who settles them: the devices come first, so that neither waits for the other in turn. */
async function lockDevices(transaction: Transaction<Schema>, userId: string): Promise<void> {
  const devices = transaction.selectFrom('push_devices').where('user_id', '=', userId).select('id')
  await devices.orderBy('id').forNoKeyUpdate().execute()
}

/** What people say of their notices, in PostgreSQL. */
export function openNoticeStore(database: Kysely<Schema>, serverKeys: ServerKeys): NoticeStore {
  return {
    settings: (userId) => readSettings(database, userId),
    setQuietHours: (userId, quietHours, at) =>
      inTransaction(database, async (transaction) => {
        await lockDevices(transaction, userId)
        await keepQuietHours(transaction, { userId, quietHours, replaces: true })
        // What somebody holds just now may be put off by what was said before.
        await sql`update notices set due_at = ${at}, tries = 0 from push_devices
          where push_devices.id = notices.device_id and push_devices.user_id = ${userId}
            and state = 'waiting' and (hold is not null or tries = 0 and due_at > ${at})`.execute(transaction)
      }),
    addDevice: async (device, most) => {
      const sealed = Buffer.from(await serverKeys.wrap(writeEndpoint(device.endpoint), deviceBinding(device.id)))
      return inTransaction(database, (transaction) => addDevice(transaction, { device, sealed, most }))
    },
    removeDevice: async (userId, deviceId) => {
      const { numDeletedRows } = await database
        .deleteFrom('push_devices')
        .where('id', '=', deviceId)
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
    tryDevice: async (userId, deviceId, at) => {
      const { numAffectedRows } = await sql`
        insert into notices (device_id, kind, cause, created_at, due_at)
        select id, 'test', gen_random_uuid(), ${at}, ${at} from push_devices
        where id = ${deviceId} and user_id = ${userId}`.execute(database)
      return (numAffectedRows ?? 0n) > 0n
    },
    keepCalendar: async (userId, secretHash, at) => {
      const kept = { secret_hash: Buffer.from(secretHash), created_at: at }
      await database
        .insertInto('calendars')
        .values({ user_id: userId, ...kept })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(kept))
        .execute()
    },
    endCalendar: async (userId) => {
      await database.deleteFrom('calendars').where('user_id', '=', userId).execute()
    },
  }
}

async function readSettings(database: Kysely<Schema>, userId: string): Promise<NoticeSettings> {
  const devices = await database
    .selectFrom('push_devices')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .selectAll()
    .execute()
  const settings = await database
    .selectFrom('notice_settings')
    .where('user_id', '=', userId)
    .selectAll()
    .executeTakeFirst()
  const calendar = await database
    .selectFrom('calendars')
    .where('user_id', '=', userId)
    .select('created_at')
    .executeTakeFirst()
  return {
    devices: devices.map(toDevice),
    quietHours: settings && toQuietHours(settings),
    calendarSince: calendar?.created_at,
  }
}

interface AddedDevice {
  readonly device: NewDevice
  readonly sealed: Buffer
  readonly most: number
}

async function addDevice(
  transaction: Transaction<Schema>,
  { device: { id, userId, name, endpoint, quietHours, at }, sealed, most }: AddedDevice,
): Promise<PushDevice> {
  // Devices that are added at once take turns, so that each is counted.
  await transaction.selectFrom('users').where('id', '=', userId).select('id').forUpdate().execute()
  const digest = createHash('sha256').update(endpoint.url).digest()
  await transaction.deleteFrom('push_devices').where('endpoint_digest', '=', digest).execute()
  await sql`delete from push_devices where id in (
    select id from push_devices where user_id = ${userId}
    order by coalesce(reached_at, created_at) desc offset ${most - 1})`.execute(transaction)
  const row = await transaction
    .insertInto('push_devices')
    .values({ id, user_id: userId, name, endpoint_digest: digest, sealed_endpoint: sealed, created_at: at })
    .returningAll()
    .executeTakeFirstOrThrow()
  await keepQuietHours(transaction, { userId, quietHours, replaces: false })
  return toDevice(row)
}

interface KeptQuietHours {
  readonly userId: string
  readonly quietHours: QuietHours
  readonly replaces: boolean
}

async function keepQuietHours(
  transaction: Transaction<Schema>,
  { userId, quietHours: { timeZone, night, weekends }, replaces }: KeptQuietHours,
): Promise<void> {
  const kept = {
    ...{ time_zone: timeZone, night_from: night?.from ?? null, night_until: night?.until ?? null },
    quiet_weekends: weekends,
  }
  await transaction
    .insertInto('notice_settings')
    .values({ user_id: userId, ...kept })
    .onConflict((conflict) =>
      replaces ? conflict.column('user_id').doUpdateSet(kept) : conflict.column('user_id').doNothing(),
    )
    .execute()
}

const toDevice = ({ id, name, created_at, reached_at }: Selectable<PushTables['push_devices']>): PushDevice => ({
  ...{ id, name, createdAt: created_at, reachedAt: reached_at },
})

export const toQuietHours = ({
  time_zone,
  night_from,
  night_until,
  quiet_weekends,
}: Omit<Selectable<PushTables['notice_settings']>, 'user_id'>): QuietHours => ({
  timeZone: time_zone,
  night: night_from !== null && night_until !== null ? { from: night_from, until: night_until } : null,
  weekends: quiet_weekends,
})

const toText = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

const writeEndpoint = ({ url, publicKey, authSecret }: PushEndpoint): Uint8Array =>
  Buffer.from(JSON.stringify({ url, publicKey: toText(publicKey), authSecret: toText(authSecret) }))

export function readEndpoint(opened: Uint8Array): PushEndpoint {
  const { url, publicKey, authSecret } = JSON.parse(Buffer.from(opened).toString('utf8')) as Record<string, string>
  const [key, secret] = [publicKey!, authSecret!].map((text) => Buffer.from(text, 'base64'))
  return { url: url!, publicKey: key!, authSecret: secret! }
}

/** Deadlines of what waits for people, for their calendars. */
export function openCalendarStore(database: Kysely<Schema>): CalendarStore {
  return {
    find: async (secretHash, at) => {
      const person = await database
        .selectFrom('calendars')
        .innerJoin('users', 'users.id', 'calendars.user_id')
        .where('secret_hash', '=', Buffer.from(secretHash))
        .where('users.active', '=', true)
        .select(['users.id', 'users.language'])
        .executeTakeFirst()
      if (!person) return undefined
      return { language: person.language, due: await findDue(database, person.id, at) }
    },
  }
}

const MOST_DUE = 500

async function findDue(database: Kysely<Schema>, userId: string, at: Date): Promise<DueDocument[]> {
  const { rows } = await sql<DueDocument>`
    select parts.id as "partId", documents.id as "documentId", parts.file_name as "fileName", parts.part,
      documents.deadline
    from (
      select id, document_id, file_name, 'sign' as part from signers
      where user_id = ${userId} and state in ('pending', 'signing')
      union all
      select approvers.id, signers.document_id, signers.file_name, 'approve' from approvers
        join signers on signers.id = approvers.signer_id
      where approvers.user_id = ${userId} and approvers.state = 'pending'
    ) parts join documents on documents.id = parts.document_id
    where documents.state = 'open' and documents.deadline > ${at}
    order by documents.deadline, parts.id limit ${MOST_DUE}`.execute(database)
  return rows
}
