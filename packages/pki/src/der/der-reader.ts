/**
 * Reads untrusted BER and DER: certificates, CMS answers, timestamp tokens, PKCS#12 files.
 *
 * Everything is bounded: no element reaches past its parent, nesting is limited, and lengths are at most four octets.
 * Indefinite lengths and chopped strings are read because some PKCS#12 writers and some providers still send them.
 *
 * ITU-T X.690 §8.
 */
import { concatBytes } from './der-writer.ts'

/** The bytes are not the ASN.1 that was expected. Callers turn it into the error of their own subject. */
export class DerError extends Error {
  override readonly name = 'DerError'
}

/** One element: its identifier octet, its content and its whole encoding (views of the input). */
export interface DerNode {
  readonly tag: number
  readonly content: Uint8Array
  readonly bytes: Uint8Array
}

/** Identifier octets of the universal types this package meets. */
export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const

const MAX_DEPTH = 40
const MAX_CHILDREN = 20_000

interface Header {
  readonly tag: number
  readonly start: number
  /** Null: indefinite length, closed by two zero octets. */
  readonly length: number | null
}

function readHeader(bytes: Uint8Array, offset: number): Header {
  const tag = bytes[offset]
  const first = bytes[offset + 1]
  if (tag === undefined || first === undefined) throw new DerError('The element is cut off')
  if ((tag & 0x1f) === 0x1f) throw new DerError('Long tags are not used in these formats')
  if (first < 0x80) return { tag, start: offset + 2, length: first }
  if (first === 0x80) return { tag, start: offset + 2, length: null }
  const count = first & 0x7f
  if (count > 4) throw new DerError('The length is too large')
  let length = 0
  for (let index = 0; index < count; index++) length = length * 256 + (bytes[offset + 2 + index] ?? NaN)
  if (Number.isNaN(length)) throw new DerError('The length is cut off')
  return { tag, start: offset + 2 + count, length }
}

function readAt(bytes: Uint8Array, offset: number, depth: number): DerNode {
  if (depth > MAX_DEPTH) throw new DerError('The elements are nested too deeply')
  const header = readHeader(bytes, offset)
  if (header.length !== null) {
    const end = header.start + header.length
    if (end > bytes.length) throw new DerError('The element reaches past its end')
    return { tag: header.tag, content: bytes.subarray(header.start, end), bytes: bytes.subarray(offset, end) }
  }
  if (!(header.tag & 0x20)) throw new DerError('A primitive element has no length')
  let end = header.start
  while (!(bytes[end] === 0 && bytes[end + 1] === 0)) end += readAt(bytes, end, depth + 1).bytes.length
  return { tag: header.tag, content: bytes.subarray(header.start, end), bytes: bytes.subarray(offset, end + 2) }
}

/**
 * The element at the beginning of `bytes`; octets after it are left alone.
 * @throws DerError
 */
export const readElement = (bytes: Uint8Array): DerNode => readAt(bytes, 0, 0)

/**
 * The only element of `bytes`.
 * @throws DerError when something follows it
 */
export function readDer(bytes: Uint8Array, tag?: number): DerNode {
  const node = readElement(bytes)
  if (node.bytes.length !== bytes.length) throw new DerError('Octets follow the element')
  if (tag !== undefined && node.tag !== tag) throw new DerError('The element has another type')
  return node
}

/**
 * The members of a constructed element.
 * @throws DerError
 */
export function childrenOf(node: DerNode): DerNode[] {
  if (!(node.tag & 0x20)) throw new DerError('A primitive element has no members')
  const members: DerNode[] = []
  for (let offset = 0; offset < node.content.length;) {
    const member = readAt(node.content, offset, 0)
    if (members.push(member) > MAX_CHILDREN) throw new DerError('The element has too many members')
    offset += member.bytes.length
  }
  return members
}

/** Walks the members of a SEQUENCE in order, with its optional ones. */
export class DerCursor {
  readonly #members: readonly DerNode[]
  #next = 0

  constructor(node: DerNode, tag?: number) {
    if (tag !== undefined && node.tag !== tag) throw new DerError('The element has another type')
    this.#members = childrenOf(node)
  }

  /** The next member, which must exist and, when given, have this identifier octet. */
  take(tag?: number): DerNode {
    const member = this.#members[this.#next]
    if (!member || (tag !== undefined && member.tag !== tag)) throw new DerError('A member is missing')
    this.#next++
    return member
  }

  /** The next member if it has this identifier octet. */
  takeIf(tag: number): DerNode | undefined {
    const member = this.#members[this.#next]
    if (member?.tag !== tag) return undefined
    this.#next++
    return member
  }

