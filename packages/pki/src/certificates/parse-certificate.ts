/**
 * Certificates as node:crypto reads them, each read once. What is kept does not depend on the time: dates are compared
 * in each call.
 */
import { X509Certificate } from 'node:crypto'
import { KeptCertificates } from './kept-certificates.ts'

const kept = new KeptCertificates<X509Certificate>()
const issued = new WeakMap<X509Certificate, WeakMap<X509Certificate, boolean>>()

/** @throws Error of node:crypto when this is no certificate */
export const parseCertificate = (der: Uint8Array): X509Certificate => kept.get(der, (own) => new X509Certificate(own))

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
