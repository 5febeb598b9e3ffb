import type { ApproverState, DocumentState, MailState, PassingOn, ReminderPolicy, SignerState } from '@rubrica/domain'
import type { ArchiveStanding } from '../archiving/ports.ts'
import type { SentCopy } from '../copies/ports.ts'
import type { GuestWish, NewGuest, SentGuest } from '../guests/ports.ts'
import type { MailAnswer } from '../mails/ports.ts'
import type { MailLook, MailReader } from '../notifications/ports.ts'
import type { Owner } from '../owner.ts'
import type { RequestEnd } from '../keyed-requests.ts'
import type { Holdings, SuggestedPerson } from './people/ports.ts'
import type { PageSize, UploadName } from './uploads/ports.ts'

/** Who a document comes from: a program, a person, or, with neither, the operator on behalf of a subscription. */
export interface Sender {
  readonly subscriptionId: string
  readonly clientId: string | null
  readonly userId: string | null
}

/** Who looks at what was sent: those who sent it, people of the team it is shared with, and who sees everything. */
export interface Watcher extends Sender {
  readonly seesEverything: boolean
  /** Shares and changes templates of the subscription; every program does so with its own. */
  readonly editsTemplates?: boolean
}

/** People of a subscription who see what is shared with them. */
export interface Team {
  readonly id: string
  readonly name: string
}

/** A person named by exactly one of the two. */
export interface PersonReference {
  readonly userId?: string
  readonly legalId?: string
}

