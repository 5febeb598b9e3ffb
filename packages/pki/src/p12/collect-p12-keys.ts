/**
 * Pairs the keys of a PKCS#12 file with their certificates and chains.
 *
 * localKeyId is a hint that some writers get wrong, so a pair is proved by the public key. A private key without a
 * certificate cannot sign a document and is left out.
 *
 * RFC 7292 §4.2.
 */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { PkiError } from '../pki-error.ts'
import { orderChain } from '../certificates/build-certificate-path.ts'
import { commonNameOf } from '../certificates/describe-name.ts'
import { readCertificate } from '../certificates/read-certificate.ts'
import type { PfxContents, PfxItem } from './read-pfx.ts'

/**
 * Octets of a PrivateKeyInfo. The file decides how long the exponents are, and the time of every signature grows
 * with them; RSA keys of 8192 bits take less than five thousand.
 */
const LARGEST_KEY = 8192

/** Octets of a certificate with its issuers, all of which every signature carries. */
const LARGEST_CHAIN = 256 * 1024

/** A private key with its certificate. */
export interface P12Key {
  /** Friendly name, else the certificate's common name, else `key N`; unique in the file. */
  readonly alias: string
  /** Lower-case hex. */
  readonly localKeyId: string | null
  /** DER of PrivateKeyInfo. */
  readonly privateKeyPkcs8: Uint8Array
  /** DER. */
  readonly certificate: Uint8Array
  /** DER of the issuers in the file, nearest first. */
  readonly chain: readonly Uint8Array[]
}

export interface P12Contents {
  readonly keys: readonly P12Key[]
  /** DER of the certificates that belong to no key of the file. */
  readonly certificatesOnly: readonly Uint8Array[]
}

/**
 * Keys with certificates, in the file's order.
 * @throws PkiError P12_NO_KEY when there is none, P12_TOO_COMPLEX when one, or its chain, is too large to sign with
 */
export function collectP12Keys(contents: PfxContents): P12Contents {
  const pool = contents.certificates.map((item) => item.der)
  const keys: P12Key[] = []
  for (const item of contents.keys) {
    if (item.der.length > LARGEST_KEY) throw tooLarge('KEY', LARGEST_KEY)
    const pair = findPair(item, contents.certificates)
    if (!pair) continue
    const chain = orderChain(pair.der, pool)
    const size = chain.reduce((sum, { length }) => sum + length, pair.der.length)
    if (size > LARGEST_CHAIN) throw tooLarge('CHAIN', LARGEST_CHAIN)
    const alias = uniqueAlias(nameOf(item, pair), keys)
    keys.push({
      alias,
      localKeyId: item.localKeyId ?? pair.localKeyId,
      privateKeyPkcs8: item.der,
      certificate: pair.der,
      chain,
    })
  }
  if (keys.length === 0) throw new PkiError('P12_NO_KEY', { keys: contents.keys.length, certificates: pool.length })
  const own = new Set(keys.map((key) => key.certificate))
  return { keys, certificatesOnly: pool.filter((der) => !own.has(der)) }
}

const tooLarge = (reason: 'KEY' | 'CHAIN', limit: number): PkiError =>
  new PkiError('P12_TOO_COMPLEX', { reason, limit })

function findPair(item: PfxItem, certificates: readonly PfxItem[]): PfxItem | undefined {
  const key = parseKey(item.der)
  if (!key) return undefined
  const matching = certificates.filter((certificate) => belongTogether(certificate.der, key))
  return matching.find((certificate) => certificate.localKeyId === item.localKeyId) ?? matching[0]
}

function parseKey(der: Uint8Array): KeyObject | null {
  try {
    return createPrivateKey({ key: Buffer.from(der), format: 'der', type: 'pkcs8' })
  } catch {
    return null
  }
}

function belongTogether(certificate: Uint8Array, key: KeyObject): boolean {
  try {
    return new X509Certificate(certificate).checkPrivateKey(key)
  } catch {
    return false
  }
}

/** Windows names its key containers with GUIDs, which mean nothing to a person. */
const CONTAINER_NAME = /^(le-)?\{?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\}?$/i

function nameOf(key: PfxItem, certificate: PfxItem): string | null {
  const given = [key.friendlyName, certificate.friendlyName].find((name) => name && !CONTAINER_NAME.test(name))
  return given ?? commonNameOf(readCertificate(certificate.der).subject)
}

function uniqueAlias(name: string | null, taken: readonly P12Key[]): string {
  const wanted = name?.trim() || `key ${taken.length + 1}`
  const isTaken = (alias: string): boolean => taken.some((key) => key.alias === alias)
  let alias = wanted
  for (let number = taken.length + 1; isTaken(alias); number++) alias = `${wanted} (${number})`
  return alias
}
