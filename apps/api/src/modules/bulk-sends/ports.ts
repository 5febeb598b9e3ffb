/** Bulk sends: a sheet and a template, of which each row becomes a dispatch. */
import type { FieldFault } from '@rubrica/domain'
import type { GuestWish } from '../guests/ports.ts'
import type { RequestEnd } from '../keyed-requests.ts'
import type { Owner } from '../owner.ts'
import type { DispatchRequest, SentDispatch } from '../sending/dispatches/ports.ts'
import type { PersonReference, SendingStore, Watcher } from '../sending/ports.ts'

/** A sheet as a table of texts. */
export interface Sheet {
  /** Between the cells of a CSV file; a comma otherwise. */
  readonly delimiter: string
  readonly columns: readonly string[]
  readonly rows: readonly SheetRow[]
}

export interface SheetRow {
  /** As a spreadsheet counts it, from 1; the headings are a row too. */
  readonly number: number
  readonly cells: readonly string[]
}

export interface SheetReader {
  /** @throws {PortalError} SHEET_UNREADABLE, SHEET_TOO_LARGE, SHEET_TOO_COMPLEX, TEMPORARILY_UNAVAILABLE */
  read(file: Uint8Array): Promise<Sheet>
}

/** Where something is taken from: a column of the sheet, from 0, or the same text for all rows. */
export type Source = { readonly column: number } | { readonly text: string }

export const ROLE_PARTS = ['userId', 'legalId', 'email', 'name', 'phone', 'language'] as const
export type RolePart = (typeof ROLE_PARTS)[number]
export const ROW_FIELDS = ['title', 'message', 'deadline', 'tags', 'file'] as const
export type RowField = (typeof ROW_FIELDS)[number]

export interface Mapping {
  readonly templateId: string
  readonly templateVersion: number
  readonly roles: readonly ({ readonly role: string } & { readonly [P in RolePart]?: Source | undefined })[]
  readonly fields: { readonly [F in RowField]?: Source | undefined }
  /** Uploads that the rows name. */
  readonly files: readonly string[]
  /** IANA name of the zone in which the sheet means its dates. */
  readonly timeZone: string
}

export const FINDING_CODES = [
  'PERSON_MISSING',
  'PERSON_UNKNOWN',
  'PERSON_AMBIGUOUS',
  'PERSON_TWICE',
  'GUESTS_NOT_ALLOWED',
  'NAME_MISSING',
  'EMAIL_INVALID',
  'PHONE_INVALID',
  'LANGUAGE_UNKNOWN',
  'DATE_INVALID',
  'DATE_PAST',
  'TEXT_TOO_LONG',
  'TAG_INVALID',
  'FILE_MISSING',
  'FILE_UNKNOWN',
  'FILE_AMBIGUOUS',
  'FILE_TWICE',
  'ROW_TWICE',
  'WORDS_MISSING',
  'NOT_FITTING',
] as const

/** Something that is wrong with a row, or, as a notice, only odd. */
export interface Finding {
  readonly code: (typeof FINDING_CODES)[number]
  /** From 0; null where it is of no single cell. */
  readonly column: number | null
  readonly isNotice: boolean
  /** The other row, of what is there twice. */
  readonly otherRow?: number | undefined
  /** In English, where the code does not say it all. */
  readonly detail?: string | undefined
}

export type BulkSendState = 'preparing' | 'checking' | 'checked' | 'sending' | 'paused' | 'finished' | 'cancelled'
/** `refused`: when it was sent, in spite of the check. */
export type RowState = 'unchecked' | 'good' | 'wrong' | 'left-out' | 'sending' | 'sent' | 'refused' | 'cancelled'

export interface BulkRow extends SheetRow {
  readonly state: RowState
  readonly findings: readonly Finding[]
  /** Why it was refused. */
  readonly code: string | null
  readonly documentIds: readonly string[]
}

export type RowCounts = Readonly<Partial<Record<RowState, number>>>

export interface BulkSendItem {
  readonly id: string
  /** Of the sheet's file. */
  readonly name: string
  readonly state: BulkSendState
  readonly counts: RowCounts
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly endedAt: Date | null
  readonly expiresAt: Date
}

export interface BulkSend extends BulkSendItem {
  /** Counts what its owner does to it before it is sent, from 1. */
  readonly version: number
  readonly delimiter: string
  readonly columns: readonly string[]
  readonly mapping: Mapping | null
}

export interface BulkSendName {
  readonly owner: Owner
  readonly id: string
}

export interface NewBulkSend {
  readonly id: string
  readonly owner: Owner
  readonly name: string
  readonly sheet: Sheet
  readonly at: Date
  readonly expiresAt: Date
  readonly end: RequestEnd | undefined
  /** Of one owner. */
  readonly most: number
}

export interface RowQuery {
  readonly states: readonly RowState[] | undefined
  /** Number of the last row of the page before, or 0. */
  readonly after: number
  readonly most: number
}

/** Asked in the transaction that changes it. @throws {PortalError} */
export type MayChange = (found: Pick<BulkSend, 'version' | 'state' | 'counts'>) => void

export interface Change {
  readonly at: Date
  readonly expiresAt: Date
  readonly mayChange: MayChange
}

export interface RowCorrection extends Change {
  readonly number: number
  /** As it was; undefined where only its state changes. */
  readonly cells: readonly string[] | undefined
  readonly state: 'good' | 'wrong' | 'left-out' | 'unchecked'
  readonly findings: readonly Finding[]
}

/** The right to go on with a bulk send, as long as nobody else has taken it. */
export interface BulkSendHold {
  readonly id: string
  readonly turn: string
}

export interface HeldBulkSend extends BulkSendHold {
  readonly owner: Owner
  readonly state: BulkSendState
  readonly mapping: Mapping
}

