/** Notices on people's devices, by Web Push: what waits for them, and what became of what they sent. */

export interface QuietHours {
  /** A name of the IANA time zone database. */
  readonly timeZone: string
  /** `HH:MM` each; null where notices come at night, too. */
  readonly night: { readonly from: string; readonly until: string } | null
  /** Saturdays and Sundays are quiet, too. */
  readonly weekends: boolean
}

/** Where the browser of a person takes notices, as its push service has it. */
export interface PushEndpoint {
  readonly url: string
  /** On P-256, uncompressed (65 octets), and 16 octets (RFC 8291, 3.2). */
  readonly publicKey: Uint8Array
  readonly authSecret: Uint8Array
}

export interface PushDevice {
  readonly id: string
  readonly name: string
  readonly createdAt: Date
  readonly reachedAt: Date | null
}

export interface NewDevice {
  readonly id: string
  readonly userId: string
  readonly name: string
  readonly endpoint: PushEndpoint
  /** Of the quiet hours, unless the person has said one. */
  readonly quietHours: QuietHours
  readonly at: Date
}

export interface NoticeSettings {
  readonly devices: readonly PushDevice[]
  readonly quietHours: QuietHours | undefined
  readonly calendarSince: Date | undefined
}

/** What people say of the notices that they get. */
export interface NoticeStore {
  settings(userId: string): Promise<NoticeSettings>
  /** What waits for the end of quiet hours is looked at anew. */
  setQuietHours(userId: string, quietHours: QuietHours, at: Date): Promise<void>
  /** In place of the same browser, whoever had it, and of the one that was reached longest ago where there are `most`. */
  addDevice(device: NewDevice, most: number): Promise<PushDevice>
  /** @returns false when the person has no such device */
  removeDevice(userId: string, deviceId: string): Promise<boolean>
  /** Has a notice sent to one device now. @returns false when the person has no such device */
  tryDevice(userId: string, deviceId: string, at: Date): Promise<boolean>
  /** In place of an earlier one. */
  keepCalendar(userId: string, secretHash: Uint8Array, at: Date): Promise<void>
  endCalendar(userId: string): Promise<void>
}

/** A deadline of something that waits for a person now. */
export interface DueDocument {
  /** Of the signer or the approver. */
  readonly partId: string
  readonly documentId: string
  readonly fileName: string
  readonly part: 'sign' | 'approve'
  readonly deadline: Date
}

export interface CalendarOfPerson {
  readonly language: string
  readonly due: readonly DueDocument[]
}

export interface CalendarStore {
  /** Undefined for a secret of nobody who is active. */
  find(secretHash: Uint8Array, at: Date): Promise<CalendarOfPerson | undefined>
}

/**
 * What a notice is about: something waits to be signed or approved, still waits, has happened to what the person sent,
 * is over, is a signing run that has ended or waits for its person, waits for whom they stand in for, or is a certificate of
 * theirs that expires; `test` is asked for.
 */
export type NoticeKind =
  | 'to-sign'
  | 'to-approve'
  | 'reminder'
  | 'sent-news'
  | 'ended'
  | 'run-ended'
  | 'run-waits'
  | 'standing-in'
  | 'certificate'
  | 'test'

export type NoticeReader = { readonly userId: string } | { readonly signerId: string } | { readonly approverId: string }

export interface NoticeCause {
  readonly kind: Exclude<NoticeKind, 'test'>
  /** Of a cause each device is told once. */
  readonly cause: string
  readonly reader: NoticeReader
}

/** Takes what people are to be told on their devices. People without one are told nothing. */
export interface Notices {
  add(cause: NoticeCause, at: Date): Promise<void>
}

/** Notices of one kind for one device, held by one process: they are sent as one. */
export interface HeldNotice {
  /** Of the hold. */
  readonly id: string
  readonly deviceId: string
  readonly kind: NoticeKind
  /** Undefined where what was kept of it does not open. */
  readonly endpoint: PushEndpoint | undefined
  readonly language: string
  readonly quietHours: QuietHours | undefined
  /** How many causes are still worth a notice; of the others nothing is told. */
  readonly count: number
  /** The earliest of what it tells of. */
  readonly deadline: Date | null
  /** With this one. */
  readonly tries: number
}

export type NoticeVerdict =
  | { readonly kind: 'taken' }
  /** Nobody waits for it any more. */
  | { readonly kind: 'moot' }
  | { readonly kind: 'given-up' }
  /** The browser has ended its subscription. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'again'; readonly at: Date }
  /** Not yet: a quiet hour, and no try. */
  | { readonly kind: 'later'; readonly at: Date }

export interface NoticeOutbox {
  /** Takes notices that are due, of up to `most` devices. */
  hold(times: { readonly at: Date; readonly until: Date }, most: number): Promise<readonly HeldNotice[]>
  settle(notice: HeldNotice, verdict: NoticeVerdict, at: Date): Promise<void>
}

export interface PushMessage {
  readonly text: string
  /** A newer one takes its place at the push service until it is delivered (RFC 8030, 5.4). */
  readonly topic: string
  readonly urgency: 'normal' | 'high'
  /** Seconds that the push service keeps it for a device that is away. */
  readonly ttl: number
}

/** `cause`: why nothing came back. */
export type PushAnswer =
  { readonly status: number; readonly retryAfter: string | undefined } | { readonly cause: string }

export interface PushService {
  /** What browsers subscribe with: an uncompressed point on P-256. */
  publicKey(): Promise<Uint8Array>
  /** What rules out, by itself, that notices go there: the address, or the browser's key. */
  faultOf(endpoint: PushEndpoint): 'url' | 'publicKey' | undefined
  /** @throws nothing of what the other side does */
  send(endpoint: PushEndpoint, message: PushMessage): Promise<PushAnswer>
}

/** Finds the words of a notice, which names nobody and no document. @returns what the portal's service worker reads */
export type WriteNotice = (notice: Pick<HeldNotice, 'kind' | 'language' | 'count'>) => string
