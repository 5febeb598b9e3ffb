/** What the web browser profile asks of an assertion besides a good signature (SAML profiles §4.1.4.2, §4.1.4.3). */
import { invalid } from './read-saml-envelope.ts'

/** An element as it was read from what is signed: attributes, text, and children by their local names. */
export interface XmlElement {
  readonly $?: Readonly<Record<string, string>>
  readonly _?: string
  readonly [child: string]: unknown
}

export interface AssertionDemands {
  readonly issuer: string
  /** Where it must be meant to be delivered. */
  readonly recipient: string
  readonly requestId: string
  /** Milliseconds that clocks may be apart. */
  readonly clockToleranceMs: number
  readonly now: Date
}

export interface CheckedAssertion {
  readonly id: string
  readonly nameId: { readonly text: string; readonly format: string | undefined } | undefined
  readonly expiresAt: Date
}

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

/** @throws {PortalError} LOGIN_CODE_INVALID */
export function checkAssertion(assertion: XmlElement, demands: AssertionDemands): CheckedAssertion {
  const { ID: id, Version: version } = assertion.$ ?? {}
  if (id === undefined || version !== '2.0') throw invalid('the assertion has no id or version')
  if (textOf(only(assertion, 'Issuer')) !== demands.issuer) throw invalid('the assertion is of another issuer')
  const subject = only(assertion, 'Subject')
  if (!subject || children(assertion, 'AuthnStatement').length === 0) throw invalid('nobody logged in')
  const ends = children(subject, 'SubjectConfirmation').flatMap((confirmation) => confirmedUntil(confirmation, demands))
  if (ends.length === 0) throw invalid('it is not for this request, or not for this server, or too late')
  return { id, nameId: readNameId(subject), expiresAt: new Date(Math.max(...ends) + demands.clockToleranceMs) }
}

function readNameId(subject: XmlElement): CheckedAssertion['nameId'] {
  const element = only(subject, 'NameID')
  const text = textOf(element)
  return text === '' ? undefined : { text, format: element?.$?.['Format'] }
}

const textOf = (element: XmlElement | undefined): string => element?._?.trim() ?? ''

/** Until when a confirmation holds (milliseconds since 1970), or nothing when it does not. */
function confirmedUntil(confirmation: XmlElement, demands: AssertionDemands): number[] {
  const data = only(confirmation, 'SubjectConfirmationData')?.$
  if (confirmation.$?.['Method'] !== BEARER || !data) return []
  const end = Date.parse(data['NotOnOrAfter'] ?? '')
  const isMeant = data['InResponseTo'] === demands.requestId && data['Recipient'] === demands.recipient
  // A bearer confirmation has no beginning of its own.
  const isTimely = demands.now.getTime() - demands.clockToleranceMs < end && data['NotBefore'] === undefined
  return isMeant && isTimely ? [end] : []
}

function children(element: XmlElement, name: string): readonly XmlElement[] {
  const found = element[name]
  return Array.isArray(found) ? (found as XmlElement[]) : []
}

/** The one child of this name; undefined when there is none, or several. */
function only(element: XmlElement, name: string): XmlElement | undefined {
  const [child, ...others] = children(element, name)
  return others.length === 0 ? child : undefined
}
