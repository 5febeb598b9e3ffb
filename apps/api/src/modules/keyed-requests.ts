import { PortalError } from '@rubrica/domain'
import { digestOf } from './digest-of.ts'
import { callerOf, type Caller, type SenderColumns } from './owner.ts'

/** A request that its caller may repeat without having it done twice. */
export interface KeyedRequest {
  /** Keys of one caller are nothing to another. */
  readonly caller: Caller
  /** Chosen by the caller, without quotes. */
  readonly key: string
  /** Method and address: `POST /v1/documents`. */
  readonly call: string
  /** SHA-256 of everything that it asks for. */
  readonly digest: Buffer
}

/** Who asks for something, and the key that they gave. */
interface AskedWithKey {
  readonly watcher: SenderColumns
  readonly idempotencyKey: string | undefined
}

/** @returns undefined without a key, and for the operator, who has none */
export function keyedRequest(
  { watcher, idempotencyKey: key }: AskedWithKey,
  call: string,
  facts: object,
): KeyedRequest | undefined {
  const caller = callerOf(watcher)
  return key === undefined || !caller ? undefined : { caller, key, call, digest: digestOf(facts) }
}

/**
 * The right to do what a request asks for. Whoever does it ends the request in the same transaction (`finish`), so that
 * there is no moment at which one is done and the other is not.
 */
export interface RequestLease {
  readonly id: string
  /** Another one once somebody else has taken the request over. */
  readonly turn: string
}

/**
 * What is known of a key: this caller may go on, an earlier one is at it, it was used for another request, or its
 * answer is there.
 */
export type TakeOutcome =
  | { readonly kind: 'taken'; readonly lease: RequestLease }
  | { readonly kind: 'running' }
  | { readonly kind: 'other-request' }
  | { readonly kind: 'done'; readonly answer: unknown }

/** How a request ends that was done. */
export interface RequestEnd {
  readonly lease: RequestLease
  /** JSON; whatever the answer can be made of again. */
  readonly answer: unknown
  /** Null: for ever. */
  readonly until: Date | null
}

export interface RequestStore {
  /**
   * Takes the request, unless somebody has. One whose process died, or whose lease is over, is taken over.
   * @param until when it is forgotten if nobody ever ends it
   */
  take(request: KeyedRequest, times: { at: Date; leaseUntil: Date; until: Date }): Promise<TakeOutcome>
  /**
   * Ends a request whose act leaves nothing behind that a transaction could hold.
   * @throws {PortalError} IDEMPOTENCY_KEY_IN_USE when somebody has taken it over
   */
  finish(end: RequestEnd): Promise<void>
  /** Nothing was done: the key is free again. */
  release(lease: RequestLease): Promise<void>
}
/** An earlier request with this key goes on, here or in another process. */
export const keyInUse = (): PortalError =>
  new PortalError('IDEMPOTENCY_KEY_IN_USE', 'A request with this key is still being worked on. Repeat it shortly.')
