/**
 * Whether a CRL is one of those that a distribution point of a certificate stands for.
 *
 * The names on both sides are of two kinds and either may be absent, each with its own meaning.
 *
 * RFC 5280 §6.3.3 (b) (1) and (2).
 */
import type { PathCertificate } from '../path/path-certificate.ts'
import { type GeneralName, generalNameKey } from '../path/general-names.ts'
import type { DistinguishedName } from '../path/distinguished-name.ts'
import type { DistributionPoint, DistributionPointName, IssuingDistributionPoint } from './distribution-points.ts'
import type { Crl } from './read-crl.ts'

/** The point that every certificate has besides those it states: its issuer's own list. */
export const implicitPoint = ({ issuer }: PathCertificate): DistributionPoint => ({
  name: { kind: 'full', names: [{ kind: 'directory', name: issuer }] },
  reasons: null,
  issuers: null,
})

/** Keys of the names of those who may issue the CRL of this point. */
export const crlIssuersOf = (point: DistributionPoint, { issuer }: PathCertificate): string[] =>
  point.issuers ? directoryNames(point.issuers).map(({ key }) => key) : [issuer.key]

const directoryNames = (names: readonly GeneralName[]): DistinguishedName[] =>
  names.flatMap((name) => (name.kind === 'directory' ? [name.name] : []))

/** Whether issuer and scope of the CRL fit the certificate through this point. */
export function fitsPoint(crl: Crl, point: DistributionPoint, certificate: PathCertificate): boolean {
  if (!crlIssuersOf(point, certificate).includes(crl.issuer.key)) return false
  if (point.issuers && !crl.issuingPoint?.isIndirect) return false
  return !crl.issuingPoint || fitsScope(crl, crl.issuingPoint, { point, certificate })
}

interface Wanted {
  readonly point: DistributionPoint
  readonly certificate: PathCertificate
}

function fitsScope(crl: Crl, scope: IssuingDistributionPoint, { point, certificate }: Wanted): boolean {
  const isCa = certificate.extensions.basicConstraints?.isCa === true
  if (scope.onlyAttributes || (scope.onlyUsers && isCa) || (scope.onlyAuthorities && !isCa)) return false
  if (!scope.name) return true
  const offered = new Set(nameKeys(scope.name, crl.issuer))
  return wantedKeys(point, certificate).some((key) => offered.has(key))
}

function wantedKeys({ name, issuers }: DistributionPoint, { issuer }: PathCertificate): string[] {
  if (name) return nameKeys(name, (issuers && directoryNames(issuers)[0]) ?? issuer)
  return (issuers ?? [{ kind: 'directory' as const, name: issuer }]).map(generalNameKey)
}

function nameKeys(name: DistributionPointName, above: DistinguishedName): string[] {
  if (name.kind === 'full') return name.names.map(generalNameKey)
  return [`directory ${JSON.stringify([...above.parts, name.part])}`]
}
