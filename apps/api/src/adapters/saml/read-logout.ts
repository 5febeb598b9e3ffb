/**
 * Requests of identity providers to end log-ins (SAML profiles §4.4), and our answers. A request must be signed,
 * whichever way it comes: by HTTP-Redirect over the query as it stands (SAML bindings §3.4.4.1), by HTTP-POST within
 * the document.
 */
import { createSign, randomBytes, verify as verifySignature, type KeyObject } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { escapeMarkup as escape, PortalError } from '@rubrica/domain'
import type { LogoutMessage, SamlLogout } from '../../modules/logins/ports.ts'
import { readRoot, verify } from './find-assertion.ts'
import { loadXmlLibrary } from './load-saml-library.ts'
import { CLOCK_TOLERANCE_MS, type SamlClientOptions } from './saml-client-options.ts'
import { children, only, readNameId, textOf, type NameId, type XmlElement } from './read-assertion.ts'
import { checkPlain, decodeSamlResponse, invalid, issuerIn } from './read-saml-envelope.ts'

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol'
const UNSPECIFIED = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified'
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'
const MAX_BYTES = 256 * 1024
const MAX_SESSIONS = 100
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
/** Of signatures over a query, with their digests. */
const ALGORITHMS: Readonly<Record<string, string>> = {
  [RSA_SHA256]: 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384': 'sha384',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'sha512',
}
const RSA_SHA1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'

/** How a provider calls a log-in, by the name in its assertion or in its request to end it. */
export const sessionNameOf = ({ text, format = UNSPECIFIED }: NameId): string => `${format} ${text}`

/** Who a request claims to be from, before anything is believed. @throws {PortalError} LOGIN_CODE_INVALID */
export const readLogoutIssuer = (message: LogoutMessage): string => issuerIn(decode(message))

/** @throws {PortalError} LOGIN_CODE_INVALID for what is not signed, not for us, or too old */
export async function readLogout(options: SamlClientOptions, message: LogoutMessage): Promise<SamlLogout> {
  const request = await readSigned(options, message)
  const { id, expiresAt } = checkRequest(request, options)
  const nameId = readNameId(request)
  if (!nameId) throw invalid('the request to log out has no NameID')
  return {
    id,
    name: sessionNameOf(nameId),
    indexes: children(request, 'SessionIndex').slice(0, MAX_SESSIONS).map(textOf),
    expiresAt,
    answerAddress: answerAddress(options, message, id),
  }
}

/** Whose it is, whom it is for, and when (SAML core §3.2.1, §3.7.1). */
function checkRequest(request: XmlElement, { provider, here, now }: SamlClientOptions) {
  const { ID: id, Version: version, IssueInstant: issued = '', Destination: to = here().sloUrl } = request.$ ?? {}
  if (id === undefined || version !== '2.0') throw invalid('the request to log out has no id or version')
  if (textOf(only(request, 'Issuer')) !== provider.issuer) throw invalid('the request to log out is of another issuer')
  if (to !== here().sloUrl) throw invalid('the request to log out is for another address')
  const [at, begin] = [now().getTime(), Date.parse(issued)]
  const until = Math.min(
    begin + CLOCK_TOLERANCE_MS,
    Date.parse(request.$?.['NotOnOrAfter'] ?? issued) + CLOCK_TOLERANCE_MS,
  )
  const isTimely = begin <= at + CLOCK_TOLERANCE_MS && at < until + CLOCK_TOLERANCE_MS
  if (!isTimely) throw invalid('the request to log out is too old, or not yet valid')
  return { id, expiresAt: new Date(until + CLOCK_TOLERANCE_MS) }
}

function answerAddress(options: SamlClientOptions, message: LogoutMessage, requestId: string): string | undefined {
  const { provider, here, keys = [], now } = options
  if (provider.logoutPoint === undefined) return undefined
  const relayState = message.binding === 'post' ? message.relayState : parameter(message.query, 'RelayState')?.value
  const key = keys[0]?.privateKey
  return writeAnswer(provider.logoutPoint, { requestId, issuer: here().entityId, relayState, key, now: now() })
}

