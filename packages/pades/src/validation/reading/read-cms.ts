/**
 * Reads the CMS of signatures and timestamps as found in files: BER, several signers, no signed attributes,
 * attributes that occur twice. What is odd is reported, and judged elsewhere.
 *
 * Members of what is hashed are kept as they were sent; only their order is that of DER.
 *
 * RFC 5652 clauses 5 and 10.2.1, RFC 5940.
 */
import {
  childrenOf,
  DerCursor,
  DerError,
  type DerNode,
  encodeSetOf,
  octetsOf,
  OID,
  oidOf,
  onlyChild,
  readElement,
  type SignerIdentifier,
  TAG,
} from '@rubrica/pki'

/** Values by attribute type; an attribute that occurs twice has all its values here. */
type CmsAttributes = ReadonlyMap<string, readonly DerNode[]>

export interface CmsSigner {
  readonly identifier: SignerIdentifier
  /** DER of the AlgorithmIdentifiers. */
  readonly digestAlgorithm: Uint8Array
  readonly signatureAlgorithm: Uint8Array
  /** What is hashed: the set in the order of DER, however it was sent (RFC 5652 clause 5.4); null without one. */
  readonly signedAttributes: Uint8Array | null
  readonly signed: CmsAttributes
  readonly unsigned: CmsAttributes
  readonly signature: Uint8Array
}

export interface Cms {
  /** Octets of the ContentInfo; what follows is padding. */
  readonly length: number
  readonly contentType: string
  /** Null when detached. */
  readonly content: Uint8Array | null
  readonly certificates: readonly Uint8Array[]
  readonly crls: readonly Uint8Array[]
  /** Whole OCSPResponse values. */
  readonly ocsps: readonly Uint8Array[]
  readonly signers: readonly CmsSigner[]
}

const OCSP_RESPONSE = '1.3.6.1.5.5.7.16.2'
/** Further ones are counted and not read. */
const MOST_SIGNERS = 8

/**
 * The ContentInfo with SignedData at the beginning of `bytes`.
 * @throws DerError
 */
export function readCms(bytes: Uint8Array): Cms {
  const root = readElement(bytes)
  const contentInfo = new DerCursor(root, TAG.sequence)
  if (oidOf(contentInfo.take(TAG.oid)) !== OID.signedData) throw new DerError('This is not SignedData')
  const signedData = new DerCursor(onlyChild(contentInfo.take(0xa0), TAG.sequence))
  signedData.take(TAG.integer)
  signedData.take(TAG.set)
  const encapsulated = new DerCursor(signedData.take(TAG.sequence))
  const contentType = oidOf(encapsulated.take(TAG.oid))
  const content = encapsulated.takeIf(0xa0)
  const certificates = signedData.takeIf(0xa0)
  const revocation = signedData.takeIf(0xa1)
  const signers = childrenOf(signedData.take(TAG.set))
  for (const cursor of [contentInfo, encapsulated, signedData]) requireEnd(cursor)
  return {
    length: root.bytes.length,
    contentType,
    content: content ? octetsOf(onlyChild(content)) : null,
    certificates: membersOf(certificates, TAG.sequence),
    crls: membersOf(revocation, TAG.sequence),
    ocsps: revocation ? readOcsps(revocation) : [],
    signers: signers.slice(0, MOST_SIGNERS).map(readSigner),
  }
}

/** Readers that take the last member where these take the first would find another one. */
function requireEnd(cursor: DerCursor): void {
  if (cursor.rest().length > 0) throw new DerError('Only these members belong here')
}

const membersOf = (set: DerNode | undefined, tag: number): readonly Uint8Array[] =>
  set ? childrenOf(set).flatMap((member) => (member.tag === tag ? [member.bytes] : [])) : []

/** OtherRevocationInfoFormat [1] whose format is an OCSP response. */
function readOcsps(set: DerNode): readonly Uint8Array[] {
  return childrenOf(set).flatMap((member) => {
    if (member.tag !== 0xa1) return []
    const [format, info] = childrenOf(member)
    return format?.tag === TAG.oid && oidOf(format) === OCSP_RESPONSE && info ? [info.bytes] : []
  })
}

function readSigner(node: DerNode): CmsSigner {
  const cursor = new DerCursor(node, TAG.sequence)
  cursor.take(TAG.integer)
  const identifier = readIdentifier(cursor.take())
  const digestAlgorithm = cursor.take(TAG.sequence).bytes
  const attributes = cursor.takeIf(0xa0)
  const signatureAlgorithm = cursor.take(TAG.sequence).bytes
  const signature = octetsOf(cursor.take(TAG.octetString))
  const unsigned = cursor.takeIf(0xa1)
  requireEnd(cursor)
  const members = attributes ? childrenOf(attributes).map(({ bytes }) => bytes) : []
  return {
    identifier,
    digestAlgorithm,
    signatureAlgorithm,
    signedAttributes: attributes ? encodeSetOf(members) : null,
    signed: readAttributes(attributes),
    unsigned: readAttributes(unsigned),
    signature,
  }
}

function readIdentifier(node: DerNode): SignerIdentifier {
  if (node.tag === 0x80) return { keyIdentifier: node.content }
  const cursor = new DerCursor(node, TAG.sequence)
  return { issuer: cursor.take(TAG.sequence).bytes, serialNumber: cursor.take(TAG.integer).bytes }
}

function readAttributes(set: DerNode | undefined): CmsAttributes {
  const attributes = new Map<string, DerNode[]>()
  for (const attribute of set ? childrenOf(set) : []) {
    const cursor = new DerCursor(attribute, TAG.sequence)
    const type = oidOf(cursor.take(TAG.oid))
    attributes.set(type, [...(attributes.get(type) ?? []), ...childrenOf(cursor.take(TAG.set))])
  }
  return attributes
}

/** The only value of an attribute; null when there is none or more than one. */
export function onlyValue(attributes: CmsAttributes, type: string): DerNode | null {
  const values = attributes.get(type)
  return values?.length === 1 ? (values[0] as DerNode) : null
}
