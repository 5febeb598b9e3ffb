/**
 * Reads DER (X.690) strictly: definite lengths in their shortest form, nothing after the value, bounded depth.
 * Everything read here comes from the network, so each doubt is an error and never a guess.
 */

/** The bytes are no DER, or not of the shape that was asked for. */
export class DerError extends Error {
  readonly code = 'DER_INVALID'
}

/** One element; `raw` is its whole encoding and `content` what follows tag and length. Both are views, not copies. */
export interface DerNode {
  readonly tag: number
  readonly raw: Uint8Array
  readonly content: Uint8Array
}

export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  sequence: 0x30,
  set: 0x31,
} as const

/** The one element that fills all of `bytes`. Throws DerError. */
export function readDer(bytes: Uint8Array): DerNode {
  const { node, end } = readElement(bytes, 0)
  if (end !== bytes.length) throw new DerError('There are bytes after the value.')
  return node
}

/** The elements inside a constructed one. Throws DerError. */
export function readChildren(node: DerNode): DerNode[] {
  if ((node.tag & 0x20) === 0) throw new DerError('A primitive value has no elements.')
  const children: DerNode[] = []
  for (let at = 0; at < node.content.length;) {
    const { node: child, end } = readElement(node.content, at)
    children.push(child)
    at = end
  }
  return children
}

/** The node itself when it has this tag. Throws DerError otherwise. */
export function expectTag(node: DerNode | undefined, tag: number): DerNode {
  if (node?.tag !== tag) throw new DerError(`Expected tag ${tag}, found ${node?.tag ?? 'nothing'}.`)
  return node
}

/** Elements of a SEQUENCE. Throws DerError. */
export const readSequence = (node: DerNode | undefined): DerNode[] => readChildren(expectTag(node, TAG.sequence))

/** The dotted form of an OBJECT IDENTIFIER. Throws DerError. */
export function readObjectIdentifier(node: DerNode | undefined): string {
  const { content } = expectTag(node, TAG.objectIdentifier)
  if (content.length === 0 || content.length > 64) throw new DerError('An object identifier has 1 to 64 octets.')
  const arcs: bigint[] = []
  let arc = 0n
  for (const octet of content) {
    arc = (arc << 7n) | BigInt(octet & 0x7f)
    if ((octet & 0x80) !== 0) continue
    arcs.push(arc)
    arc = 0n
  }
  if (((content.at(-1) ?? 0) & 0x80) !== 0) throw new DerError('The object identifier is cut short.')
  const [joined = 0n, ...rest] = arcs
  const first = joined < 80n ? joined / 40n : 2n
  return [first, joined - first * 40n, ...rest].join('.')
}

/** The octets of a BIT STRING that has no unused bits. Throws DerError. */
export function readBitString(node: DerNode | undefined): Uint8Array {
  const { content } = expectTag(node, TAG.bitString)
  if (content[0] !== 0) throw new DerError('The bit string does not end at an octet.')
  return content.subarray(1)
}

function readElement(bytes: Uint8Array, start: number): { node: DerNode; end: number } {
  const tag = bytes[start]
  if (tag === undefined || (tag & 0x1f) === 0x1f) throw new DerError('There is no low-number tag here.')
  const { length, at } = readLength(bytes, start + 1)
  const end = at + length
  if (end > bytes.length) throw new DerError('The value is longer than its bytes.')
  return { node: { tag, raw: bytes.subarray(start, end), content: bytes.subarray(at, end) }, end }
}

function readLength(bytes: Uint8Array, start: number): { length: number; at: number } {
  const first = bytes[start]
  if (first === undefined) throw new DerError('The length is missing.')
  if (first < 0x80) return { length: first, at: start + 1 }
  const count = first & 0x7f
  const octets = bytes.subarray(start + 1, start + 1 + count)
  if (count === 0 || count > 4 || octets.length < count) throw new DerError('The length is not a definite one.')
  const length = octets.reduce((sum, octet) => sum * 256 + octet, 0)
  if (length < 0x80 || octets[0] === 0) throw new DerError('The length is not in its shortest form.')
  return { length, at: start + 1 + count }
}
