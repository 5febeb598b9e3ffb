import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { EnvironmentReader } from './environment-reader.ts'
import { readSamlKeys, type SamlKey } from './read-saml-keys.ts'
import { Secret } from './secret.ts'

/** A provider that speaks OpenID Connect, and how it knows this server. */
export interface OidcConfig {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: Secret
  readonly scope: string
  readonly authMethod: (typeof AUTH_METHODS)[number]
}

/** A wallet, and how it wants to be asked for tokens: VIDconnect as JSON, RFC 6749 §4.1.3 as a form. */
export interface WalletConfig extends OidcConfig {
  readonly tokenRequest: (typeof TOKEN_REQUESTS)[number]
}

/** Any provider that speaks OpenID Connect, and which of its claims count. */
export interface NamedOidcConfig extends OidcConfig {
  /** What people see. */
  readonly name: string
  /** Names each account for good. */
  readonly idClaim: string
  /** Holds an address that is believed within the domains; without it `email` is, once the provider has verified it. */
  readonly emailClaim: string | undefined
  /** Addresses of others are not believed; when there are none, those of all domains are, if they are verified. */
  readonly emailDomains: readonly string[]
  readonly legalIdClaim: string | undefined
}

const TOKEN_REQUESTS = ['json', 'form'] as const

/** How the client's secret travels (OpenID Connect Core §9). */
const AUTH_METHODS = ['client_secret_post', 'client_secret_basic'] as const

const attribute = z.string().trim().min(1).max(500)

const certificate = z
  .string()
  .min(100)
  .max(20_000)
  .transform((text, context) => {
    const pem = text.includes('-----') ? text : `-----BEGIN CERTIFICATE-----\n${text.trim()}\n-----END CERTIFICATE-----`
    try {
      return new X509Certificate(pem).toString()
    } catch {
      context.addIssue({ code: 'custom', message: 'this is no certificate' })
      return z.NEVER
    }
  })

const samlProvider = z.strictObject({
  /** How the log calls it. */
  name: z.string().trim().min(1).max(100),
  /** E-mail domains of the people that it knows, and may vouch for. */
  domains: z
    .array(
      z
        .string()
        .trim()
        .toLowerCase()
        .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/),
    )
    .min(1),
  /** Its entity id. */
  issuer: z.string().min(1).max(1024),
  /** Where the browser is sent with a request (HTTP-Redirect binding). */
  entryPoint: z.url({ protocol: /^https?$/ }),
  /** Where the browser is sent with our answer to a log-out (HTTP-Redirect binding). */
  logoutPoint: z.url({ protocol: /^https?$/ }).optional(),
  /** Those it signs with: PEM, or the base64 of its metadata. Several while it changes its key. */
  certificates: z.array(certificate).min(1).max(10),
  /** Which attribute holds the e-mail address; NameID for the subject itself. */
  emailAttribute: attribute.optional(),
  /** Which attribute holds the number of the identity document. */
  legalIdAttribute: attribute.optional(),
  /** Which attribute names each account for good; without it that is the NameID, when it is a persistent one. */
  idAttribute: attribute.refine((name) => name !== 'NameID', 'a NameID is no attribute').optional(),
  /** SHA-1 is refused unless the provider can do nothing better. */
  acceptSha1: z.boolean().default(false),
})

/** A SAML identity provider. */
export type SamlProviderConfig = Readonly<z.output<typeof samlProvider>>

/** The ways in that lead through somebody else, as far as they are configured. */
export interface LoginsConfig {
  readonly google: OidcConfig | undefined
  readonly microsoft: OidcConfig | undefined
  readonly wallet: WalletConfig | undefined
  readonly oidc: NamedOidcConfig | undefined
  readonly saml: readonly SamlProviderConfig[]
  /** Ours; the first is the one that is used, the others stay while it changes. */
  readonly samlKeys: readonly SamlKey[]
}

export function readLogins(read: EnvironmentReader): LoginsConfig {
  return {
    google: readOidc(read, 'GOOGLE', { issuer: 'https://accounts.google.com', scope: 'openid email' }),
    microsoft: readOidc(read, 'MICROSOFT', { scope: 'openid email profile' }),
    wallet: readWallet(read),
    oidc: readNamedOidc(read),
    saml: readSamlProviders(read),
    samlKeys: readOwnSamlKeys(read),
  }
}

