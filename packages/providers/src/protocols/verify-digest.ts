/**
 * Checks signatures of which only the digest is known. Node hashes what it verifies, so ECDSA over a finished digest is
 * checked by @noble/curves (FIPS 186-5 §6.4.2), and RSA by opening the DigestInfo of RFC 8017 §9.2.
 */
import { constants, publicDecrypt, type KeyObject } from 'node:crypto'
import { p256, p384, p521 } from '@noble/curves/nist.js'
import type { ToBeSigned } from '../connector.ts'
import { encodeDigestInfo } from './encode-digest-info.ts'

const CURVES = new Map([
  ['prime256v1', p256],
  ['secp384r1', p384],
  ['secp521r1', p521],
])

/** Whether this is RSASSA-PKCS1-v1_5, or ECDSA as DER, over the digest of `item`. */
export function verifiesDigest(key: KeyObject, item: ToBeSigned, signature: Uint8Array): boolean {
  try {
    return key.asymmetricKeyType === 'ec' ? verifiesEcdsa(key, item, signature) : verifiesRsa(key, item, signature)
  } catch {
    return false
  }
}

function verifiesRsa(key: KeyObject, item: ToBeSigned, signature: Uint8Array): boolean {
  // RFC 8017 §8.2.2 step 1. OpenSSL also takes a signature without its leading zero octet.
  if (signature.length * 8 < (key.asymmetricKeyDetails?.modulusLength ?? Infinity)) return false
  const block = publicDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, signature)
  return block.equals(encodeDigestInfo(item))
}

function verifiesEcdsa(key: KeyObject, { digest }: ToBeSigned, signature: Uint8Array): boolean {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  const curve = CURVES.get(key.asymmetricKeyDetails?.namedCurve ?? '')
  return curve?.verify(signature, digest, point, { prehash: false, lowS: false, format: 'der' }) ?? false
}
