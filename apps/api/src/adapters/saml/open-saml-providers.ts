import type { SamlProviderConfig } from '../../config/read-logins.ts'
import type { SamlProviders } from '../../modules/logins/ports.ts'
import { loadSamlLibrary } from './load-saml-library.ts'
import { openSamlClient, type ServiceProvider } from './open-saml-client.ts'
import { readSamlEnvelope } from './read-saml-envelope.ts'

export interface SamlProvidersOptions {
  readonly providers: readonly SamlProviderConfig[]
  readonly here: () => ServiceProvider
  readonly now: () => Date
}

export function openSamlProviders({ providers, here, now }: SamlProvidersOptions): SamlProviders {
  const clients = providers.map((provider) => ({ provider, client: openSamlClient({ provider, here, now }) }))
  return {
    ofDomain: (domain) => clients.find(({ provider }) => provider.domains.includes(domain))?.client,
    ofIssuer: (issuer) => clients.find(({ provider }) => provider.issuer === issuer)?.client,
    readEnvelope: readSamlEnvelope,
    metadata: async () => {
      const { generateServiceProviderMetadata } = await loadSamlLibrary()
      const { entityId, acsUrl } = here()
      return generateServiceProviderMetadata({
        issuer: entityId,
        callbackUrl: acsUrl,
        identifierFormat: null,
        wantAssertionsSigned: true,
      })
    },
  }
}
