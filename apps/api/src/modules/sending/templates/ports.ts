import type { PassingOn, ReminderPolicy } from '@rubrica/domain'
import type { RequestEnd } from '../../keyed-requests.ts'
import type { Anchor, OrderedSigner, PersonReference, Position, Watcher } from '../ports.ts'
import type { StoredUpload, Upload } from '../uploads/ports.ts'

/** Who else sees something: nobody, a team, or everybody who sends from the subscription. */
export type Share = 'private' | 'team' | 'subscription'

/** What whoever sends from a template may be kept from changing. */
export const LOCKS = ['files', 'title', 'people', 'places', 'message', 'deadline', 'tags'] as const
export type Lock = (typeof LOCKS)[number]

/** A person, or the name of a role that is filled when it is sent. */
export type PersonOrRole = PersonReference & { readonly role?: string | undefined }

/** A place of a signature; on every document without the number of one, from 0. */
export type TemplatePlace = (Position | Anchor) & { readonly document?: number | undefined }

export interface TemplateSigner extends Omit<OrderedSigner, 'approvers' | 'positions' | 'attachments'> {
  readonly role?: string | undefined
  readonly approvers: readonly PersonOrRole[]
  readonly positions: readonly TemplatePlace[]
}

export interface TemplateDocument {
  /** Of the template's own files. */
  readonly file: string
  readonly fileName: string
  readonly description: string
  readonly attachments: readonly {
    readonly file: string
    readonly fileName: string
    /** Places of the signers that it is for, from 0; for all when there are none. */
    readonly signers: readonly number[]
  }[]
}

/** What a version says: a dispatch with roles in place of people. It is never changed. */
export interface TemplateContent {
  /** None: whoever sends brings them. */
  readonly documents: readonly TemplateDocument[]
  readonly signers: readonly TemplateSigner[]
  readonly copies: readonly PersonReference[]
  readonly order: 'parallel' | 'sequential'
  readonly message: string
  readonly senderName: string
  readonly tags: readonly string[]
  /** Days from the sending to the deadline. */
  readonly deadlineDays?: number | undefined
  /** As the subscription says where there are none. */
  readonly reminders?: ReminderPolicy | undefined
  readonly passingOn: PassingOn
  readonly locks: readonly Lock[]
}

/** What the list shows of a version. */
export interface TemplateSummary {
  readonly files: number
  /** Names, each once, in the order of the signers. */
  readonly roles: readonly string[]
  /** How many sign. */
  readonly signers: number
}

export interface Team {
  readonly id: string
  readonly name: string
}

export interface TemplateStanding {
  readonly id: string
  readonly name: string
  readonly share: Share
  readonly team: Team | null
  /** The newest one. */
  readonly version: number
  /** Counts everything that is done to it, from 1. */
  readonly changes: number
  /** It is the caller's. */
  readonly isOwn: boolean
  /** The caller may change it. */
  readonly mayEdit: boolean
  /** Of the person, or of the program, whose it is. */
  readonly ownerName: string
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly archivedAt: Date | null
}

export interface TemplateItem extends TemplateStanding, TemplateSummary {
  /** What the list is sorted by. */
  readonly key: string
}

/** One version of a template. */
export interface Template extends TemplateStanding {
  /** Of `content`; not the newest one where another was asked for. */
  readonly shown: number
  readonly content: TemplateContent
  /** Its files, attachments among them. */
  readonly files: readonly TemplateFile[]
}

export interface TemplateFile extends Pick<Upload, 'id' | 'size' | 'sha256' | 'pages' | 'findings'>, StoredUpload {}

export interface TemplateVersion {
  readonly version: number
  readonly madeBy: string
  readonly madeAt: Date
}

/** Which uploads become files of the template, by the ids that they have there. */
export type TakenFiles = ReadonlyMap<string, string>

export interface VersionWriting {
  readonly content: TemplateContent
  readonly summary: TemplateSummary
  readonly taken: TakenFiles
  readonly at: Date
  readonly end: RequestEnd | undefined
}

export interface NewTemplate extends VersionWriting {
  readonly id: string
  readonly name: string
  readonly share: Share
  readonly teamId: string | null
  /** Of one owner. */
  readonly most: number
}

export interface TemplateChange {
  readonly name?: string | undefined
  readonly share?: Share | undefined
  readonly teamId?: string | null | undefined
  readonly isArchived?: boolean | undefined
}

/** Asked of the current state within the transaction. @throws {PortalError} PRECONDITION_FAILED, NOT_A_TEMPLATE_EDITOR */
export type MayWrite = (standing: TemplateStanding) => void

/** The last template of the page before. */
export interface TemplatePlaceInList {
  /** As the list is sorted: in small letters. */
  readonly key: string
  readonly id: string
}

export interface TemplateQuery {
  readonly isArchived: boolean
  readonly after: TemplatePlaceInList | undefined
  readonly most: number
}

/** Every method sees what the caller sees, and nothing else. */
export interface TemplateStore {
  /** @returns false when the owner has `most` already. @throws {PortalError} FILE_NOT_FOUND, IDEMPOTENCY_KEY_IN_USE */
  insert(user: Watcher, template: NewTemplate): Promise<boolean>
  /** @param version the newest one without it */
  find(user: Watcher, id: string, version?: number): Promise<Template | undefined>
  /** By name. */
  list(user: Watcher, query: TemplateQuery): Promise<TemplateItem[]>
  /** The newest first; undefined when there is no such template. */
  versionsOf(user: Watcher, id: string): Promise<TemplateVersion[] | undefined>
  /** @returns false when there is none. @throws {PortalError} FILE_NOT_FOUND, IDEMPOTENCY_KEY_IN_USE */
  addVersion(user: Watcher, id: string, writing: VersionWriting & { readonly mayWrite: MayWrite }): Promise<boolean>
  /** @returns false when there is none */
  change(
    user: Watcher,
    id: string,
    change: TemplateChange & { readonly at: Date; readonly mayWrite: MayWrite },
  ): Promise<boolean>
  /** Of all of its versions; empty when there is no such template. */
  fileIdsOf(user: Watcher, id: string): Promise<ReadonlySet<string>>
  /** With all of its versions and files. @returns false when there is none. @throws {PortalError} TEMPLATE_IN_USE */
  delete(user: Watcher, id: string, mayWrite: MayWrite): Promise<boolean>
  /** Those the caller may share with: their own; of who manages the subscription, and of programs, all. */
  teamsOf(user: Watcher): Promise<Team[]>
}
