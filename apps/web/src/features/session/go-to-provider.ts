import { api } from '../../shared/api/api.ts'
import { pageAt } from '../../shared/session/page-address.ts'
import { keepLoginState, keepSamlBegun } from './login-state.ts'
import type { LoginProvider } from './login-state.ts'
import { requireEnvironment } from './require-environment.ts'

/**
 * Leads the browser to Google, Microsoft, the wallet or another provider.
 * @throws {ApiError} {NetworkError} {AddressInvalid} {EnvironmentInvalid}
 */
export async function goToProvider(provider: LoginProvider): Promise<void> {
  requireEnvironment()
  const { Url, Browser: browser } = await api.loginAddress({ params: { provider } })
  const page = pageAt(Url)
  keepLoginState({ provider, state: page.searchParams.get('state') ?? '', browser })
  location.assign(page)
}

/**
 * Leads the browser to the identity provider of an organisation.
 * @throws {ApiError} {NetworkError} {AddressInvalid} {EnvironmentInvalid}
 */
export async function goToSaml(email: string): Promise<void> {
  requireEnvironment()
  const { Url, Browser: browser } = await api.samlAddress({ body: { Email: email } })
  const page = pageAt(Url)
  keepSamlBegun(browser)
  location.assign(page)
}