/** Points, origin at the lower left corner of the page as displayed; `page` from 1. */
export interface Position {
  readonly page: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A place that is found by words of the document when it is sent. */
export interface Anchor {
  /** As one line of the document has them, in any case and with any blanks between them. */
  readonly anchor: string
  /** Which of the places where they stand, from 1, in the order of the pages and from top to bottom. */
  readonly occurrence: number
  /** Points from the lower left corner of the words to the upper left one of the box: to the right and upwards. */
  readonly dx: number
  readonly dy: number
  readonly width: number
  readonly height: number
  /** Pages that are looked through, both included; to the last one without `to`. */
  readonly pages?: { readonly from: number; readonly to?: number | undefined } | undefined
}

export interface OrderedSigner extends PersonReference {
  /** Instead of a person of the subscription. */
  readonly guest?: GuestWish | undefined
  /** From 1: everybody of one stage signs at once, once all of those before have. Named for all signers or for none. */
  readonly stage?: number
  readonly reason?: string
  readonly readAll: boolean
  /** A deputy may act for them, and for who approves it, while they are away. */
  readonly delegable: boolean
  readonly disclaimer?: { readonly title: string; readonly text: string }
  /** GUID of the certificate that the signer must use. */
  readonly certificate?: string
  /** A type of certificates, any of which will do. */
  readonly certificateType?: string
  /** Nobody else reads it. */
  readonly privateMessage?: string
  readonly approvers: readonly PersonReference[]
  readonly positions: readonly (Position | Anchor)[]
  /** Places, from 0, of the attached files that are for this signer; those that nobody names are for all. */
  readonly attachments?: readonly number[] | undefined
}

/** A signer whose guest, if they are one, is about to be kept. */
export type ResolvedGuest<S extends OrderedSigner> = Omit<S, 'guest'> & { readonly guest?: NewGuest | undefined }

/** What the sender says about a document. */
export interface SendOrder {
  readonly fileName: string
  readonly description: string
  readonly tags: readonly string[]
  readonly senderName: string
  /** Of signers without stages: all at once, or one after the other. */
  readonly order: 'parallel' | 'sequential'
  /** ISO 8601 with offset. */
  readonly deadline?: string
  readonly callback?: string
  /** Present when the sender agrees that an encrypted file is kept, shown and signed without its encryption. */
  readonly decrypt?: { readonly consent: true; readonly password?: string }
  /** The id of the team that sees it too. */
  readonly team?: string | undefined
  /** As the subscription says where it is left out. */
  readonly reminders?: ReminderPolicy | undefined
  /** `no` where it is left out. */
  readonly passingOn?: PassingOn | undefined
  readonly signers: readonly OrderedSigner[]
  /** Who reads it and signs nothing. */
  readonly copies?: readonly PersonReference[] | undefined
}

export interface AttachedFile {
  readonly fileName: string
  readonly bytes: Uint8Array
}

export interface KnownPerson {
  readonly id: string
  readonly name: string
  readonly certificates: readonly { readonly id: string; readonly alias: string }[]
  /** They sign with what is made for each signature, and names their e-mail address. */
  readonly lacksLegalId?: boolean
}

export interface NewField {
  readonly name: string
  /** A signature has one place; a button shows its stamp in a further one. */
  readonly kind: 'signature' | 'button'
  readonly page: number
  readonly box: Omit<Position, 'page'> | null
}

export interface NewSigner {
  readonly id: string
  readonly userId: string
  /** Somebody without an account, who is kept with the dispatch. */
  readonly guest?: NewGuest | undefined
  readonly name: string
  readonly stage: number
  readonly state: SignerState
  readonly reason: string | null
  readonly readAll: boolean
  readonly delegable: boolean
  readonly disclaimer: { readonly title: string; readonly text: string } | null
  readonly certificate: { readonly id: string; readonly alias: string } | null
  readonly certificateType: string | null
  readonly privateMessage: string | null
  readonly approverIds: readonly string[]
  /** The first is the signature's; further ones repeat its stamp elsewhere. */
  readonly fields: readonly NewField[]
}

export interface NewRevision {
  readonly kind: 'intake' | 'fields'
  readonly objectId: string
  readonly baseLength: number
  readonly length: number
  /** SHA-256 of the whole file up to and including this piece. */
  readonly digest: Buffer
}

export interface NewAttachment {
  readonly fileName: string
  readonly mediaType: string
  readonly objectId: string
  readonly length: number
  readonly pageCount: number | null
  /** For these signers and their approvers alone; empty for everybody's. */
  readonly signerIds: readonly string[]
}

/** A version of a template. */
export interface TemplateName {
  readonly id: string
  readonly version: number
}

/** What one press of Send makes. */
export interface NewDispatch {
  readonly id: string
  readonly sender: Sender
  /** To everybody on its documents. */
  readonly message: string
  readonly documents: readonly NewDocument[]
  /** What their files were before, and are used up by them. */
  readonly uploads: readonly UploadName[]
  /** What it was put together as, and is no longer. */
  readonly draft?: { readonly owner: Owner; readonly id: string } | undefined
  /** From which version of which template it is sent. */
  readonly template?: TemplateName | undefined
  /** Of the request that asks for it; undefined where it came without a key. */
  readonly end: RequestEnd | undefined
  readonly at: Date
  /** Its objects are safe on disk; nothing is committed before. */
  readonly stored: Promise<unknown>
}

export interface NewDocument {
  readonly id: string
  readonly dispatchId: string
  readonly sender: Sender
  /** The team that sees it too. */
  readonly teamId: string | null
  readonly order: SendOrder
  readonly pageCount: number
  /** Of a page, from 1; null when it is not known. */
  readonly sizeOf: (page: number) => PageSize | null
  /** It had signatures when it came. */
  readonly arrivedSigned: boolean
  readonly wrappedKey: Uint8Array
  readonly revisions: readonly NewRevision[]
  readonly signers: readonly NewSigner[]
  /** Ids of the people who get a copy. */
  readonly copies: readonly string[]
  readonly attachments: readonly NewAttachment[]
  readonly at: Date
}

/** How a mail to somebody about a document fares. */
export interface SentMail extends MailAnswer {
  readonly state: MailState
  readonly at: Date
}

interface SentPerson<State> {
  readonly id: string
  readonly userId: string
  readonly name: string
  readonly state: State
  readonly operatedAt: Date | null
  readonly rejectionReason: string | null
  /** The name of who acted in theirs, if somebody did. */
  readonly deputy: string | null
  /** Null where none was sent, or nobody remembers. */
  readonly mail: SentMail | null
  /** Null for never. */
  readonly nextReminderAt: Date | null
}

export interface SentPassing {
  readonly userId: string
  readonly name: string
  readonly reason: string
  readonly askedAt: Date
}

export interface SentSigner
  extends
    SentPerson<SignerState>,
    Pick<NewSigner, 'stage' | 'readAll' | 'delegable' | 'disclaimer' | 'certificate' | 'certificateType'> {
  /** When it became their turn; null as long as it has not. */
  readonly calledAt: Date | null
  readonly signsFor: string | null
  /** Null also to who may only look. */
  readonly privateMessage: string | null
  /** They have seen a page of it. */
  readonly hasOpened: boolean
  /** What the sender said of somebody without an account; null for everybody else. */
  readonly guest: SentGuest | null
  /** Whom they name in their place, as long as the sender has not answered. */
  readonly passing: SentPassing | null
  readonly approvers: readonly SentPerson<ApproverState>[]
}

export interface SentDocument {
  readonly id: string
  readonly dispatchId: string
  readonly template: TemplateName | null
  /** Counts the changes that the sender makes after sending, from 1. */
  readonly version: number
  readonly state: DocumentState
  readonly fileName: string
  readonly description: string
  readonly tags: readonly string[]
  readonly senderName: string
  readonly message: string
  /** The watcher may change, remind and withdraw; others of a team may only look. */
  readonly mayManage: boolean
  readonly team: Team | null
  readonly pageCount: number
  readonly uploadedAt: Date
  readonly deadline: Date | null
  readonly endedAt: Date | null
  /** As it was said for this document, or as its subscription says now. */
  readonly reminders: ReminderPolicy & { readonly isOwn: boolean }
  readonly passingOn: PassingOn
  readonly archive: ArchiveStanding
  readonly signers: readonly SentSigner[]
  readonly copies: readonly SentCopy[]
}

export interface Cancellation {
  readonly sender: Sender
  readonly documentId: string
  /** Empty when the sender gives none. */
  readonly reason: string
  readonly at: Date
  /** Of the request that asks for it; undefined where it came without a key. */
  readonly end?: RequestEnd | undefined
}

export interface SendingStore {
  /** In the order of the references; undefined for who is not an active user of the subscription. */
  findPeople(subscriptionId: string, references: readonly PersonReference[]): Promise<(KnownPerson | undefined)[]>
  /** Whether people without an account may be asked to sign. */
  allowsGuests(subscriptionId: string): Promise<boolean>
  /** User ids, in the order of the addresses; undefined for one that no active user of the subscription has. */
  findAddresses(subscriptionId: string, emails: readonly string[]): Promise<(string | undefined)[]>
  /** Those that a sender can share with: a person's own; of who sees everything, and of a program, all of the subscription. */
  teamsOf(sender: Sender & Partial<Watcher>): Promise<readonly Team[]>
  /** How people are written to, by their user id in lower case; those who are not active users of the subscription are not there. */
  findReaders(subscriptionId: string, userIds: readonly string[]): Promise<ReadonlyMap<string, MailReader>>
  /** The name of a person; undefined for one who is not active. */
  nameOf(userId: string): Promise<string | undefined>
  /** How mails about documents of a subscription look. */
  lookOf(subscriptionId: string): Promise<MailLook>
  /** All rows in one transaction, and the end of the request. @throws {PortalError} IDEMPOTENCY_KEY_IN_USE */
  insert(dispatch: NewDispatch): Promise<void>
  /** The same, with its first document as a watcher who sees it would find it. */
  insertAndFind(dispatch: NewDispatch, watcher: Watcher): Promise<SentDocument>
  find(watcher: Watcher, documentId: string): Promise<SentDocument | undefined>
  /** By a part of their name, their user name or the beginning of their address, with or without accents. */
  suggestPeople(subscriptionId: string, query: { text: string; most: number }): Promise<SuggestedPerson[]>
  /** Undefined for who is not an active user of the subscription. */
  holdingsOf(subscriptionId: string, userId: string): Promise<Holdings | undefined>
  /** Who sent a document, for the operator, who may see to all of them. */
  senderOf(documentId: string): Promise<Sender | undefined>
  /** All or nothing: document, signers and approvers are over, one event is logged. */
  cancel(cancellation: Cancellation): Promise<'cancelled' | 'unknown' | 'ended'>
  /** Ids of open documents whose deadline has passed, the longest overdue first. */
  overdue(at: Date, most: number): Promise<string[]>
  /** All or nothing, like `cancel`. @returns false when the document was over already */
  expire(documentId: string, at: Date): Promise<boolean>
}
