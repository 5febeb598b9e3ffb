import type { AccessMethod } from '@rubrica/domain'
import { readSession, removeFromSession, writeSession } from '../../shared/session/session-store.ts'

const METHODS = {
  google: 'GOOGLE_ACCOUNT',
  ms: 'MS_ACCOUNT',
  ssi: 'VID_WALLET',
  oidc: 'SSO',
} as const satisfies Record<string, AccessMethod>

/** As the call for a provider's address names them. */
export type LoginProvider = keyof typeof METHODS

interface LoginState {
  readonly provider: LoginProvider
  /** What the provider sends back with its answer. */
  readonly state: string
  /** What a server of another origin wants brought back, in the place of a cookie. */
  readonly browser?: string | undefined
}

/** A log-in as it began in this tab; a log-in by SAML has no state. */
interface BegunLogin extends Pick<LoginState, 'state' | 'browser'> {
  readonly provider: string
}

const SAML = 'saml'

/** Keeps that the browser went to the identity provider of an organisation. */
export function keepSamlBegun(browser?: string): void {
  keep({ provider: SAML, state: '', browser })
}

/** Keeps where the browser went: several providers come back to the same address. */
export function keepLoginState(begun: LoginState): void {
  keep(begun)
}

const keep = ({ provider, state, browser = '' }: BegunLogin) =>
  writeSession('loginState', `${provider} ${state} ${browser}`)

/** The log-in that began in this tab, once; null without one. */
export function takeBegunLogin(): BegunLogin | null {
  const kept = readSession('loginState')
  removeFromSession('loginState')
  if (kept === null) return null
  const [provider = '', state = '', browser = ''] = kept.split(' ')
  return { provider, state, ...(browser !== '' && { browser }) }
}

/** Whether it was one by SAML. */
export const isSaml = (begun: BegunLogin | null): boolean => begun?.provider === SAML

/**
 * How somebody comes in who returns with this state.
 * @returns SSO when the log-in did not begin in this tab: through somebody else, and nobody knows whom
 */
export function accessMethodOf(begun: BegunLogin | null, state: string): AccessMethod {
  const known = Object.keys(METHODS).find((name) => name === begun?.provider)
  return known !== undefined && begun?.state === state ? METHODS[known as LoginProvider] : 'SSO'
}
