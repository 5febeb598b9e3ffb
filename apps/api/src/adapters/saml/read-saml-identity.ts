/** Whom an assertion names: the account by a name that stays, and what its provider may vouch for. */
import type { SamlProviderConfig } from '../../config/read-logins.ts'
import type { AccountName, ProvenIdentity } from '../../modules/logins/ports.ts'
import type { CheckedAssertion, NameId } from './read-assertion.ts'

/** The one format whose names are never given to anybody else (SAML core §8.3.7). */
export const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
/** How many values of an attribute are looked at. */
const MAX_VALUES = 20
const MAX_LENGTH = 1000

type Asserted = Pick<CheckedAssertion, 'nameId' | 'attributes'>

/** What an attribute says, or why it says nothing. */
type Found<T> = { readonly value: T; readonly gap?: undefined } | { readonly value?: undefined; readonly gap: string }

export function readSamlIdentity(provider: SamlProviderConfig, asserted: Asserted): ProvenIdentity {
  const name = readName(provider, asserted)
  const legalId = readLegalId(provider, asserted)
  const emails = readEmails(provider, asserted)
  return {
    provider: 'saml',
    issuer: provider.issuer,
    name: name.value,
    emails: emails?.value ?? [],
    legalId: legalId?.value,
    gaps: [name.gap, legalId?.gap, emails?.gap].filter((gap) => gap !== undefined),
  }
}

/** An attribute that the operator chose is the name alone; else the NameID is, if it is one that stays. */
function readName({ issuer, idAttribute }: SamlProviderConfig, asserted: Asserted): Found<AccountName> {
  if (idAttribute === undefined) return readNameId(issuer, asserted.nameId)
  const { value, gap } = single(idAttribute, asserted)
  return gap === undefined ? { value: { subject: value, attribute: idAttribute } } : { gap }
}

function readNameId(issuer: string, nameId: NameId | undefined): Found<AccountName> {
  if (nameId === undefined) return { gap: 'there is no NameID' }
  if (nameId.format !== PERSISTENT) {
    const format =
      /:nameid-format:(\w{1,40})$/.exec(nameId.format ?? ':nameid-format:unspecified')?.[1] ?? 'another one'
    return { gap: `the format of its NameID (${format}) is not persistent, and no idAttribute is set up` }
  }
  // Who names accounts for others may use a name twice, once for each of them.
  if (nameId.qualifier !== undefined && nameId.qualifier !== issuer)
    return { gap: 'its NameID is that of another provider' }
  return nameId.text.length > MAX_LENGTH ? { gap: 'its NameID is too long' } : { value: { subject: nameId.text } }
}

function readLegalId({ legalIdAttribute }: SamlProviderConfig, asserted: Asserted): Found<string> | undefined {
  return legalIdAttribute === undefined ? undefined : single(legalIdAttribute, asserted)
}

/** A provider vouches for the addresses of its own domains, and for nobody else's. */
function readEmails({ emailAttribute, domains }: SamlProviderConfig, asserted: Asserted): Found<string[]> | undefined {
  if (emailAttribute === undefined) return undefined
  const values = valuesOf(emailAttribute, asserted)
  if (values.length === 0) return { gap: missing(emailAttribute) }
  const own = values.filter((email) => isOfDomains(email, domains)).slice(0, MAX_VALUES)
  return own.length === 0 ? { gap: `the attribute "${emailAttribute}" has no address of its domains` } : { value: own }
}

/** What identifies somebody is said once: nobody knows which of two counts. */
function single(attribute: string, asserted: Asserted): Found<string> {
  const [value, ...others] = valuesOf(attribute, asserted)
  if (value === undefined) return { gap: missing(attribute) }
  return others.length === 0 ? { value } : { gap: `the attribute "${attribute}" has several values` }
}

const missing = (attribute: string) => `the attribute "${attribute}" is missing`

function valuesOf(attribute: string, { nameId, attributes }: Asserted): readonly string[] {
  const values = attribute === 'NameID' ? [nameId?.text ?? ''] : (attributes.get(attribute) ?? [])
  const texts = values.map((value) => value.trim()).filter((text) => text !== '' && text.length <= MAX_LENGTH)
  return [...new Set(texts)]
}

const isOfDomains = (email: string, domains: readonly string[]) =>
  email.includes('@') && domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase())
