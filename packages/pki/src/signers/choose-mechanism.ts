/**
 * Which PKCS#11 mechanism makes a prepared signature, and what the token is given to sign (PKCS#11 v2.40, mechanisms,
 * clauses 2.1 and 2.3).
 *
 * Some tokens only sign what they have hashed themselves, others can only sign a digest:
 * for RSA the token hashes where it can. ECDSA is always over a digest, cut to the size of the curve, since older
 * tokens reject a longer one instead of cutting it.
 */
import { createHash } from 'node:crypto'
import { PkiError } from '../pki-error.ts'
import { parseCertificate } from '../certificates/parse-certificate.ts'
import { encodeNull, encodeOctetString, encodeOid, encodeSequence } from '../der/der-writer.ts'
import { hashName } from '../algorithms/digest-algorithms.ts'
import { OID } from '../der/object-identifiers.ts'
import type { DigestAlgorithm } from '../algorithms/algorithms.ts'
import type { DataToBeSigned } from './data-to-be-signed.ts'

const CKM_RSA_PKCS = 0x1
const CKM_RSA_PKCS_PSS = 0xd
const CKM_ECDSA = 0x1041

/** Numbers of PKCS#11 for one digest. */
interface DigestNumbers {
  readonly oid: string
  readonly rsaPkcs: number
  readonly rsaPss: number
  readonly hash: number
  readonly mask: number
  readonly length: number
}

const NUMBERS: Readonly<Record<DigestAlgorithm, DigestNumbers>> = {
  'SHA-256': { oid: OID.sha256, rsaPkcs: 0x40, rsaPss: 0x43, hash: 0x250, mask: 2, length: 32 },
  'SHA-384': { oid: OID.sha384, rsaPkcs: 0x41, rsaPss: 0x44, hash: 0x260, mask: 3, length: 48 },
  'SHA-512': { oid: OID.sha512, rsaPkcs: 0x42, rsaPss: 0x45, hash: 0x270, mask: 4, length: 64 },
}

/** Octets of the order, of curves that are smaller than a digest may be. */
const ORDER_LENGTHS: Readonly<Record<string, number>> = { prime256v1: 32, secp384r1: 48 }

/** What of a prepared signature a key needs. */
export type PreparedToSign = Pick<
  DataToBeSigned,
  'signatureScheme' | 'digestAlgorithm' | 'signedAttributes' | 'certificate'
>

export interface TokenOperation {
  readonly mechanism: number
  readonly pss: { readonly hashAlg: number; readonly mgf: number; readonly saltLen: number } | null
  /** What the token signs. */
  readonly data: Uint8Array
}

/**
 * @param supported mechanisms of the token
 * @throws PkiError PKCS11_FAILED when the token has none that fits
 */
export function chooseMechanism(prepared: PreparedToSign, supported: ReadonlySet<number>): TokenOperation {
  const { signatureScheme, digestAlgorithm, signedAttributes } = prepared
  const numbers = NUMBERS[digestAlgorithm]
  const digest = createHash(hashName(digestAlgorithm)).update(signedAttributes).digest()
  const pss = { hashAlg: numbers.hash, mgf: numbers.mask, saltLen: numbers.length }
  const choices: Readonly<Record<typeof signatureScheme, readonly TokenOperation[]>> = {
    'RSASSA-PKCS1-v1_5': [
      { mechanism: numbers.rsaPkcs, pss: null, data: signedAttributes },
      { mechanism: CKM_RSA_PKCS, pss: null, data: digestInfo(numbers.oid, digest) },
    ],
    'RSASSA-PSS': [
      { mechanism: numbers.rsaPss, pss, data: signedAttributes },
      { mechanism: CKM_RSA_PKCS_PSS, pss, data: digest },
    ],
    ECDSA: [{ mechanism: CKM_ECDSA, pss: null, data: digest.subarray(0, orderLength(prepared.certificate)) }],
  }
  const chosen = choices[signatureScheme].find(({ mechanism }) => supported.has(mechanism))
  if (chosen === undefined) throw new PkiError('PKCS11_FAILED', { what: 'mechanism', signatureScheme, digestAlgorithm })
  return chosen
}

/** DigestInfo of RFC 8017 clause 9.2, where parameters are NULL. */
const digestInfo = (oid: string, digest: Uint8Array): Uint8Array =>
  encodeSequence(encodeSequence(encodeOid(oid), encodeNull()), encodeOctetString(digest))

function orderLength(certificate: Uint8Array | null): number | undefined {
  const curve = certificate && parseCertificate(certificate).publicKey.asymmetricKeyDetails?.namedCurve
  return ORDER_LENGTHS[curve ?? '']
}
