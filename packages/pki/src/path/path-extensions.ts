/**
 * The extensions that path validation obeys, decoded.
 *
 * What limits a certificate must be readable, or the certificate counts as malformed; what only helps to find other
 * certificates (key identifiers) is dropped when it cannot be read.
 *
 * RFC 5280 §4.2, RFC 9608 §2 (noRevAvail), RFC 6960 §4.2.2.2.1 (nocheck), EN 319 412-1 §5.2 (validity assured).
 */
import { type CertificateExtension, type Extensions, hasUnknownCritical } from '../certificates/read-extensions.ts'
import {
  bitsOf,
  childrenOf,
  DerCursor,
  DerError,
  type DerNode,
  oidOf,
  readDer,
  smallIntegerOf,
  TAG,
} from '../der/der-reader.ts'
import { OID } from '../der/object-identifiers.ts'
import { type DistributionPoint, readDistributionPoints } from '../revocation/distribution-points.ts'
import { type GeneralName, parseGeneralNames } from './general-names.ts'
import { type NameConstraints, readNameConstraints } from './name-constraints.ts'

export const ANY_POLICY = '2.5.29.32.0'

/** Bits of KeyUsage as its first octet holds them. */
export const KEY_USAGE = { digitalSignature: 0x80, nonRepudiation: 0x40, keyCertSign: 0x04, cRLSign: 0x02 } as const

export interface PolicyMapping {
  readonly issuer: string
  readonly subject: string
}

export interface PathExtensions {
  readonly basicConstraints: { readonly isCa: boolean; readonly pathLength: number | null } | null
  /** First octet, or null without the extension. */
  readonly keyUsage: number | null
  readonly purposes: { readonly critical: boolean; readonly oids: readonly string[] } | null
  /** Null without the extension. */
  readonly policies: readonly string[] | null
  readonly policyMappings: readonly PolicyMapping[]
  readonly policyConstraints: { readonly requireExplicit: number | null; readonly inhibitMapping: number | null } | null
  readonly inhibitAnyPolicy: number | null
  readonly nameConstraints: NameConstraints | null
  readonly alternativeNames: readonly GeneralName[]
  readonly distributionPoints: readonly DistributionPoint[] | null
  readonly subjectKeyIdentifier: Uint8Array | null
  readonly authorityKeyIdentifier: Uint8Array | null
  readonly hasNoCheck: boolean
  readonly hasNoRevocation: boolean
  readonly hasValidityAssured: boolean
  readonly hasUnknownCritical: boolean
}

const ID = {
  alternativeName: '2.5.29.17',
  issuerAlternativeName: '2.5.29.18',
  nameConstraints: '2.5.29.30',
  policies: '2.5.29.32',
  policyMappings: '2.5.29.33',
  authorityKeyIdentifier: '2.5.29.35',
  policyConstraints: '2.5.29.36',
  freshestCrl: '2.5.29.46',
  inhibitAnyPolicy: '2.5.29.54',
  noRevocationAvailable: '2.5.29.56',
  validityAssured: '0.4.0.194121.2.1',
  qualifiedStatements: '1.3.6.1.5.5.7.1.3',
} as const

const PROCESSED: ReadonlySet<string> = new Set([
  ...Object.values(ID),
  ...[OID.keyUsage, OID.basicConstraints, OID.extendedKeyUsage, OID.subjectKeyIdentifier],
  ...[OID.crlDistributionPoints, OID.authorityInfoAccess, OID.ocspNoCheck],
])

const MOST_POLICIES = 256
const LARGEST_COUNT = 1000

/** @throws DerError */
export function readPathExtensions(extensions: Extensions): PathExtensions {
  const read = <T>(oid: string, decode: (value: Uint8Array) => T): T | null => {
    const extension = extensions.get(oid)
    return extension ? decode(extension.value) : null
  }
  return {
    basicConstraints: read(OID.basicConstraints, readBasicConstraints),
    keyUsage: read(OID.keyUsage, (value) => bitsOf(readDer(value))[0] ?? 0),
    purposes: readPurposes(extensions.get(OID.extendedKeyUsage)),
    policies: read(ID.policies, readPolicies),
    policyMappings: read(ID.policyMappings, readMappings) ?? [],
    policyConstraints: read(ID.policyConstraints, readPolicyConstraints),
    inhibitAnyPolicy: read(ID.inhibitAnyPolicy, (value) => countOf(readDer(value, TAG.integer))),
    nameConstraints: read(ID.nameConstraints, readNameConstraints),
    alternativeNames: read(ID.alternativeName, parseGeneralNames) ?? [],
    distributionPoints: read(OID.crlDistributionPoints, readDistributionPoints),
    subjectKeyIdentifier: read(OID.subjectKeyIdentifier, readSubjectKey),
    authorityKeyIdentifier: read(ID.authorityKeyIdentifier, readAuthorityKey),
    hasNoCheck: extensions.has(OID.ocspNoCheck),
    hasNoRevocation: extensions.has(ID.noRevocationAvailable),
    hasValidityAssured: extensions.has(ID.validityAssured),
    hasUnknownCritical: hasUnknownCritical(extensions, PROCESSED),
  }
}

function readBasicConstraints(value: Uint8Array) {
  const cursor = new DerCursor(readDer(value, TAG.sequence))
  const isCa = cursor.takeFlag()
  const length = cursor.takeIf(TAG.integer)
  cursor.end()
  return { isCa, pathLength: length ? countOf(length) : null }
}

/** Counts of certificates: anything larger than a path can be means the same. */
function countOf(node: DerNode): number {
  if ((node.content[0] ?? 0x80) & 0x80) throw new DerError('A count is negative')
  return node.content.length > 4
    ? LARGEST_COUNT
    : Math.min(LARGEST_COUNT, smallIntegerOf({ ...node, tag: TAG.integer }))
}

const readPurposes = (extension: CertificateExtension | undefined): PathExtensions['purposes'] =>
  extension
    ? { critical: extension.critical, oids: childrenOf(readDer(extension.value, TAG.sequence)).map(oidOf) }
    : null

function membersOf(value: Uint8Array): DerCursor[] {
  const members = childrenOf(readDer(value, TAG.sequence))
  if (members.length > MOST_POLICIES) throw new DerError('There are too many policies')
  return members.map((member) => new DerCursor(member, TAG.sequence))
}

const readPolicies = (value: Uint8Array): string[] => membersOf(value).map((member) => oidOf(member.take(TAG.oid)))

const readMappings = (value: Uint8Array): PolicyMapping[] =>
  membersOf(value).map((member) => ({ issuer: oidOf(member.take(TAG.oid)), subject: oidOf(member.take(TAG.oid)) }))

function readPolicyConstraints(value: Uint8Array) {
  const cursor = new DerCursor(readDer(value, TAG.sequence))
  const requireExplicit = cursor.takeIf(0x80)
  const inhibitMapping = cursor.takeIf(0x81)
  cursor.end()
  return {
    requireExplicit: requireExplicit ? countOf(requireExplicit) : null,
    inhibitMapping: inhibitMapping ? countOf(inhibitMapping) : null,
  }
}

const readSubjectKey = (value: Uint8Array): Uint8Array | null => orNull(() => readDer(value, TAG.octetString).content)

/**
 * The key identifier in an AuthorityKeyIdentifier, of a certificate or of a CRL; null without one or when unreadable.
 */
export const readAuthorityKey = (value: Uint8Array): Uint8Array | null =>
  orNull(() => new DerCursor(readDer(value, TAG.sequence)).takeIf(0x80)?.content ?? null)

function orNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof DerError) return null
    throw error
  }
}
