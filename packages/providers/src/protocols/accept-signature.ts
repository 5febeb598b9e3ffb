/**
 * The one door for signatures that come from elsewhere. A provider may have hashed once too often, used another key, or
 * answered for another document: in any case, a signature that does not verify goes no further.
 */
import { verify, X509Certificate, type KeyObject } from 'node:crypto'
import { ecdsaSignatureToDer } from '@rubrica/pki'
import { ProviderError, type ToBeSigned } from '../connector.ts'
import { verifiesDigest } from './verify-digest.ts'

const HASHES = { 'SHA-256': 'sha256', 'SHA-384': 'sha384', 'SHA-512': 'sha512' } as const

export interface ReceivedSignature {
  readonly signature: Uint8Array
  readonly item: ToBeSigned
  /** DER of the signer's certificate. */
  readonly certificate: Uint8Array
  /** As people call the provider. */
  readonly provider: string
}

/**
 * Checks a raw signature against the certificate and the attributes.
 * @returns the signature, with ECDSA as DER (RFC 3279 §2.2.3) also when it came as the bare pair of numbers
 * @throws ProviderError `signature-refused`
 */
export function acceptSignature(received: ReceivedSignature): Uint8Array {
  const { signature, item, certificate, provider } = received
  const { publicKey } = new X509Certificate(certificate)
  const isDigestOnly = item.attributes.length === 0
  if (isDigestOnly && verifiesDigest(publicKey, item, signature)) return signature
  const data = { hash: HASHES[item.digestAlgorithm], attributes: item.attributes }
  if (publicKey.asymmetricKeyType === 'ec') {
    if (verifies(data, { key: publicKey, dsaEncoding: 'der' }, signature)) return signature
    if (verifies(data, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature)) return ecdsaSignatureToDer(signature)
  } else if (verifies(data, { key: publicKey }, signature)) {
    return signature
  }
  throw new ProviderError('signature-refused', `The signature of ${provider} does not fit the certificate`, {
    facts: { bytes: signature.length },
  })
}

type VerifyingKey = { key: KeyObject; dsaEncoding?: 'der' | 'ieee-p1363' }

function verifies(data: { hash: string; attributes: Uint8Array }, key: VerifyingKey, signature: Uint8Array): boolean {
  try {
    return verify(data.hash, data.attributes, key, signature)
  } catch {
    return false
  }
}
