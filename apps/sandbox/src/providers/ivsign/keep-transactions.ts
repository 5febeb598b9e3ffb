import { randomUUID } from 'node:crypto'
import type { Clock } from '../../keep-time.ts'
import type { Phone } from '../../phone/open-phone.ts'
import { KeymanError } from './keyman-error.ts'

const TRANSACTION_LIFE = 10 * 60_000
const MAX_TRANSACTIONS = 1000

export type Operation = 'login' | 'relogin' | 'sign'
export type TransactionState = 'PENDING' | 'APPROVED' | 'DENIED' | 'EXPIRED'

/** What somebody has to prove themselves for. */
export interface TransactionPlan {
  readonly operation: Operation
  /** Whose account it is about. */
  readonly user: string
  readonly authType: 'REDIRECT' | 'MOBILE' | 'CODE'
  /** Where the page leads back to. */
  readonly returnUrl: string
  /** Of the signature, hexadecimal; each may be signed once. */
  readonly digests: readonly string[]
  readonly certid?: string | undefined
  readonly description: string
  /** The request on the phone. */
  readonly pushId?: string | undefined
}

export interface Transaction extends TransactionPlan {
  readonly id: string
  readonly expiresAt: number
  state: TransactionState
  /** Who has proved themselves: the user, unless a fault has it otherwise. */
  provenBy: string
  /** Digests that are not signed yet. */
  readonly open: Set<string>
}

export interface Transactions {
  begin(plan: TransactionPlan): Transaction
  /** Undefined for one that nobody knows. */
  look(id: string): Transaction | undefined
  /** One that was approved. Throws KeymanError. */
  approved(id: string): Transaction
  /** Decides one that waits; others stay as they are. */
  decide(transaction: Transaction, state: 'APPROVED' | 'DENIED', provenBy?: string): void
  clear(): void
}

export function createTransactions(clock: Clock, phone: Phone): Transactions {
  const kept = new Map<string, Transaction>()
  const look = (id: string): Transaction | undefined => {
    const transaction = kept.get(id)
    if (transaction?.state !== 'PENDING') return transaction
    const push = phone.findPush(transaction.pushId ?? '')
    if (transaction.expiresAt <= clock.now()) transaction.state = 'EXPIRED'
    else if (push?.state === 'accepted') transaction.state = 'APPROVED'
    else if (push?.state === 'refused') transaction.state = 'DENIED'
    return transaction
  }
  return {
    begin(plan) {
      const transaction: Transaction = {
        ...plan,
        id: randomUUID(),
        expiresAt: clock.now() + TRANSACTION_LIFE,
        state: 'PENDING',
        provenBy: plan.user,
        open: new Set(plan.digests),
      }
      kept.set(transaction.id, transaction)
      const [oldest] = kept.keys()
      if (kept.size > MAX_TRANSACTIONS && oldest !== undefined) kept.delete(oldest)
      return transaction
    },
    look,
    approved(id) {
      const transaction = look(id)
      if (transaction === undefined) throw new KeymanError('transaction')
      if (transaction.state === 'PENDING') throw new KeymanError('pending')
      if (transaction.state === 'DENIED') throw new KeymanError('denied')
      // What was approved in time does not last for ever either.
      if (transaction.state === 'EXPIRED' || transaction.expiresAt <= clock.now()) {
        throw new KeymanError('transactionExpired')
      }
      return transaction
    },
    decide(transaction, state, provenBy = transaction.user) {
      if (look(transaction.id)?.state !== 'PENDING') return
      transaction.state = state
      transaction.provenBy = provenBy
    },
    clear: () => kept.clear(),
  }
}
