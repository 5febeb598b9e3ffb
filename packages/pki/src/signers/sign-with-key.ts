/**
 * Signs a prepared document with a private key that this process holds.
 *
 * The scheme was fixed when the signature was prepared, because the CMS names it; a key of another kind is a mistake
 * and not something to adapt to.
 *
 * RFC 8017 §8, FIPS 186-5.
 */
import { type KeyObject, sign } from 'node:crypto'
import { PkiError } from '../pki-error.ts'
import { cryptoOptionsFor, signatureAlgorithmFor } from '../algorithms/signature-algorithms.ts'
import type { DataToBeSigned } from './data-to-be-signed.ts'

/**
 * Raw signature over the signed attributes: PKCS#1 or PSS octets for RSA, DER for ECDSA.
 * @throws PkiError CERTIFICATE_MISMATCH when the key is of another kind than the prepared scheme
 */
export function signWithKey(
  privateKey: KeyObject,
  prepared: Pick<DataToBeSigned, 'signatureScheme' | 'digestAlgorithm' | 'signedAttributes'>,
): Uint8Array {
  const algorithm = signatureAlgorithmFor(prepared.signatureScheme, prepared.digestAlgorithm)
  const wanted = algorithm.scheme === 'ECDSA' ? ['ec'] : ['rsa', 'rsa-pss']
  if (!wanted.includes(privateKey.asymmetricKeyType ?? '')) {
    throw new PkiError('CERTIFICATE_MISMATCH', { keyType: privateKey.asymmetricKeyType, scheme: algorithm.scheme })
  }
  const key = { key: privateKey, ...cryptoOptionsFor(algorithm) }
  return new Uint8Array(sign(algorithm.hash, prepared.signedAttributes, key))
}
