import { X509Certificate } from 'node:crypto'
import type { KeyReference, ToBeSigned } from '../../connector.ts'

const RSA = {
  'SHA-256': '1.2.840.113549.1.1.11',
  'SHA-384': '1.2.840.113549.1.1.12',
  'SHA-512': '1.2.840.113549.1.1.13',
} as const
/** PKCS#1 v1.5 with the digest algorithm on its own. */
const RSA_PLAIN = '1.2.840.113549.1.1.1'
const ECDSA = {
  'SHA-256': '1.2.840.10045.4.3.2',
  'SHA-384': '1.2.840.10045.4.3.3',
  'SHA-512': '1.2.840.10045.4.3.4',
} as const
/** An EC key that names no digest algorithm signs with the one of the request. */
const EC_PLAIN = '1.2.840.10045.2.1'

/** The value of `signAlgo` for this key and digest, or undefined when the key does not know a scheme of ours. */
export function chooseAlgorithm(
  algorithms: readonly string[],
  key: KeyReference,
  { digestAlgorithm }: Pick<ToBeSigned, 'digestAlgorithm'>,
): string | undefined {
  const isEc = new X509Certificate(key.certificate).publicKey.asymmetricKeyType === 'ec'
  const [combined, plain] = isEc ? [ECDSA[digestAlgorithm], EC_PLAIN] : [RSA[digestAlgorithm], RSA_PLAIN]
  if (algorithms.includes(combined)) return combined
  if (!algorithms.includes(plain)) return undefined
  return isEc ? combined : plain
}
