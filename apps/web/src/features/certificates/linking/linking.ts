import { ApiError } from '@rubrica/contract'
import { endsSession } from '../../../shared/accounts/provider-errors.ts'
import { pageAt } from '../../../shared/session/page-address.ts'
import type { LinkFields } from '../account/account-calls.ts'

/** One way of proving who the person is, as their provider calls it. */
export interface Authenticator {
  readonly Id: string
  readonly Name: string
}

/** What a step answers; null when nothing more is asked. */
type StepAnswer = {
  readonly Authenticators?: readonly Authenticator[] | undefined
  readonly Hint?: string | undefined
  readonly RedirectUrl?: string | undefined
} | null

/** Each throws ApiError or NetworkError. */
export interface LinkCalls {
  readonly authorise: (fields: LinkFields) => Promise<StepAnswer>
  readonly choose: (authenticator: string) => Promise<StepAnswer>
  readonly answer: (challenge: string) => Promise<StepAnswer>
}

export type LinkStep =
  | { readonly at: 'credentials' }
  | { readonly at: 'authenticators'; readonly authenticators: readonly Authenticator[]; readonly chosen: string | null }
  | {
      readonly at: 'challenge'
      readonly authenticators: readonly Authenticator[]
      readonly chosen: Authenticator
      /** What the challenge asks, such as the number of a code on a card; empty when it says nothing. */
      readonly hint: string
    }
  /** The browser goes to a page of the provider, which leads back to the portal. */
  | { readonly at: 'leaving'; readonly page: URL }
  | { readonly at: 'linked' }

/**
 * @returns where the account's name and password lead to; a single authenticator is taken by itself
 * @throws {AddressInvalid} when the server named a page that is none
 */
export async function sendCredentials(calls: LinkCalls, fields: LinkFields): Promise<LinkStep> {
  const answer = await calls.authorise(fields)
  if (answer?.RedirectUrl !== undefined) return { at: 'leaving', page: pageAt(answer.RedirectUrl) }
  const authenticators = answer?.Authenticators ?? []
  const [only, another] = authenticators
  if (!only) return { at: 'linked' }
  return another
    ? { at: 'authenticators', authenticators, chosen: null }
    : chooseAuthenticator(calls, authenticators, only.Id)
}

/** @returns the challenge of an authenticator; a code is sent when it is one that sends them */
export async function chooseAuthenticator(
  calls: LinkCalls,
  authenticators: readonly Authenticator[],
  id: string,
): Promise<LinkStep> {
  const hint = (await calls.choose(id))?.Hint ?? ''
  const chosen = authenticators.find(({ Id }) => Id === id) ?? { Id: id, Name: id }
  return { at: 'challenge', authenticators, chosen, hint }
}

/** @throws {ApiError|NetworkError} after reporting that the portal's own session is over, when that is what it means */
export async function answerChallenge(
  calls: LinkCalls,
  challenge: string,
  onSessionExpired: () => void,
): Promise<LinkStep> {
  try {
    await calls.answer(challenge)
    return { at: 'linked' }
  } catch (error) {
    if (endsSession(error)) onSessionExpired()
    throw error
  }
}

/** One step back: to the choice where there was one, else to name and password. */
export function stepBefore(step: LinkStep): LinkStep {
  if (step.at !== 'challenge' || step.authenticators.length < 2) return { at: 'credentials' }
  return { at: 'authenticators', authenticators: step.authenticators, chosen: step.chosen.Id }
}

/**
 * Whether an error says that the log-in has run out between two steps, so that it begins anew. A code that is too old
 * is another matter while it is being answered: a new one can be asked for.
 */
export function isRunOut(action: 'choose' | 'answer', error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.code === 'PROVIDER_NOT_AUTHORISED' || (action === 'choose' && error.code === 'CODE_EXPIRED')
}
