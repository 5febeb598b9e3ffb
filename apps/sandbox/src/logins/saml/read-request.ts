import { inflateRawSync } from 'node:zlib'
import { isOnThisMachine } from '../accept-return-address.ts'

const MAX_BYTES = 64 * 1024

/** What the portal asks for. */
export interface LoginRequest {
  readonly id: string
  /** Entity id of the portal. */
  readonly issuer: string
  /** Where the answer is posted to. */
  readonly acsUrl: string
  readonly relayState: string | undefined
}

export interface RequestParameters {
  readonly SAMLRequest?: unknown
  readonly RelayState?: unknown
}

/** The start tag of the root, behind an XML declaration at most; what is before or beside it makes it no request. */
const ROOT = /^\s*(?:<\?xml[^>]*\?>\s*)?<(?:[\w.-]+:)?AuthnRequest((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))+)\s*>/
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const ISSUER = /<(?:[\w.-]+:)?Issuer(?:\s[^>]*)?>([^<]+)</

/** Reads an AuthnRequest (SAML core 3.4.1) of the HTTP-Redirect or HTTP-POST binding; undefined when it is none. */
export function readLoginRequest(
  { SAMLRequest, RelayState }: RequestParameters,
  isDeflated: boolean,
): LoginRequest | undefined {
  const xml = typeof SAMLRequest === 'string' ? decode(SAMLRequest, isDeflated) : ''
  const attributes = readAttributes(ROOT.exec(xml)?.[1] ?? '')
  const id = attributes.get('ID')
  const acsUrl = attributes.get('AssertionConsumerServiceURL') ?? ''
  const issuer = ISSUER.exec(xml)?.[1]?.trim()
  if (!id || !issuer || !isOnThisMachine(acsUrl)) return undefined
  return { id, issuer: unescape(issuer), acsUrl, relayState: typeof RelayState === 'string' ? RelayState : undefined }
}

const ANSWER = /<(?:[\w.-]+:)?LogoutResponse\b[^<>]*\bInResponseTo="([^"]+)"/
const STATUS = /<(?:[\w.-]+:)?StatusCode Value="[^"]*:(\w+)"/

/** What a portal says of a log-out that it was asked for (SAML core 3.7.2); undefined when it is no answer. */
export function readLogoutAnswer(
  SAMLResponse: unknown,
): { readonly inResponseTo: string; readonly status: string } | undefined {
  const xml = typeof SAMLResponse === 'string' ? decode(SAMLResponse, true) : ''
  const [inResponseTo, status] = [ANSWER.exec(xml)?.[1], STATUS.exec(xml)?.[1]]
  return inResponseTo === undefined || status === undefined ? undefined : { inResponseTo, status }
}

function decode(text: string, isDeflated: boolean): string {
  try {
    const bytes = Buffer.from(text, 'base64')
    return (isDeflated ? inflateRawSync(bytes, { maxOutputLength: MAX_BYTES }) : bytes).toString('utf8')
  } catch {
    return ''
  }
}

const readAttributes = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(ATTRIBUTE)].map(([, name = '', double, single]) => [name, unescape(double ?? single ?? '')]),
  )

const CHARACTERS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
}

const unescape = (text: string): string =>
  text.replaceAll(/&(?:amp|lt|gt|quot|apos);/g, (entity) => CHARACTERS[entity] ?? entity)
