/** What an identity provider must know of this server: SAML 2.0 metadata (§2.4.4). */
import { escapeMarkup as escape } from '@rubrica/domain'
import type { SamlProviderConfig } from '../../config/read-logins.ts'
import type { SamlKey } from '../../config/read-saml-keys.ts'
import { ENCRYPTION_METHODS } from './decrypt-assertion.ts'
import type { ServiceProvider } from './saml-client-options.ts'
import { PERSISTENT } from './read-saml-identity.ts'

type AttributeNames = Pick<SamlProviderConfig, 'emailAttribute' | 'legalIdAttribute' | 'idAttribute'>

/** As directories call them (RFC 4524, RFC 4519): who reads the metadata makes mappers of the names. */
const USUAL: AttributeNames = {
  emailAttribute: 'urn:oid:0.9.2342.19200300.100.1.3',
  legalIdAttribute: 'urn:oid:2.5.4.5',
}
const FRIENDLY = { emailAttribute: 'mail', legalIdAttribute: 'serialNumber', idAttribute: 'id' } as const
const FORMATS = 'urn:oasis:names:tc:SAML:2.0:attrname-format'
const BINDINGS = 'urn:oasis:names:tc:SAML:2.0:bindings'

/**
 * @param providers whose attributes are asked for; the usual ones while there is none
 * @returns the metadata as XML
 */
export function describeServiceProvider(here: KeyedServiceProvider, providers: readonly AttributeNames[]): string {
  const attributes = requestedAttributes(providers.length > 0 ? providers : [USUAL])
  return [
    `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${escape(here.entityId)}">`,
    '<md:SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">',
    ...here.keys.map(describeKey),
    ...['HTTP-Redirect', 'HTTP-POST'].map(
      (binding) => `<md:SingleLogoutService Binding="${BINDINGS}:${binding}" Location="${escape(here.sloUrl)}"/>`,
    ),
    `<md:NameIDFormat>${PERSISTENT}</md:NameIDFormat>`,
    `<md:AssertionConsumerService index="1" isDefault="true" Binding="${BINDINGS}:HTTP-POST" Location="${escape(here.acsUrl)}"/>`,
    attributes && describeAttributes(attributes),
    '</md:SPSSODescriptor></md:EntityDescriptor>',
  ].join('')
}

interface KeyedServiceProvider extends ServiceProvider {
  readonly keys: readonly Pick<SamlKey, 'certificate'>[]
}

/** For which assertions may be encrypted, and how; our answers to log-outs are signed with it. */
function describeKey({ certificate }: Pick<SamlKey, 'certificate'>): string {
  const base64 = certificate.replace(/-----[^-]+-----|\s/g, '')
  const methods = ENCRYPTION_METHODS.map((method) => `<md:EncryptionMethod Algorithm="${method}"/>`).join('')
  return `<md:KeyDescriptor><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${base64}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>${methods}</md:KeyDescriptor>`
}

function describeAttributes(attributes: string): string {
  const name = '<md:ServiceName xml:lang="en">Rúbrica</md:ServiceName>'
  return `<md:AttributeConsumingService index="1" isDefault="true">${name}${attributes}</md:AttributeConsumingService>`
}

function requestedAttributes(providers: readonly AttributeNames[]): string {
  const kinds = Object.keys(FRIENDLY) as (keyof AttributeNames)[]
  const named = new Map(
    providers.flatMap((provider) => kinds.map((kind) => [provider[kind] ?? '', FRIENDLY[kind]] as const)),
  )
  named.delete('')
  named.delete('NameID')
  return [...named].map(([name, friendly]) => describeAttribute(name, friendly)).join('')
}

/** A name that is an address has the format of one (SAML core §8.2). */
function describeAttribute(name: string, friendly: string): string {
  const format = /^[a-z][a-z\d+.-]*:/i.test(name) ? 'uri' : 'basic'
  return `<md:RequestedAttribute Name="${escape(name)}" NameFormat="${FORMATS}:${format}" FriendlyName="${friendly}"/>`
}
