import { createHash, randomBytes } from 'node:crypto'
import type { Fault } from '../../inject-faults.ts'
import { SAML_ATTRIBUTES } from '../describe-logins.ts'
import { LOGIN_ACCOUNTS, REFUSAL, type LoginAccount } from '../login-accounts.ts'
import type { LoginRequest } from './read-request.ts'
import { element, escapeXml } from './write-xml.ts'

/** What an answer is about. */
export interface ResponsePlan {
  readonly request: LoginRequest
  /** Entity id of the identity provider. */
  readonly issuer: string
  /** Undefined when the person refused. */
  readonly account: LoginAccount | undefined
  readonly fault: Fault | undefined
}

/** Signs the element with this ID within a document. */
export type SignElement = (xml: string, id: string) => string

const MINUTE = 60_000
const STATUS = 'urn:oasis:names:tc:SAML:2.0:status:'
const NAME_FORMAT = 'urn:oasis:names:tc:SAML:2.0:attrname-format:uri'
const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
const UNSPECIFIED = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified'
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const BY_PASSWORD = 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport'
const NAMESPACES = {
  'xmlns:samlp': 'urn:oasis:names:tc:SAML:2.0:protocol',
  'xmlns:saml': 'urn:oasis:names:tc:SAML:2.0:assertion',
}

/** Encrypts an assertion for the portal. */
export type EncryptElement = (xml: string) => string

/** Writes a Response (SAML core 3.3.3, profiles 4.1.4): its assertion is signed, the response itself is not. */
export function writeResponse(plan: ResponsePlan, sign: SignElement, encrypt: EncryptElement): string {
  const { account, fault } = plan
  const kind = fault?.kind
  if (account === undefined) return wrap(plan, writeStatus('Responder', 'RequestDenied', REFUSAL))
  const success = writeStatus('Success')
  const id = makeId()
  const assertion = writeAssertion(plan, account, id)
  if (kind === 'unsigned') return wrap(plan, success, assertion)
  const signWhole = (content: string): string => {
    const responseId = makeId()
    return sign(wrap({ ...plan, responseId }, success, content), responseId)
  }
  if (kind === 'assertion-unsigned') return signWhole(assertion)
  if (kind === 'encrypted') return signWhole(encrypt(assertion))
  if (kind === 'wrapped') {
    const other = LOGIN_ACCOUNTS.find((one) => one !== account) ?? account
    return wrap(plan, success, writeAssertion(plan, other, makeId()), sign(assertion, id))
  }
  const response = sign(wrap(plan, success, assertion), id)
  return (kind && DOCUMENT_FAULTS[kind]?.(response, account)) ?? response
}

/** Faults that a signature does not keep from being put into a document. */
const DOCUMENT_FAULTS: Readonly<Record<string, (response: string, account: LoginAccount) => string>> = {
  'entity-bomb': (response) => `<!DOCTYPE samlp:Response [${writeBomb()}]>${response}`,
  'external-entity': (response, { email }) =>
    `<!DOCTYPE samlp:Response [<!ENTITY e SYSTEM "file:///etc/hostname">]>${response.replace(`>${email}<`, '>&e;<')}`,
}

function writeBomb(): string {
  const rows = Array.from({ length: 12 }, (_, row) => {
    const value = row === 0 ? 'SANDBOX' : `&e${row - 1};`.repeat(16)
    return `<!ENTITY e${row} "${value}">`
  })
  return rows.join('')
}

function wrap(plan: ResponsePlan & { readonly responseId?: string }, ...parts: readonly string[]): string {
  const { request, fault, responseId = makeId() } = plan
  const attributes = {
    ...NAMESPACES,
    ID: responseId,
    Version: '2.0',
    IssueInstant: formatTime(nowOf(fault)),
    Destination: request.acsUrl,
    InResponseTo: answeredId(plan),
  }
  return element('samlp:Response', attributes, writeIssuer(plan), ...parts)
}

