import { element } from './write-xml.ts'

const BINDINGS = 'urn:oasis:names:tc:SAML:2.0:bindings:'

/** Metadata of the identity provider (SAML metadata 2.4.3). `certificate` is a PEM. */
export function describeProvider(issuer: string, entryPoint: string, certificate: string): string {
  const base64 = certificate.replaceAll(/-----[^-]+-----|\s/g, '')
  const service = (binding: string): string =>
    element('md:SingleSignOnService', { Binding: `${BINDINGS}${binding}`, Location: entryPoint })
  const key = element(
    'md:KeyDescriptor',
    { use: 'signing' },
    element(
      'ds:KeyInfo',
      { 'xmlns:ds': 'http://www.w3.org/2000/09/xmldsig#' },
      element('ds:X509Data', {}, element('ds:X509Certificate', {}, base64)),
    ),
  )
  return element(
    'md:EntityDescriptor',
    { 'xmlns:md': 'urn:oasis:names:tc:SAML:2.0:metadata', entityID: issuer },
    element(
      'md:IDPSSODescriptor',
      { protocolSupportEnumeration: 'urn:oasis:names:tc:SAML:2.0:protocol', WantAuthnRequestsSigned: 'false' },
      key,
      service('HTTP-Redirect'),
      service('HTTP-POST'),
    ),
  )
}
