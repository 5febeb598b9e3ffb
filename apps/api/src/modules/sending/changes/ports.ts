import type { ApproverState, PassingOn, SignerState } from '@rubrica/domain'
import type { DocumentKey } from '../../../ports/object-store.ts'
import type { RequestEnd } from '../../keyed-requests.ts'
import type { NewGuest } from '../../guests/ports.ts'
import type { KnownPerson, NewAttachment, NewField, NewSigner, Team, Watcher } from '../ports.ts'
import type { PageSize, UploadName } from '../uploads/ports.ts'

export interface Terms {
  readonly title: string
  readonly text: string
}

/** A signer of a document, as a change finds them. */
export interface ChangeableSigner {
  readonly id: string
  readonly userId: string
  readonly stage: number
  readonly state: SignerState
  readonly reason: string | null
  readonly readAll: boolean
  readonly delegable: boolean
  readonly passingOn: PassingOn
  readonly disclaimer: Terms | null
  readonly certificateId: string | null
  /** They have seen a page of it. */
  readonly hasOpened: boolean
  readonly approvers: readonly { readonly id: string; readonly userId: string; readonly state: ApproverState }[]
}

/** A document while nobody else can change it. */
export interface ChangeableDocument {
  readonly id: string
  readonly subscriptionId: string
  readonly version: number
  /** Its deadline counts at once, whenever the document is swept up. */
  readonly isOpen: boolean
  readonly fileName: string
  readonly description: string
  readonly tags: readonly string[]
  readonly senderName: string
  readonly message: string
  readonly deadline: Date | null
  readonly teamId: string | null
  readonly passingOn: PassingOn
  readonly signers: readonly ChangeableSigner[]
  /** Ids of the people who have a copy. */
  readonly copies: readonly string[]
}

/** Where the signature of somebody who is on the document stands in its file. */
export interface Slot {
  readonly signerId: string
  /** Names the fields; nobody else ever has it. */
  readonly ordinal: number
  readonly fields: readonly NewField[]
}

/** The slots of a document at one moment. */
export interface Slots {
  readonly version: number
  readonly slots: readonly Slot[]
  /** For somebody new. */
  readonly nextOrdinal: number
}

/** The fields of everybody, made anew on the file as it came. */
export interface RemadeFields extends Pick<Slots, 'slots'> {
  /** Of the document that they were made for. */
  readonly version: number
  readonly objectId: string
  /** Bytes of the file as it came. */
  readonly baseLength: number
  /** Bytes of the update that holds the fields. */
  readonly length: number
  /** SHA-256 of both together. */
  readonly digest: Buffer
  readonly sizeOf: (page: number) => PageSize | null
}

/** Who comes and who goes, and where all signatures stand then. */
export interface PeopleChange {
  readonly added: readonly (Omit<NewSigner, 'fields' | 'state'> & { readonly ordinal: number })[]
  /** Ids of signers. */
  readonly removed: readonly string[]
  readonly fields: RemadeFields
}

/** What of the document itself becomes something else. */
export interface DocumentFields {
  readonly fileName?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly message?: string
  readonly deadline?: Date | null
  readonly team?: Team | null
  readonly passingOn?: PassingOn
}

/** What of a signer becomes something else. */
export interface SignerFields {
  readonly reason?: string | null
  readonly readAll?: boolean
  readonly delegable?: boolean
  readonly disclaimer?: Terms | null
  readonly certificate?: KnownPerson['certificates'][number] | null
  readonly stage?: number
}

export interface SignerChange {
  readonly signerId: string
  readonly fields: SignerFields
  /** Ids of people. */
  readonly newApprovers: readonly string[]
  /** Ids of approvers. */
  readonly lostApprovers: readonly string[]
}

/** One line of the audit event: what was changed, with both values. */
export interface RecordedChange {
  readonly what: string
  readonly signerId?: string
  readonly before: string | null
  readonly after: string | null
  /** Free text, which may be erased. */
  readonly isPersonal?: boolean
}

/** Everything that one change does, once it is known to be allowed. */
export interface ChangePlan {
  readonly fields: DocumentFields
  readonly signers: readonly SignerChange[]
  readonly attachments: readonly NewAttachment[]
  /** Ids of people. */
  readonly copies: { readonly given: readonly string[]; readonly taken: readonly string[] }
  readonly people?: PeopleChange | undefined
  readonly recorded: readonly RecordedChange[]
}

/** What is written with a change, whatever it is. */
interface Write {
  readonly watcher: Watcher
  readonly documentId: string
  /** To who loses the document; empty for nothing. */
  readonly reason: string
  readonly at: Date
}

export interface Change extends Write {
  readonly uploads: readonly UploadName[]
  /** Of the request that asks for it; undefined where it came without a key. */
  readonly end: RequestEnd | undefined
}

export interface Replacement extends Write {
  readonly signerId: string
  readonly person: KnownPerson
  /** They, where they have no account and are kept with the replacement. */
  readonly guest?: NewGuest | undefined
  readonly newId: () => string
  readonly end: RequestEnd | undefined
}

export interface Reminding extends Omit<Write, 'reason'> {
  /** Ids of the signers and approvers that it is for; undefined for everybody whose turn it is. */
  readonly only: readonly string[] | undefined
  /** Who was reminded since then is not reminded. */
  readonly notSince: Date
  readonly end: (result: Reminded) => RequestEnd | undefined
}

export interface RemindedPerson {
  readonly id: string
  readonly name: string
  readonly isApprover: boolean
}

export interface Reminded {
  readonly reminded: readonly RemindedPerson[]
  readonly tooSoon: readonly (RemindedPerson & { readonly remindedAt: Date })[]
}

/** Each method is one transaction that holds the document's row, and writes one audit event of what it has done. */
export interface ChangeStore {
  /**
   * @param plan throws what the change is refused for; it may be called again
   * @returns false when the watcher may not change such a document
   */
  change(change: Change, plan: (document: ChangeableDocument) => ChangePlan): Promise<boolean>
  /** @param judge as `plan` */
  replace(replacement: Replacement, judge: (document: ChangeableDocument) => void): Promise<boolean>
  /**
   * @param judge of an open document; throws where nobody was reminded
   * @returns undefined when the watcher may not change such a document
   */
  remind(
    reminding: Reminding,
    judge: (document: ChangeableDocument, result: Reminded) => void,
  ): Promise<Reminded | undefined>
  /** With what the objects of a document are encrypted; undefined when the watcher may not change it. */
  keyOf(watcher: Watcher, documentId: string): Promise<DocumentKey | undefined>
  /** Where signatures stand; undefined when the watcher does not see the document. */
  slotsOf(watcher: Watcher, documentId: string): Promise<Slots | undefined>
  /** Each once, whomever it is for, in the order of their names. */
  attachmentsOf(documentId: string): Promise<StoredAttachment[]>
}

export interface StoredAttachment {
  readonly id: string
  readonly mediaType: string
  readonly fileName: string
  readonly objectId: string
  /** Bytes. */
  readonly length: number
  /** Ids of the signers that it is for; none for everybody. */
  readonly signerIds: readonly string[]
}
