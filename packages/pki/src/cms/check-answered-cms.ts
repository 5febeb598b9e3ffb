/**
 * Checks a complete CMS that a provider has made over a digest, before it is used.
 *
 * A certificate that is made for one signature arrives only in this CMS, so it is checked before the CMS becomes
 * part of a document or is returned.
 *
 * RFC 5652 §5, ETSI EN 319 142-1 §6.3.
 */
import { PkiError } from '../pki-error.ts'
import { attributesOf, type NameAttribute } from '../certificates/describe-name.ts'
import { readCertificate } from '../certificates/read-certificate.ts'
import { partsOfAnsweredCms } from './read-answered-cms.ts'
import { findTimestampToken, readSignedData } from './read-signed-data.ts'
import type { DigestAlgorithm } from '../algorithms/algorithms.ts'

export interface AnsweredCms {
  /** DER of the signer's certificate. */
  readonly certificate: Uint8Array
  /** DER of every other certificate in it. */
  readonly others: readonly Uint8Array[]
  /** Attributes of the certificate's subject, as they stand in it. */
  readonly subject: readonly NameAttribute[]
  /** The signature value, which a timestamp is about. */
  readonly signature: Uint8Array
  /** A TimeStampToken that came along; not checked. */
  readonly timestamp: Uint8Array | null
}

/**
 * What a detached CMS over this digest says, once its signature holds.
 * @throws PkiError SIGNATURE_INVALID with the fault
 */
export function checkAnsweredCms(
  cms: Uint8Array,
  signed: { readonly digest: Uint8Array; readonly digestAlgorithm: DigestAlgorithm },
): AnsweredCms {
  const { digest: documentDigest, digestAlgorithm } = signed
  const parts = partsOfAnsweredCms({ documentDigest, digestAlgorithm, certificate: null, chain: [] }, cms)
  const facts = readSignedData(cms)
  if (facts.length !== cms.length) throw new PkiError('SIGNATURE_INVALID', { fault: 'CMS' })
  const { certificate, signature } = parts
  return {
    certificate,
    others: facts.certificates.filter((one) => Buffer.compare(one, certificate) !== 0),
    subject: attributesOf(readCertificate(certificate).subject).flat(),
    signature,
    timestamp: findTimestampToken(facts.unsignedAttributes) ?? null,
  }
}
