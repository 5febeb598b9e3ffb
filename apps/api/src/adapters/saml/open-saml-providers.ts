import type { SamlProviderConfig } from '../../config/read-logins.ts'
import type { SamlKey } from '../../config/read-saml-keys.ts'
import type { SamlProviders } from '../../modules/logins/ports.ts'
import { describeServiceProvider } from './describe-service-provider.ts'
import { openSamlClient } from './open-saml-client.ts'
import type { ServiceProvider } from './saml-client-options.ts'
import { readLogoutIssuer } from './read-logout.ts'
import { readSamlEnvelope } from './read-saml-envelope.ts'

export interface SamlProvidersOptions {
  readonly providers: readonly SamlProviderConfig[]
  /** Ours; none unless said otherwise. */
  readonly keys?: readonly SamlKey[]
  readonly here: () => ServiceProvider
  readonly now: () => Date
}

export function openSamlProviders({ providers, keys = [], here, now }: SamlProvidersOptions): SamlProviders {
  const clients = providers.map((provider) => ({ provider, client: openSamlClient({ provider, keys, here, now }) }))
  return {
    ofDomain: (domain) => clients.find(({ provider }) => provider.domains.includes(domain))?.client,
    ofIssuer: (issuer) => clients.find(({ provider }) => provider.issuer === issuer)?.client,
    readEnvelope: readSamlEnvelope,
    logoutIssuer: readLogoutIssuer,
    metadata: () => describeServiceProvider({ ...here(), keys }, providers),
  }
}
