/**
 * What one search for evidence has at hand, and how it fetches: each address once.
 */
import type { GuardedFetcher, OutgoingRequest } from '../outgoing/create-guarded-fetcher.ts'
import type { Evidence } from '../revocation/evidence.ts'

export interface EvidenceSearch {
  /** DER of the trusted certificates. */
  readonly anchors: readonly Uint8Array[]
  /** DER of whatever may be an issuer; grows when issuers are fetched. */
  readonly pool: Uint8Array[]
  readonly known: Evidence
  readonly ask: (request: OutgoingRequest) => Promise<Uint8Array>
  /** Whether a missing issuer may be fetched from there. */
  readonly mayFetchIssuer: (address: string) => boolean
}

/** Only what was asked for in the same words has the same answer. */
export function askOnce(fetcher: GuardedFetcher): EvidenceSearch['ask'] {
  const asked = new Map<string, Promise<Uint8Array>>()
  return (request) => {
    const key = `${request.url} ${Buffer.from(request.body ?? []).toString('base64')}`
    const answer = asked.get(key) ?? fetcher(request)
    asked.set(key, answer)
    return answer
  }
}
