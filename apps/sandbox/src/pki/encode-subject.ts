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
import { sandboxUnit } from './encode-name.ts'

const PRINTABLE = /^[A-Za-z0-9 '()+,\-./:=?]*$/

/** Attributes that may be asked for, by the names that requests give them, each with the string type of X.520. */
const ATTRIBUTES: Readonly<Record<string, { type: string; encode: (text: string) => Der }>> = {
  cn: { type: OID.commonName, encode: utf8String },
  commonname: { type: OID.commonName, encode: utf8String },
  givenname: { type: OID.givenName, encode: utf8String },
  surname: { type: OID.surname, encode: utf8String },
  sn: { type: OID.surname, encode: utf8String },
  serialnumber: { type: OID.serialNumber, encode: encodePrintable },
  c: { type: OID.country, encode: encodePrintable },
  o: { type: OID.organization, encode: utf8String },
  ou: { type: OID.organizationalUnit, encode: utf8String },
  organizationidentifier: { type: OID.organizationIdentifier, encode: utf8String },
  pseudonym: { type: OID.pseudonym, encode: utf8String },
  emailaddress: { type: OID.emailAddress, encode: ia5String },
}

/** Common name of a distinguished name in text; empty when it has none. */
const commonNameOf = (name: string): string =>
  (readPairs(name) ?? []).find(([key]) => key === 'cn' || key === 'commonname')?.[1] ?? ''

/**
 * A name in the text form of RFC 4514 (`cn=Ana Vidal,c=ES`, attributes in any case, `\` before a comma that is part of
 * a value) as DER, in the order of the text and with the sandbox's mark at its end. Undefined for what is no such name.
 */
export function encodeSubject(name: string): Der | undefined {
  const pairs = readPairs(name)
  const parts = pairs?.map(([key, value]) => {
    const attribute = ATTRIBUTES[key]
    if (attribute === undefined || value === '' || value.length > 128) return undefined
    return setOf(sequence(objectIdentifier(attribute.type), attribute.encode(value)))
  })
  if (parts === undefined || parts.length === 0 || commonNameOf(name) === '') return undefined
  const known = parts.filter((part) => part !== undefined)
  return known.length === parts.length ? sequence(...known, sandboxUnit()) : undefined
}

function encodePrintable(text: string): Der {
  return PRINTABLE.test(text) ? printableString(text) : utf8String(text)
}

/** Attribute names in small letters with their values; undefined when a part has no equals sign. */
function readPairs(name: string): [string, string][] | undefined {
  const pairs = (name.match(/(?:\\.|[^,\\])+/gs) ?? []).map((part): [string, string] | undefined => {
    const [, key, value] = /^\s*([A-Za-z]+)\s*=(.*)$/s.exec(part) ?? []
    return key === undefined || value === undefined ? undefined : [key.toLowerCase(), unescape(value)]
  })
  const whole = pairs.filter((pair) => pair !== undefined)
  return whole.length === pairs.length ? whole : undefined
}

/** Takes the escapes of RFC 4514 2.4 away: `\,` and pairs of hexadecimal digits, which are octets of UTF-8. */
function unescape(value: string): string {
  return value
    .trim()
    .replaceAll(/(?:\\[0-9A-Fa-f]{2})+/g, (octets) => Buffer.from(octets.replaceAll('\\', ''), 'hex').toString('utf8'))
    .replaceAll(/\\(.)/g, '$1')
}
