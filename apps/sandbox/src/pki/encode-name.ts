import { OID } from '../der/object-identifiers.ts'
import {
  ia5String,
  objectIdentifier,
  printableString,
  sequence,
  setOf,
  utf8String,
  type Der,
} from '../der/write-der.ts'

/** The mark that every name in a certificate of the sandbox carries, so that none is ever taken for a real one. */
export const SANDBOX_MARK = 'SANDBOX'

/** Name of a service or authority: country, the sandbox as organisation, common name. */
export function encodeServiceName(commonName: string): Der {
  return sequence(country(), attribute(OID.organization, utf8String(`Rúbrica ${SANDBOX_MARK}`)), common(commonName))
}

/** An organisation that a person represents. */
export interface Company {
  readonly name: string
  /** Such as B12345674. */
  readonly number: string
}

/**
 * Name of a person, with the attributes that certificates of natural persons carry (ETSI EN 319 412-2 4.2.4); of one
 * who represents a company, with those of the company as Spanish certificates of representatives have them.
 */
export function encodePersonName(commonName: string, personNumber: string, company?: Company): Der {
  const [givenName = commonName, ...surnames] = commonName.split(' ')
  const actsFor = company === undefined ? '' : ` (R: ${company.number})`
  return sequence(
    country(),
    attribute(OID.organization, utf8String(company?.name ?? `Rúbrica ${SANDBOX_MARK}`)),
    ...(company === undefined
      ? []
      : [attribute(OID.organizationIdentifier, utf8String(`VATES-${company.number}`)), sandboxUnit()]),
    attribute(OID.surname, utf8String(surnames.join(' ') || givenName)),
    attribute(OID.givenName, utf8String(givenName)),
    attribute(OID.serialNumber, printableString(personNumber)),
    common(`${commonName}${actsFor} (${SANDBOX_MARK})`),
  )
}

/** One relative distinguished name that marks a name as the sandbox's. */
export const sandboxUnit = (): Der => attribute(OID.organizationalUnit, utf8String(SANDBOX_MARK))

const country = (): Der => attribute(OID.country, printableString('ES'))
const common = (text: string): Der => attribute(OID.commonName, utf8String(text))
const attribute = (type: string, value: Der): Der => setOf(sequence(objectIdentifier(type), value))

/** GeneralName of a web address (RFC 5280 4.2.1.6), with its own context tag. */
export const uriName = (address: string): Der => retag(0x86, ia5String(address))

/** GeneralName of a mail address. */
export const mailName = (address: string): Der => retag(0x81, ia5String(address))

function retag(tag: number, value: Der): Der {
  const copy = Buffer.from(value)
  copy[0] = tag
  return copy
}
