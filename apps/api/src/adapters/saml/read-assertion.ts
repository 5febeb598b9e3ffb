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
  /** Whom it must be made out to; null where the provider names nobody. */
  readonly audience: string | null
  /** Milliseconds that clocks may be apart. */
  readonly clockToleranceMs: number
  readonly now: Date
}

export interface NameId {
  readonly text: string
  readonly format: string | undefined
  /** Entity id of whom the name is unique at; absent for the issuer. */
  readonly qualifier: string | undefined
}

export interface CheckedAssertion {
  readonly id: string
  readonly nameId: NameId | undefined
  /** Texts of the attributes, by their names. */
  readonly attributes: ReadonlyMap<string, readonly string[]>
  /** The provider's own name for the log-in. */
  readonly sessionIndex: string | undefined
  readonly expiresAt: Date
}

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

/** @throws {PortalError} LOGIN_CODE_INVALID */
export function checkAssertion(assertion: XmlElement, demands: AssertionDemands): CheckedAssertion {
  const { ID: id, Version: version } = assertion.$ ?? {}
  if (id === undefined || version !== '2.0') throw invalid('the assertion has no id or version')
  if (textOf(only(assertion, 'Issuer')) !== demands.issuer) throw invalid('the assertion is of another issuer')
  checkConditions(assertion, demands)
  const subject = only(assertion, 'Subject')
  if (!subject || children(assertion, 'AuthnStatement').length === 0) throw invalid('nobody logged in')
  const ends = children(subject, 'SubjectConfirmation').flatMap((confirmation) => confirmedUntil(confirmation, demands))
  if (ends.length === 0) throw invalid('it is not for this request, or not for this server, or too late')
  const expiresAt = new Date(Math.max(...ends) + demands.clockToleranceMs)
  const sessionIndex = children(assertion, 'AuthnStatement')[0]?.$?.['SessionIndex']
  return { id, nameId: readNameId(subject), attributes: readAttributes(assertion), sessionIndex, expiresAt }
}

/** SAML core §2.5.1: all that is said must hold, and for whom it is must be said. */
function checkConditions(assertion: XmlElement, { audience, clockToleranceMs, now }: AssertionDemands): void {
  const conditions = only(assertion, 'Conditions')
  if (!conditions) throw invalid('the assertion does not say once when and for whom it holds')
  const { NotBefore: from, NotOnOrAfter: until } = conditions.$ ?? {}
  const at = now.getTime()
  if (from !== undefined && !(Date.parse(from) <= at + clockToleranceMs)) throw invalid('it is too early')
  if (until !== undefined && !(at - clockToleranceMs < Date.parse(until))) throw invalid('it is too late')
  if (audience === null) return
  const restrictions = children(conditions, 'AudienceRestriction')
  const isMeant = restrictions.every((one) => children(one, 'Audience').some((named) => textOf(named) === audience))
  if (restrictions.length === 0 || !isMeant) throw invalid('it is for another audience')
}

/** @param subject whatever has the NameID as its child */
export function readNameId(subject: XmlElement): NameId | undefined {
  const element = only(subject, 'NameID')
  const text = textOf(element)
  if (text === '') return undefined
  return { text, format: element?.$?.['Format'], qualifier: element?.$?.['NameQualifier'] }
}

function readAttributes(assertion: XmlElement): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  const statements = children(assertion, 'AttributeStatement')
  for (const attribute of statements.flatMap((statement) => children(statement, 'Attribute'))) {
    const name = attribute.$?.['Name'] ?? ''
    const values = children(attribute, 'AttributeValue').map(textOf)
    found.set(name, [...(found.get(name) ?? []), ...values])
  }
  return found
}

export const textOf = (element: XmlElement | undefined): string => element?._?.trim() ?? ''

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

export function children(element: XmlElement, name: string): readonly XmlElement[] {
  const found = element[name]
  return Array.isArray(found) ? (found as XmlElement[]) : []
}

/** The one child of this name; undefined when there is none, or several. */
export function only(element: XmlElement, name: string): XmlElement | undefined {
  const [child, ...others] = children(element, name)
  return others.length === 0 ? child : undefined
}
