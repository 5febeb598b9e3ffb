/**
 * Takes the parts out of a complete CMS from a provider.
 *
 * Some providers return a whole CMS instead of a raw signature. Only its signature and its attributes are kept, once
 * they fit the prepared document, its certificate and what PAdES allows; the frame around them is written again by this
 * package.
 *
 * ETSI EN 319 142-1 §6.3, RFC 5652 §5.
 */
import { PkiError } from '../pki-error.ts'
import { buildSignatureTimestampAttribute, type SignedDataParts } from './build-signed-data.ts'
import { DerError } from '../der/der-reader.ts'
import { hashName } from '../algorithms/digest-algorithms.ts'
import { OID } from '../der/object-identifiers.ts'
import { attributeValue, findTimestampToken, readSignedData, type SignedDataFacts } from './read-signed-data.ts'
import { digestNameOf } from '../algorithms/signature-algorithms.ts'
import { equalBytes, findSignedDataFault, findSignerCertificate } from './verify-signed-data.ts'
import type { DataToBeSigned } from '../signers/data-to-be-signed.ts'

/** What an answer has to fit. */
type AwaitedCms = Pick<DataToBeSigned, 'documentDigest' | 'digestAlgorithm' | 'certificate' | 'chain'>

/**
 * Verified parts of the answer.
 * @throws PkiError SIGNATURE_INVALID (with the fault), CERTIFICATE_MISMATCH
 */
export function partsOfAnsweredCms(prepared: AwaitedCms, cms: Uint8Array): SignedDataParts {
  try {
    const facts = readSignedData(cms)
    const certificate = findSignerCertificate(facts)
    if (!certificate) throw new PkiError('SIGNATURE_INVALID', { fault: 'NO_SIGNING_CERTIFICATE' })
    if (prepared.certificate && !equalBytes(certificate, prepared.certificate))
      throw new PkiError('CERTIFICATE_MISMATCH')
    const fault = findAnswerFault(prepared, facts)
    if (fault) throw new PkiError('SIGNATURE_INVALID', { fault })
    return {
      ...facts,
      certificate,
      chain: [...prepared.chain, ...facts.certificates],
      unsignedAttributes: timestampsOf(facts),
    }
  } catch (error) {
    if (error instanceof DerError) throw new PkiError('SIGNATURE_INVALID', { fault: 'CMS', detail: error.message })
    throw error
  }
}

function findAnswerFault(prepared: AwaitedCms, facts: SignedDataFacts): string | null {
  if (facts.content !== null || facts.contentType !== OID.data) return 'NOT_DETACHED'
  if (digestNameOf(facts.digestAlgorithm) !== hashName(prepared.digestAlgorithm)) return 'DIGEST_ALGORITHM'
  return findAttributeFault(facts.signedAttributes) ?? findSignedDataFault(facts, () => prepared.documentDigest)
}

/** What PAdES baseline demands of the attributes beyond CMS, or null when nothing is wrong. */
export function findAttributeFault(attributes: Uint8Array): string | null {
  if (attributeValue(attributes, OID.signingTime)) return 'SIGNING_TIME_PRESENT'
  return attributeValue(attributes, OID.signingCertificateV2) ? null : 'SIGNING_CERTIFICATE_ATTRIBUTE'
}

/** Only the timestamp may stay: revocation data and references belong into the document's DSS. */
function timestampsOf(facts: SignedDataFacts): Uint8Array[] {
  const token = findTimestampToken(facts.unsignedAttributes)
  return token === undefined ? [] : [buildSignatureTimestampAttribute(token)]
}