/** Whatever the parsers throw for hostile XML says that it is not valid. */
async function readSigned(options: SamlClientOptions, message: LogoutMessage): Promise<XmlElement> {
  const xml = decode(message)
  try {
    const root = await readRoot(xml, { name: 'LogoutRequest', namespace: PROTOCOL })
    if (message.binding === 'redirect') checkQuery(options, message.query)
    const text = message.binding === 'redirect' ? xml : await verify(xml, root, options.provider)
    if (text === undefined) throw invalid('the request to log out is not signed')
    const { parseXml2JsFromString } = await loadXmlLibrary()
    const { LogoutRequest: request } = (await parseXml2JsFromString(text)) as { LogoutRequest?: XmlElement }
    if (!request) throw invalid('it is no LogoutRequest')
    return request
  } catch (error) {
    throw error instanceof PortalError ? error : invalid('it cannot be read', error)
  }
}

function decode(message: LogoutMessage): string {
  if (message.binding === 'post') return decodeSamlResponse(message.request)
  const { value = '' } = parameter(message.query, 'SAMLRequest') ?? {}
  try {
    const bytes = inflateRawSync(Buffer.from(value, 'base64'), { maxOutputLength: MAX_BYTES })
    return checkPlain(bytes.toString('utf8'))
  } catch (error) {
    throw error instanceof PortalError ? error : invalid('it is not deflated', error)
  }
}

interface Parameter {
  /** As it came, which is what is signed. */
  readonly raw: string
  readonly value: string
}

/** @throws {PortalError} LOGIN_CODE_INVALID for a name that is there twice: nobody knows which one is meant */
function parameter(query: string, name: string): Parameter | undefined {
  const [raw, ...others] = query.split('&').filter((pair) => pair.startsWith(`${name}=`))
  if (others.length > 0) throw invalid(`it has ${name} twice`)
  return raw === undefined ? undefined : { raw, value: new URLSearchParams(raw).get(name) ?? '' }
}

function checkQuery({ provider }: SamlClientOptions, query: string): void {
  const named = (name: string) => parameter(query, name)
  const text = ['SAMLRequest', 'RelayState', 'SigAlg'].flatMap((name) => named(name)?.raw ?? []).join('&')
  const algorithm = named('SigAlg')?.value ?? ''
  const digest = algorithm === RSA_SHA1 && provider.acceptSha1 ? 'sha1' : ALGORITHMS[algorithm]
  const signature = Buffer.from(named('Signature')?.value ?? '', 'base64')
  if (digest === undefined) throw invalid('it is signed by an algorithm that is not taken')
  const holds = provider.certificates.some((certificate) =>
    verifySignature(digest, Buffer.from(text), certificate, signature),
  )
  if (!holds) throw invalid('a signature does not hold')
}

interface LogoutAnswer {
  readonly requestId: string
  readonly issuer: string
  readonly relayState: string | undefined
  readonly key: KeyObject | undefined
  readonly now: Date
}

/** Where the browser takes our LogoutResponse: signed, if we have a key. */
function writeAnswer(address: string, { requestId, issuer, relayState, key, now }: LogoutAnswer): string {
  const id = `_${randomBytes(20).toString('hex')}`
  const xml = `<samlp:LogoutResponse xmlns:samlp="${PROTOCOL}" ID="${id}" Version="2.0" IssueInstant="${now.toISOString()}" Destination="${escape(address)}" InResponseTo="${escape(requestId)}"><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${escape(issuer)}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${SUCCESS}"/></samlp:Status></samlp:LogoutResponse>`
  const parts: [string, string][] = [['SAMLResponse', deflateRawSync(xml).toString('base64')]]
  if (relayState !== undefined) parts.push(['RelayState', relayState])
  if (key) parts.push(['SigAlg', RSA_SHA256])
  const query = parts.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
  const signature = key && createSign('sha256').update(query).sign(key, 'base64')
  const whole = signature === undefined ? query : `${query}&Signature=${encodeURIComponent(signature)}`
  return `${address}${address.includes('?') ? '&' : '?'}${whole}`
}
