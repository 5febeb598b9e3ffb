import { api } from '../../../shared/api/api.ts'
import { afterLogin, type NextStep } from '../../../shared/session/after-login.ts'
import type { ProviderAnswer } from '../../../shared/session/entry-address.ts'
import { readTokenPayload } from '../../../shared/session/token-payload.ts'
import { takeAccessMethod } from '../login-state.ts'
import { requireEnvironment } from '../require-environment.ts'
import { EntryRefused } from './entry-refused.ts'

/** With these words a provider refuses somebody (spec §8). */
const NOT_ALLOWED = 'The request is not allowed.'
const MAX_SAID = 500

/** @throws {EntryRefused} without a code, or when the provider says that the person may not come in */
function codeOf({ parameters, address }: ProviderAnswer): string {
  if (parameters.get('error_description')?.includes(NOT_ALLOWED)) throw new EntryRefused('requestFailed')
  const code = parameters.get('code')
  if (!code) throw new EntryRefused('codeMissing', address)
  return code
}

/**
 * Comes in with the answer of Google, Microsoft or the wallet.
 * @throws {EntryRefused} {ApiError} {NetworkError}
 */
export async function enterWithCode(answer: ProviderAnswer): Promise<NextStep> {
  requireEnvironment()
  const code = codeOf(answer)
  const state = answer.parameters.get('state')
  if (!state) throw new EntryRefused('addressInvalid')
  const accessMethod = takeAccessMethod(state)
  const { Token } = await api.loginCode({ params: { state }, body: { Code: code } })
  return afterLogin({ token: Token, accessMethod })
}

/**
 * Comes in with the wallet's answer.
 * @throws {EntryRefused} {ApiError} {NetworkError}
 */
export async function enterWithWallet(answer: ProviderAnswer): Promise<NextStep> {
  requireEnvironment()
  const code = codeOf(answer)
  const State = answer.parameters.get('state') ?? undefined
  takeAccessMethod('')
  const { Token } = await api.walletCode({ body: { Code: code, State } })
  return afterLogin({ token: Token, accessMethod: 'VID_WALLET' })
}

/**
 * Comes in with what the server made of an identity provider's answer: a ticket, which buys the token, or, from a
 * server that gives none, the token itself.
 * @throws {EntryRefused} {ApiError} {NetworkError}
 */
export async function enterWithSaml({ parameters }: ProviderAnswer): Promise<NextStep> {
  requireEnvironment()
  const error = parameters.get('error')
  if (error !== null) throw new EntryRefused('told', error.slice(0, MAX_SAID))
  const given = parameters.get('token')
  if (!given) throw new EntryRefused('addressInvalid')
  const token = readTokenPayload(given) ? given : (await api.samlTicket({ body: { Ticket: given } })).Token
  return afterLogin({ token, accessMethod: 'SAML' })
}
