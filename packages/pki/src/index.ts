/** Certificates, CMS, timestamps and key files: everything about a signature that is not about PDF. */

// DER (ITU-T X.690): read element by element, never beyond what an element holds; written in one way
export {
  childrenOf,
  DerCursor,
  DerError,
  type DerNode,
  octetsOf,
  oidOf,
  onlyChild,
  readDer,
  readElement,
  TAG,
  timeOf,
} from './der/der-reader.ts'
export {
  encodeBoolean,
  encodeElement,
  encodeExplicit,
  encodeNull,
  encodeOctetString,
  encodeOid,
  encodeSequence,
  encodeSetOf,
  encodeUnsignedInteger,
} from './der/der-writer.ts'
export { OID } from './der/object-identifiers.ts'

// Algorithms: their identifiers, what they are worth, and signatures verified with them
export { isSoundAlgorithm, isSoundDigest, isSoundKey } from './algorithms/algorithm-strength.ts'
export type { DigestAlgorithm, SignatureScheme } from './algorithms/algorithms.ts'
export { digestOf, encodeDigestAlgorithm, hashName, hashNameOf } from './algorithms/digest-algorithms.ts'
export { FOREIGN_ALGORITHMS, SHA3_DIGESTS } from './algorithms/foreign-algorithms.ts'
export { decryptRc4 } from './algorithms/rc4-cipher.ts'
export {
  digestNameOf,
  ecdsaSignatureToDer,
  encodeSignatureAlgorithm,
  isSecret,
  readSignatureAlgorithm,
  signatureAlgorithmFor,
  verifySignature,
} from './algorithms/signature-algorithms.ts'

// CMS (RFC 5652): signed attributes, detached SignedData read, verified and written
export { buildSignatureTimestampAttribute, buildSignedData, type SignedDataParts } from './cms/build-signed-data.ts'
export { type AnsweredCms, checkAnsweredCms } from './cms/check-answered-cms.ts'
export { findAttributeFault, partsOfAnsweredCms } from './cms/read-answered-cms.ts'
export { findTimestampToken, readSignedData, type SignerIdentifier } from './cms/read-signed-data.ts'
export { buildSignedAttributes, encodeAttribute, encodeSigningCertificateV2 } from './cms/signed-attributes.ts'
export { equalBytes, findSignedDataFault, findSignerCertificate } from './cms/verify-signed-data.ts'

// Certificates: what one says of its holder, and whether it may sign documents
export { orderChain } from './certificates/build-certificate-path.ts'
export {
  type CertificateClass,
  type CertificateFacts,
  classifyCertificate,
  type UnsuitableReason,
} from './certificates/classify-certificate.ts'
export { commonNameOf, describeName } from './certificates/describe-name.ts'
export { isIssuedBy, parseCertificate } from './certificates/parse-certificate.ts'
export { makeSelfSigned, type SelfSigned } from './certificates/make-self-signed.ts'
export { readCertificateBundle } from './certificates/read-certificate-bundle.ts'
export {
  type CertificateParts,
  extendedKeyUsageOf,
  readCertificate,
  subjectKeyIdentifierOf,
} from './certificates/read-certificate.ts'
export { type CertificateHolder, type CertificateHolderKind, readHolder } from './certificates/read-holder.ts'
export { requestCertificate, type RequestedSubject } from './certificates/request-certificate.ts'

// Certificate paths (RFC 5280 §6)
export type {
  CertificatePurpose,
  CertificateQuestion,
  CertificateVerdict,
  ChainLink,
  PathFault,
  PolicySettings,
} from './path/certificate-verdict.ts'
export { validateCertificate } from './path/validate-certificate.ts'

// Revocation: OCSP answers and revocation lists
export type { Evidence, RevocationStatus } from './revocation/evidence.ts'
export { findRevocationUrls, type RevocationUrls } from './revocation/find-revocation-urls.ts'
export { type Crl, readCrl } from './revocation/read-crl.ts'
export {
  type OcspResponse,
  type OcspSingle,
  readOcspResponse,
  readOcspStatus,
} from './revocation/read-ocsp-response.ts'

// Evidence: the revocation data of a certificate and of all above it, fetched
export {
  EVIDENCE_CAUSES,
  type EvidenceAttempt,
  type EvidenceCause,
  RevocationFound,
} from './evidence/evidence-cause.ts'
export { askOnce } from './evidence/evidence-search.ts'
export { type EvidenceRequest, gatherEvidence } from './evidence/gather-evidence.ts'
export { mergeEvidence, NO_EVIDENCE, unrepeated } from './evidence/merge-evidence.ts'

// Timestamps (RFC 3161)
export {
  checkTimestampToken,
  describeTimestampToken,
  type MessageImprint,
  type TimestampFacts,
} from './timestamp/check-timestamp-token.ts'
export { readTimestampInfo, type TimestampInfo } from './timestamp/read-timestamp-info.ts'
export { requestTimestamp, type TimestampOptions, type TimestampSource } from './timestamp/request-timestamp.ts'

// Key files (PKCS#12)
export type { P12Contents, P12Key } from './p12/collect-p12-keys.ts'
export { openP12, type P12Limits } from './p12/open-p12.ts'

// Keys at hand, and in tokens (PKCS#11)
export { cipherInToken, listTokenKeys, signInToken } from './signers/ask-token.ts'
export type { DataToBeSigned } from './signers/data-to-be-signed.ts'
export { loadPkcs11Module } from './signers/load-pkcs11-module.ts'
export { openPkcs11, type Pkcs11Key, type Pkcs11Options, type Pkcs11Token } from './signers/open-pkcs11.ts'
export { signWithKey } from './signers/sign-with-key.ts'
export type { TokenKey } from './signers/token-messages.ts'

// The network, under guard
export {
  createGuardedFetcher,
  type GuardedFetcher,
  type GuardedFetcherOptions,
  type OutgoingRequest,
} from './outgoing/create-guarded-fetcher.ts'
export {
  createGuardedPoster,
  type GuardedPost,
  type GuardedPoster,
  type GuardedPosterOptions,
  type PostAnswer,
  readPostTarget,
} from './outgoing/create-guarded-poster.ts'

// Errors, and how workers are started
export { CodedError } from './coded-error.ts'
export { PKI_ERROR_CODES, PkiError, type PkiErrorCode } from './pki-error.ts'
export { startThread } from './start-entry.ts'
export { askChild } from './ask-child.ts'
export { forkEntry } from './start-entry.ts'
