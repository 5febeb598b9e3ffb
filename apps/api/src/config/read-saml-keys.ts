import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** A key of this server for SAML, and the certificate that providers know it by. */
export interface SamlKey {
  readonly privateKey: KeyObject
  /** PEM */
  readonly certificate: string
}

const BLOCK = /-----BEGIN ([A-Z ]+)-----[^-]+-----END \1-----/g
const MIN_BITS = 2048

/**
 * Reads private keys with their certificates, in any order; certificates give the order of the keys.
 * @param path of a PEM file
 * @throws {Error} saying what is wrong with the file, and nothing of what is in it
 */
export function readSamlKeys(path: string): readonly SamlKey[] {
  const blocks = [...readText(path).matchAll(BLOCK)]
  const named = (isWanted: (name: string) => boolean) =>
    blocks.filter(([, name = '']) => isWanted(name)).map(([text]) => text)
  const keys = named((name) => name.endsWith('PRIVATE KEY')).map(readKey)
  const certificates = named((name) => name === 'CERTIFICATE').map(readCertificate)
  const pairs = certificates.flatMap((certificate) => {
    const privateKey = keys.find((key) => certificate.checkPrivateKey(key))
    return privateKey ? [{ privateKey, certificate: certificate.toString() }] : []
  })
  if (keys.length > 0 && pairs.length === keys.length) return pairs
  throw new Error('it must hold private keys, and one certificate for each')
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new Error('it cannot be read')
  }
}

function readKey(pem: string): KeyObject {
  const key = attempt(() => createPrivateKey(pem))
  const isStrong = key?.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_BITS
  if (!key || !isStrong) throw new Error(`each key must be one of RSA, of ${MIN_BITS} bits or more, without a password`)
  return key
}

function readCertificate(pem: string): X509Certificate {
  const certificate = attempt(() => new X509Certificate(pem))
  if (!certificate) throw new Error('a certificate in it cannot be read')
  return certificate
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
