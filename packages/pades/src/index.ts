export { PDF_ERROR_CODES, PdfError, type PdfErrorCode } from './errors.ts'
export { addSignatureFields } from './fields/add-signature-fields.ts'
export { displayedPageSize } from './fields/place-box.ts'
export { inspectPdf } from './inspect-pdf.ts'
export { decryptPdf } from './intake/decrypt-pdf.ts'
export { prepareSignature, signedAttributesDigest } from './prepare-signature.ts'
export { parsePrepared, serialisePrepared } from './prepared-signature.ts'
export type {
  Box,
  DataToBeSigned,
  DigestAlgorithm,
  DocumentPermission,
  FieldLock,
  FieldPlacement,
  PageGeometry,
  PdfFacts,
  PdfPermissions,
  PreparedSignature,
  SignatureAppearance,
  SignatureFieldFacts,
  SignatureRequest,
  SignatureScheme,
} from './types.ts'
export {
  type CertificateClass,
  type CertificateFacts,
  classifyCertificate,
  type UnsuitableReason,
} from './certificates/classify-certificate.ts'
export { type CertificateHolder, type CertificateHolderKind, readHolder } from './certificates/read-holder.ts'
export { readCertificateBundle } from './certificates/read-certificate-bundle.ts'
export { requestCertificate, type RequestedSubject } from './certificates/request-certificate.ts'
export { orderChain } from './certificates/build-certificate-path.ts'
export { isIssuedBy } from './certificates/parse-certificate.ts'
export { type AnsweredCms, checkAnsweredCms } from './cms/check-answered-cms.ts'
export { buildSignedAttributes } from './cms/signed-attributes.ts'
export { ecdsaSignatureToDer } from './cms/signature-algorithms.ts'
export type { P12Contents, P12Key } from './p12/collect-p12-keys.ts'
export { openP12, type P12Limits } from './p12/open-p12.ts'
export { type ResumeOptions, resumeSignature, type SignatureAnswer } from './resume-signature.ts'
export { openPkcs11, type Pkcs11Key, type Pkcs11Options, type Pkcs11Token } from './signers/open-pkcs11.ts'
export { type Signer, signPdf } from './sign-pdf.ts'
export { signWithKey } from './signers/sign-with-key.ts'
export { checkTimestampToken, type TimestampFacts } from './timestamp/check-timestamp-token.ts'
export { requestTimestamp, type TimestampOptions, type TimestampSource } from './timestamp/request-timestamp.ts'
export {
  createGuardedFetcher,
  type GuardedFetcher,
  type GuardedFetcherOptions,
  type OutgoingRequest,
} from './outgoing/create-guarded-fetcher.ts'
export type { Evidence, RevocationStatus } from './revocation/evidence.ts'
export { findRevocationUrls, type RevocationUrls } from './revocation/find-revocation-urls.ts'
export { type Crl, readCrl } from './revocation/read-crl.ts'
export {
  type OcspResponse,
  type OcspSingle,
  readOcspResponse,
  readOcspStatus,
} from './revocation/read-ocsp-response.ts'
export {
  type CertificatePurpose,
  type CertificateQuestion,
  type CertificateVerdict,
  type ChainLink,
  type PathFault,
  type PolicySettings,
} from './path/certificate-verdict.ts'
export { validateCertificate } from './path/validate-certificate.ts'
export {
  EVIDENCE_CAUSES,
  type EvidenceAttempt,
  type EvidenceCause,
  RevocationFound,
} from './evidence/evidence-cause.ts'
export { type EvidenceRequest, gatherEvidence } from './evidence/gather-evidence.ts'
export { mergeEvidence } from './evidence/merge-evidence.ts'
export { addValidationData } from './dss/add-validation-data.ts'
export type { SignatureEvidence } from './dss/write-dss.ts'
export { addDocumentTimestamp, type DocumentTimestampOptions } from './long-term/add-document-timestamp.ts'
export { type CollectOptions, gatherDocumentEvidence } from './long-term/collect-evidence.ts'
export { augment, type AugmentLevel, type AugmentOptions } from './long-term/augment.ts'
export { allocateFile, appendToFile } from './workers/shared-bytes.ts'
export { createPadesWorkers, type PadesWorkers } from './workers/create-pades-workers.ts'
export type { Change, ChangeKind, ChangeRule } from './changes/change.ts'
export { inspectRevisions, type RevisionFacts } from './validation/inspect-revisions.ts'
export { validate } from './validation/validate.ts'
export type {
  Indication,
  SignatureLevel,
  SignatureReport,
  SubIndication,
  TimestampReport,
  ValidationPolicy,
  ValidationReport,
  ValidationSettings,
} from './validation/validation-report.ts'
