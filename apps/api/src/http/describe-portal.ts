import type { PortalConfig } from '@rubrica/contract'
import { DEFAULT_THEME, LANGUAGES, relyingPartyAt } from '@rubrica/domain'
import type { Config } from '../config/config.ts'

/** What the portal reads before anybody is logged in. All environments are this deployment unless they are named. */
export function describePortal(config: Config): PortalConfig {
  return {
    environment: config.deployment === 'PRO' ? 'PRO' : 'PRE',
    bases: config.environments.bases,
    clientId: config.portal.clientId,
    languages: [...LANGUAGES],
    defaultLanguage: config.portal.defaultLanguage,
    providerName: config.portal.providerName,
    supportMail: config.portal.supportMail,
    theme: {
      PrimaryColor: DEFAULT_THEME.primaryColor,
      PrimaryTextColor: DEFAULT_THEME.primaryTextColor,
      SecondaryColor: DEFAULT_THEME.secondaryColor,
      SecondaryTextColor: DEFAULT_THEME.secondaryTextColor,
    },
    logins: {
      google: config.logins.google !== undefined,
      microsoft: config.logins.microsoft !== undefined,
      wallet: config.logins.wallet !== undefined,
      oidc: config.logins.oidc ? { name: config.logins.oidc.name } : null,
      saml: config.logins.saml.length > 0,
      passkeys: relyingPartyAt(config.http.publicUrl)?.origin ?? null,
    },
    samlAnswer: 'ticket',
    socialLinks: [...config.portal.socialLinks],
    ipLookupUrl: config.portal.ipLookupUrl,
    geoLookupUrl: config.portal.geoLookupUrl,
    autofirmaLauncher: config.portal.autofirmaLauncher ?? null,
    maxDocumentBytes: config.intakeLimit,
    verification: config.verification !== undefined,
    demo: config.demo ? { deskUrl: config.demo.sandboxUrl } : null,
  }
}
