import { PortalError } from '@rubrica/domain'
import type { LinkAnswer } from '@rubrica/providers/connector'
import { askAboutLogin, takeOutcome, type LinkAccount } from './link-account.ts'
import type { NextStep } from './ports.ts'
import { requireProvider } from './require-provider.ts'

export interface Continuation {
  readonly userId: string
  readonly certType: string
  readonly answer: LinkAnswer
}

/**
 * Goes on with the link of an account: an authenticator was chosen, or a challenge answered. A wrong answer leaves the
 * step as it was; how often one may guess is the provider's rule.
 * @throws {PortalError} of requireProvider, CODE_EXPIRED (nothing is under way), NOT_FOUND, PROVIDER_…
 */
export async function continueLink(needs: LinkAccount, request: Continuation): Promise<NextStep> {
  const { userId, certType, answer } = request
  const provider = await requireProvider(needs, userId, certType)
  const { connector, manifest } = provider
  if (!connector.continueLink) throw new PortalError('NOT_FOUND', 'There is nothing at this address.')
  const step = await needs.steps.find({ userId, provider: manifest.certType }, needs.now())
  if (!step) throw runOut(manifest.label)
  const outcome = await askAboutLogin(needs, { provider, userId }, () => connector.continueLink!(step.state, answer))
  return takeOutcome(needs, { provider, userId, purpose: step.purpose }, outcome)
}

/**
 * With the word by which the portal distinguishes a challenge that failed from the end of its own session (spec §8).
 */
const runOut = (label: string) =>
  new PortalError('CODE_EXPIRED', `integrationUnauthorized: the login at ${label} has run out, begin anew`)
