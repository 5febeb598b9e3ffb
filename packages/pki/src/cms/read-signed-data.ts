/**
 * Reads untrusted CMS SignedData: a provider's complete answer, a timestamp token, and our own result when it is
 * checked.
 *
 * Exactly one signer is accepted; PAdES and RFC 3161 both demand it.
 *
 * RFC 5652 §5, RFC 3161 §2.4.2.
 */
import {
  childrenOf,
  DerCursor,
  DerError,
  type DerNode,
  oidOf,
  octetsOf,
  onlyChild,
  readElement,
  TAG,
} from '../der/der-reader.ts'
import { concatBytes, encodeSetOf } from '../der/der-writer.ts'
import { OID } from '../der/object-identifiers.ts'

/** How the SignerInfo names its certificate. */
export type SignerIdentifier =
  { readonly issuer: Uint8Array; readonly serialNumber: Uint8Array } | { readonly keyIdentifier: Uint8Array }

export interface SignedDataFacts {
  /** Length of the ContentInfo in octets: what follows it in a padded hole is not part of it. */
  readonly length: number
  readonly contentType: string
  /** Null when detached. */
  readonly content: Uint8Array | null
  readonly certificates: readonly Uint8Array[]
  readonly signer: SignerIdentifier
  /** DER of the AlgorithmIdentifiers. */
  readonly digestAlgorithm: Uint8Array
  readonly signatureAlgorithm: Uint8Array
  /** With the tag of a SET OF, as they are hashed. */
  readonly signedAttributes: Uint8Array
  readonly signature: Uint8Array
  /** Whole Attribute elements. */
  readonly unsignedAttributes: readonly Uint8Array[]
}

/**
 * Reads a ContentInfo with SignedData at the beginning of `bytes`.
 * @throws DerError when it is something else or has not exactly one signer with signed attributes
 */
export function readSignedData(bytes: Uint8Array): SignedDataFacts {
  const root = readElement(bytes)
  const contentInfo = new DerCursor(root, TAG.sequence)
  if (oidOf(contentInfo.take(TAG.oid)) !== OID.signedData) throw new DerError('This is not SignedData')
  const signedData = new DerCursor(onlyChild(contentInfo.take(0xa0), TAG.sequence))
  signedData.take(TAG.integer)
  signedData.take(TAG.set)
  const encapsulated = new DerCursor(signedData.take(TAG.sequence))
  const contentType = oidOf(encapsulated.take(TAG.oid))
  const explicitContent = encapsulated.takeIf(0xa0)
  const certificates = signedData.takeIf(0xa0)
  signedData.takeIf(0xa1)
  const signers = signedData.take(TAG.set)
  for (const cursor of [contentInfo, encapsulated, signedData]) cursor.end()
  return {
    length: root.bytes.length,
    contentType,
    content: explicitContent ? octetsOf(onlyChild(explicitContent)) : null,
    certificates: certificates ? readCertificates(certificates) : [],
    ...readSignerInfo(onlyChild(signers, TAG.sequence)),
  }
}

/** Plain certificates only; attribute certificates and other kinds stand under context tags. */
const readCertificates = (set: DerNode): Uint8Array[] =>
  childrenOf(set)
    .filter((choice) => choice.tag === TAG.sequence)
    .map((choice) => choice.bytes)

function readSignerInfo(node: DerNode) {
  const cursor = new DerCursor(node)
  cursor.take(TAG.integer)
  const signer = readSignerIdentifier(cursor.take())
  const digestAlgorithm = cursor.take(TAG.sequence).bytes
  const attributes = cursor.take(0xa0)
  const signatureAlgorithm = cursor.take(TAG.sequence).bytes
  const signature = octetsOf(cursor.take(TAG.octetString))
  const unsigned = cursor.takeIf(0xa1)
  cursor.end()
  return {
    signer,
    digestAlgorithm,
    signatureAlgorithm,
    signedAttributes: concatBytes([Uint8Array.of(TAG.set), attributes.bytes.subarray(1)]),
    signature,
    unsignedAttributes: unsigned ? childrenOf(unsigned).map((attribute) => attribute.bytes) : [],
  }
}

function readSignerIdentifier(node: DerNode): SignerIdentifier {
  if (node.tag === 0x80) return { keyIdentifier: node.content }
  const cursor = new DerCursor(node, TAG.sequence)
  return { issuer: cursor.take(TAG.sequence).bytes, serialNumber: cursor.take(TAG.integer).bytes }
}

/**
 * The only value of an attribute in a SET OF Attribute; undefined when the attribute is absent.
 * @throws DerError when the attribute occurs twice or has several values
 */
export function attributeValue(attributes: Uint8Array, type: string): DerNode | undefined {
  const found = childrenOf(readElement(attributes)).flatMap((attribute) => {
    const cursor = new DerCursor(attribute, TAG.sequence)
    return oidOf(cursor.take(TAG.oid)) === type ? [cursor.take(TAG.set)] : []
  })
  if (found.length > 1) throw new DerError('An attribute occurs twice')
  return found[0] && onlyChild(found[0])
}

/** DER of the signature-time-stamp token among unsigned attributes, or undefined. */
export function findTimestampToken(unsignedAttributes: readonly Uint8Array[]): Uint8Array | undefined {
  return attributeValue(encodeSetOf(unsignedAttributes), OID.signatureTimeStamp)?.bytes
}
