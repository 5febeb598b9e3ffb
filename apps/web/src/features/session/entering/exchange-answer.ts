import { api } from '../../../shared/api/api.ts'
import { portalConfig } from '../../../shared/api/portal-config.ts'
import { afterLogin, type NextStep } from '../../../shared/session/entry/after-login.ts'
import type { ProviderAnswer } from '../../../shared/session/entry/entry-address.ts'
import { accessMethodOf, isSaml, takeBegunLogin } from '../login-state.ts'
import { requireEnvironment } from '../require-environment.ts'
import { EntryRefused } from './entry-refused.ts'

/** With these words a provider refuses somebody (spec §8). */
const NOT_ALLOWED = 'The request is not allowed.'
const MAX_SAID = 200

/** Anybody can write what stands in an address: one line of it is shown, without signs that turn or hide others. */
const oneLine = (text: string) =>
  text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_SAID)

/** @throws {EntryRefused} without a code, or when the provider says that the person may not come in */
function codeOf({ parameters, address }: ProviderAnswer): string {
  if (parameters.get('error_description')?.includes(NOT_ALLOWED)) throw new EntryRefused('requestFailed')
  const code = parameters.get('code')
  if (!code) throw new EntryRefused('codeMissing', address)
  return code
}

/** Who says that the answer is theirs (RFC 9207); the server compares it with whom it asked. */
const issuerOf = ({ parameters }: ProviderAnswer) => parameters.get('iss') || undefined

/**
 * Comes in with the answer of Google, Microsoft, the wallet or another provider.
 * @throws {EntryRefused} {ApiError} {NetworkError}
 */
export async function enterWithCode(answer: ProviderAnswer): Promise<NextStep> {
  requireEnvironment()
  const code = codeOf(answer)
  const state = answer.parameters.get('state')
  if (!state) throw new EntryRefused('addressInvalid')
  const begun = takeBegunLogin()
  const body = { Code: code, Issuer: issuerOf(answer), Browser: begun?.browser }
  const { Token } = await api.loginCode({ params: { state }, body })
  return afterLogin({ token: Token, accessMethod: accessMethodOf(begun, state) })
}

/**
 * Comes in with the wallet's answer.
 * @throws {EntryRefused} {ApiError} {NetworkError}
 */
export async function enterWithWallet(answer: ProviderAnswer): Promise<NextStep> {
  requireEnvironment()
  const code = codeOf(answer)
  const State = answer.parameters.get('state') ?? undefined
  const Browser = takeBegunLogin()?.browser
  const { Token } = await api.walletCode({ body: { Code: code, State, Issuer: issuerOf(answer), Browser } })
  return afterLogin({ token: Token, accessMethod: 'VID_WALLET' })
}

/**
 * What buys a session with a server that gives tickets, which are bound to their browser. Any other token in an address
 * could be somebody else's, whose account a stranger is to work in: it counts only where this tab asked for it.
 */
async function tokenFor(given: string, begun: ReturnType<typeof takeBegunLogin>): Promise<string> {
  if (portalConfig().samlAnswer !== 'token') {
    return (await api.samlTicket({ body: { Ticket: given, Browser: begun?.browser } })).Token
  }
  if (!isSaml(begun)) throw new EntryRefused('addressInvalid')
  return given
}

/**
 * Comes in with what the server made of an identity provider's answer: a ticket, which buys the token, or, from a
 * server that gives none, the token itself.
 * @throws {EntryRefused} {ApiError} {NetworkError}
 */
export async function enterWithSaml({ parameters }: ProviderAnswer): Promise<NextStep> {
  requireEnvironment()
  const begun = takeBegunLogin()
  const error = parameters.get('error')
  if (error !== null) throw new EntryRefused('reported', oneLine(error), parameters.get('code'))
  const given = parameters.get('token')
  if (!given) throw new EntryRefused('addressInvalid')
  return afterLogin({ token: await tokenFor(given, begun), accessMethod: 'SAML' })
}
