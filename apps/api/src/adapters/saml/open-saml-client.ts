/**
 * One SAML 2.0 identity provider: requests by HTTP-Redirect, answers by HTTP-POST. What is signed is found first, and
 * everything is read from that and from nothing else.
 */
import { randomBytes } from 'node:crypto'
import type { SAML } from '@node-saml/node-saml'
import { PortalError } from '@rubrica/domain'
import type { SamlAnswer, SamlClient } from '../../modules/logins/ports.ts'
import { findAssertion, type Trust } from './find-assertion.ts'
import { loadSamlLibrary } from './load-saml-library.ts'
import { checkAssertion, type XmlElement } from './read-assertion.ts'
import { readLogout, sessionNameOf } from './read-logout.ts'
import { CLOCK_TOLERANCE_MS, type SamlClientOptions } from './saml-client-options.ts'
import { PERSISTENT, readSamlIdentity } from './read-saml-identity.ts'
import { decodeSamlResponse, invalid, requireSuccess } from './read-saml-envelope.ts'

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
    readLogout: (message) => readLogout(options, message),
  }
}

async function identify(options: SamlClientOptions, response: string, requestId: string): Promise<SamlAnswer> {
  const { provider, here, audience, keys = [], now } = options
  const xml = decodeSamlResponse(response)
  requireSuccess(xml)
  const { certificates, acceptSha1 } = provider
  const assertion = await find(xml, { certificates, acceptSha1, keys: keys.map(({ privateKey }) => privateKey) })
  const { entityId, acsUrl } = here()
  const checked = checkAssertion(assertion, {
    issuer: provider.issuer,
    recipient: acsUrl,
    requestId,
    audience: audience === undefined ? entityId : audience,
    clockToleranceMs: CLOCK_TOLERANCE_MS,
    now: now(),
  })
  const { id: assertionId, nameId, sessionIndex: index, expiresAt } = checked
  const session = nameId && { name: sessionNameOf(nameId), index }
  return { identity: readSamlIdentity(provider, checked), session, assertionId, expiresAt }
}

/** Whatever the parsers throw for hostile XML says that it is not valid. */
async function find(xml: string, trust: Trust): Promise<XmlElement> {
  try {
    return await findAssertion(xml, trust)
  } catch (error) {
    throw error instanceof PortalError ? error : invalid('it cannot be read', error)
  }
}

/** The library for one request. */
async function openLibrary({ provider, here }: SamlClientOptions, requestId: string): Promise<SAML> {
  const { SAML } = await loadSamlLibrary()
  const { entityId, acsUrl } = here()
  return new SAML({
    issuer: entityId,
    callbackUrl: acsUrl,
    entryPoint: provider.entryPoint,
    idpCert: [...provider.certificates],
    signatureAlgorithm: 'sha256',
    // A provider that cannot give such names says so; its people are known by an attribute.
    identifierFormat: provider.idAttribute === undefined ? PERSISTENT : null,
    disableRequestedAuthnContext: true,
    generateUniqueId: () => requestId,
  })
}
