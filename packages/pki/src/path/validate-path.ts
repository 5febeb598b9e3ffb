/**
 * Validates one path from its anchor down to the certificate in question.
 *
 * The anchor is trusted for its name and key. What it says of itself is obeyed too: a certificate that is trusted as
 * a signer must not become an authority by that. Its dates are left alone, as trust in it is a matter of configuration.
 *
 * RFC 5280 §6.1, RFC 5937 (constraints of anchors).
 */
import { DerError } from '../der/der-reader.ts'
import { isSoundAlgorithm, isSoundKey } from '../algorithms/algorithm-strength.ts'
import type { CertificatePath } from './build-paths.ts'
import { findPurposeFault } from './certificate-purpose.ts'
import type { CertificatePurpose, PathFault, PolicySettings } from './certificate-verdict.ts'
import { type Inquiry, isSignedWithin } from './inquiry.ts'
import { type NameConstraints, obeysConstraints } from './name-constraints.ts'
import type { PathCertificate } from './path-certificate.ts'
import { KEY_USAGE } from './path-extensions.ts'
import { PolicyState } from './policy-state.ts'
import { readCertificateAlgorithm, type WorkingKey, workingKeyOf } from './public-key.ts'

export interface PathRequirements {
  /** Milliseconds since 1970. */
  readonly time: number
  readonly purpose: CertificatePurpose
  readonly policies?: PolicySettings | undefined
}

export interface LocatedFault {
  readonly fault: PathFault
  /** Index in the path. */
  readonly at: number
}

/** The first fault from the anchor down, or null for a valid path. */
export function findPathFault(
  inquiry: Inquiry,
  path: CertificatePath,
  requirements: PathRequirements,
): LocatedFault | null {
  const anchor = path.at(-1)
  const walk = new PathWalk(inquiry, path.length - 1, requirements)
  if (!anchor) return { fault: 'NO_PATH', at: 0 }
  if (path.length === 1) return locate(walk.judgeTrusted(anchor), 0)
  const fault = walk.begin(anchor)
  if (fault) return { fault, at: path.length - 1 }
  for (let at = path.length - 2; at >= 0; at--) {
    const certificate = path[at]
    const found = certificate ? walk.judge(certificate, at === 0) : 'NO_PATH'
    if (found) return { fault: found, at }
  }
  return null
}

const locate = (fault: PathFault | null, at: number): LocatedFault | null => (fault ? { fault, at } : null)

/** The state of RFC 5280 §6.1.2. */
class PathWalk {
  readonly #inquiry: Inquiry
  readonly #requirements: PathRequirements
  readonly #policy: PolicyState
  readonly #constraints: NameConstraints[] = []
  #authoritiesLeft = Infinity
  #key: WorkingKey | null = null

  constructor(inquiry: Inquiry, length: number, requirements: PathRequirements) {
    this.#inquiry = inquiry
    this.#requirements = requirements
    this.#policy = new PolicyState(requirements.policies ?? {}, length)
  }

  /** A certificate that is trusted itself. */
  judgeTrusted(certificate: PathCertificate): PathFault | null {
    this.#key = workingKeyOf(certificate, null)
    return this.#findTimeFault(certificate) ?? this.#findLastFault(certificate)
  }

  begin(anchor: PathCertificate): PathFault | null {
    this.#key = workingKeyOf(anchor, null)
    if (!this.#key) return 'MALFORMED'
    if (anchor.version < 3) return null
    const { nameConstraints, basicConstraints } = anchor.extensions
    if (nameConstraints) this.#constraints.push(nameConstraints)
    this.#authoritiesLeft = basicConstraints?.pathLength ?? Infinity
    return findAuthorityFault(anchor)
  }

  judge(certificate: PathCertificate, isLast: boolean): PathFault | null {
    const fault = this.#findSignatureFault(certificate) ?? this.#findTimeFault(certificate)
    if (fault) return fault
    if (certificate.extensions.hasUnknownCritical) return 'UNKNOWN_CRITICAL_EXTENSION'
    if (!this.#obeysNames(certificate, isLast)) return 'NAME_CONSTRAINTS'
    const { isSelfIssued } = certificate
    if (!this.#policy.process(certificate.extensions, { isLast, isSelfIssued })) return 'POLICY'
    return isLast ? this.#finish(certificate) : this.#prepareNext(certificate)
  }

  #findSignatureFault(certificate: PathCertificate): PathFault | null {
    const key = this.#key?.key
    if (!key || !isSignedWithin(this.#inquiry, certificate, key)) return 'SIGNATURE'
    this.#key = workingKeyOf(certificate, this.#key)
    if (!this.#key) return 'MALFORMED'
    if (!this.#inquiry.refusesWeak) return null
    return isStrong(certificate, this.#requirements.time) && isSoundKey(key, this.#requirements.time)
      ? null
      : 'WEAK_ALGORITHM'
  }

  #findTimeFault({ notBefore, notAfter }: PathCertificate): PathFault | null {
    const { time } = this.#requirements
    // Written so that a date that is none does not pass.
    if (!(time <= notAfter)) return 'EXPIRED'
    return time < notBefore ? 'NOT_YET_VALID' : null
  }

  #obeysNames({ isSelfIssued, subject, extensions }: PathCertificate, isLast: boolean): boolean {
    if (isSelfIssued && !isLast) return true
    return obeysConstraints({ name: subject, alternatives: extensions.alternativeNames }, this.#constraints)
  }

  /** §6.1.4. */
  #prepareNext(certificate: PathCertificate): PathFault | null {
    const { extensions, isSelfIssued } = certificate
    const fault = findAuthorityFault(certificate)
    if (fault) return fault
    if (!this.#policy.prepareNext(extensions, isSelfIssued)) return 'POLICY'
    if (extensions.nameConstraints) this.#constraints.push(extensions.nameConstraints)
    if (!isSelfIssued && this.#authoritiesLeft-- <= 0) return 'PATH_LENGTH'
    this.#authoritiesLeft = Math.min(this.#authoritiesLeft, extensions.basicConstraints?.pathLength ?? Infinity)
    return null
  }

  /** §6.1.5. */
  #finish(certificate: PathCertificate): PathFault | null {
    if (!this.#policy.finish(certificate.extensions)) return 'POLICY'
    return this.#findLastFault(certificate)
  }

  #findLastFault(certificate: PathCertificate): PathFault | null {
    if (!this.#key) return 'MALFORMED'
    const { time, purpose } = this.#requirements
    if (this.#inquiry.refusesWeak && !isSoundKey(this.#key.key, time)) return 'WEAK_ALGORITHM'
    return findPurposeFault(certificate, purpose)
  }
}

function findAuthorityFault({ version, extensions }: PathCertificate): PathFault | null {
  if (version < 3 || !extensions.basicConstraints?.isCa) return 'NOT_A_CA'
  return extensions.keyUsage !== null && !(extensions.keyUsage & KEY_USAGE.keyCertSign) ? 'KEY_USAGE' : null
}

/** Whether what signed a certificate, a CRL or an answer was sound at `time` (milliseconds). */
export function isStrong({ algorithm }: { readonly algorithm: Uint8Array }, time: number): boolean {
  try {
    return isSoundAlgorithm(readCertificateAlgorithm(algorithm), time)
  } catch (error) {
    if (error instanceof DerError) return false
    throw error
  }
}