function readWallet(read: EnvironmentReader): WalletConfig | undefined {
  const provider = readOidc(read, 'WALLET', { scope: 'openid VerifiableId EmailCredential' })
  const tokenRequest = read.choice('WALLET_TOKEN_REQUEST', TOKEN_REQUESTS, 'json')
  return provider && { ...provider, tokenRequest }
}

const LONGEST_NAME = 60

function readNamedOidc(read: EnvironmentReader): NamedOidcConfig | undefined {
  const provider = readOidc(read, 'OIDC', { scope: 'openid email profile' })
  const name = read.text('OIDC_NAME')
  const claims = {
    idClaim: read.text('OIDC_ID_CLAIM') ?? 'sub',
    emailClaim: read.text('OIDC_EMAIL_CLAIM'),
    emailDomains: read.list('OIDC_EMAIL_DOMAINS').map((domain) => domain.toLowerCase()),
    legalIdClaim: read.text('OIDC_LEGAL_ID_CLAIM'),
  }
  if (!provider) return undefined
  if (claims.emailClaim !== undefined && claims.emailDomains.length === 0) {
    read.problems.push('OIDC_EMAIL_CLAIM is set, so OIDC_EMAIL_DOMAINS must say for which domains it is believed.')
  }
  if (name !== undefined && name.length <= LONGEST_NAME) return { ...provider, name, ...claims }
  read.problems.push(
    `OIDC_CLIENT_ID is set, so OIDC_NAME must say in up to ${LONGEST_NAME} characters what people see.`,
  )
  return undefined
}

interface OidcDefaults {
  readonly issuer?: string
  readonly scope: string
}

function readOidc(read: EnvironmentReader, prefix: string, defaults: OidcDefaults): OidcConfig | undefined {
  const clientId = read.text(`${prefix}_CLIENT_ID`)
  const issuer = read.address(`${prefix}_ISSUER`, ['https', 'http']) ?? defaults.issuer
  const clientSecret = read.text(`${prefix}_CLIENT_SECRET`)
  const scope = read.text(`${prefix}_SCOPE`) ?? defaults.scope
  const authMethod = read.choice(`${prefix}_AUTH_METHOD`, AUTH_METHODS, 'client_secret_post')
  if (clientId === undefined) return undefined
  if (issuer !== undefined && clientSecret !== undefined) {
    return { issuer, clientId, clientSecret: new Secret(clientSecret), scope, authMethod }
  }
  const missing = issuer === undefined ? 'ISSUER' : 'CLIENT_SECRET'
  read.problems.push(`${prefix}_CLIENT_ID is set, so ${prefix}_${missing} must be set too.`)
  return undefined
}

function readSamlProviders(read: EnvironmentReader): readonly SamlProviderConfig[] {
  const path = read.text('SAML_PROVIDERS')
  if (path === undefined) return []
  try {
    const providers = z.array(samlProvider).parse(JSON.parse(readFileSync(path, 'utf8')))
    const names = [...providers.map(({ issuer }) => issuer), ...providers.flatMap(({ domains }) => domains)]
    if (new Set(names).size === names.length) return providers
    read.problems.push('SAML_PROVIDERS names an issuer or a domain twice.')
  } catch (error) {
    read.problems.push(`SAML_PROVIDERS must name a JSON file as described, and ${explain(error)}.`)
  }
  return []
}

function readOwnSamlKeys(read: EnvironmentReader): readonly SamlKey[] {
  const path = read.text('SAML_KEYS')
  if (path === undefined) return []
  try {
    return readSamlKeys(path)
  } catch (error) {
    read.problems.push(`SAML_KEYS must name a PEM file, and ${(error as Error).message}.`)
    return []
  }
}

function explain(error: unknown): string {
  if (error instanceof SyntaxError) return 'the file is not JSON'
  if (!(error instanceof z.ZodError)) return 'the file cannot be read'
  const [issue] = error.issues
  return `there is a mistake at ${issue?.path.join('.') ?? 'its beginning'}: ${issue?.message ?? 'it is not a list'}`
}

/** `Name=https://…` pairs, separated by commas. */
export function readSocialLinks(read: EnvironmentReader): readonly { readonly name: string; readonly url: string }[] {
  return read.list('SOCIAL_LINKS').flatMap((entry) => {
    const [name = '', ...rest] = entry.split('=')
    const url = rest.join('=').trim()
    if (name.trim() !== '' && /^https?:/.test(url) && URL.canParse(url)) return [{ name: name.trim(), url }]
    read.problems.push(`SOCIAL_LINKS must list pairs like Name=https://address, and has "${entry}".`)
    return []
  })
}
