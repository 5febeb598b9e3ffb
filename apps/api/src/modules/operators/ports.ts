import type { CertificateFlag, CertificateType, Language, ReminderPolicy, Role, Theme } from '@rubrica/domain'
import type { CodesTell } from '@rubrica/domain/verification-code'
import type { ErrandPurpose, WaitsFor } from '../errands.ts'

export interface Subscription extends Theme {
  readonly id: string
  readonly name: string
  /** A data address (PNG or JPEG), or null for the portal's own. */
  readonly logo: string | null
  /** People without an account may be asked to sign. */
  readonly allowsGuests: boolean
  /** They may make an account. */
  readonly allowsAccounts: boolean
  /** What the verification codes of its documents tell; null: as the installation says. */
  readonly verification: CodesTell | null
  /** Whoever is of it and logs in with a password has to have a second factor. */
  readonly demandsFactor: boolean
  /** Nobody stands in for people of it without a document that these have signed. */
  readonly demandsMandate: boolean
  /** When people are reminded of its documents by themselves; null: as is usual. */
  readonly reminders: ReminderPolicy | null
}

/** How people see a subscription, and what it allows. */
export type SubscriptionChange = Partial<Omit<Subscription, 'id' | 'name'>>

export interface NewUser {
  readonly id: string
  readonly userId: string
  readonly name: string
  readonly legalId: string
  readonly legalIdType: string
  readonly email: string
  /** Null for people who get no codes. */
  readonly phone: string | null
  /** Null until somebody says. */
  readonly language: Language | null
  readonly passwordHash: string
  readonly mustResetPassword: boolean
  readonly certificateFlags: readonly CertificateFlag[]
  readonly subscriptionIds: readonly string[]
  readonly at: Date
}

export interface RegisteredUser {
  readonly id: string
  readonly userId: string
  readonly name: string
  /** Of an account that a guest has made. */
  readonly lacksLegalId: boolean
  readonly certificateFlags: readonly CertificateFlag[]
}

export interface NewClient {
  readonly id: string
  readonly subscriptionId: string
  readonly name: string
  readonly secretHash: string
  readonly redirectUris: readonly string[]
  readonly returnUrls: readonly string[]
  /** Pages that may show the document of a signing link in a frame. */
  readonly frameOrigins: readonly string[]
  readonly scopes: readonly string[]
  readonly at: Date
}

export interface ClientChange {
  readonly returnUrls?: readonly string[] | undefined
  readonly frameOrigins?: readonly string[] | undefined
}

export interface RegisteredClient extends Omit<NewClient, 'secretHash' | 'at'> {
  readonly subscription: string
  readonly isActive: boolean
}

export interface NewTeam {
  readonly id: string
  readonly subscriptionId: string
  readonly name: string
  readonly at: Date
}

export interface RegisteredTeam {
  readonly id: string
  readonly name: string
  /** Its name. */
  readonly subscription: string
  readonly members: readonly TeamMember[]
}

export interface TeamMember {
  readonly userId: string
  /** They may change what is shared, not only look at it. */
  readonly mayManage: boolean
}

export interface RoleChange {
  readonly give: readonly Role[]
  readonly take: readonly Role[]
}

/** What an operator keeps in order. */
export interface OperatorStore {
  countUsers(): Promise<number>
  subscriptions(): Promise<readonly Subscription[]>
  /** @returns false when the name is taken. */
  addSubscription(subscription: Subscription, at: Date): Promise<boolean>
  /** Changes the members that are named. @returns the subscription as it is then; undefined when it is gone */
  setTheme(id: string, change: SubscriptionChange): Promise<Subscription | undefined>
  /** @returns which of the two is taken, if one is. */
  addUser(user: NewUser): Promise<'added' | 'user-id-taken' | 'legal-id-taken'>
  findUser(userId: string): Promise<RegisteredUser | undefined>
  /** Also ends the lock of the account. */
  setPassword(id: string, passwordHash: string, mustReset: boolean): Promise<void>
  /** Frees the account and the vault keys that were locked by wrong PINs. @returns how many keys were locked. */
  unlock(id: string): Promise<number>
  /** Takes away what a person has besides a password, and ends their sessions. @returns how many factors there were */
  resetFactors(id: string): Promise<number>
  setPhone(id: string, phone: string | null): Promise<void>
  /** Of an account that has none; its sessions are over. @returns whether it is set, or why not */
  setLegalId(id: string, legalId: string, type: string): Promise<'set' | 'has-one' | 'taken'>
  /** @returns the roles that the person has then in the subscription; undefined when they are not of it */
  changeRoles(id: string, subscriptionId: string, change: RoleChange): Promise<readonly Role[] | undefined>
  /** @returns false when the name is taken in the subscription */
  addTeam(team: NewTeam): Promise<boolean>
  /** By subscription and name. */
  teams(): Promise<readonly RegisteredTeam[]>
  /** @param member by the id of the person. @returns false when they are not of the subscription of the team */
  joinTeam(id: string, member: TeamMember): Promise<boolean>
  /** @returns false when the person was not in it */
  leaveTeam(id: string, userId: string): Promise<boolean>
  setCertificateFlags(id: string, flags: readonly CertificateFlag[]): Promise<void>
  /** @returns false when the id is taken. */
  addClient(client: NewClient): Promise<boolean>
  /** Changes the members that are named. @returns false when there is no such client */
  changeClient(id: string, change: ClientChange): Promise<boolean>
  clients(): Promise<readonly RegisteredClient[]>
  /** How many documents came from a client. */
  countSent(clientId: string): Promise<number>
}

/** How a login provider calls somebody. */
export interface Identity {
  readonly provider: string
  readonly issuer: string
  /** The claim or attribute that holds it, where the server is set up to go by one. */
  readonly attribute?: string
  readonly subject: string
}

/** Who people are at login providers, as far as an operator says so. */
export interface IdentityBook {
  /** The oldest first. */
  ofUser(id: string): Promise<readonly (Identity & { readonly linkedAt: Date })[]>
  /** @returns the user id of whom it belongs to */
  add(identity: Identity, id: string, at: Date): Promise<string>
  /** @returns false when it was not theirs */
  remove(identity: Identity, id: string): Promise<boolean>
}

export interface OperatorPorts {
  readonly store: OperatorStore
  readonly identities: IdentityBook
  readonly hashPassword: (password: string) => Promise<string>
  readonly hashClientSecret: (secret: string) => string
  /** A picture made anew, as small as a logo is shown. @throws {PortalError} SIGNATURE_IMAGE_INVALID */
  readonly redrawLogo: (file: Uint8Array) => Promise<Uint8Array>
  readonly now: () => Date
}

/** Something that should have ended, as `rubrica stuck` reports it. Never a name or a secret. */
export interface StuckItem {
  /** Of the errand, or of the document whose long-term form it is about. */
  readonly id: string
  /** Null where it is not known yet, or makes no difference. */
  readonly certType: CertificateType | null
  readonly purpose: ErrandPurpose | 'signature' | 'archive'
  readonly signerId: string | null
  readonly documentId: string | null
  readonly waitsFor: WaitsFor | 'server'
  readonly since: Date
  /** When it should have ended. */
  readonly until: Date
}
