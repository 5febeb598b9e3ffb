import { api } from '../../shared/api/api.ts'
import { keepLoginState, keepSamlBegun } from './login-state.ts'
import type { LoginProvider } from './login-state.ts'
import { requireEnvironment } from './require-environment.ts'

/** The server named an address that is no page. */
export class AddressInvalid extends Error {
  override readonly name = 'AddressInvalid'
}

/** @throws {AddressInvalid} for what is no address of a page, such as a script */
function pageAt(address: string): URL {
  const page = URL.canParse(address) ? new URL(address) : null
  if (page === null || !/^https?:$/.test(page.protocol)) throw new AddressInvalid('The address is no page')
  return page
}

/**
 * Leads the browser to Google, Microsoft or the wallet.
 * @throws {ApiError} {NetworkError} {AddressInvalid} {EnvironmentInvalid}
 */
export async function goToProvider(provider: LoginProvider): Promise<void> {
  requireEnvironment()
  const page = pageAt((await api.loginAddress({ params: { provider } })).Url)
  keepLoginState({ provider, state: page.searchParams.get('state') ?? '' })
  location.assign(page)
}

/**
 * Leads the browser to the identity provider of an organisation.
 * @throws {ApiError} {NetworkError} {AddressInvalid} {EnvironmentInvalid}
 */
export async function goToSaml(email: string): Promise<void> {
  requireEnvironment()
  const page = pageAt((await api.samlAddress({ body: { Email: email } })).Url)
  keepSamlBegun()
  location.assign(page)
}
