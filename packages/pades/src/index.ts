export type { Change, ChangeKind, ChangeRule } from './changes/change.ts'
export { addValidationData } from './dss/add-validation-data.ts'
export type { SignatureEvidence } from './dss/write-dss.ts'
export { PADES_ERROR_CODES, PadesError, type PadesErrorCode } from './pades-error.ts'
export { addSignatureFields } from './fields/add-signature-fields.ts'
export { displayedPageSize } from './fields/place-box.ts'
export { inspectPdf } from './inspect-pdf.ts'
export { decryptPdf } from './intake/decrypt-pdf.ts'
export { addDocumentTimestamp, type DocumentTimestampOptions } from './long-term/add-document-timestamp.ts'
export { augment, type AugmentLevel, type AugmentOptions } from './long-term/augment.ts'
export { type CollectOptions, gatherDocumentEvidence } from './long-term/collect-evidence.ts'
export { prepareSignature, signedAttributesDigest } from './prepare-signature.ts'
export { parsePrepared, serialisePrepared } from './prepared-signature.ts'
export { type ResumeOptions, resumeSignature, type SignatureAnswer } from './resume-signature.ts'
export { type Signer, signPdf } from './sign-pdf.ts'
export type {
  Box,
  DocumentPermission,
  FieldLock,
  FieldPlacement,
  PdfFacts,
  PdfPermissions,
  PreparedSignature,
  SignatureFieldFacts,
  SignatureRequest,
  Stamp,
  VerificationMark,
} from './types.ts'
export { inspectRevisions, type RevisionFacts } from './validation/inspect-revisions.ts'
export { type EtsiReportOptions, writeEtsiReport } from './validation/etsi-report/write-etsi-report.ts'
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
export { createPadesWorkers, type PadesWorkers } from './workers/create-pades-workers.ts'
export { allocateFile, appendToFile } from './workers/shared-bytes.ts'