export interface RowOutcome {
  readonly number: number
  readonly state: 'sent' | 'refused'
  readonly code: string | null
  readonly documentIds: readonly string[]
}

export interface Verdict {
  readonly number: number
  readonly findings: readonly Finding[]
}

/** Every method but those for whoever works on it sees what its owner sees, and nothing else. */
export interface BulkSendStore {
  /** @returns false when the owner has `most` already */
  insert(bulk: NewBulkSend): Promise<boolean>
  find(name: BulkSendName, at: Date): Promise<BulkSend | undefined>
  /** The newest first. */
  list(owner: Owner, query: { readonly at: Date; readonly most: number }): Promise<BulkSendItem[]>
  rows(name: BulkSendName, query: RowQuery): Promise<BulkRow[]>
  /** All of it is to be checked anew; a job is asked for. @returns false when there is none */
  map(name: BulkSendName, change: Change & { readonly mapping: Mapping }): Promise<boolean>
  correct(name: BulkSendName, correction: RowCorrection): Promise<boolean>
  /**
   * Moves it to another state, with what belongs to that: starting and going on ask for a job, cancelling ends the rows
   * that nobody has begun. @returns false when there is none
   */
  move(
    name: BulkSendName,
    change: Change & {
      readonly to: 'sending' | 'paused' | 'cancelled'
      /** Of a start: rows with faults are left out. */
      readonly leaveOut?: boolean
      readonly end: RequestEnd | undefined
    },
  ): Promise<boolean>
  delete(name: BulkSendName, change: Pick<Change, 'at' | 'mayChange'>): Promise<boolean>
  /** Uploads of the owner that still wait. */
  filesOf(
    owner: Owner,
    ids: readonly string[],
    at: Date,
  ): Promise<readonly { readonly id: string; readonly name: string }[]>

  /** @returns undefined where there is nothing to do, or somebody works on it */
  hold(id: string, times: { readonly at: Date; readonly until: Date }): Promise<HeldBulkSend | undefined>
  /** Somebody else may go on with it at once. @param wantsMore asks for another job, if anything is left */
  release(hold: BulkSendHold, at: Date, wantsMore: boolean): Promise<void>
  /** Every row with its cells, for whoever holds it. */
  table(id: string): Promise<BulkRow[]>
  /** @returns false where somebody else has taken it over, or its owner has changed it */
  judge(hold: BulkSendHold, verdicts: readonly Verdict[], until: Date): Promise<boolean>
  endCheck(hold: BulkSendHold): Promise<void>
  /** Rows that somebody had begun to send whose process died. */
  begun(hold: BulkSendHold): Promise<SheetRow[]>
  /** Begins the next row. @returns undefined when none is left, it is paused or over, or somebody else has taken it */
  begin(hold: BulkSendHold, until: Date): Promise<SheetRow | undefined>
  /** @returns how often the row has failed, with this time */
  countTry(hold: BulkSendHold, number: number): Promise<number>
  /** @returns false where somebody else has taken it over */
  settle(hold: BulkSendHold, outcome: RowOutcome, times: { readonly at: Date; readonly until: Date }): Promise<boolean>
  /** Ends it once no row waits; of one that is paused or over, only lets go. */
  end(hold: BulkSendHold, times: { readonly at: Date; readonly expiresAt: Date }): Promise<void>
  /** Those that nobody works on, the longest first. */
  abandoned(at: Date, most: number): Promise<string[]>
}

/** Who takes a role of a template. */
export type RoleTaker = PersonReference & { readonly guest?: GuestWish | undefined }

/** What one row gives to the template. */
export interface RowUse {
  readonly roles: Readonly<Record<string, RoleTaker>>
  readonly fileNames?: readonly string[]
  readonly documents?: readonly {
    readonly file: string
    readonly fileName?: string
    readonly description: string
    readonly tags: readonly string[]
    readonly attachments: readonly never[]
  }[]
  readonly message?: string
  readonly deadline?: string
  readonly tags?: readonly string[]
}

/** A version of a template, as somebody may use it for rows. */
export interface BulkTemplate {
  readonly id: string
  readonly version: number
  /** Names of roles, each once. */
  readonly roles: readonly string[]
  /** Of its own files. */
  readonly documents: number
  readonly locks: readonly string[]
  /** @returns what is wrong with a use; nothing is sent */
  judge(use: RowUse): Promise<readonly FieldFault[]>
  /** A use of it, as the one who found it sends it. @throws {PortalError} VALIDATION_FAILED */
  compose(use: RowUse): DispatchRequest
}

export interface BulkTemplates {
  /** @throws {PortalError} TEMPLATE_NOT_FOUND, TEMPLATE_ARCHIVED */
  find(user: Watcher, template: { readonly id: string; readonly version: number | undefined }): Promise<BulkTemplate>
  /**
   * @param key of the owner; the same one sends once: the second time nothing is asked for
   * @param compose what is sent
   * @throws {PortalError} what sending throws, and what `compose` does
   */
  send(owner: Owner, key: string, compose: () => Promise<DispatchRequest>): Promise<SentDispatch>
}

export type BulkPeople = Pick<SendingStore, 'allowsGuests' | 'findAddresses' | 'findPeople'>

/** What judging rows needs. */
export interface JudgePorts {
  readonly bulkSends: Pick<BulkSendStore, 'filesOf'>
  readonly people: BulkPeople
  readonly templates: BulkTemplates
  readonly now: () => Date
}

/** Rows of a sheet, and what they are for. */
export interface Table {
  readonly watcher: Watcher
  readonly mapping: Mapping
  readonly template: BulkTemplate
  /** All of those that are to be sent, so that what is there twice is seen. */
  readonly rows: readonly SheetRow[]
}
