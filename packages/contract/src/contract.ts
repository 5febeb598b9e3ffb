import {
  acceptApproval,
  approvalInfo,
  approvalPages,
  approvalPageText,
  pendingApprovals,
  rejectApproval,
} from './approvals.ts'
import { attachmentPages, attachments, downloadAttachment } from './attachments.ts'
import { authorisationCode, checkAuthorisation } from './authorisation.ts'
import { certificates, changePin, deleteCertificate, uploadCertificate } from './certificates.ts'
import { disclaimerText } from './disclaimers.ts'
import { approvalRevisionPage, approvalSignatures, documentSignatures, revisionPage } from './document-signatures.ts'
import {
  loginAddress,
  loginCode,
  returnAddress,
  samlAddress,
  samlConsume,
  samlMetadata,
  samlTicket,
  userToken,
  walletCode,
} from './logins.ts'
import { recoverPassword, setPassword } from './passwords.ts'
import {
  documentInfo,
  downloadDocument,
  pageText,
  pendingDocuments,
  rejectDocument,
  renderedDocument,
} from './pending-documents.ts'
import { putSignatureImage, signatureImage, updateUser } from './profile.ts'
import {
  accountStatus,
  authoriseAccount,
  authoriseRemoteSignature,
  remoteSignatureStatus,
  removeAccount,
  removeRemoteSignature,
  synchroniseAccount,
} from './provider-accounts.ts'
import { cancelDocument, sendDocument, sentDocumentContent, sentDocumentStatus } from './sender.ts'
import {
  closeCertificateSession,
  closeRemoteSession,
  openCertificateSession,
  openRemoteSession,
  prepareBatch,
  requestCode,
  sendCertificateCode,
  sendRemoteSignatureCode,
  sign,
} from './signing.ts'
import { renewToken, revokeToken, token } from './tokens.ts'
import { appearance, certificateTypes, chooseTypes, grantedTypes, resetPassword, user } from './users.ts'

/** Every call of the server, by our name for it. Both ends take their types from here. */
export const contract = {
  token,
  renewToken,
  revokeToken,
  loginAddress,
  loginCode,
  walletCode,
  samlAddress,
  samlConsume,
  samlMetadata,
  samlTicket,
  returnAddress,
  userToken,
  recoverPassword,
  setPassword,
  checkAuthorisation,
  authorisationCode,
  appearance,
  resetPassword,
  user,
  updateUser,
  signatureImage,
  putSignatureImage,
  certificateTypes,
  grantedTypes,
  chooseTypes,
  certificates,
  uploadCertificate,
  deleteCertificate,
  changePin,
  accountStatus,
  remoteSignatureStatus,
  authoriseAccount,
  authoriseRemoteSignature,
  removeAccount,
  removeRemoteSignature,
  synchroniseAccount,
  pendingDocuments,
  renderedDocument,
  pageText,
  downloadDocument,
  documentInfo,
  disclaimerText,
  attachments,
  attachmentPages,
  downloadAttachment,
  documentSignatures,
  revisionPage,
  approvalSignatures,
  approvalRevisionPage,
  rejectDocument,
  pendingApprovals,
  approvalPages,
  approvalPageText,
  approvalInfo,
  acceptApproval,
  rejectApproval,
  sign,
  prepareBatch,
  requestCode,
  sendCertificateCode,
  sendRemoteSignatureCode,
  openCertificateSession,
  closeCertificateSession,
  openRemoteSession,
  closeRemoteSession,
  sendDocument,
  sentDocumentStatus,
  sentDocumentContent,
  cancelDocument,
} as const
export type Contract = typeof contract
export type CallName = keyof Contract