  /**
   * The next member if it is a BOOLEAN or has this identifier octet instead; false where it is left out (DEFAULT FALSE).
   * @throws DerError when it is neither true nor false as DER writes them
   */
  takeFlag(tag: number = TAG.boolean): boolean {
    const flag = this.takeIf(tag)
    if (!flag) return false
    const [octet] = flag.content
    if (flag.content.length !== 1 || (octet !== 0 && octet !== 0xff)) {
      throw new DerError('A flag is neither true nor false')
    }
    return octet === 0xff
  }

  /** Nothing may follow what has been taken. */
  end(): void {
    if (this.#next < this.#members.length) throw new DerError('A member does not belong here')
  }

  /** What has not been taken. */
  rest(): readonly DerNode[] {
    return this.#members.slice(this.#next)
  }
}

/** The only member of an EXPLICIT wrapper. */
export function onlyChild(node: DerNode, tag?: number): DerNode {
  const cursor = new DerCursor(node)
  const child = cursor.take(tag)
  if (cursor.rest().length > 0) throw new DerError('Only one member belongs here')
  return child
}

/** Content of an OCTET STRING, joined when it came in pieces (BER). */
export function octetsOf(node: DerNode, depth = 0): Uint8Array {
  if (!(node.tag & 0x20)) return node.content
  if (depth > 8) throw new DerError('The string is nested too deeply')
  return concatBytes(childrenOf(node).map((piece) => octetsOf(piece, depth + 1)))
}

/** Bits of a BIT STRING as octets, without the octet that counts unused bits. */
export function bitsOf(node: DerNode): Uint8Array {
  if (node.tag !== TAG.bitString || node.content.length === 0) throw new DerError('A bit string is missing')
  return node.content.subarray(1)
}

/** Dotted form of an OBJECT IDENTIFIER. */
export function oidOf(node: DerNode): string {
  if (node.tag !== TAG.oid || node.content.length === 0) throw new DerError('An object identifier is missing')
  const arcs: number[] = []
  let arc = 0
  let isOpen = false
  for (const octet of node.content) {
    if (!isOpen && octet === 0x80) throw new DerError('An object identifier is padded')
    arc = arc * 128 + (octet & 0x7f)
    if (!Number.isSafeInteger(arc)) throw new DerError('An object identifier is too large')
    isOpen = (octet & 0x80) !== 0
    if (isOpen) continue
    arcs.push(arc)
    arc = 0
  }
  if (isOpen) throw new DerError('An object identifier is cut off')
  const first = arcs[0] ?? 0
  const root = Math.min(2, Math.floor(first / 40))
  return [root, first - root * 40, ...arcs.slice(1)].join('.')
}

/** Content of an INTEGER in its shortest form, which is the only one: whoever compares octets relies on it. */
export function integerOctetsOf(node: DerNode): Uint8Array {
  const [first, second] = node.content
  if (node.tag !== TAG.integer || first === undefined) throw new DerError('An integer is missing')
  if (second !== undefined && first === (second & 0x80 ? 0xff : 0)) throw new DerError('An integer is padded')
  return node.content
}

/** A small non-negative INTEGER. */
export function smallIntegerOf(node: DerNode): number {
  if (node.tag !== TAG.integer || node.content.length === 0 || node.content.length > 6) {
    throw new DerError('A small integer is missing')
  }
  const value = node.content.reduce((sum, octet) => sum * 256 + octet, 0)
  if ((node.content[0] ?? 0) & 0x80) throw new DerError('A negative integer does not belong here')
  return value
}

const TIME = /^(\d{2}|\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?(?:[.,](\d+))?(?:Z|([+-]\d\d)(\d\d))$/

/** UTCTime or GeneralizedTime; two-digit years pivot at 50 (RFC 5280 §4.1.2.5.1). */
export function timeOf(node: DerNode): Date {
  const digits = node.tag === TAG.utcTime ? 2 : node.tag === TAG.generalizedTime ? 4 : 0
  const match = TIME.exec(Buffer.from(node.content).toString('latin1'))
  if (match?.[1]?.length !== digits) throw new DerError('A time is missing')
  const part = (index: number): string => match[index] ?? '00'
  const year = digits === 4 ? part(1) : `${Number(part(1)) < 50 ? '20' : '19'}${part(1)}`
  const zone = match[8] ? `${match[8]}:${part(9)}` : 'Z'
  const clock = `${part(4)}:${part(5)}:${part(6)}.${part(7).padEnd(3, '0').slice(0, 3)}`
  const time = new Date(`${year}-${part(2)}-${part(3)}T${clock}${zone}`)
  if (Number.isNaN(time.getTime())) throw new DerError('A time does not exist')
  return time
}
