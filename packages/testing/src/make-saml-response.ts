/** SAML responses as an identity provider posts them, and as nobody should take them. */
import { execFileSync } from 'node:child_process'
import {
  constants,
  createCipheriv,
  createHash,
  createSign,
  publicEncrypt,
  randomBytes,
  type CipherGCM,
} from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SamlKey {
  /** PEM */
  readonly certificate: string
  readonly privateKey: string
}

/** A key of an identity provider, with the certificate that it gives its partners. */
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
  /** NameQualifier of the NameID. */
  readonly nameQualifier?: string
  readonly attributes?: Readonly<Record<string, readonly string[]>>
  readonly id?: string
  readonly notBefore?: Date
  readonly notOnOrAfter?: Date
}

/** Addresses of a portal that is nowhere. */
export const SAML_PORTAL = {
  entityId: 'https://portal.example/api/saml/metadata',
  acsUrl: 'https://portal.example/api/saml/acs',
  sloUrl: 'https://portal.example/api/saml/slo',
}

/** An answer to it. */
export const SAML_FACTS: SamlFacts = {
  issuer: 'https://idp.example/metadata',
  audience: SAML_PORTAL.entityId,
  recipient: SAML_PORTAL.acsUrl,
  requestId: '_request-1',
  nameId: 'ana-at-idp',
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
  const valueOf = (value: string) => `<saml:AttributeValue>${value}</saml:AttributeValue>`
  const attributes = Object.entries(facts.attributes ?? {}).map(
    ([name, values]) => `<saml:Attribute Name="${name}">${values.map(valueOf).join('')}</saml:Attribute>`,
  )
  const qualifier = facts.nameQualifier === undefined ? '' : ` NameQualifier="${facts.nameQualifier}"`
  const head = `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" IssueInstant="${now.toISOString()}" Version="2.0"><saml:Issuer>${facts.issuer}</saml:Issuer>`
  const confirmation = `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData InResponseTo="${facts.requestId}" NotOnOrAfter="${until}" Recipient="${facts.recipient}"></saml:SubjectConfirmationData></saml:SubjectConfirmation>`
  const rest = [
    `<saml:Subject><saml:NameID Format="${facts.nameIdFormat ?? PERSISTENT}"${qualifier}>${facts.nameId}</saml:NameID>${confirmation}</saml:Subject>`,
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
  // Canonical within the signature, too: a response around it may be signed as it stands.
  const within = info.replace(' xmlns:ds="http://www.w3.org/2000/09/xmldsig#"', '')
  return `<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#">${within}<ds:SignatureValue>${value}</ds:SignatureValue><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></ds:Signature>`
}

/** @param content assertions, or anything else. @returns the response as XML, signed unless no key is given */
export function wrapInResponse(content: string, facts: SamlFacts, signing?: SamlSigning): string {
  const { issuer, requestId, recipient } = facts
  const id = `_${randomBytes(16).toString('hex')}`
  const success =
    '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"></samlp:StatusCode></samlp:Status>'
  const head = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" Destination="${recipient}" ID="${id}" InResponseTo="${requestId}" IssueInstant="${new Date().toISOString()}" Version="2.0"><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${issuer}</saml:Issuer>`
  const rest = `${success}${content}</samlp:Response>`
  return head + (signing ? sign(id, head + rest, signing) : '') + rest
}

export interface SamlLogoutFacts {
  readonly issuer: string
  readonly destination: string
  /** `Format` and text. */
  readonly nameId: { readonly format: string; readonly text: string }
  readonly sessionIndex: string
}

/** @returns a request to log somebody out, signed within itself (HTTP-POST binding) */
export function makeLogoutRequest(
  { issuer, destination, nameId, sessionIndex }: SamlLogoutFacts,
  signing: SamlSigning,
) {
  const id = `_${randomBytes(16).toString('hex')}`
  const saml = 'xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"'
  const head = `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" Destination="${destination}" ID="${id}" IssueInstant="${new Date().toISOString()}" Version="2.0"><saml:Issuer ${saml}>${issuer}</saml:Issuer>`
  const rest = `<saml:NameID ${saml} Format="${nameId.format}">${nameId.text}</saml:NameID><samlp:SessionIndex>${sessionIndex}</samlp:SessionIndex></samlp:LogoutRequest>`
  return head + sign(id, head + rest, signing) + rest
}

/** How an assertion is encrypted; the better ways unless said otherwise. */
export interface SamlEncryption {
  /** Certificate of the reader, PEM. */
  readonly certificate: string
  readonly content?: 'aes128-cbc' | 'aes256-cbc' | 'aes128-gcm' | 'aes256-gcm'
  /** RSA-OAEP with this digest for both its parts, or what nobody should take. */
  readonly key?: 'sha1' | 'sha256' | 'pkcs1'
}

/** Encrypts an assertion as XML Encryption 1.1 has it. @returns the EncryptedAssertion */
export function encryptAssertion(assertion: string, encryption: SamlEncryption): string {
  const { certificate, content = 'aes256-gcm', key: wrapping = 'sha256' } = encryption
  const isGcm = content.endsWith('gcm')
  const key = randomBytes(content.includes('256') ? 32 : 16)
  const iv = randomBytes(isGcm ? 12 : 16)
  const cipher = createCipheriv(content.replace(/^aes(\d+)-/, 'aes-$1-'), key, iv)
  const text = Buffer.concat([iv, cipher.update(assertion, 'utf8'), cipher.final()])
  const bytes = isGcm ? Buffer.concat([text, (cipher as CipherGCM).getAuthTag()]) : text
  const padding =
    wrapping === 'pkcs1'
      ? { padding: constants.RSA_PKCS1_PADDING }
      : { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: wrapping }
  const wrapped = publicEncrypt({ key: certificate, ...padding }, key)
  const space = isGcm ? XMLENC_11 : XMLENC
  const cipherData = (value: Buffer) =>
    `<xenc:CipherData><xenc:CipherValue>${value.toString('base64')}</xenc:CipherValue></xenc:CipherData>`
  const encryptedKey = `<ds:KeyInfo xmlns:ds="${XMLDSIG}"><xenc:EncryptedKey>${WRAPPINGS[wrapping]}${cipherData(wrapped)}</xenc:EncryptedKey></ds:KeyInfo>`
  return `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"><xenc:EncryptedData xmlns:xenc="${XMLENC}" Type="${XMLENC}Element"><xenc:EncryptionMethod Algorithm="${space}${content}"></xenc:EncryptionMethod>${encryptedKey}${cipherData(bytes)}</xenc:EncryptedData></saml:EncryptedAssertion>`
}

const XMLENC = 'http://www.w3.org/2001/04/xmlenc#'
const XMLENC_11 = 'http://www.w3.org/2009/xmlenc11#'
const XMLDSIG = 'http://www.w3.org/2000/09/xmldsig#'
const WRAPPINGS = {
  sha1: `<xenc:EncryptionMethod Algorithm="${XMLENC}rsa-oaep-mgf1p"></xenc:EncryptionMethod>`,
  sha256: `<xenc:EncryptionMethod Algorithm="${XMLENC_11}rsa-oaep"><ds:DigestMethod Algorithm="${XMLENC}sha256"></ds:DigestMethod><xenc11:MGF xmlns:xenc11="${XMLENC_11}" Algorithm="${XMLENC_11}mgf1sha256"></xenc11:MGF></xenc:EncryptionMethod>`,
  pkcs1: `<xenc:EncryptionMethod Algorithm="${XMLENC}rsa-1_5"></xenc:EncryptionMethod>`,
} as const

/** As a form carries it. */
export const toBase64 = (xml: string): string => Buffer.from(xml).toString('base64')
