/**
 * Finds the path from a certificate to a trust anchor, and fetches issuers that are missing where that is allowed.
 *
 * As long as no path is known nothing vouches for the address of an issuer, so it is asked only when configuration
 * names its origin.
 *
 * RFC 5280 §4.2.2.1.
 */
import { PkiError } from '../pki-error.ts'
import { readCertificateBundle } from '../certificates/read-certificate-bundle.ts'
import { readCertificate } from '../certificates/read-certificate.ts'
import { DerError } from '../der/der-reader.ts'
import type { ChainLink } from '../path/certificate-verdict.ts'
import { validateCertificate } from '../path/validate-certificate.ts'
import { findRevocationUrls } from '../revocation/find-revocation-urls.ts'
import { type EvidenceAttempt, evidenceMissing } from './evidence-cause.ts'
import type { EvidenceSearch } from './evidence-search.ts'

const MOST_ISSUERS_FETCHED = 5

/**
 * The certificate first, its anchor last.
 * @throws PkiError EVIDENCE_MISSING: UNTRUSTED, or INVALID with the fault of the path
 */
export async function findChain(
  search: EvidenceSearch,
  certificate: Uint8Array,
  at: Date,
): Promise<readonly ChainLink[]> {
  const attempts: EvidenceAttempt[] = []
  for (let fetches = 0; ; fetches++) {
    const { fault, at: index, chain } = judgePath(search, certificate, at)
    if (fault === null) return chain
    if (fault !== 'NO_PATH') {
      throw evidenceMissing(chain[index ?? 0]?.certificate ?? certificate, { cause: 'INVALID', fault })
    }
    const last = chain.at(-1)?.certificate ?? certificate
    const issuers = fetches < MOST_ISSUERS_FETCHED ? await fetchIssuers(search, last, attempts) : []
    if (issuers.length === 0) throw evidenceMissing(certificate, { cause: 'UNTRUSTED', attempts })
    search.pool.push(...issuers)
  }
}

function judgePath({ anchors, pool }: EvidenceSearch, certificate: Uint8Array, time: Date) {
  const evidence = { certificates: pool, ocsps: [], crls: [] }
  return validateCertificate({ certificate, anchors, evidence, time, purpose: 'any', checkRevocation: false })
}

/** Certificates that were not at hand yet, of the first address that has any. */
export async function fetchIssuers(
  search: EvidenceSearch,
  certificate: Uint8Array,
  attempts: EvidenceAttempt[],
): Promise<readonly Uint8Array[]> {
  for (const url of readIssuerAddresses(certificate)) {
    const { host } = new URL(url)
    if (!search.mayFetchIssuer(url)) {
      attempts.push({ source: 'ISSUER', host, cause: 'FORBIDDEN_ADDRESS' })
      continue
    }
    try {
      const fresh = readIssuers(await search.ask({ url })).filter((one) => !isAtHand(search, one))
      if (fresh.length > 0) return fresh
      attempts.push({ source: 'ISSUER', host, cause: 'LIES' })
    } catch (error) {
      if (!(error instanceof PkiError)) throw error
      const cause = error.code === 'REQUEST_REFUSED' ? 'FORBIDDEN_ADDRESS' : 'UNREACHABLE'
      attempts.push({ source: 'ISSUER', host, cause, detail: String(error.facts.reason) })
    }
  }
  return []
}

/** An untrusted certificate could name more. */
const MOST_ADDRESSES = 4

function readIssuerAddresses(certificate: Uint8Array): readonly string[] {
  const { issuers } = findRevocationUrls(certificate)
  return issuers.filter((address) => URL.canParse(address)).slice(0, MOST_ADDRESSES)
}

/** Room for some eighty certificates; each is read and compared with all others. */
const LARGEST_BUNDLE = 128 * 1024

/** One certificate, or a bundle of them (RFC 5280: application/pkix-cert or application/pkcs7-mime). */
function readIssuers(bytes: Uint8Array): readonly Uint8Array[] {
  if (bytes.length > LARGEST_BUNDLE) return []
  try {
    return [readCertificate(bytes).der]
  } catch (error) {
    if (error instanceof DerError) return readCertificateBundle(bytes)
    throw error
  }
}

const isAtHand = ({ pool }: EvidenceSearch, certificate: Uint8Array): boolean =>
  pool.some((one) => Buffer.compare(one, certificate) === 0)
