/**
 * Checks a timestamp token whose issuers may have to be fetched: it need carry no certificate but the authority's own.
 *
 * Nothing is fetched for a token that does not hold in every other respect, and only from origins that
 * configuration names, since the address stands in a certificate that is not trusted yet.
 *
 * RFC 3161 §2.4.1 (certReq), RFC 5280 §4.2.2.1.
 */
import { PkiError } from '../pki-error.ts'
import { findChain } from '../evidence/find-chain.ts'
import { NO_EVIDENCE } from '../evidence/merge-evidence.ts'
import type { GuardedFetcher } from '../outgoing/create-guarded-fetcher.ts'
import {
  checkTimestampToken,
  describeTimestampToken,
  type TimestampExpectation,
  type TimestampFacts,
} from './check-timestamp-token.ts'

export interface TokenIssuers {
  readonly fetcher?: GuardedFetcher
  /** Origins from which issuers may be fetched; none by default. */
  readonly origins?: readonly string[]
}

interface IssuerExpectation extends TimestampExpectation {
  /** Grows by what is fetched. */
  readonly issuers: Uint8Array[]
}

/**
 * Facts of a valid token.
 * @throws PkiError TIMESTAMP_INVALID with the fault
 */
export async function checkWithIssuers(
  token: Uint8Array,
  expected: IssuerExpectation,
  { fetcher, origins = [] }: TokenIssuers = {},
): Promise<TimestampFacts> {
  try {
    return checkTimestampToken(token, expected)
  } catch (error) {
    const isUntrusted = error instanceof PkiError && error.facts['fault'] === 'UNTRUSTED'
    if (!isUntrusted || !fetcher || !expected.trustAnchors) throw error
    const { certificate, certificates, time } = describeTimestampToken(token)
    const search = {
      anchors: expected.trustAnchors,
      pool: [...certificates, ...expected.issuers],
      known: NO_EVIDENCE,
      ask: fetcher,
      mayFetchIssuer: (address: string) => origins.includes(new URL(address).origin),
    }
    const chain = await findChain(search, certificate, time).catch((cause: unknown) => {
      throw cause instanceof PkiError && cause.code === 'EVIDENCE_MISSING' ? error : cause
    })
    const isNew = (one: Uint8Array) => !expected.issuers.some((known) => Buffer.compare(known, one) === 0)
    expected.issuers.push(...chain.map((link) => link.certificate).filter(isNew))
    return checkTimestampToken(token, expected)
  }
}
