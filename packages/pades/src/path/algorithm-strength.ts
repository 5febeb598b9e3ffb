/**
 * How long algorithms and keys count as sound.
 *
 * A signature that was proved to exist while its algorithm was sound stays good; the same algorithm proves nothing
 * later. Dates are the last of the year after which the recommendations gave an algorithm up.
 *
 * Difficulty: low. ETSI TS 119 312, NIST SP 800-131A (dates), EN 319 102-1 §5.2.8.
 */
import type { KeyObject } from 'node:crypto'
import type { CertificateSignatureAlgorithm } from './public-key.ts'

const endOf = (year: number): number => Date.UTC(year + 1, 0, 1)

const ALWAYS = Infinity
const NEVER = -Infinity

const HASH_UNTIL: Readonly<Record<string, number>> = {
  md2: NEVER,
  md5: endOf(2004),
  sha1: endOf(2012),
  sha224: endOf(2025),
}

/** Shortest modulus of RSA and DSA, and until when. */
const MODULUS_UNTIL: readonly (readonly [bits: number, until: number])[] = [
  [1900, ALWAYS],
  [1024, endOf(2010)],
  [0, NEVER],
]

const MODULAR: ReadonlySet<string> = new Set(['rsa', 'rsa-pss', 'dsa'])

const CURVES: ReadonlySet<string> = new Set([
  ...['prime256v1', 'secp384r1', 'secp521r1', 'secp256k1'],
  ...['brainpoolP256r1', 'brainpoolP320r1', 'brainpoolP384r1', 'brainpoolP512r1'],
  ...['brainpoolP256t1', 'brainpoolP320t1', 'brainpoolP384t1', 'brainpoolP512t1'],
])

/** Whether a signature of this kind was sound at `time` (milliseconds). */
export const isSoundAlgorithm = ({ hash }: CertificateSignatureAlgorithm, time: number): boolean =>
  hash === null || time < (HASH_UNTIL[hash] ?? ALWAYS)

/** Whether a key was long enough at `time` (milliseconds). */
export function isSoundKey(key: KeyObject, time: number): boolean {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key
  if (type === 'ed25519' || type === 'ed448') return true
  if (type === 'ec') return CURVES.has(details?.namedCurve ?? '')
  return MODULAR.has(type ?? '') && isSoundModulus(details?.modulusLength ?? 0, time)
}

const isSoundModulus = (bits: number, time: number): boolean =>
  time < (MODULUS_UNTIL.find(([shortest]) => bits >= shortest)?.[1] ?? NEVER)
