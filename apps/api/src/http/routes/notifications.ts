import {
  addDevice,
  makeCalendar,
  removeDevice,
  setQuietHours,
  showNotices,
  tryDevice,
  type KeepNotices,
} from '../../modules/push/keep-notices.ts'
import type { MailChoices, MailChoiceStore } from '../../modules/mail-choices.ts'
import type { PushDevice, QuietHours } from '../../modules/push/ports.ts'
import type { Handlers } from '../bind/call-types.ts'

type NoticeCalls =
  | 'notificationSettings'
  | 'setQuietHours'
  | 'setMailChoices'
  | 'addDevice'
  | 'removeDevice'
  | 'tryDevice'
  | 'makeCalendar'
  | 'endCalendar'

export interface NoticePorts extends KeepNotices {
  readonly mailChoices: MailChoiceStore
  /** The address of a calendar, by its secret. */
  readonly calendarAddress: (secret: string) => string
}

const toDevice = ({ id, name, createdAt, reachedAt }: PushDevice) => ({
  ...{ Guid: id, Name: name, CreatedAt: createdAt.toISOString() },
  ReachedAt: reachedAt?.toISOString() ?? null,
})

const toQuietHours = ({ timeZone, night, weekends }: QuietHours) => ({
  TimeZone: timeZone,
  Night: night && { From: night.from, Until: night.until },
  Weekends: weekends,
})

const toMailChoices = ({ frequencies, timeZone }: MailChoices) => ({
  ...{
    Waiting: frequencies.waiting,
    Reminders: frequencies.reminders,
    Sent: frequencies.sent,
    Ended: frequencies.ended,
  },
  ...{ Substitutions: frequencies.substitutions, Certificates: frequencies.certificates },
  TimeZone: timeZone,
})

const toBytes = (text: string) => Buffer.from(text, 'base64url')

/** What people say of the notices on their devices, and of their calendar. */
export function noticeHandlers(ports: NoticePorts): Pick<Handlers, NoticeCalls> {
  return {
    notificationSettings: async ({ caller }) => {
      const { devices, quietHours, calendarSince, publicKey } = await showNotices(ports, caller.userId)
      const mails = await ports.mailChoices.find(caller.userId)
      return {
        PublicKey: Buffer.from(publicKey).toString('base64url'),
        Devices: devices.map(toDevice),
        QuietHours: quietHours ? toQuietHours(quietHours) : null,
        Mails: mails ? toMailChoices(mails) : null,
        CalendarSince: calendarSince?.toISOString() ?? null,
      }
    },
    setQuietHours: async ({ caller, body: { TimeZone, Night, Weekends } }) => {
      const night = Night && { from: Night.From, until: Night.Until }
      await setQuietHours(ports, caller.userId, { timeZone: TimeZone, night, weekends: Weekends })
      return null
    },
    setMailChoices: async ({ caller, body }) => {
      const frequencies = {
        ...{ waiting: body.Waiting, reminders: body.Reminders, sent: body.Sent, ended: body.Ended },
        ...(body.Substitutions && { substitutions: body.Substitutions }),
        ...(body.Certificates && { certificates: body.Certificates }),
      }
      await ports.mailChoices.keep(caller.userId, { frequencies, timeZone: body.TimeZone })
      return null
    },
    addDevice: async ({ caller, body: { Name, Endpoint, P256dh, Auth, TimeZone } }) => {
      const endpoint = { url: Endpoint, publicKey: toBytes(P256dh), authSecret: toBytes(Auth) }
      return toDevice(await addDevice(ports, caller.userId, { name: Name, endpoint, timeZone: TimeZone }))
    },
    removeDevice: async ({ caller, params }) => {
      await removeDevice(ports, caller.userId, params.deviceGuid)
      return null
    },
    tryDevice: async ({ caller, params }) => {
      await tryDevice(ports, caller.userId, params.deviceGuid)
      return null
    },
    makeCalendar: async ({ caller }) => ({
      Address: ports.calendarAddress(await makeCalendar(ports, caller.userId)),
    }),
    endCalendar: async ({ caller }) => {
      await ports.notices.endCalendar(caller.userId)
      return null
    },
  }
}
