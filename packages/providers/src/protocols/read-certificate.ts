import { X509Certificate } from 'node:crypto'
import { readBytes } from './read-answer.ts'

const MAX_CERTIFICATE_BYTES = 32 * 1024
const MAX_CHAIN = 8

/** A certificate in base64 (DER, or its PEM form); undefined for what is none. */
export function readCertificate(value: unknown): X509Certificate | undefined {
  const text = typeof value === 'string' ? value.replace(/-----(?:BEGIN|END) CERTIFICATE-----/g, '').trim() : value
  const der = readBytes(text, MAX_CERTIFICATE_BYTES)
  if (der === undefined) return undefined
  try {
    return new X509Certificate(der)
  } catch {
    return undefined
  }
}

/** DER of a certificate and of its issuers among those that came with it, as far as they go. */
export function chainOf(certificate: X509Certificate, others: readonly X509Certificate[]): Uint8Array[] {
  const chain = [certificate]
  for (let last: X509Certificate | undefined = certificate; last && chain.length < MAX_CHAIN;) {
    const child: X509Certificate = last
    last = others.find((other) => !chain.some((known) => known.raw.equals(other.raw)) && isIssuedBy(child, other))
    if (last) chain.push(last)
  }
  return chain.map(({ raw }) => new Uint8Array(raw))
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
  } catch {
    return false
  }
}
