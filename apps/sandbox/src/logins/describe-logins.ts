import { createHash } from 'node:crypto'

/** Stand-ins that speak OpenID Connect. */
export const ISSUERS = ['google', 'microsoft', 'wallet', 'oidc'] as const
export type IssuerId = (typeof ISSUERS)[number]

/** The tenant at Microsoft to which the demo people belong. */
export const MICROSOFT_TENANT = makeUuid('SANDBOX tenant')

/** Where each issuer is below the sandbox's address; Microsoft's names the tenant, as the real one does. */
export const ISSUER_PATHS: Readonly<Record<IssuerId, string>> = {
  google: '/idp/google',
  microsoft: `/idp/microsoft/${MICROSOFT_TENANT}/v2.0`,
  wallet: '/idp/wallet',
  oidc: '/idp/oidc/realms/sandbox',
}

/** What people call the issuer that is like an organisation's own, and its claim with the document number. */
export const OWN_ISSUER = { name: 'SANDBOX SSO', legalIdClaim: 'document_number' } as const

export const SAML_PATH = '/idp/saml'

/** Mail addresses of this domain belong to the SAML identity provider. */
const SAML_DOMAIN = 'sandbox.example'

/** Attributes of an assertion, by the names that directories give them (RFC 4519, RFC 4524, RFC 2798). */
export const SAML_ATTRIBUTES = {
  email: 'urn:oid:0.9.2342.19200300.100.1.3',
  name: 'urn:oid:2.16.840.1.113730.3.1.241',
  legalId: 'urn:oid:2.5.4.5',
} as const

/** The portal as each issuer knows it. */
export interface LoginClient {
  readonly clientId: string
  readonly clientSecret: string
}

export type LoginClients = Readonly<Record<IssuerId, LoginClient>>

/** What `GET /sandbox.json` tells about the ways to log in through somebody else. */
export interface LoginFacts extends Readonly<Record<IssuerId, LoginClient & { readonly issuer: string }>> {
  readonly oidc: LoginClient & { readonly issuer: string } & typeof OWN_ISSUER
  readonly saml: {
    /** Entity id of the identity provider; its metadata lie at the same address. */
    readonly issuer: string
    readonly entryPoint: string
    /** Where answers to log-outs go. */
    readonly logoutPoint: string
    /** Address of the certificate (PEM) that belongs to its signatures. */
    readonly certificate: string
    readonly domain: string
    readonly attributes: typeof SAML_ATTRIBUTES
  }
}

export function describeLogins(url: string, clients: LoginClients): LoginFacts {
  const issuer = (id: IssuerId) => ({ issuer: `${url}${ISSUER_PATHS[id]}`, ...clients[id] })
  return {
    google: issuer('google'),
    microsoft: issuer('microsoft'),
    wallet: issuer('wallet'),
    oidc: { ...issuer('oidc'), ...OWN_ISSUER },
    saml: {
      issuer: `${url}${SAML_PATH}/metadata`,
      entryPoint: `${url}${SAML_PATH}/sso`,
      logoutPoint: `${url}${SAML_PATH}/slo`,
      certificate: `${url}${SAML_PATH}/certificate.pem`,
      domain: SAML_DOMAIN,
      attributes: SAML_ATTRIBUTES,
    },
  }
}

/** A UUID (version 8 of RFC 9562) that is the same for the same name at every start. */
export function makeUuid(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
