import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { invalidFields, isTimeZone, PortalError } from '@rubrica/domain'
import type {
  CalendarOfPerson,
  CalendarStore,
  NoticeSettings,
  NoticeStore,
  PushDevice,
  PushEndpoint,
  PushService,
  QuietHours,
} from './ports.ts'
import { usualQuietHours } from './quiet-hours.ts'

export interface KeepNotices {
  readonly notices: NoticeStore
  readonly service: Pick<PushService, 'publicKey' | 'faultOf'>
  /** Has notices sent at once where this process sends them. */
  readonly wakeNotices: () => void
  readonly now: () => Date
}

/** Devices of one person. */
const MOST_DEVICES = 20

/** @returns with the key that browsers subscribe with */
export async function showNotices(
  { notices, service }: KeepNotices,
  userId: string,
): Promise<NoticeSettings & { readonly publicKey: Uint8Array }> {
  const [settings, publicKey] = await Promise.all([notices.settings(userId), service.publicKey()])
  return { ...settings, publicKey }
}

/** @throws {PortalError} VALIDATION_FAILED: no such time zone */
export async function setQuietHours(needs: KeepNotices, userId: string, quietHours: QuietHours): Promise<void> {
  requireTimeZone(quietHours.timeZone)
  await needs.notices.setQuietHours(userId, quietHours, needs.now())
  needs.wakeNotices()
}

export interface DeviceWish {
  readonly name: string
  readonly endpoint: PushEndpoint
  readonly timeZone: string
}

/** @throws {PortalError} VALIDATION_FAILED: an address where notices do not go, a key that is none, no such time zone */
export async function addDevice(needs: KeepNotices, userId: string, wish: DeviceWish): Promise<PushDevice> {
  const { name, endpoint, timeZone } = wish
  requireTimeZone(timeZone)
  const fault = needs.service.faultOf(endpoint)
  if (fault === 'url') throw wrong('Endpoint', 'is no address that notices go to')
  if (fault === 'publicKey') throw wrong('P256dh', 'is no point on P-256')
  const quietHours = usualQuietHours(timeZone)
  const device = { id: randomUUID(), userId, name, endpoint, quietHours, at: needs.now() }
  return needs.notices.addDevice(device, MOST_DEVICES)
}

/** @throws {PortalError} NOT_FOUND */
export async function removeDevice({ notices }: KeepNotices, userId: string, deviceId: string): Promise<void> {
  if (!(await notices.removeDevice(userId, deviceId))) throw noDevice()
}

/** @throws {PortalError} NOT_FOUND */
export async function tryDevice(needs: KeepNotices, userId: string, deviceId: string): Promise<void> {
  if (!(await needs.notices.tryDevice(userId, deviceId, needs.now()))) throw noDevice()
  needs.wakeNotices()
}

const noDevice = () => new PortalError('NOT_FOUND', 'You have no such device.')

function requireTimeZone(timeZone: string): void {
  if (!isTimeZone(timeZone)) throw wrong('TimeZone', 'is no time zone')
}

const wrong = (field: string, problem: string) =>
  invalidFields([{ root: 'body', path: [field], code: 'INVALID', problem }])

const SECRET_BYTES = 32

/** @returns the secret of the calendar's address, which is kept by nobody */
export async function makeCalendar({ notices, now }: KeepNotices, userId: string): Promise<string> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  await notices.keepCalendar(userId, hashOf(secret), now())
  return secret
}

/** @returns undefined for a secret of nobody */
export function findCalendar(
  { calendars, now }: { readonly calendars: CalendarStore; readonly now: () => Date },
  secret: string,
): Promise<CalendarOfPerson | undefined> {
  return calendars.find(hashOf(secret), now())
}

/** The secrets are random, so a plain hash is as strong as a slow one. */
const hashOf = (secret: string): Uint8Array => createHash('sha256').update(`rubrica-calendar:${secret}`).digest()
