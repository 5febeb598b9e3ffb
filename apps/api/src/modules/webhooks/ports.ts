/** Webhooks: messages that tell a program at its own address what happened to documents (Standard Webhooks 1.0.0). */
import type { WebhookType } from '@rubrica/domain'
import type { RequestEnd } from '../keyed-requests.ts'
import type { MailReader } from '../notifications/ports.ts'
import type { Owner } from '../owner.ts'
import type { MailMessage } from '../../ports/mail.ts'

/** How messages are signed: HMAC-SHA256 with a shared secret, or Ed25519. */
export type SignatureScheme = 'v1' | 'v1a'

/**
 * `on`: gets messages. `off`: its owner has switched it off. `disabled`: the server has, since messages did not arrive
 * or the receiver said that it is gone.
 */
export type EndpointState = 'on' | 'off' | 'disabled'
export type DisabledReason = 'failing' | 'gone'

/** What of an endpoint its owner chooses. */
export interface EndpointWish {
  readonly url: string
  readonly description: string
  /** Empty: all of them. */
  readonly types: readonly WebhookType[]
  /** Of documents that its owner sent, or of all of the subscription. */
  readonly documents: 'own' | 'all'
}

export interface Endpoint extends EndpointWish {
  readonly id: string
  readonly signing: SignatureScheme
  /** `callback`: the address that a send named; it hears of those documents alone. */
  readonly kind: 'chosen' | 'callback'
  readonly state: EndpointState
  readonly disabledReason: DisabledReason | null
  readonly disabledAt: Date | null
  /** Counts its changes, from 1. */
  readonly version: number
  readonly createdAt: Date
  /** When a message arrived the last time. */
  readonly arrivedAt: Date | null
  /** Since when none has arrived although some were sent. */
  readonly failingSince: Date | null
  /** Until when messages are signed with the former secret, too. */
  readonly formerUntil: Date | null
  /** Messages that wait to be sent, and those that never arrived. */
  readonly waiting: number
  readonly missed: number
}

export interface NewEndpoint extends EndpointWish {
  readonly id: string
  readonly owner: Owner
  readonly signing: SignatureScheme
  readonly secret: Uint8Array
  readonly at: Date
  readonly end: RequestEnd | undefined
}

/** The address that a send names. */
export type NewCallback = Pick<NewEndpoint, 'id' | 'owner' | 'url' | 'secret' | 'at'>

/** Another secret; the one before counts until then. */
export interface Rotation {
  readonly secret: Uint8Array
  readonly formerUntil: Date
  readonly end: RequestEnd | undefined
}

/** A message that tells nothing but that messages arrive. */
export interface NewTest {
  readonly id: string
  readonly body: string
  readonly at: Date
  readonly end: RequestEnd | undefined
}

export interface EndpointName {
  readonly owner: Owner
  readonly id: string
}

export interface EndpointChange extends Partial<EndpointWish> {
  readonly state?: 'on' | 'off'
}

/** `waiting`: tried now or later. `missed`: given up, or its endpoint was disabled. */
export type MessageState = 'waiting' | 'arrived' | 'missed'

export interface Message {
  readonly id: string
  readonly type: string
  readonly documentId: string | null
  readonly state: MessageState
  readonly createdAt: Date
  /** When it is tried again. */
  readonly nextAt: Date | null
  readonly tries: number
  readonly lastTry: MessageTry | null
}

/** Why no answer came, or none that counts. */
export const TRY_CAUSES = ['name', 'address', 'network', 'timeout', 'redirected', 'status', 'secret'] as const
export type TryCause = (typeof TRY_CAUSES)[number]

export interface MessageTry {
  readonly number: number
  readonly at: Date
  readonly milliseconds: number
  readonly status: number | null
  /** Null: it has arrived. */
  readonly cause: TryCause | null
  /** The beginning of the answer, as text. */
  readonly answer: string
}

export interface ToldMessage extends Message {
  readonly body: string
  readonly history: readonly MessageTry[]
}

export interface MessageQuery {
  readonly states: readonly MessageState[] | undefined
  readonly documentId: string | undefined
  readonly after: { readonly microseconds: string; readonly id: string } | undefined
  readonly most: number
}

export interface MessageItem extends Message {
  /** Of `createdAt`, since 1970. */
  readonly microseconds: string
}

