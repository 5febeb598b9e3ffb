/** What is kept of a signature while the person is at the provider's page or at their phone, and what is asked next. */
import { PortalError, type AccessMethod, type ErrorCode } from '@rubrica/domain'
import type { Connector, Account, ConnectorState, SessionOutcome } from '@rubrica/providers/connector'
import type { AcceptedDisclaimer } from '../../accepted-disclaimer.ts'
import { notRecognised, transactionOver } from '../../away-transactions.ts'
import type { AwayChange, AwayStore, AwayTransaction } from './ports.ts'
import { askProvider, factsOf } from '../../provider-errors.ts'
import type { Log } from '../../../ports/log.ts'

/** Where the key is, and whose. */
export interface OpenedAccount {
  readonly connector: Connector
  readonly account: Account
}

export interface AwaySigning {
  readonly away: AwayStore
  readonly log: Pick<Log, 'warn'>
  readonly now: () => Date
}

export interface AwaySignData extends Readonly<Record<string, unknown>> {
  /** The connector's state of what was opened at the provider. */
  readonly session: ConnectorState
  /** What the person has to do first. */
  readonly asks: 'NONE' | 'REDIRECT' | 'MOBILE'
  readonly redirectUrl?: string
  readonly pinRequired: boolean
  readonly accessMethod?: AccessMethod
  readonly acceptChanges?: boolean
  readonly acceptedDisclaimer?: AcceptedDisclaimer
  /** The name that the person has confirmed, when they began. */
  readonly confirmedHolder?: string
  /** The log-in that came before, if any. */
  readonly loginId?: string
}

export interface NextForPerson {
  readonly transactionId: string
  readonly authType: 'PIN' | 'NONE' | 'REDIRECT' | 'MOBILE'
  readonly redirectUrl?: string
}

export const dataOf = ({ data }: AwayTransaction): AwaySignData => data as AwaySignData

export function nextForPerson(transaction: AwayTransaction): NextForPerson {
  const { id: transactionId, state } = transaction
  const { asks, redirectUrl, pinRequired } = dataOf(transaction)
  if (state !== 'awaiting_person') return { transactionId, authType: pinRequired ? 'PIN' : 'NONE' }
  return { transactionId, authType: asks, ...(redirectUrl !== undefined && { redirectUrl }) }
}

/** After these the person may go on with what they began; after any other it has ended. */
const LEAVE_IT_ALIVE: readonly ErrorCode[] = [
  'WRONG_PIN',
  'PROVIDER_NOT_AUTHORISED',
  'PROVIDER_UNREACHABLE',
  'PROVIDER_TIMEOUT',
  'PROVIDER_FAILED',
  'PROVIDER_ANSWER_LOST',
  'TIMESTAMP_UNAVAILABLE',
  'TEMPORARILY_UNAVAILABLE',
  'DOCUMENT_BUSY',
]

export const endsIt = (error: unknown): error is PortalError =>
  error instanceof PortalError && !LEAVE_IT_ALIVE.includes(error.code)

/**
 * Asks the provider how far the person has come.
 * @returns the transaction as it is now: `confirmed` once they have proved themselves
 * @throws {PortalError} SIGNING_CANCELLED, TRANSACTION_REFUSED, TRANSACTION_EXPIRED: then it has ended; the provider's trouble
 */
export async function askHowFar(
  needs: AwaySigning,
  { connector, account }: OpenedAccount,
  transaction: AwayTransaction,
): Promise<AwayTransaction> {
  const data = dataOf(transaction)
  const { id, state } = transaction
  if (state !== 'awaiting_person' || !connector.continueSession) return transaction
  try {
    const outcome = await askProvider(() => connector.continueSession!(account, data.session))
    const at = needs.now()
    const change = { ...changeAfter(outcome, data), at }
    return (await needs.away.advance(id, ['awaiting_person'], change)) ?? (await findAgain(needs, transaction))
  } catch (error) {
    if (!endsIt(error)) throw error
    const told = explainRefusal(data, error)
    await endTransaction(needs, transaction, { code: told.code, facts: factsOf(error) })
    throw told
  }
}

function changeAfter(outcome: SessionOutcome, data: AwaySignData) {
  const session = outcome.state
  if (outcome.kind !== 'open') return { state: 'awaiting_person' as const, data: { ...data, session } }
  return { state: 'confirmed' as const, waitsFor: 'pin' as const, data: { ...data, session } }
}

/** Another call was faster. */
async function findAgain({ away }: AwaySigning, { userId, id }: AwayTransaction): Promise<AwayTransaction> {
  const transaction = await away.find(userId, id)
  if (transaction?.state === 'confirmed' || transaction?.state === 'finishing') return transaction
  throw transactionOver()
}

/** What a phone says keeps its own words. None of them is a conflict, which would be told as one of the document. */
function explainRefusal({ asks }: AwaySignData, error: PortalError): PortalError {
  if (error.code === 'CONSENT_MISMATCH') return notRecognised('Ivnosys', error)
  if (error.code === 'SIGNING_CANCELLED' && asks === 'REDIRECT') return notRecognised('Ivnosys', error)
  return error.code === 'SIGNING_SESSION_EXPIRED' ? transactionOver() : error
}

export async function endTransaction(
  { away, now }: Pick<AwaySigning, 'away' | 'now'>,
  { id }: AwayTransaction,
  { code: outcomeCode, facts }: { readonly code: ErrorCode; readonly facts?: AwayChange['facts'] },
): Promise<void> {
  await away.advance(id, ['awaiting_person', 'confirmed'], { state: 'failed', outcomeCode, facts, at: now() })
}

/** Ends what was opened at the provider, where it has a call for that; otherwise it ends by itself. */
export async function closeAtProvider(
  { log }: Pick<AwaySigning, 'log'>,
  { connector, account }: OpenedAccount,
  session: ConnectorState,
): Promise<void> {
  await askProvider(async () => connector.closeSession?.(account, session)).catch((err: unknown) =>
    log.warn({ err }, 'A provider did not close a session; it ends by itself.'),
  )
}
