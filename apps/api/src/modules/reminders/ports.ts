import type { ReminderPolicy } from '@rubrica/domain'

/** How it stands with what is asked of a person: to sign, or to approve. */
export interface AskedStanding {
  readonly policy: ReminderPolicy
  /** When they were told by mail that it waits for them. */
  readonly firstMailAt: Date
  /** Null as long as nobody has reminded them, and nothing has. */
  readonly remindedAt: Date | null
  /** Reminders since somebody reminded them, or ever. */
  readonly reminders: number
  readonly deadline: Date | null
}

/** The part of somebody in a document. */
export interface AskedPart {
  readonly table: 'signers' | 'approvers'
  readonly id: string
}

export interface UnplannedPart extends AskedPart, AskedStanding {
  /** Of what was read: another one once anything of the part has changed. */
  readonly version: string
}

export interface PlannedPart extends AskedPart {
  /** Null for never. */
  readonly next: Date | null
  /** What it was planned from: a part that has changed since stays unplanned. */
  readonly version: string
}

/** What is done at the moment that was planned. */
export interface ReminderDecision {
  readonly isReminded: boolean
  /** The sender hears that it was the last one. */
  readonly isLast: boolean
  /** Null for never. */
  readonly next: Date | null
  /** When somebody else hears that this one was not answered, where it is the last; null for never. */
  readonly escalatesAt: Date | null
}

/** @param isReachable they have an address, which mails do not come back from */
export type DecideReminder = (standing: AskedStanding, isReachable: boolean) => ReminderDecision

export interface ReminderStore {
  /** Parts of people who were told by mail, and of whom nobody has looked when they are reminded. */
  unplanned(limit: number): Promise<readonly UnplannedPart[]>
  /** Leaves out what is not as it was. @returns how many were planned */
  plan(parts: readonly PlannedPart[]): Promise<number>
  /** Ids of documents of which somebody is to be reminded, the longest overdue first. */
  due(at: Date, limit: number): Promise<readonly string[]>
  /**
   * Decides on everybody of a document who is to be reminded, and asks for their mails, in one transaction that nobody
   * else can begin meanwhile. @returns on how many was decided, and how many are reminded
   */
  remind(documentId: string, at: Date, decide: DecideReminder): Promise<{ decided: number; reminded: number }>
}
