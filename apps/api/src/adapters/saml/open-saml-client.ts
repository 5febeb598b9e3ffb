/**
 * One SAML 2.0 identity provider: requests by HTTP-Redirect, answers by HTTP-POST. The library finds what is signed and
 * gives that and nothing else on; everything here is read from it.
 */
import { randomBytes } from 'node:crypto'
import type { Profile, SAML } from '@node-saml/node-saml'
import { PortalError } from '@rubrica/domain'
import type { SamlProviderConfig } from '../../config/read-logins.ts'
import type { ProvenIdentity, SamlAnswer, SamlClient } from '../../modules/logins/ports.ts'
import { loadSamlLibrary } from './load-saml-library.ts'
import { checkAssertion, type CheckedAssertion, type XmlElement } from './read-assertion.ts'
import { decodeReferences, decodeSamlResponse, invalid } from './read-saml-envelope.ts'

/** How far the provider's clock and ours may be apart; a request has a time of its own. */
const CLOCK_TOLERANCE_MS = 5 * 60_000
const SHA1 = /xmldsig#(?:rsa-sha1|dsa-sha1|hmac-sha1|sha1)\b/
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const ADDRESS = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'

export interface ServiceProvider {
  readonly entityId: string
  /** Where answers come to. */
  readonly acsUrl: string
}

export interface SamlClientOptions {
  readonly provider: SamlProviderConfig
  readonly here: () => ServiceProvider
  /** Undefined for our entity id, as it must be; null where the provider names no audience at all. */
  readonly audience?: string | null
  readonly now: () => Date
}

export function openSamlClient(options: SamlClientOptions): SamlClient {
  const { provider } = options
  return {
    issuer: provider.issuer,
    ask: async () => {
      const id = `_${randomBytes(20).toString('hex')}`
      const address = await (await openLibrary(options, id)).getAuthorizeUrlAsync('', undefined, {})
      return { id, address }
    },
    identify: (response, requestId) => identify(options, response, requestId),
  }
}

async function identify(options: SamlClientOptions, response: string, requestId: string): Promise<SamlAnswer> {
  const { provider, here, now } = options
  const xml = decodeSamlResponse(response)
  if (!provider.acceptSha1 && SHA1.test(decodeReferences(xml))) throw invalid('it is signed with SHA-1')
  const profile = await verify(options, response, requestId)
  const assertion = profile.getAssertion?.()['Assertion'] as XmlElement | undefined
  if (!assertion) throw invalid('there is no assertion')
  const checked = checkAssertion(assertion, {
    issuer: provider.issuer,
    recipient: here().acsUrl,
    requestId,
    clockToleranceMs: CLOCK_TOLERANCE_MS,
    now: now(),
  })
  const identity = readIdentity(provider, profile, checked)
  return { identity, assertionId: checked.id, expiresAt: checked.expiresAt }
}

async function verify(options: SamlClientOptions, response: string, requestId: string): Promise<Profile> {
  const { SamlStatusError } = await loadSamlLibrary()
  try {
    const library = await openLibrary(options, requestId)
    const { profile } = await library.validatePostResponseAsync({ SAMLResponse: response })
    if (profile) return profile
  } catch (error) {
    if (error instanceof SamlStatusError) {
      throw new PortalError('LOGIN_REFUSED', 'The request is not allowed.', { cause: error })
    }
    throw invalid('it does not hold', error)
  }
  throw invalid('nobody logged in')
}

/** The library for one request: that one and no other may be answered. Whether it was answered before is ours to know. */
async function openLibrary({ provider, here, audience, now }: SamlClientOptions, requestId: string): Promise<SAML> {
  const { SAML, ValidateInResponseTo } = await loadSamlLibrary()
  const { entityId, acsUrl } = here()
  return new SAML({
    issuer: entityId,
    callbackUrl: acsUrl,
    entryPoint: provider.entryPoint,
    idpCert: [...provider.certificates],
    audience: audience === null ? false : (audience ?? entityId),
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: CLOCK_TOLERANCE_MS,
    signatureAlgorithm: 'sha256',
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    generateUniqueId: () => requestId,
    validateInResponseTo: ValidateInResponseTo.always,
    cacheProvider: {
      saveAsync: async () => null,
      getAsync: async (id) => (id === requestId ? now().toISOString() : null),
      removeAsync: async () => null,
    },
  })
}

function readIdentity(provider: SamlProviderConfig, profile: Profile, { nameId }: CheckedAssertion): ProvenIdentity {
  const attributes = (profile['attributes'] ?? {}) as Readonly<Record<string, unknown>>
  const valueOf = (name: string | undefined): string | undefined => {
    if (name === undefined) return undefined
    const value = name === 'NameID' ? nameId?.text : Object.hasOwn(attributes, name) ? attributes[name] : undefined
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
  }
  const email = valueOf(provider.emailAttribute)
  return {
    provider: 'saml',
    issuer: provider.issuer,
    subject: nameId && nameId.format !== TRANSIENT ? nameId.text : null,
    isAddress: nameId?.format === ADDRESS,
    // It vouches for the addresses of its own domains, and for nobody else's.
    email: email !== undefined && isOfDomains(email, provider.domains) ? email : undefined,
    legalId: valueOf(provider.legalIdAttribute),
  }
}

const isOfDomains = (email: string, domains: readonly string[]) =>
  email.includes('@') && domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase())
