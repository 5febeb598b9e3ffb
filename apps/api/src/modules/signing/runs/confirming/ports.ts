/** Runs whose person confirms each document at the provider's page or on their phone. */
import type { AccessMethod } from '@rubrica/domain'
import type { Acting } from '../../../sessions/ports.ts'
import type { NewItem, RunHold } from '../ports.ts'

export interface ConfirmationOrder extends Acting, NewItem {
  readonly certType: string
  /** Undefined where a certificate is made for each signature. */
  readonly certificateId: string | undefined
  readonly accessMethod: AccessMethod
  readonly confirmedHolder: string | undefined
  /** When the person agreed to its terms. */
  readonly agreedAt: Date
}

export interface AskedConfirmation extends ConfirmationOrder {
  readonly errandId: string
  /** One per attempt to sign; the same attempt repeated gets the same answer. */
  readonly attemptKey: string
}

/** Signatures that are made once their person has confirmed them elsewhere. */
export interface Confirmations {
  /**
   * Fixes every byte of the document and asks for the confirmation. While one waits, it is that.
   * @returns the errand @throws {PortalError} every reason for which it cannot be signed, and what the provider says
   */
  ask(order: ConfirmationOrder): Promise<string>
  /**
   * Asks once whether the person has confirmed, and signs if so.
   * @returns false while it waits for them @throws {PortalError} what has become of it, what signing throws
   */
  complete(order: AskedConfirmation): Promise<boolean>
  /** Whether an errand is not over: what was confirmed may be good once, and be spent with a try in vain. */
  isOpen(userId: string, errandId: string): Promise<boolean>
  /** The page on which an errand is confirmed; null where the phone asks by itself, or nothing is asked any more. */
  pageOf(userId: string, errandId: string): Promise<string | null>
}

export interface ItemToConfirm extends NewItem {
  readonly id: string
  /** What the person is asked to confirm; undefined before they are asked. */
  readonly asked: { readonly errandId: string; readonly at: Date; readonly isTold: boolean } | undefined
  /** Times that it was tried in vain. */
  readonly tries: number
}

export type ConfirmedOutcome =
  | { readonly state: 'signed' }
  | { readonly state: 'failed'; readonly code: string }
  /** It is tried again by itself; what was asked is asked still unless it is `void`. */
  | { readonly state: 'again'; readonly code: string; readonly notBefore: Date; readonly isVoid: boolean }
  /** The run waits for its person, who has to do something first; it is asked for anew then. */
  | { readonly state: 'needs-person'; readonly code: string }

export interface ConfirmingWork {
  /**
   * The document that is asked for, or the one that comes next. @returns undefined when there is none that is due, or the
   * run is paused, stopped or not wanted
   */
  nextToConfirm(hold: RunHold, at: Date): Promise<ItemToConfirm | undefined>
  keepAsked(hold: RunHold, item: { readonly id: string; readonly errandId: string }, at: Date): Promise<void>
  /** On the devices of the person, once for each time that the document is asked for. */
  tellAsked(hold: RunHold, itemId: string, at: Date): Promise<void>
  settleConfirmed(
    hold: RunHold,
    settled: { readonly id: string; readonly outcome: ConfirmedOutcome; readonly at: Date },
  ): Promise<void>
  /** The run is done once nothing is left; else it is looked at when the next one is due. */
  endConfirming(hold: RunHold, at: Date): Promise<void>
}
