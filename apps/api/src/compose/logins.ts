/** The ways in that lead through somebody else, as far as they are configured. */
import type { PortalError } from '@rubrica/domain'
import { DatabaseIdentityStore } from '../adapters/database/logins/identity-store.ts'
import { DatabaseLoginAttempts } from '../adapters/database/logins/login-attempt-store.ts'
import { DatabaseProviderSessions } from '../adapters/database/logins/provider-session-store.ts'
import { openOidcClient, type OidcClientOptions } from '../adapters/oidc/open-oidc-client.ts'
import {
  readGoogleIdentity,
  readMicrosoftIdentity,
  readNamedIdentity,
  readWalletIdentity,
  wantedClaims,
} from '../adapters/oidc/read-identity.ts'
import { sendJsonTokenRequest } from '../adapters/oidc/send-json-token-request.ts'
import { openSamlProviders } from '../adapters/saml/open-saml-providers.ts'
import type { NamedOidcConfig } from '../config/read-logins.ts'
import type { Foundation } from './foundation.ts'
import type { LoginRoutePorts } from '../http/routes/logins.ts'
import type { Tokens } from '../modules/sessions/ports.ts'

/** @param tokens with which people who come in this way are let in */
export function composeLogins(foundation: Foundation, tokens: Pick<Tokens, 'issue'>): LoginRoutePorts {
  const { config, database, place, now } = foundation
  const { google, microsoft, wallet, oidc, saml, samlKeys } = config.logins
  const log = foundation.log.child({ name: 'logins' })
  const callback = { redirectUri: () => `${place.portalUrl}/auth`, now }
  const open = (provider: OidcClientOptions['provider'] | undefined, rest: Omit<OidcClientOptions, 'provider'>) =>
    provider && openOidcClient({ provider, ...rest })
  return {
    oidc: {
      google: open(google, { ...callback, readIdentity: readGoogleIdentity, askedOfUserInfo: ['email'] }),
      microsoft: open(microsoft, { ...callback, readIdentity: readMicrosoftIdentity }),
      wallet: open(wallet, {
        redirectUri: () => `${place.portalUrl}/ssi`,
        readIdentity: readWalletIdentity,
        ...(wallet?.tokenRequest === 'json' && { fetch: sendJsonTokenRequest }),
        now,
      }),
      oidc: oidc && open(oidc, { ...callback, ...describeClaims(oidc) }),
    },
    saml: openSamlProviders({
      providers: saml,
      keys: samlKeys,
      here: () => ({
        entityId: `${place.publicUrl}/api/saml/metadata`,
        acsUrl: `${place.publicUrl}/api/saml/acs`,
        sloUrl: `${place.publicUrl}/api/saml/slo`,
      }),
      now,
    }),
    attempts: new DatabaseLoginAttempts(database),
    identities: new DatabaseIdentityStore(database),
    sessions: new DatabaseProviderSessions(database),
    tokens,
    now,
    place,
    isPortal: (origin) => config.environments.portalOrigins.includes(origin),
    onRefused: (error) => log.info(describeRefusal(error), 'A log-in through a provider let nobody in.'),
  }
}

const describeClaims = (oidc: NamedOidcConfig) => ({
  readIdentity: (claims: Parameters<typeof readNamedIdentity>[1]) => readNamedIdentity(oidc, claims),
  askedOfUserInfo: wantedClaims(oidc),
})

/** What an operator needs to set a provider right: why, and OAuth's word for it. Nothing that the browser brought. */
function describeRefusal({ code, cause }: PortalError) {
  if (!(cause instanceof Error)) return { code }
  const { message, error: answered, code: detail } = cause as Error & { error?: string; code?: string }
  return { code, because: message, answered, detail }
}
