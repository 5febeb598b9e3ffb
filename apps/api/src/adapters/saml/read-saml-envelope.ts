/**
 * What can be said of a SAML response before it is believed: that it is small and plain enough to be looked at, who it
 * claims to be from, and which request it claims to answer. All of it is checked again in what is signed.
 */
import { PortalError } from '@rubrica/domain'

/** A response with certificates and two hundred groups has 64 KB. */
const MAX_BYTES = 256 * 1024
/** Each tag costs time in the canonical form, and the more so the deeper it is and the more namespaces there are. */
const MAX_TAGS = 4000
const MAX_OPEN_TAGS = 256
const MAX_NAMESPACES = 600

const ROOT = /<(?:[\w.-]+:)?Response\b([^<>]*)>/
const ISSUER = /<(?:[\w.-]+:)?Issuer\b[^<>]*>([^<]{1,1024})<\//
const REQUEST = /\bInResponseTo\s*=\s*(?:"([^"<]{1,200})"|'([^'<]{1,200})')/

/**
 * Decodes a response.
 * @param response base64, as the POST binding has it (SAML bindings §3.5.4)
 * @throws {PortalError} LOGIN_CODE_INVALID for what is too large, or has a document type, whose entities grow
 */
export function decodeSamlResponse(response: string): string {
  if (response.length > (MAX_BYTES * 4) / 3 + 4) throw invalid('it is too large')
  return checkPlain(Buffer.from(response, 'base64').toString('utf8'))
}

/**
 * What is there to be parsed, after it was decoded, and again after it was decrypted.
 * @throws {PortalError} LOGIN_CODE_INVALID for what has a document type, or is too complex
 */
export function checkPlain(xml: string): string {
  if (/<!(?:DOCTYPE|ENTITY|ELEMENT|ATTLIST|NOTATION)/i.test(xml)) throw invalid('it has a document type')
  if (isTooComplex(xml)) throw invalid('it is too complex')
  return xml
}

/**
 * Counts without parsing, so that what is hidden in values is counted too; an empty element counts as open for good.
 */
function isTooComplex(xml: string): boolean {
  let tags = 0
  let open = 0
  let deepest = 0
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at + 1)) {
    tags += 1
    open += xml[at + 1] === '/' ? -1 : 1
    deepest = Math.max(deepest, open)
  }
  return tags > MAX_TAGS || deepest > MAX_OPEN_TAGS || xml.split('xmlns').length > MAX_NAMESPACES
}

/** The first status is that of the whole response (SAML core §3.2.2.2). */
const STATUS = /<(?:[\w.-]+:)?StatusCode\b[^<>]*?\bValue\s*=\s*["']([^"'<]{1,200})["']/
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'

/** Nobody vouches for a refusal, and it does no harm. @throws {PortalError} LOGIN_REFUSED */
export function requireSuccess(xml: string): void {
  const status = STATUS.exec(xml)?.[1] ?? SUCCESS
  if (status === SUCCESS) return
  const cause = new Error(`SAML: its status is ${/[\w-]{1,60}$/.exec(status)?.[0] ?? 'another one'}`)
  throw new PortalError('LOGIN_REFUSED', 'The request is not allowed.', { cause })
}

/** Who a document claims to be from. @throws {PortalError} LOGIN_CODE_INVALID */
export function issuerIn(xml: string): string {
  const issuer = ISSUER.exec(xml)?.[1]
  if (issuer === undefined) throw invalid('it names no issuer')
  return decodeReferences(issuer).trim()
}

/** @throws {PortalError} LOGIN_CODE_INVALID, LOGIN_REFUSED for a refusal that names no request, as Keycloak's */
export function readSamlEnvelope(response: string): { readonly issuer: string; readonly requestId: string } {
  const xml = decodeSamlResponse(response)
  const root = ROOT.exec(xml)?.[1]
  const [, doubled, single] = REQUEST.exec(root ?? '') ?? []
  const requestId = doubled ?? single
  if (requestId === undefined) requireSuccess(xml)
  if (requestId === undefined) throw invalid('it names no request')
  return { issuer: issuerIn(xml), requestId }
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Resolves the references that XML has without a document type. */
const decodeReferences = (text: string): string =>
  text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|amp|lt|gt|quot|apos);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return NAMED[name] ?? whole
    const point = Number(name.replace(/^#x/i, '0x').replace('#', ''))
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })

/** @param reason for the log */
export const invalid = (reason: string, cause?: unknown) =>
  new PortalError('LOGIN_CODE_INVALID', 'The answer of the identity provider is not valid.', {
    cause: cause ?? new Error(`SAML: ${reason}`),
  })
