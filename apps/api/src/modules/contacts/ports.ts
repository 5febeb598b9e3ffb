import type { RequestEnd } from '../keyed-requests.ts'
import type { Owner } from '../owner.ts'
import type { PersonReference, Team, Watcher } from '../sending/ports.ts'

/** What is kept of somebody without an account. */
export interface ContactFacts {
  readonly name: string
  readonly email: string
  readonly phone?: string | undefined
  readonly language: string
}

/** Somebody to whom something may be sent. */
export interface Recipient {
  /** Null of somebody without an account. */
  readonly userId: string | null
  readonly name: string
  /** Of somebody without an account alone. */
  readonly email: string | null
  /** After the @ of the address that mails go to. */
  readonly mailDomain: string
  readonly phone: string | null
  readonly language: string
  /** Whether they have something to sign with. */
  readonly canSign: boolean
  /** False of who is no longer active, and of people without an account where they may not be asked. */
  readonly canBeAsked: boolean
}

export interface Contact extends Recipient {
  readonly id: string
  readonly createdAt: Date
  /** What the list is sorted by. */
  readonly key: string
}

/** Somebody to be kept: named by exactly one of them. */
export type NamedContact = PersonReference & { readonly guest?: ContactFacts | undefined }

/** The last row of the page before. */
export interface NamePlace {
  /** As the list is sorted: in small letters. */
  readonly key: string
  readonly id: string
}

export interface ContactQuery {
  /** Part of a name, a user name or an address; empty for all. */
  readonly text: string
  readonly after: NamePlace | undefined
  readonly most: number
}

export interface NewContact {
  readonly id: string
  readonly who: NamedContact
  readonly at: Date
  /** Of one owner. */
  readonly most: number
  readonly end: RequestEnd | undefined
}

export interface ContactChange {
  readonly name?: string | undefined
  readonly email?: string | undefined
  /** Null: none. */
  readonly phone?: string | null | undefined
  readonly language?: string | undefined
}

/** Every method sees the contacts of the owner, and nothing else. */
export interface ContactStore {
  /** By name. */
  list(owner: Owner, query: ContactQuery): Promise<Contact[]>
  find(owner: Owner, id: string): Promise<Contact | undefined>
  /** @throws {PortalError} SIGNER_UNKNOWN, GUESTS_NOT_ALLOWED, CONTACT_EXISTS, TOO_MANY_CONTACTS, IDEMPOTENCY_KEY_IN_USE */
  insert(owner: Owner, contact: NewContact): Promise<void>
  /** @returns false when there is none without an account. @throws {PortalError} CONTACT_EXISTS */
  change(owner: Owner, id: string, change: ContactChange): Promise<boolean>
  /** It leaves the groups that it is in too. @returns false when there is none */
  delete(owner: Owner, id: string, at: Date): Promise<boolean>
  /** Whom the owner sent something to, the last first. */
  recent(owner: Owner, query: { readonly text: string; readonly most: number }): Promise<Recipient[]>
}

export interface GroupStanding {
  readonly id: string
  readonly name: string
  readonly team: Team | null
  /** Counts everything that is done to it, from 1. */
  readonly changes: number
  /** It is the caller's. */
  readonly isOwn: boolean
  readonly mayEdit: boolean
  readonly ownerName: string
  /** How many are in it. */
  readonly people: number
  readonly createdAt: Date
  readonly updatedAt: Date
  /** What the list is sorted by. */
  readonly key: string
}

export interface GroupMember extends Recipient {
  /** Which contact they are there by; of people without an account alone. */
  readonly contact: string | null
}

export interface Group extends GroupStanding {
  readonly members: readonly GroupMember[]
}

/** A member to be: a person, a contact of the caller's or of the group already, or somebody who becomes a contact. */
export type NamedMember = NamedContact & { readonly contact?: string | undefined }

interface GroupWriting {
  readonly at: Date
  /** Contacts of one owner. */
  readonly mostContacts: number
}

export interface NewGroup extends GroupWriting {
  readonly id: string
  readonly name: string
  readonly teamId: string | null
  readonly members: readonly NamedMember[]
  /** Of one owner. */
  readonly most: number
  readonly end: RequestEnd | undefined
}

export interface GroupChange extends GroupWriting {
  readonly name?: string | undefined
  /** Null: with no team. */
  readonly teamId?: string | null | undefined
  readonly members?: readonly NamedMember[] | undefined
  /** Asked of the current state within the transaction. @throws {PortalError} PRECONDITION_FAILED, NOT_A_GROUP_EDITOR */
  readonly mayWrite: (standing: GroupStanding) => void
}

export interface GroupQuery {
  readonly after?: NamePlace | undefined
  /** Part of the name; empty for all. */
  readonly text: string
  readonly most: number
}

/** Every method sees what the caller sees, and nothing else. */
export interface GroupStore {
  /** By name. */
  list(user: Watcher, query: GroupQuery): Promise<GroupStanding[]>
  find(user: Watcher, id: string): Promise<Group | undefined>
  /** @throws {PortalError} TOO_MANY_GROUPS, and what a change throws */
  insert(user: Watcher, group: NewGroup): Promise<void>
  /**
   * @returns false when there is none
   * @throws {PortalError} SIGNER_UNKNOWN, GUESTS_NOT_ALLOWED, TOO_MANY_CONTACTS, VALIDATION_FAILED for somebody who is
   *   named twice and for a contact that there is not; and what `mayWrite` throws
   */
  change(user: Watcher, id: string, change: GroupChange): Promise<boolean>
  /** @returns false when there is none */
  delete(user: Watcher, id: string, mayWrite: GroupChange['mayWrite']): Promise<boolean>
}
