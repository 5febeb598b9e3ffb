/**
 * Distinguishes public internet addresses from those of private networks.
 *
 * Addresses in certificates are untrusted input: none may reach this machine, its neighbours or a cloud's
 * metadata service. Everything is compared as numbers, since texts have many forms for one address, and IPv6 addresses
 * that carry an IPv4 address are judged by it.
 *
 * RFC 6890 and the IANA registries of special-purpose addresses.
 */
import { isIP } from 'node:net'

/** IPv4 blocks that are not globally reachable: first address and prefix length. */
const CLOSED_V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]

/** Blocks inside 2000::/3, the only part of IPv6 that is routed, that are not globally reachable. */
const CLOSED_V6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['3fff::', 20],
]

/** Whether a numeric address (IPv4 or IPv6, no brackets) is reachable by everybody; false for anything else. */
export function isPublicAddress(address: string): boolean {
  const kind = isIP(address)
  if (kind === 4) return isPublicV4(valueOfV4(address))
  // A zone names an interface of this machine.
  return kind === 6 && !address.includes('%') && isPublicV6(valueOfV6(address))
}

function isPublicV4(value: bigint): boolean {
  return !CLOSED_V4.some(([first, prefix]) => value >> BigInt(32 - prefix) === valueOfV4(first) >> BigInt(32 - prefix))
}

function isPublicV6(value: bigint): boolean {
  const carried = carriedV4(value)
  if (carried !== null) return isPublicV4(carried)
  if (value >> 125n !== 1n) return false
  return !CLOSED_V6.some(
    ([first, prefix]) => value >> BigInt(128 - prefix) === valueOfV6(first) >> BigInt(128 - prefix),
  )
}

const LOW_32 = 0xffff_ffffn

/** The IPv4 address to which a translated or tunnelled one leads: NAT64 (RFC 6052) and 6to4 (RFC 3056). */
function carriedV4(value: bigint): bigint | null {
  if (value >> 32n === valueOfV6('64:ff9b::') >> 32n) return value & LOW_32
  if (value >> 112n === 0x2002n) return (value >> 80n) & LOW_32
  return null
}

function valueOfV4(address: string): bigint {
  return address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n)
}

/** The text is known to be an IPv6 address. */
function valueOfV6(address: string): bigint {
  const [head = '', tail] = withHexTail(address).split('::')
  const before = groupsOf(head)
  const after = groupsOf(tail ?? '')
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array<bigint>(zeros).fill(0n), ...after].reduce((sum, group) => (sum << 16n) + group, 0n)
}

const groupsOf = (text: string): bigint[] => (text === '' ? [] : text.split(':').map((group) => BigInt(`0x${group}`)))

/** `::ffff:1.2.3.4` as `::ffff:102:304`. */
function withHexTail(address: string): string {
  const start = address.lastIndexOf(':') + 1
  if (!address.includes('.')) return address
  const value = valueOfV4(address.slice(start))
  return `${address.slice(0, start)}${(value >> 16n).toString(16)}:${(value & 0xffffn).toString(16)}`
}
