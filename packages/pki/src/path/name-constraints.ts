/**
 * Name constraints: which names the certificates below an authority may bear.
 *
 * Every authority adds its own to those above it: a name must lie in a permitted subtree of each of them that speaks of
 * its form, and in no excluded one. A form that is not understood and that is constrained makes the path invalid.
 *
 * Comparisons are counted, because authority and subject may each bring thousands of names.
 *
 * RFC 5280 §4.2.1.10, §6.1.3 (b) and (c), §6.1.4 (g).
 */
import { DerCursor, DerError, type DerNode, readDer, TAG } from '../der/der-reader.ts'
import { type DistinguishedName, isWithin } from './distinguished-name.ts'
import { type GeneralName, readGeneralName } from './general-names.ts'

export interface NameConstraints {
  readonly permitted: readonly GeneralName[]
  readonly excluded: readonly GeneralName[]
}

const MOST_COMPARISONS = 100_000

/**
 * @param der DER of the extension
 * @throws DerError also for subtrees with a minimum or a maximum, which no profile uses
 */
export function readNameConstraints(der: Uint8Array): NameConstraints {
  const cursor = new DerCursor(readDer(der, TAG.sequence))
  const permitted = readSubtrees(cursor.takeIf(0xa0))
  const excluded = readSubtrees(cursor.takeIf(0xa1))
  if (cursor.rest().length > 0) throw new DerError('The name constraints have more members than they can')
  return { permitted, excluded }
}

function readSubtrees(node: DerNode | undefined): GeneralName[] {
  if (!node) return []
  return new DerCursor(node).rest().map((subtree) => {
    const cursor = new DerCursor(subtree, TAG.sequence)
    const base = readGeneralName(cursor.take())
    const minimum = cursor.takeIf(0x80)
    if (minimum?.content.some((octet) => octet !== 0) || cursor.rest().length > 0) {
      throw new DerError('The subtree has bounds')
    }
    return base
  })
}

/** Whether the names of a subject obey all of the constraints above it. */
export function obeysConstraints(
  subject: { readonly name: DistinguishedName; readonly alternatives: readonly GeneralName[] },
  constraints: readonly NameConstraints[],
): boolean {
  if (constraints.length === 0) return true
  const names = namesOf(subject)
  const subtrees = constraints.reduce((sum, { permitted, excluded }) => sum + permitted.length + excluded.length, 0)
  if (names.length * subtrees > MOST_COMPARISONS) return false
  return names.every((name) => constraints.every((one) => isAllowed(name, one)))
}

function namesOf({ name, alternatives }: { name: DistinguishedName; alternatives: readonly GeneralName[] }) {
  const names: GeneralName[] = [...alternatives, ...name.emails.map((text) => ({ kind: 'email' as const, text }))]
  if (name.parts.length > 0) names.push({ kind: 'directory', name })
  return names
}

function isAllowed(name: GeneralName, { permitted, excluded }: NameConstraints): boolean {
  if (excluded.some((base) => isSameForm(name, base) && matches(name, base) !== false)) return false
  const relevant = permitted.filter((base) => isSameForm(name, base))
  return relevant.length === 0 || relevant.some((base) => matches(name, base) === true)
}

const isSameForm = (name: GeneralName, base: GeneralName): boolean =>
  name.kind === base.kind && (name.kind !== 'unsupported' || base.kind !== 'unsupported' || name.tag === base.tag)

/**
 * Whether `name` lies in the subtree; null when that is undecidable, which excludes the name and does not permit it.
 */
function matches(name: GeneralName, base: GeneralName): boolean | null {
  if (name.kind === 'directory' && base.kind === 'directory') return isWithin(name.name, base.name)
  if (name.kind === 'ip' && base.kind === 'ip') return isInNetwork(name.octets, base.octets)
  if (!('text' in name) || !('text' in base)) return null
  if (name.kind === 'dns') return isInDomain(hostOf(name.text), hostOf(base.text))
  return name.kind === 'email' ? isInMailbox(name.text, base.text) : isInUri(name.text, base.text)
}

const hostOf = (text: string): string => text.toLowerCase().replace(/\.$/, '')

/** A domain contains itself and what stands below it. */
function isInDomain(host: string, base: string): boolean {
  if (base === '') return true
  return base.startsWith('.') ? host.endsWith(base) : host === base || host.endsWith(`.${base}`)
}

/** A host means that host alone; only with a leading period it means those below it. */
const isHostOrBelow = (host: string, base: string): boolean =>
  base.startsWith('.') ? host.endsWith(base) && host.length > base.length : host === base

function isInMailbox(address: string, base: string): boolean | null {
  const at = address.lastIndexOf('@')
  if (at <= 0) return null
  const host = hostOf(address.slice(at + 1))
  const baseAt = base.lastIndexOf('@')
  if (baseAt < 0) return isHostOrBelow(host, hostOf(base))
  return address.slice(0, at) === base.slice(0, baseAt) && host === hostOf(base.slice(baseAt + 1))
}

const URI_HOST = /^[a-z][a-z\d+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:@[\]]+)(?::\d*)?(?:[/?#]|$)/i
const IPV4 = /^\d+(?:\.\d+){3}$/

function isInUri(uri: string, base: string): boolean | null {
  const host = URI_HOST.exec(uri)?.[1]
  if (!host || IPV4.test(host)) return null
  return isHostOrBelow(hostOf(host), hostOf(base))
}

/** `network` is an address and a mask, one after the other. */
function isInNetwork(address: Uint8Array, network: Uint8Array): boolean | null {
  if (network.length !== 8 && network.length !== 32) return null
  const size = network.length / 2
  if (address.length !== size) return address.length === 4 || address.length === 16 ? false : null
  return address.every((octet, index) => {
    const mask = network[size + index] ?? 0
    return (octet & mask) === ((network[index] ?? 0) & mask)
  })
}
