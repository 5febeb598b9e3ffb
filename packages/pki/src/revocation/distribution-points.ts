/**
 * Distribution points: which CRLs speak of a certificate, and of which certificates a CRL speaks.
 *
 * The certificate's extension and the CRL's name the same places from two sides; both are read here.
 *
 * RFC 5280 §4.2.1.13 and §5.2.5.
 */
import { attributesOf } from '../certificates/describe-name.ts'
import { bitsOf, childrenOf, DerCursor, DerError, type DerNode, readDer, TAG } from '../der/der-reader.ts'
import { encodeElement } from '../der/der-writer.ts'
import { partKey } from '../path/distinguished-name.ts'
import { type GeneralName, readGeneralNames } from '../path/general-names.ts'

/** Where CRLs are: full names, or what follows the name of the CRL's issuer. */
export type DistributionPointName =
  | { readonly kind: 'full'; readonly names: readonly GeneralName[] }
  | { readonly kind: 'relative'; readonly part: string }

export interface DistributionPoint {
  readonly name: DistributionPointName | null
  /** Bits of ReasonFlags; null stands for all. */
  readonly reasons: number | null
  /** Who issues the CRL; null: the issuer of the certificate. */
  readonly issuers: readonly GeneralName[] | null
}

export interface IssuingDistributionPoint {
  readonly name: DistributionPointName | null
  readonly onlyUsers: boolean
  readonly onlyAuthorities: boolean
  readonly onlyAttributes: boolean
  readonly reasons: number | null
  readonly isIndirect: boolean
}

/** All of ReasonFlags, keyCompromise to aACompromise, in two octets. */
export const ALL_REASONS = 0x7f80
const MOST_POINTS = 100

/**
 * @param der DER of CRLDistributionPoints
 * @throws DerError
 */
export function readDistributionPoints(der: Uint8Array): DistributionPoint[] {
  const members = childrenOf(readDer(der, TAG.sequence))
  if (members.length > MOST_POINTS) throw new DerError('There are too many distribution points')
  return members.map(readDistributionPoint)
}

function readDistributionPoint(node: DerNode): DistributionPoint {
  const cursor = new DerCursor(node, TAG.sequence)
  const name = cursor.takeIf(0xa0)
  const reasons = cursor.takeIf(0x81)
  const issuers = cursor.takeIf(0xa2)
  return {
    name: name ? readPointName(name) : null,
    reasons: reasons ? reasonsOf(reasons) : null,
    issuers: issuers ? readGeneralNames(issuers) : null,
  }
}

/**
 * @param der DER of IssuingDistributionPoint
 * @throws DerError
 */
export function readIssuingDistributionPoint(der: Uint8Array): IssuingDistributionPoint {
  const cursor = new DerCursor(readDer(der, TAG.sequence))
  const name = cursor.takeIf(0xa0)
  const [onlyUsers, onlyAuthorities] = [cursor.takeFlag(0x81), cursor.takeFlag(0x82)]
  const reasons = cursor.takeIf(0x83)
  const point: IssuingDistributionPoint = {
    name: name ? readPointName(name) : null,
    onlyUsers,
    onlyAuthorities,
    reasons: reasons ? reasonsOf(reasons) : null,
    isIndirect: cursor.takeFlag(0x84),
    onlyAttributes: cursor.takeFlag(0x85),
  }
  if (cursor.rest().length > 0) throw new DerError('The issuing distribution point has unknown members')
  return point
}

function readPointName(wrapper: DerNode): DistributionPointName {
  const choice = new DerCursor(wrapper).take()
  if (choice.tag === 0xa0) return { kind: 'full', names: readGeneralNames(choice) }
  if (choice.tag !== 0xa1) throw new DerError('The distribution point has an unknown name')
  const [part = []] = attributesOf(encodeElement(TAG.sequence, encodeElement(TAG.set, choice.content)))
  return { kind: 'relative', part: partKey(part) }
}

function reasonsOf(node: DerNode): number {
  const [first = 0, second = 0] = bitsOf({ ...node, tag: TAG.bitString })
  return ((first << 8) | second) & ALL_REASONS
}
