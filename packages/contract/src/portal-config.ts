import { z } from 'zod'
import { LANGUAGES } from '@rubrica/domain'

const bases = z.object({ main: z.string(), identity: z.string() })

/** `GET /config.json`: what the portal must know before anybody is logged in. */
export const portalConfig = z.object({
  environment: z.enum(['PRE', 'PRO']),
  bases: z.object({ PRE: bases, PRO: bases, LOCAL: bases }),
  clientId: z.string(),
  languages: z.array(z.enum(LANGUAGES)),
  defaultLanguage: z.enum(LANGUAGES),
  providerName: z.string(),
  supportMail: z.object({ spanish: z.string(), english: z.string() }),
  theme: z.object({
    PrimaryColor: z.string(),
    PrimaryTextColor: z.string(),
    SecondaryColor: z.string(),
    SecondaryTextColor: z.string(),
  }),
  /** Ways in besides the password, as far as this deployment has them. */
  logins: z.object({
    google: z.boolean(),
    microsoft: z.boolean(),
    wallet: z.boolean(),
    /** Any other provider of OpenID Connect, by what people call it. */
    oidc: z.object({ name: z.string() }).nullable(),
    saml: z.boolean(),
    /** The origin of pages that can use passkeys; null where browsers have none for the address of the portal. */
    passkeys: z.string().nullable().default(null),
  }),
  /**
   * What /saml is opened with after a log-in by SAML: a ticket, good only in the browser that asked; or, from a server
   * that knows no tickets, the token itself.
   */
  samlAnswer: z.enum(['ticket', 'token']),
  /** Shown on /new-login. */
  socialLinks: z.array(z.object({ name: z.string(), url: z.string() })),
  /** Third parties that give a browser its public address and its place; empty when nobody is asked. */
  ipLookupUrl: z.string(),
  geoLookupUrl: z.string(),
  /**
   * Opens `afirma:` addresses in the place of the browser, for a look-alike of Autofirma that no browser can start;
   * null where the application itself is started.
   */
  autofirmaLauncher: z.string().nullable(),
  maxDocumentBytes: z.number().int(),
  /** Whether anybody may verify files and codes without a log-in. */
  verification: z.boolean().default(false),
  demo: z.object({ deskUrl: z.string() }).nullable(),
})
export type PortalConfig = z.output<typeof portalConfig>
