/**
 * Certificates as node:crypto reads them, each read once.
 *
 * The certificates of a timestamp authority and of a signer come back with every document, and reading one takes
 * longer than verifying a signature with it. What is kept depends on nothing but the bytes: dates are compared anew.
 *
 * Difficulty: low. Both memories are bounded, since certificates are strangers' data.
 */
import { X509Certificate } from 'node:crypto'

const MOST_KEPT = 100
const LARGEST_KEPT = 8192

const kept = new Map<string, X509Certificate>()
const issued = new WeakMap<X509Certificate, WeakMap<X509Certificate, boolean>>()

/** @throws Error of node:crypto when this is no certificate */
export function parseCertificate(der: Uint8Array): X509Certificate {
  if (der.length > LARGEST_KEPT) return new X509Certificate(der)
  const name = Buffer.from(der.buffer, der.byteOffset, der.byteLength).toString('latin1')
  const known = kept.get(name)
  if (known) return known
  const fresh = new X509Certificate(der)
  if (kept.size >= MOST_KEPT) kept.clear()
  kept.set(name, fresh)
  return fresh
}

/** Whether `issuer` signed `certificate` and bears the name that it states; dates and extensions are left alone. */
export function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  const answers = issued.get(certificate) ?? new WeakMap<X509Certificate, boolean>()
  issued.set(certificate, answers)
  const known = answers.get(issuer)
  if (known !== undefined) return known
  const answer = verifyIssuer(certificate, issuer)
  answers.set(issuer, answer)
  return answer
}

function verifyIssuer(certificate: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return certificate.issuer === issuer.subject && certificate.verify(issuer.publicKey)
  } catch {
    return false
  }
}
