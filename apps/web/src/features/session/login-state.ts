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
}

const SAML = 'saml'

/** Keeps that the browser went to the identity provider of an organisation. */
export function keepSamlBegun(): void {
  writeSession('loginState', SAML)
}

/** Whether a log-in by SAML began in this tab; forgets it. */
export function takeSamlBegun(): boolean {
  const begun = readSession('loginState') === SAML
  removeFromSession('loginState')
  return begun
}

/** Keeps where the browser went: several providers come back to the same address. */
export function keepLoginState({ provider, state }: LoginState): void {
  writeSession('loginState', `${provider} ${state}`)
}

/**
 * How somebody comes in who returns with this state; forgets it.
 * @returns SSO when the log-in did not begin in this tab: through somebody else, and nobody knows whom
 */
export function takeAccessMethod(state: string): AccessMethod {
  const [provider, begun] = readSession('loginState')?.split(' ') ?? []
  removeFromSession('loginState')
  const known = Object.keys(METHODS).find((name) => name === provider)
  return known !== undefined && begun === state ? METHODS[known as LoginProvider] : 'SSO'
}
