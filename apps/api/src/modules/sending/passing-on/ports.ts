/**
 * Passing on: who is asked to sign names who should have been asked. That one signs for themselves, and the first one has
 * no part in the document any more. The sender says whether this may be done, and may want to agree.
 */
import type { RequestEnd } from '../../keyed-requests.ts'
import type { Acting } from '../../sessions/ports.ts'
import type { NamedPerson } from '../../substitutions/ports.ts'
import type { ChangeableDocument, ChangeableSigner } from '../changes/ports.ts'
import type { Watcher } from '../ports.ts'

/** What the sender was asked for last. */
export interface PassingRequest {
  /** Of who is to be asked instead. */
  readonly name: string
  readonly reason: string
  readonly askedAt: Date
  readonly declined: { readonly at: Date; readonly reason: string } | null
}

/** A place on a document, and whose it is. */
export interface OwnSlot {
  readonly userId: string
  readonly signerId: string
}

/** A slot while nobody else can change its document. */
export interface PassableSlot {
  readonly document: ChangeableDocument
  readonly signer: ChangeableSigner
  /** Undefined where nobody is meant who could sign. */
  readonly successor: NamedPerson | undefined
}

/** @returns whether it is passed on at once; throws what it is refused for */
export type JudgePassing = (slot: PassableSlot) => boolean

export interface Passing extends OwnSlot, Pick<Acting, 'identifiedBy'> {
  /** Id of who is to be asked instead. */
  readonly personId: string
  readonly reason: string
  readonly newId: () => string
  readonly at: Date
}

/** Whom a slot could be passed on to. */
export interface SoughtSuccessor extends OwnSlot {
  /** User name or known e-mail address of a colleague in the subscription of the document. */
  readonly named: string
  readonly at: Date
}

export interface PassingAnswer {
  readonly watcher: Watcher
  readonly documentId: string
  readonly signerId: string
  readonly agree: boolean
  /** When it was asked for what is answered; undefined for whatever is asked for now. */
  readonly askedAt: Date | undefined
  /** To who has asked; empty for nothing. */
  readonly reason: string
  readonly newId: () => string
  readonly at: Date
  readonly end: RequestEnd | undefined
}

/** A document, and who was named in the place of the signer; `nobody` where no answer is waited for. */
export interface AskedDocument {
  readonly document: ChangeableDocument
  readonly successor: NamedPerson | undefined | 'nobody'
}

/** Each act is one transaction that holds the document's row, and writes one audit event of what it has done. */
export interface PassingStore {
  /** @returns undefined for a slot that is not theirs; null where the sender was not asked */
  requestOf(slot: OwnSlot): Promise<PassingRequest | null | undefined>
  /** @returns undefined for a slot that is not theirs */
  findSuccessor(sought: SoughtSuccessor): Promise<PassableSlot | undefined>
  /** @returns undefined for a slot that is not theirs */
  passOn(passing: Passing, judge: JudgePassing): Promise<'passed-on' | 'asked' | undefined>
  /** Takes back what the sender was asked for. */
  keep(slot: OwnSlot, at: Date): Promise<'kept' | 'not-asked' | undefined>
  /**
   * By the sender: what was asked for is done, or declined.
   * @param judge throws what it is refused for
   * @returns false for who may not change the document
   */
  answer(answer: PassingAnswer, judge: (asked: AskedDocument) => void): Promise<boolean>
}
