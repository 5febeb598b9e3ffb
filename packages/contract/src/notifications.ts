/** What reaches a person outside the portal: mails, notices on their devices, and a calendar of deadlines. */
import { z } from 'zod'
import { isTimeZone } from '@rubrica/domain'
import { endpoint, guid, nothing, problem } from './endpoint.ts'

const ofPerson = { base: 'main', auth: 'bearer' } as const

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

const quietHours = z.object({
  /** A name of the IANA time zone database, such as `Europe/Madrid`. */
  TimeZone: z.string().min(1).max(64),
  /** Each day between these two; null where notices come at night, too. */
  Night: z.object({ From: clock, Until: clock }).nullable(),
  /** Saturdays and Sundays are quiet, too. */
  Weekends: z.boolean(),
})

export const MAIL_FREQUENCIES = ['at-once', 'hourly', 'daily', 'weekly', 'never'] as const
const frequency = z.enum(MAIL_FREQUENCIES)
/** Of mails that come seldom, each by itself. */
export const SELDOM_FREQUENCIES = ['at-once', 'never'] as const
const seldom = z.enum(SELDOM_FREQUENCIES)

const shownChoices = {
  /** What begins to wait for the person. What ends within two days comes at once all the same, unless it is never. */
  Waiting: frequency,
  /** What still waits for them. */
  Reminders: frequency,
  /** What happens to documents that they have sent. */
  Sent: frequency,
  /** Documents that others have sent them and that are over. */
  Ended: frequency,
  /** That substitutions are in force, and that something waits for whom the person stands in for. */
  Substitutions: seldom,
  /** Certificates of the person that expire soon. */
  Certificates: seldom,
  /** Days and weeks begin at eight in the morning, on the clocks of this zone of the IANA database. */
  TimeZone: z.string().max(64).refine(isTimeZone, { message: 'is not the name of a time zone' }),
}
const mailChoices = z.object(shownChoices)
/** A portal of before does not name what it does not know, which stays as it was. */
const wishedChoices = z.object({ ...shownChoices, Substitutions: seldom.optional(), Certificates: seldom.optional() })

const device = z
  .object({
    Guid: guid,
    Name: z.string(),
    CreatedAt: z.string(),
    /** The last time that its push service took a notice; null while it has taken none. */
    ReachedAt: z.string().nullable(),
  })
  .meta({ id: 'PushDevice' })

const notificationSettings = endpoint({
  ...ofPerson,
  method: 'GET',
  path: '/notifications',
  summary:
    'How often the person gets mails, on which devices notices, when it is quiet, and whether there is a calendar of ' +
    'deadlines',
  answers: {
    200: z
      .object({
        /** The server's key (RFC 8292, 3.2), which a browser subscribes with: an uncompressed point in base64url. */
        PublicKey: z.string(),
        Devices: z.array(device),
        /** Null while the person has not said when. */
        QuietHours: quietHours.nullable(),
        /** Null while the person has not said how often: all of them come at once. */
        Mails: mailChoices.nullable(),
        /** Since when there is an address for calendars; null where there is none. */
        CalendarSince: z.string().nullable(),
      })
      .meta({ id: 'NotificationSettings' }),
    401: problem,
    403: problem,
  },
})

const setQuietHours = endpoint({
  ...ofPerson,
  method: 'PUT',
  path: '/notifications/quiethours',
  summary:
    'When notices wait. What ends within a day is told all the same, and what waited comes when the quiet hours end',
  body: quietHours,
  answers: { 204: nothing, 400: problem, 401: problem, 403: problem },
})

const setMailChoices = endpoint({
  ...ofPerson,
  method: 'PUT',
  path: '/notifications/mails',
  summary: 'How often mails come: at once, gathered each hour, day or week, or never. Codes and warnings always come',
  body: wishedChoices,
  answers: { 204: nothing, 400: problem, 401: problem, 403: problem },
})

/** Octets in base64url, without padding: as a browser writes them. */
const octets = (count: number) => z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((count * 4) / 3)}}$`))

const addDevice = endpoint({
  ...ofPerson,
  method: 'POST',
  path: '/notifications/devices',
  summary: 'Have notices come to a browser that has subscribed to its push service (W3C Push API)',
  body: z.object({
    /** For the person to know it by. */
    Name: z.string().trim().min(1).max(100),
    Endpoint: z.url().max(2048),
    /** Public key of the browser on P-256, uncompressed, and its secret (RFC 8291, 3.2). */
    P256dh: octets(65),
    Auth: octets(16),
    /** Of the browser: that of the quiet hours until the person says another one. */
    TimeZone: z.string().min(1).max(64),
  }),
  answers: { 201: device, 400: problem, 401: problem, 403: problem, 422: problem },
})

const deviceParams = z.object({ deviceGuid: guid })

const removeDevice = endpoint({
  ...ofPerson,
  method: 'DELETE',
  path: '/notifications/devices/:deviceGuid',
  summary: 'Have no notices come to a device any more',
  params: deviceParams,
  answers: { 204: nothing, 401: problem, 403: problem, 404: problem },
})

const tryDevice = endpoint({
  ...ofPerson,
  method: 'POST',
  path: '/notifications/devices/:deviceGuid/test',
  summary: 'Send a notice to a device now, whatever the hour',
  params: deviceParams,
  answers: { 204: nothing, 401: problem, 403: problem, 404: problem },
})

const makeCalendar = endpoint({
  ...ofPerson,
  method: 'POST',
  path: '/notifications/calendar',
  summary:
    'Make an address at which calendars find the deadlines of what waits for the person. It is answered once, anybody ' +
    'who knows it may read it, and one of before ends',
  answers: { 201: z.object({ Address: z.string() }).meta({ id: 'CalendarAddress' }), 401: problem, 403: problem },
})

const endCalendar = endpoint({
  ...ofPerson,
  method: 'DELETE',
  path: '/notifications/calendar',
  summary: 'End the address for calendars',
  answers: { 204: nothing, 401: problem, 403: problem },
})

export const notificationContract = {
  notificationSettings,
  setQuietHours,
  setMailChoices,
  addDevice,
  removeDevice,
  tryDevice,
  makeCalendar,
  endCalendar,
} as const
