import { X509Certificate } from 'node:crypto'
import { readBytes } from './read-answer.ts'

const MAX_CERTIFICATE_BYTES = 32 * 1024

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
