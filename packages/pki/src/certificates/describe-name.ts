/**
 * Writes a distinguished name as people read it.
 *
 * RFC 4514 §2 (order and escapes), with the attribute names that European certificates use.
 */
import { childrenOf, DerCursor, type DerNode, oidOf, readDer, TAG } from '../der/der-reader.ts'
import { OID } from '../der/object-identifiers.ts'

const ATTRIBUTE_NAMES: Readonly<Record<string, string>> = {
  '2.5.4.3': 'CN',
  '2.5.4.4': 'SN',
  '2.5.4.5': 'serialNumber',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.9': 'street',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '2.5.4.12': 'title',
  '2.5.4.13': 'description',
  '2.5.4.42': 'GN',
  '2.5.4.97': 'organizationIdentifier',
  '0.9.2342.19200300.100.1.1': 'UID',
  '0.9.2342.19200300.100.1.25': 'DC',
  '1.2.840.113549.1.9.1': 'emailAddress',
}

const BMP_STRING = 0x1e
const UNIVERSAL_STRING = 0x1c
const UTF8_STRING = 0x0c

export interface NameAttribute {
  readonly oid: string
  readonly value: string
}

function textOf(node: DerNode): string {
  const octets = Buffer.from(node.content)
  if (node.tag === BMP_STRING) return new TextDecoder('utf-16be').decode(octets)
  if (node.tag === UTF8_STRING) return octets.toString('utf8')
  if (node.tag === UNIVERSAL_STRING) return fromUtf32(octets)
  return octets.toString('latin1')
}

function fromUtf32(octets: Buffer): string {
  let text = ''
  for (let offset = 0; offset + 4 <= octets.length; offset += 4) {
    const point = octets.readUInt32BE(offset)
    text += point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd'
  }
  return text
}

/** The attributes of each part of a Name, as they stand in it, with their values as text. */
export function attributesOf(name: Uint8Array): NameAttribute[][] {
  return childrenOf(readDer(name, TAG.sequence)).map((set) =>
    childrenOf(set).map((attribute) => {
      const cursor = new DerCursor(attribute, TAG.sequence)
      return { oid: oidOf(cursor.take(TAG.oid)), value: textOf(cursor.take()) }
    }),
  )
}

const escapeValue = (value: string): string => value.replace(/[,+"\\<>;]|^[ #]| $/g, '\\$&').replaceAll('\0', '\\00')

const describeAttribute = ({ oid, value }: NameAttribute): string =>
  `${ATTRIBUTE_NAMES[oid] ?? `OID.${oid}`}=${escapeValue(value)}`

/** `CN=Ana Pérez,O=Acme,C=ES`: the most specific part first. */
export function describeName(name: Uint8Array): string {
  return attributesOf(name)
    .reverse()
    .map((set) => set.map(describeAttribute).join('+'))
    .join(',')
}

/** The last common name, or null. */
export function commonNameOf(name: Uint8Array): string | null {
  const names = attributesOf(name).flat()
  return names.findLast((attribute) => attribute.oid === OID.commonName)?.value ?? null
}
