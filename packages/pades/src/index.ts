export { PDF_ERROR_CODES, PdfError, type PdfErrorCode } from './errors.ts'
export { addSignatureFields } from './fields/add-signature-fields.ts'
export { inspectPdf } from './inspect-pdf.ts'
export { decryptPdf } from './intake/decrypt-pdf.ts'
export { prepareSignature, signedAttributesDigest } from './prepare-signature.ts'
export { parsePrepared, serialisePrepared } from './prepared-signature.ts'
export type {
  Box,
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
export { readCertificateBundle } from './certificates/read-certificate-bundle.ts'
export { requestCertificate, type RequestedSubject } from './certificates/request-certificate.ts'
export { orderChain } from './certificates/build-certificate-path.ts'
export { isIssuedBy } from './certificates/parse-certificate.ts'
export { buildSignedAttributes } from './cms/signed-attributes.ts'
export type { P12Contents, P12Key } from './p12/collect-p12-keys.ts'
export { openP12, type P12Limits } from './p12/open-p12.ts'
export { type ResumeOptions, resumeSignature, type SignatureAnswer } from './resume-signature.ts'
export { openPkcs11, type Pkcs11Key, type Pkcs11Options, type Pkcs11Token } from './signers/open-pkcs11.ts'
export { signWithKey } from './signers/sign-with-key.ts'
export { checkTimestampToken, type TimestampFacts } from './timestamp/check-timestamp-token.ts'
export { requestTimestamp, type TimestampOptions } from './timestamp/request-timestamp.ts'
export { createPadesWorkers, type PadesWorkers } from './workers/create-pades-workers.ts'
