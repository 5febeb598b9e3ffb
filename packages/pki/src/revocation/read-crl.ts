/**
 * Reads certificate revocation lists without taking their entries apart.
 *
 * A list can hold hundreds of thousands of entries; they stay what they are, bytes in a row, and are searched there.
 *
 * RFC 5280 §5.1 and §5.2; ITU-T X.509 §9.5.2.8 (expiredCertsOnCRL).
 */
import { type Extensions, hasUnknownCritical, readExtensions } from '../certificates/read-extensions.ts'
import { DerCursor, DerError, onlyChild, readDer, TAG, timeOf } from '../der/der-reader.ts'
import { OID } from '../der/object-identifiers.ts'
import { type DistinguishedName, readDistinguishedName } from '../path/distinguished-name.ts'
import { readSignedStructure, type SignedStructure } from '../path/path-certificate.ts'
import { readAuthorityKey } from '../path/path-extensions.ts'
import { type IssuingDistributionPoint, readIssuingDistributionPoint } from './distribution-points.ts'

export interface Crl extends SignedStructure {
  readonly der: Uint8Array
  readonly issuer: DistinguishedName
  readonly thisUpdate: Date
  readonly nextUpdate: Date | null
  /** Content of revokedCertificates: the entries, one after the other. */
  readonly entries: Uint8Array
  /** CRLNumber. */
  readonly number: bigint | null
  /** BaseCRLNumber: the list holds only what changed since that one. */
  readonly baseNumber: bigint | null
  readonly authorityKeyIdentifier: Uint8Array | null
  /** DER of the extension, to compare a delta with its base. */
  readonly issuingPointDer: Uint8Array | null
  readonly issuingPoint: IssuingDistributionPoint | null
  /** Revoked certificates that expired since then are still listed. */
  readonly expiredSince: Date | null
  readonly hasUnknownCritical: boolean
}

const ID = {
  number: '2.5.29.20',
  deltaIndicator: '2.5.29.27',
  issuingPoint: '2.5.29.28',
  authorityKey: '2.5.29.35',
  freshest: '2.5.29.46',
  expiredCertificates: '2.5.29.60',
} as const
const KNOWN: ReadonlySet<string> = new Set([...Object.values(ID), OID.authorityInfoAccess])
const LONGEST_NUMBER = 32

const readBefore = new WeakMap<Uint8Array, Crl | null>()

/** The list, or null when it cannot be read; its entries are only read by a search. */
export function readCrl(der: Uint8Array): Crl | null {
  const known = readBefore.get(der)
  if (known !== undefined) return known
  const fresh = readOrNull(der)
  readBefore.set(der, fresh)
  return fresh
}

function readOrNull(der: Uint8Array): Crl | null {
  try {
    const signed = readSignedStructure(der)
    return { der, ...signed, ...readList(signed) }
  } catch (error) {
    if (error instanceof DerError) return null
    throw error
  }
}

function readList({ body, algorithm }: SignedStructure) {
  const cursor = new DerCursor(readDer(body, TAG.sequence))
  cursor.takeIf(TAG.integer)
  if (Buffer.compare(cursor.take(TAG.sequence).bytes, algorithm) !== 0) throw new DerError('The algorithms differ')
  const issuer = readDistinguishedName(cursor.take(TAG.sequence).bytes)
  const thisUpdate = timeOf(cursor.take())
  const next = cursor.takeIf(TAG.utcTime) ?? cursor.takeIf(TAG.generalizedTime)
  const entries = cursor.takeIf(TAG.sequence)?.content ?? new Uint8Array(0)
  const extensions = cursor.takeIf(0xa0)
  cursor.end()
  return {
    ...{ issuer, thisUpdate, entries },
    nextUpdate: next ? timeOf(next) : null,
    ...decodeExtensions(readExtensions(extensions && onlyChild(extensions, TAG.sequence))),
  }
}

function decodeExtensions(extensions: Extensions) {
  const read = <T>(oid: string, decode: (value: Uint8Array) => T): T | null => {
    const extension = extensions.get(oid)
    return extension ? decode(extension.value) : null
  }
  return {
    number: read(ID.number, readNumber),
    baseNumber: read(ID.deltaIndicator, readNumber),
    authorityKeyIdentifier: read(ID.authorityKey, readAuthorityKey),
    issuingPointDer: extensions.get(ID.issuingPoint)?.value ?? null,
    issuingPoint: read(ID.issuingPoint, readIssuingDistributionPoint),
    expiredSince: read(ID.expiredCertificates, (value) => timeOf(readDer(value))),
    hasUnknownCritical: hasUnknownCritical(extensions, KNOWN),
  }
}

function readNumber(value: Uint8Array): bigint {
  const { content } = readDer(value, TAG.integer)
  if (content.length === 0 || content.length > LONGEST_NUMBER || (content[0] ?? 0) & 0x80) {
    throw new DerError('The number of the list is not one')
  }
  return BigInt(`0x${Buffer.from(content).toString('hex')}`)
}
