/**
 * Finds the issuers of a certificate among those that came with it.
 *
 * Issuance is proved by name and signature. Files carry certificates in any order, some that belong elsewhere, and
 * sometimes two that issue each other: the walk is bounded.
 *
 * RFC 5280 §6.1 (path building is left open by it).
 */
import type { X509Certificate } from 'node:crypto'
import { isIssuedBy, parseCertificate } from './parse-certificate.ts'

const MAX_PATH = 12

function parse(der: Uint8Array): X509Certificate[] {
  try {
    return [parseCertificate(der)]
  } catch {
    return []
  }
}

const isSame = (left: X509Certificate, right: X509Certificate): boolean => left.raw.equals(right.raw)

/**
 * Issuers found in `pool`, nearest first, up to a self-signed one or as far as they go; never the certificate itself.
 */
export function orderChain(certificate: Uint8Array, pool: readonly Uint8Array[]): Uint8Array[] {
  const candidates = pool.flatMap(parse)
  const path = parse(certificate)
  for (let current = path[0]; current && path.length < MAX_PATH; current = path.at(-1)) {
    const child = current
    const issuer = candidates.find((one) => !path.some((known) => isSame(known, one)) && isIssuedBy(child, one))
    if (!issuer || isIssuedBy(child, child)) break
    path.push(issuer)
  }
  return path.slice(1).map((one) => new Uint8Array(one.raw))
}

/** Whether a path from the certificate through `pool` reaches one of the anchors; every link's dates are left alone. */
export function buildCertificatePath(
  certificate: Uint8Array,
  pool: readonly Uint8Array[],
  anchors: readonly Uint8Array[],
): boolean {
  const path = [certificate, ...orderChain(certificate, [...pool, ...anchors])]
  return anchors.some((anchor) => path.some((link) => Buffer.compare(link, anchor) === 0))
}