/** Which messages are sent once more. */
export interface ReplayWish {
  readonly ids?: readonly string[] | undefined
  readonly from?: Date | undefined
  readonly until?: Date | undefined
  readonly missedOnly: boolean
  readonly at: Date
  /** Of the request, by how many are sent once more. */
  readonly end: ((count: number) => RequestEnd) | undefined
}

/** Endpoints of one owner, and what was sent to them. Every method names the owner. */
export interface EndpointStore {
  /** @returns false when the owner has the most already */
  insert(endpoint: NewEndpoint, most: number): Promise<boolean>
  /** Makes it an endpoint, unless it is one already. */
  holdCallback(callback: NewCallback): Promise<void>
  /** The newest first. */
  list(owner: Owner): Promise<readonly Endpoint[]>
  find(name: EndpointName): Promise<Endpoint | undefined>
  /** @returns false when it has another version, or is not there any more */
  change(name: EndpointName, version: number, change: EndpointChange): Promise<boolean>
  remove(name: EndpointName): Promise<boolean>
  secretOf(name: EndpointName): Promise<Uint8Array | undefined>
  /** @returns false when it is not there */
  rotate(name: EndpointName, rotation: Rotation): Promise<boolean>
  /** @returns false when the endpoint is not there, or gets no messages */
  addTest(name: EndpointName, message: NewTest): Promise<boolean>
  messages(name: EndpointName, query: MessageQuery): Promise<readonly MessageItem[]>
  message(name: EndpointName, messageId: string): Promise<ToldMessage | undefined>
  /**
   * Also what waits is tried at once; what is being tried is left to whoever has it.
   * @returns how many are sent once more
   */
  replay(name: EndpointName, wish: ReplayWish): Promise<number>
}

/** A message that one courier has, until `leaseMs` are over. */
export interface HeldMessage {
  readonly id: string
  readonly endpointId: string
  readonly url: string
  readonly signing: SignatureScheme
  /** The present one, and the former one as long as it counts; none where the present one does not open. */
  readonly secrets: readonly Uint8Array[]
  /** Why one does not open. */
  readonly fault: unknown
  readonly body: string
  readonly createdAt: Date
  /** Of all its tries, from 1. */
  readonly number: number
  /** Of those since it was asked for, from 1. */
  readonly ofRound: number
  /** Sent once more by its owner: says nothing about the health of the endpoint. */
  readonly isReplay: boolean
}

/** What becomes of a message after a try. */
export type Verdict =
  | { readonly kind: 'arrived' }
  | { readonly kind: 'again'; readonly at: Date }
  | { readonly kind: 'given-up' }
  /** 410: the receiver wants no more. */
  | { readonly kind: 'gone' }

export interface Outgoing {
  /** Takes messages that are due, a few of each endpoint and one of each document. */
  hold(times: { readonly at: Date; readonly until: Date }, most: number): Promise<readonly HeldMessage[]>
  /** @returns false when the lease was over, and somebody else has it */
  settle(message: HeldMessage, result: MessageTry, verdict: Verdict): Promise<boolean>
}

/** Whether messages may go to an address, as far as the address alone tells. */
export type MayBeTold = (url: string) => boolean

/** One exchange with a receiver. */
export interface Receiver {
  post(url: string, headers: Readonly<Record<string, string>>, body: Uint8Array): Promise<ReceiverAnswer>
}

export type ReceiverAnswer =
  | { readonly status: number; readonly retryAfter: string | undefined; readonly beginning: string }
  | { readonly cause: Extract<TryCause, 'name' | 'address' | 'network' | 'timeout' | 'secret'> }

/** An endpoint that was disabled, for somebody who is told. */
export interface DisabledWebhook {
  /** The same at every try. */
  readonly id: string
  readonly person: MailReader
  /** Of the address. */
  readonly host: string
  readonly reason: DisabledReason
  /** Where the person finds it; undefined for that of a program, which no screen shows. */
  readonly screen: { readonly endpointId: string; readonly subscriptionId: string } | undefined
}

export interface DisabledStore {
  /** Undefined when it is on again or gone, or the person cannot be written to. */
  findDisabled(endpointId: string, userId: string): Promise<DisabledWebhook | undefined>
}

export interface WebhookMailWriter {
  toWebhookOwner(disabled: DisabledWebhook): MailMessage
}
