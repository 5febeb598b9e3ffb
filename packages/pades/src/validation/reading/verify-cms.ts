/**
 * Cryptographic verification of one CMS (EN 319 102-1 clause 5.2.7): digest, signature, and the certificate it names.
 *
 * Nothing is thrown: what cannot be verified is a fault, since an unverifiable signature proves nothing about its file.
 *
 * RFC 5652 §5.4 and §5.6.
 */
import { type KeyObject, verify } from 'node:crypto'
import { DerError, equalBytes, isSecret, octetsOf, OID, oidOf, parseCertificate } from '@rubrica/pki'
import { type FoundAlgorithm, nameDigest, nameSignature, verifyOptionsFor } from './name-algorithms.ts'
import { type Cms, type CmsSigner, onlyValue } from './read-cms.ts'
import { findSigner, readCertificateReference } from './read-signer.ts'

/** What is signed, asked for by node:crypto's digest names. */
export interface SignedContent {
  readonly digest: (hash: string) => Uint8Array
  /** Whether the signature over the content itself holds, for signers without signed attributes. */
  readonly verify: (algorithm: FoundAlgorithm, key: KeyObject, signature: Uint8Array) => boolean
}

type CmsFault =
  | 'ALGORITHM_UNKNOWN'
  | 'CMS_MALFORMED'
  | 'CONTENT_TYPE'
  | 'DIGEST_MISMATCH'
  | 'NO_SIGNER'
  | 'NO_SIGNING_CERTIFICATE'
  | 'SEVERAL_SIGNERS'
  | 'SIGNATURE_MISMATCH'
  | 'SIGNING_CERTIFICATE_ATTRIBUTE'

export interface VerifiedCms {
  /** Null: the signature holds. */
  readonly fault: CmsFault | null
  readonly certificate: Uint8Array | null
  readonly key: KeyObject | null
  /** node:crypto's name of the digest over the content; null when it is not known. */
  readonly hash: string | null
  /** The weaker of that digest and the one that was signed with is what counts. */
  readonly algorithm: FoundAlgorithm | null
  /** Whether signing-certificate(-v2) is among the signed attributes. */
  readonly namesCertificate: boolean
}

/**
 * Verifies the first signer.
 * @param pool DER of certificates besides those in the CMS
 */
export function verifyCms(cms: Cms, content: SignedContent, pool: readonly Uint8Array[]): VerifiedCms {
  const [signer] = cms.signers
  if (signer === undefined) return { fault: 'NO_SIGNER', ...NOTHING }
  const certificate = findSigner(signer, cms.certificates) ?? findSigner(signer, pool)
  const key = certificate === null ? null : keyIn(certificate)
  if (cms.signers.length > 1) return { ...NOTHING, fault: 'SEVERAL_SIGNERS', certificate, key }
  if (certificate === null || key === null) return { ...NOTHING, fault: 'NO_SIGNING_CERTIFICATE', certificate, key }
  try {
    return verifySigner({ cms, signer, certificate, key, content })
  } catch (error) {
    if (!(error instanceof DerError)) throw error
    return { ...NOTHING, fault: 'ALGORITHM_UNKNOWN', certificate, key }
  }
}

const NOTHING = { certificate: null, key: null, hash: null, algorithm: null, namesCertificate: false }

interface Matter {
  readonly cms: Cms
  readonly signer: CmsSigner
  readonly certificate: Uint8Array
  readonly key: KeyObject
  readonly content: SignedContent
}

function verifySigner({ cms, signer, certificate, key, content }: Matter): VerifiedCms {
  const hash = nameDigest(signer.digestAlgorithm)
  if (hash === null) return { ...NOTHING, fault: 'ALGORITHM_UNKNOWN', certificate, key }
  const algorithm = nameSignature(signer.signatureAlgorithm, hash)
  const reference = readCertificateReference(signer, certificate)
  const known = { certificate, key, hash, algorithm, namesCertificate: reference === 'named' }
  if (reference === 'other') return { ...known, fault: 'SIGNING_CERTIFICATE_ATTRIBUTE' }
  return { ...known, fault: findFault({ cms, signer, hash, algorithm, key, content }) }
}

/** A certificate can be read as ASN.1 and still hold a key that node:crypto does not know. */
export function keyIn(certificate: Uint8Array): KeyObject | null {
  try {
    const key = parseCertificate(certificate).publicKey
    return isSecret(key) ? key : null
  } catch {
    return null
  }
}

interface Verification {
  readonly cms: Cms
  readonly signer: CmsSigner
  readonly hash: string
  readonly algorithm: FoundAlgorithm
  readonly key: KeyObject
  readonly content: SignedContent
}

function findFault({ cms, signer, hash, algorithm, key, content }: Verification): CmsFault | null {
  const { signedAttributes, signed, signature } = signer
  if (signedAttributes === null) {
    return content.verify(algorithm, key, signature) ? null : 'SIGNATURE_MISMATCH'
  }
  const contentType = onlyValue(signed, OID.contentType)
  if (contentType === null || oidOf(contentType) !== cms.contentType) return 'CONTENT_TYPE'
  const digest = onlyValue(signed, OID.messageDigest)
  if (digest === null || !equalBytes(octetsOf(digest), content.digest(hash))) return 'DIGEST_MISMATCH'
  return verifies(algorithm, key, { message: signedAttributes, signature }) ? null : 'SIGNATURE_MISMATCH'
}

const KEY_TYPES: Readonly<Record<FoundAlgorithm['scheme'], readonly string[]>> = {
  'RSASSA-PKCS1-v1_5': ['rsa'],
  'RSASSA-PSS': ['rsa', 'rsa-pss'],
  ECDSA: ['ec'],
  'PLAIN-ECDSA': ['ec'],
  EdDSA: ['ed25519', 'ed448'],
  DSA: ['dsa'],
}

/** Whether the signature holds; false, too, for a key of another kind or a malformed signature. */
function verifies(
  { scheme, hash, saltLength }: FoundAlgorithm,
  key: KeyObject,
  { message, signature }: { readonly message: Uint8Array; readonly signature: Uint8Array },
): boolean {
  if (!KEY_TYPES[scheme].includes(key.asymmetricKeyType ?? '')) return false
  const options = verifyOptionsFor({ scheme, saltLength })
  try {
    return verify(scheme === 'EdDSA' ? null : hash, message, { key, ...options }, signature)
  } catch {
    return false
  }
}
