import type { Clock } from '../../keep-time.ts'
import { createTokens } from '../keep-tokens.ts'
import { invalidParameter, invalidRequest } from './csc-error.ts'
import type { CscVersion } from './csc-version.ts'

/** Life of an authorisation in seconds, the figure that the standard's examples use for a credential's token. */
const SAD_SECONDS = 300

export interface AuthorisationPlan {
  readonly credentialId: string
  /** The digests that alone may be signed; any when absent (SCAL1). */
  readonly hashes?: readonly Uint8Array[] | undefined
  readonly numSignatures: number
}

export interface SadAnswer {
  readonly SAD: string
  readonly expiresIn: number
}

interface Authorisation {
  readonly credentialId: string
  readonly hashes: ReadonlySet<string> | undefined
  left: number
}

export interface Spending {
  readonly version: CscVersion
  readonly credentialId: string
  readonly hashes: readonly Uint8Array[]
}

/** Signature activation data: each bound to a credential, to a number of signatures and, with SCAL2, to digests. */
export interface Authorisations {
  grant(plan: AuthorisationPlan): SadAnswer
  /** Counts signatures off. Throws CscError when the SAD does not cover all of them, and then counts none. */
  spend(sad: string, spending: Spending): void
  /** Makes a SAD worthless, whatever is left of it. */
  drop(sad: string): void
  /** Swaps a SAD for a new one with what is left of it, bound to other digests. Throws CscError. */
  extend(sad: string, plan: Omit<AuthorisationPlan, 'numSignatures'>): SadAnswer
  clear(): void
}

export function createAuthorisations(clock: Clock): Authorisations {
  const kept = createTokens<Authorisation>(clock)
  const look = (sad: string, credentialId: string): Authorisation => {
    const found = kept.look(sad)
    if (found.state === 'expired') throw invalidRequest('SAD expired')
    if (found.state !== 'valid' || found.value.credentialId !== credentialId) throw invalidParameter('SAD')
    return found.value
  }
  const grant = ({ credentialId, hashes, numSignatures }: AuthorisationPlan): SadAnswer => {
    const bound = hashes && new Set(hashes.map(nameOf))
    const SAD = kept.issue({ credentialId, hashes: bound, left: numSignatures }, SAD_SECONDS * 1000)
    return { SAD, expiresIn: SAD_SECONDS }
  }
  return {
    grant,
    spend(sad, { version, credentialId, hashes }) {
      const authorisation = look(sad, credentialId)
      const { hashes: bound } = authorisation
      if (bound && hashes.some((hash) => !bound.has(nameOf(hash)))) throw invalidRequest(version.unauthorisedHash)
      if (authorisation.left === 0) throw invalidParameter('SAD')
      if (hashes.length > authorisation.left) throw invalidRequest('Numbers of signatures is too high')
      authorisation.left -= hashes.length
    },
    extend(sad, { credentialId, hashes }) {
      const { left } = look(sad, credentialId)
      if (left === 0) throw invalidParameter('SAD')
      if (hashes && hashes.length > left) throw invalidRequest('Numbers of signatures is too high')
      kept.drop(sad)
      return grant({ credentialId, hashes, numSignatures: left })
    },
    drop: (sad) => void kept.drop(sad),
    clear: () => kept.clear(),
  }
}

const nameOf = (hash: Uint8Array): string => Buffer.from(hash).toString('hex')
