/**
 * Signatures over finished digests. Node signs messages only, so ECDSA over a digest comes from @noble/curves
 * (FIPS 186-5 §6.4.1), and RSA encrypts the DigestInfo of RFC 8017 §9.2 itself.
 */
import { constants, createPrivateKey, privateEncrypt, X509Certificate, type KeyObject } from 'node:crypto'
import { p256, p384, p521 } from '@noble/curves/nist.js'
import type { DigestSigner, HashAlgorithm } from '../../modules/grants/ports.ts'

/** DER of DigestInfo up to the digest itself. */
const PREFIXES: Readonly<Record<HashAlgorithm, string>> = {
  'SHA-256': '3031300d060960864801650304020105000420',
  'SHA-384': '3041300d060960864801650304020205000430',
  'SHA-512': '3051300d060960864801650304020305000440',
}

const CURVES = { prime256v1: p256, secp384r1: p384, secp521r1: p521 } as const
const CURVE_OIDS = { prime256v1: '1.2.840.10045.3.1.7', secp384r1: '1.3.132.0.34', secp521r1: '1.3.132.0.35' } as const
type CurveName = keyof typeof CURVES

/** What each OID hashes with; plain RSA leaves that to the request. */
const RSA: Readonly<Record<string, HashAlgorithm | null>> = {
  '1.2.840.113549.1.1.1': null,
  '1.2.840.113549.1.1.11': 'SHA-256',
  '1.2.840.113549.1.1.12': 'SHA-384',
  '1.2.840.113549.1.1.13': 'SHA-512',
}
const ECDSA: Readonly<Record<string, HashAlgorithm | null>> = {
  '1.2.840.10045.4.3.2': 'SHA-256',
  '1.2.840.10045.4.3.3': 'SHA-384',
  '1.2.840.10045.4.3.4': 'SHA-512',
}

export const digestSigner: DigestSigner = {
  describe(certificate) {
    const { publicKey } = new X509Certificate(certificate)
    const { namedCurve, modulusLength = 0 } = publicKey.asymmetricKeyDetails ?? {}
    const curve = curveOf(publicKey)
    return curve === undefined || namedCurve === undefined
      ? { algorithms: RSA, bits: modulusLength, curve: null }
      : { algorithms: ECDSA, bits: CURVES[curve].Point.Fn.BITS, curve: CURVE_OIDS[curve] }
  },
  sign(key, digest, algorithm) {
    const privateKey = createPrivateKey({ key: Buffer.from(key), format: 'der', type: 'pkcs8' })
    const curve = curveOf(privateKey)
    return curve === undefined ? signRsa(privateKey, digest, algorithm) : signEcdsa(privateKey, digest, curve)
  },
}

function curveOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): CurveName | undefined {
  if (asymmetricKeyType !== 'ec') return undefined
  const name = asymmetricKeyDetails?.namedCurve ?? ''
  if (name in CURVES) return name as CurveName
  throw new TypeError(`No signatures are made on the curve ${name}`)
}

function signRsa(key: KeyObject, digest: Uint8Array, algorithm: HashAlgorithm): Uint8Array {
  const block = Buffer.concat([Buffer.from(PREFIXES[algorithm], 'hex'), digest])
  return privateEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, block)
}

function signEcdsa(key: KeyObject, digest: Uint8Array, curve: CurveName): Uint8Array {
  const secret = Buffer.from(key.export({ format: 'jwk' }).d ?? '', 'base64url')
  try {
    return CURVES[curve].sign(digest, secret, { prehash: false, lowS: false, format: 'der' })
  } finally {
    secret.fill(0)
  }
}
