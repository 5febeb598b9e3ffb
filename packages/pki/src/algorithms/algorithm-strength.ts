/**
 * How long algorithms and keys count as sound, in certificates and signatures alike.
 *
 * A signature that was proved to exist while its algorithm was sound stays good; the same algorithm proves nothing
 * later.
 *
 * ETSI TS 119 312 and the dates that EU DSS takes from it, EN 319 102-1 §5.2.8.
 */
import type { KeyObject } from 'node:crypto'
import type { CertificateSignatureAlgorithm } from '../path/public-key.ts'

const ALWAYS = Infinity
const NEVER = -Infinity

/** By node:crypto's names; those left out still are. */
const DIGEST_UNTIL: Readonly<Record<string, number>> = {
  md2: NEVER,
  md5: Date.UTC(2004, 7, 1),
  ripemd160: Date.UTC(2011, 7, 1),
  sha1: Date.UTC(2012, 7, 1),
  sha224: Date.UTC(2025, 11, 31),
}

type Limits = readonly (readonly [bits: number, until: number])[]

/** Shortest modulus of RSA and DSA, rounded as widespread readers do, and until when. */
const MODULUS_UNTIL: Limits = [
  [1900, ALWAYS],
  [1024, Date.UTC(2010, 7, 1)],
  [0, NEVER],
]

const CURVE_UNTIL: Limits = [
  [250, ALWAYS],
  [160, Date.UTC(2012, 7, 1)],
  [0, NEVER],
]

const MODULAR: ReadonlySet<string> = new Set(['rsa', 'rsa-pss', 'dsa'])

/** Whether a digest (node:crypto's name) was sound at `time` (milliseconds). */
export const isSoundDigest = (hash: string, time: number): boolean => time < (DIGEST_UNTIL[hash] ?? ALWAYS)

/** Whether a signature of this kind was sound at `time` (milliseconds). */
export const isSoundAlgorithm = ({ hash }: CertificateSignatureAlgorithm, time: number): boolean =>
  hash === null || isSoundDigest(hash, time)

/** Whether a key was long enough at `time` (milliseconds). */
export function isSoundKey(key: KeyObject, time: number): boolean {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key
  if (type === 'ed25519' || type === 'ed448') return true
  if (type === 'ec') return isLongEnough(CURVE_UNTIL, bitsOfCurve(details?.namedCurve), time)
  return MODULAR.has(type ?? '') && isLongEnough(MODULUS_UNTIL, details?.modulusLength ?? 0, time)
}

const isLongEnough = (limits: Limits, bits: number, time: number): boolean =>
  time < (limits.find(([shortest]) => bits >= shortest)?.[1] ?? NEVER)

/** The first number in the name of a curve is its size: prime256v1, secp384r1, brainpoolP256r1. */
const bitsOfCurve = (curve = ''): number => Number(/\d+/.exec(curve)?.[0] ?? 0)
