/** What is kept of a signature while the person is at the provider's page or at their phone, and what is asked next. */
import { PortalError, type AccessMethod, type ErrorCode } from '@rubrica/domain'
import type { ConnectorState, SignatureSessionOutcome } from '@rubrica/providers/connector'
import type { AcceptedDisclaimer } from '../../accepted-disclaimer.ts'
import { notRecognised, errandOver, type ErrandChange, type ErrandStore, type Errand } from '../../errands.ts'
import type { OpenedAccount } from '../key/ports.ts'
import { askProvider, factsOf } from '../../provider-errors.ts'
import type { Log } from '../../../ports/log.ts'

export interface ErrandSigning {
  readonly errands: ErrandStore
  readonly log: Pick<Log, 'warn'>
  readonly now: () => Date
}

export interface ErrandSignData extends Readonly<Record<string, unknown>> {
  /** The connector's state of the signature session at the provider. */
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
  readonly errandId: string
  readonly authType: 'PIN' | 'NONE' | 'REDIRECT' | 'MOBILE'
  readonly redirectUrl?: string
}

export const dataOf = ({ data }: Errand): ErrandSignData => data as ErrandSignData

export function nextForPerson(errand: Errand): NextForPerson {
  const { id: errandId, state } = errand
  const { asks, redirectUrl, pinRequired } = dataOf(errand)
  if (state !== 'awaiting_person') return { errandId, authType: pinRequired ? 'PIN' : 'NONE' }
  return { errandId, authType: asks, ...(redirectUrl !== undefined && { redirectUrl }) }
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
 * @returns the errand as it is now: `confirmed` once they have proved themselves
 * @throws {PortalError} SIGNING_CANCELLED, TRANSACTION_REFUSED, TRANSACTION_EXPIRED: then it has ended; the provider's
 * trouble
 */
export async function askHowFar(
  needs: ErrandSigning,
  { label, connector, account }: OpenedAccount,
  errand: Errand,
): Promise<Errand> {
  const data = dataOf(errand)
  const { id, state } = errand
  if (state !== 'awaiting_person' || !connector.continueSignatureSession) return errand
  try {
    const outcome = await askProvider(() => connector.continueSignatureSession!(account, data.session))
    const at = needs.now()
    const change = { ...changeAfter(outcome, data), at }
    return (await needs.errands.advance(id, ['awaiting_person'], change)) ?? (await findAgain(needs, errand))
  } catch (error) {
    if (!endsIt(error)) throw error
    const explained = explainRefusal(label, data, error)
    await endErrand(needs, errand, { code: explained.code, facts: factsOf(error) })
    throw explained
  }
}

function changeAfter(outcome: SignatureSessionOutcome, data: ErrandSignData) {
  const session = outcome.state
  if (outcome.kind !== 'open') return { state: 'awaiting_person' as const, data: { ...data, session } }
  return { state: 'confirmed' as const, waitsFor: 'pin' as const, data: { ...data, session } }
}

/** Another call was faster. */
async function findAgain({ errands }: ErrandSigning, { userId, id }: Errand): Promise<Errand> {
  const errand = await errands.find(userId, id)
  if (errand?.state === 'confirmed' || errand?.state === 'finishing') return errand
  throw errandOver()
}

/**
 * What a phone says keeps its own words. None of them is a conflict, which would be reported as one of the document.
 */
function explainRefusal(label: string, { asks }: ErrandSignData, error: PortalError): PortalError {
  if (error.code === 'CONSENT_MISMATCH') return notRecognised(label, error)
  if (error.code === 'SIGNING_CANCELLED' && asks === 'REDIRECT') return notRecognised(label, error)
  return error.code === 'SIGNING_SESSION_EXPIRED' ? errandOver() : error
}

export async function endErrand(
  { errands, now }: Pick<ErrandSigning, 'errands' | 'now'>,
  { id }: Errand,
  { code: outcomeCode, facts }: { readonly code: ErrorCode; readonly facts?: ErrandChange['facts'] },
): Promise<void> {
  await errands.advance(id, ['awaiting_person', 'confirmed'], { state: 'failed', outcomeCode, facts, at: now() })
}

/** Ends what was opened at the provider, where it has a call for that; otherwise it ends by itself. */
export async function closeAtProvider(
  { log }: Pick<ErrandSigning, 'log'>,
  { connector, account }: OpenedAccount,
  state: ConnectorState,
): Promise<void> {
  await askProvider(async () => connector.closeSignatureSession?.(account, state)).catch((err: unknown) =>
    log.warn({ err }, 'A provider did not close a session; it ends by itself.'),
  )
}
