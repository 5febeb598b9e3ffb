import { PortalError, type ErrorCode } from '@rubrica/domain'
import type { ConnectorState, LinkOutcome } from '@rubrica/providers/connector'
import { notRecognised, errandOver, type Errand } from '../errands.ts'
import { askAboutLogin, keepAccount, type LinkAccount } from './link-account.ts'
import type { AccountStep } from './ports.ts'
import { requireProvider } from './require-provider.ts'

/** A process that dies while it asks a provider loses the errand after this. */
const ASKING_MS = 30_000

/** What is kept while a person is at a provider's page to prove who they are. */
export interface TripData extends Readonly<Record<string, unknown>> {
  readonly purpose: AccountStep['purpose']
  readonly state: ConnectorState
}

type Provider = Awaited<ReturnType<typeof requireProvider>>

/** The provider's word that the person did not prove who they are. */
const REFUSALS: readonly ErrorCode[] = [
  'SIGNING_CANCELLED',
  'CONSENT_MISMATCH',
  'PROVIDER_LOGIN_INVALID',
  'PROVIDER_NOT_AUTHORISED',
]
const TOO_LATE: readonly ErrorCode[] = ['SIGNING_SESSION_EXPIRED', 'CONSENT_TIMED_OUT', 'CODE_EXPIRED']

/**
 * Takes note that a person is back from a provider's page, once: the errand is taken by a compare-and-set before
 * the provider is asked whether they proved themselves. A provider that cannot be asked leaves it as it was.
 * @param code authorization code of OAuth 2.0, where the provider gave one
 * @throws {PortalError} TRANSACTION_EXPIRED, TRANSACTION_REFUSED, of requireProvider, PROVIDER_…
 */
export async function takeReturn(needs: LinkAccount, errand: Errand, code?: string): Promise<void> {
  const { id, userId, certType } = errand
  const provider = await requireProvider(needs, userId, certType)
  const { label } = provider.manifest
  const at = needs.now()
  const lease = new Date(at.getTime() + ASKING_MS)
  const taken = await needs.errands.advance(id, ['awaiting_person', 'finishing'], {
    state: 'finishing',
    leaseUntil: lease,
    at,
  })
  if (!taken) throw errandOver()
  const { purpose, state } = taken.data as TripData
  try {
    const outcome = await askAboutLogin(needs, { provider, userId }, () => goOn(provider, state, code))
    // A person who comes back too early may still go and finish there.
    if (outcome.kind !== 'linked') throw notRecognised(label)
    await keepAccount(needs, { provider, userId, purpose }, outcome)
  } catch (error) {
    const explained = explain(label, error)
    const change = { ...stateAfter(explained), ownLease: lease, at: needs.now() }
    await needs.errands.advance(id, ['finishing'], change)
    throw explained
  }
  await needs.errands.advance(id, ['finishing'], { state: 'done', ownLease: lease, at: needs.now() })
}

function goOn({ connector }: Provider, state: ConnectorState, code: string | undefined): Promise<LinkOutcome> {
  if (!connector.continueLink) throw errandOver()
  return connector.continueLink(state, { returned: true, ...(code !== undefined && { code }) })
}

function explain(label: string, error: unknown): unknown {
  if (!(error instanceof PortalError)) return error
  if (REFUSALS.includes(error.code)) return notRecognised(label, error)
  return TOO_LATE.includes(error.code) ? errandOver() : error
}

function stateAfter(error: unknown) {
  const hasEnded = error instanceof PortalError && error.cause !== undefined && error.code === 'TRANSACTION_REFUSED'
  const isOver = error instanceof PortalError && error.code === 'TRANSACTION_EXPIRED'
  if (hasEnded || isOver) return { state: 'failed' as const, outcomeCode: error.code }
  return { state: 'awaiting_person' as const }
}