function writeStatus(code: string, detail?: string, message?: string): string {
  const inner = detail === undefined ? '' : element('samlp:StatusCode', { Value: `${STATUS}${detail}` })
  const words = message === undefined ? '' : element('samlp:StatusMessage', {}, escapeXml(message))
  return element('samlp:Status', {}, element('samlp:StatusCode', { Value: `${STATUS}${code}` }, inner), words)
}

function writeAssertion(plan: ResponsePlan, account: LoginAccount, id: string): string {
  const now = nowOf(plan.fault)
  return element(
    'saml:Assertion',
    { ...NAMESPACES, ID: id, Version: '2.0', IssueInstant: formatTime(now) },
    writeIssuer(plan),
    writeSubject(plan, account, now),
    writeConditions(plan, now),
    element(
      'saml:AuthnStatement',
      { AuthnInstant: formatTime(now), SessionIndex: makeId() },
      element('saml:AuthnContext', {}, element('saml:AuthnContextClassRef', {}, BY_PASSWORD)),
    ),
    writeAttributes(account, plan.fault),
  )
}

function writeAttributes(account: LoginAccount, fault: Fault | undefined): string {
  const attributes = (['email', 'name', 'legalId'] as const).map((name) =>
    element(
      'saml:Attribute',
      { Name: SAML_ATTRIBUTES[name], NameFormat: NAME_FORMAT, FriendlyName: name },
      ...valuesOf(name, account, fault).map((value) => element('saml:AttributeValue', {}, escapeXml(value))),
    ),
  )
  return element('saml:AttributeStatement', {}, ...attributes)
}

function valuesOf(name: 'email' | 'name' | 'legalId', account: LoginAccount, fault: Fault | undefined): string[] {
  const value = account[name]
  if (fault?.kind === 'several-addresses') {
    // The person is known by their address then.
    if (name === 'legalId') return []
    return name === 'email' ? [`before.${value}`, value] : [value]
  }
  if (name !== 'legalId' || fault === undefined) return [value]
  if (fault.kind === 'no-number') return []
  return fault.kind === 'several-numbers' ? [value, `${value}2`] : [value]
}

function writeNameId({ request: { issuer }, fault }: ResponsePlan, account: LoginAccount): string {
  if (fault?.kind === 'reused-name') return element('saml:NameID', { Format: UNSPECIFIED }, 'user')
  const name = createHash('sha256').update(`${issuer} ${account.id}`).digest('hex').slice(0, 32)
  return element('saml:NameID', { Format: PERSISTENT, SPNameQualifier: issuer }, name)
}

function writeSubject(plan: ResponsePlan, account: LoginAccount, now: number): string {
  const { acsUrl } = plan.request
  const meant = {
    NotOnOrAfter: formatTime(now + 5 * MINUTE),
    Recipient: acsUrl,
    InResponseTo: answeredId(plan),
  }
  return element(
    'saml:Subject',
    {},
    writeNameId(plan, account),
    element('saml:SubjectConfirmation', { Method: BEARER }, element('saml:SubjectConfirmationData', meant)),
  )
}

function writeConditions({ request, fault }: ResponsePlan, now: number): string {
  const audience = fault?.kind === 'wrong-audience' ? 'https://another.example/saml' : request.issuer
  return element(
    'saml:Conditions',
    { NotBefore: formatTime(now - MINUTE), NotOnOrAfter: formatTime(now + 5 * MINUTE) },
    element('saml:AudienceRestriction', {}, element('saml:Audience', {}, escapeXml(audience))),
  )
}

const writeIssuer = ({ issuer, fault }: ResponsePlan): string =>
  element('saml:Issuer', {}, escapeXml(fault?.kind === 'wrong-issuer' ? 'https://another.example/idp' : issuer))

const answeredId = ({ request, fault }: ResponsePlan): string => (fault?.kind === 'wrong-nonce' ? makeId() : request.id)

function nowOf(fault: Fault | undefined): number {
  if (fault?.kind === 'expired-session') return Date.now() - 120 * MINUTE
  return Date.now() + (fault?.kind === 'clock' ? fault.by * 1000 : 0)
}

/** An ID may not begin with a digit. */
const makeId = (): string => `_${randomBytes(16).toString('hex')}`

const formatTime = (milliseconds: number): string => new Date(milliseconds).toISOString()
