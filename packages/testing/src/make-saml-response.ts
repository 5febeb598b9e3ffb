/** SAML responses as an identity provider posts them, and as nobody should take them. */
import { execFileSync } from 'node:child_process'
import { createHash, createSign, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SamlKey {
  /** PEM */
  readonly certificate: string
  readonly privateKey: string
}

/** A key of an identity provider, with the certificate that it tells its partners. */
export function makeSamlKey(): SamlKey {
  const folder = mkdtempSync(join(tmpdir(), 'saml-key-'))
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  try {
    const to = ['-keyout', key, '-out', certificate, '-days', '2', '-subj', '/CN=idp.example']
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...to], { stdio: 'ignore' })
    return { certificate: readFileSync(certificate, 'utf8'), privateKey: readFileSync(key, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export interface SamlFacts {
  readonly issuer: string
  readonly audience: string
  readonly recipient: string
  readonly requestId: string
  readonly nameId: string
  readonly nameIdFormat?: string
  readonly attributes?: Readonly<Record<string, string>>
  readonly id?: string
  readonly notBefore?: Date
  readonly notOnOrAfter?: Date
}

/** What is signed, and how. */
export interface SamlSigning {
  readonly key: SamlKey
  readonly hash?: 'sha256' | 'sha1'
}

const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
const MINUTE = 60_000

/**
 * An assertion in the canonical form (exclusive, without comments), so that it is signed as it stands.
 * @returns the assertion, signed unless no key is given
 */
export function makeAssertion(facts: SamlFacts, signing?: SamlSigning): string {
  const id = facts.id ?? `_${randomBytes(16).toString('hex')}`
  const now = new Date()
  const from = (facts.notBefore ?? new Date(now.getTime() - MINUTE)).toISOString()
  const until = (facts.notOnOrAfter ?? new Date(now.getTime() + 5 * MINUTE)).toISOString()
  const attributes = Object.entries(facts.attributes ?? {}).map(
    ([name, value]) =>
      `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`,
  )
  const head = `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" IssueInstant="${now.toISOString()}" Version="2.0"><saml:Issuer>${facts.issuer}</saml:Issuer>`
  const confirmation = `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData InResponseTo="${facts.requestId}" NotOnOrAfter="${until}" Recipient="${facts.recipient}"></saml:SubjectConfirmationData></saml:SubjectConfirmation>`
  const rest = [
    `<saml:Subject><saml:NameID Format="${facts.nameIdFormat ?? PERSISTENT}">${facts.nameId}</saml:NameID>${confirmation}</saml:Subject>`,
    `<saml:Conditions NotBefore="${from}" NotOnOrAfter="${until}"><saml:AudienceRestriction><saml:Audience>${facts.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
    `<saml:AuthnStatement AuthnInstant="${now.toISOString()}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
    attributes.length > 0 ? `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement>` : '',
    '</saml:Assertion>',
  ].join('')
  const signature = signing ? sign(id, head + rest, signing) : ''
  return head + signature + rest
}

const ALGORITHMS = {
  sha256: {
    digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
    signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  },
  sha1: {
    digest: 'http://www.w3.org/2000/09/xmldsig#sha1',
    signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
  },
} as const

function sign(id: string, canonical: string, { key, hash = 'sha256' }: SamlSigning): string {
  const algorithms = ALGORITHMS[hash]
  const digest = createHash(hash).update(canonical).digest('base64')
  const info = `<ds:SignedInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"></ds:CanonicalizationMethod><ds:SignatureMethod Algorithm="${algorithms.signature}"></ds:SignatureMethod><ds:Reference URI="#${id}"><ds:Transforms><ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"></ds:Transform><ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"></ds:Transform></ds:Transforms><ds:DigestMethod Algorithm="${algorithms.digest}"></ds:DigestMethod><ds:DigestValue>${digest}</ds:DigestValue></ds:Reference></ds:SignedInfo>`
  const value = createSign(`RSA-${hash.toUpperCase()}`).update(info).sign(key.privateKey, 'base64')
  const certificate = key.certificate.replace(/-----[^-]+-----|\s/g, '')
  return `<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#">${info}<ds:SignatureValue>${value}</ds:SignatureValue><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></ds:Signature>`
}

/** @param content assertions, or anything else. @returns the response as XML */
export function wrapInResponse(content: string, { issuer, requestId, recipient }: SamlFacts): string {
  const success = '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>'
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" Destination="${recipient}" ID="_${randomBytes(16).toString('hex')}" InResponseTo="${requestId}" IssueInstant="${new Date().toISOString()}" Version="2.0"><saml:Issuer>${issuer}</saml:Issuer>${success}${content}</samlp:Response>`
}

/** As a form carries it. */
export const toBase64 = (xml: string): string => Buffer.from(xml).toString('base64')
