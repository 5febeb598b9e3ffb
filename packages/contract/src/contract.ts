import { certificates, deleteCertificate, uploadCertificate } from './certificates.ts'
import {
  documentInfo,
  downloadDocument,
  pendingDocuments,
  rejectDocument,
  renderedDocument,
} from './pending-documents.ts'
import { sendDocument, sentDocumentContent, sentDocumentStatus } from './sender.ts'
import { signWithKeyVault } from './signing.ts'
import { token } from './tokens.ts'
import { appearance, certificateTypes, resetPassword, user } from './users.ts'

/** Every call of the server, by our name for it. Both ends take their types from here. */
export const contract = {
  token,
  appearance,
  resetPassword,
  user,
  certificateTypes,
  certificates,
  uploadCertificate,
  deleteCertificate,
  pendingDocuments,
  renderedDocument,
  downloadDocument,
  documentInfo,
  rejectDocument,
  signWithKeyVault,
  sendDocument,
  sentDocumentStatus,
  sentDocumentContent,
} as const
export type Contract = typeof contract
export type CallName = keyof Contract
