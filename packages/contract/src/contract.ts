import {
  acceptApproval,
  approvalInfo,
  approvalPages,
  approvalPageText,
  decidedApproval,
  pendingApprovals,
  rejectApproval,
} from './approvals.ts'
import { attachmentPages, attachments, downloadAttachment } from './attachments.ts'
import { authorisationCode, checkAuthorisation } from './authorisation.ts'
import {
  authoriseTransaction,
  completeSign,
  completeSwisscom,
  completeSwisscomHash,
  initSign,
  loginBeforeSign,
  requestSwisscom,
  requestSwisscomHash,
  swisscomIdentity,
} from './errand-signing.ts'
import { certificates, changePin, deleteCertificate, uploadCertificate } from './certificates.ts'
import { disclaimerText } from './disclaimers.ts'
import { approvalRevisionPage, approvalSignatures, documentSignatures, revisionPage } from './document-signatures.ts'
import { ownEvidence } from './evidence.ts'
import { history } from './history.ts'
import {
  loginAddress,
  loginCode,
  returnAddress,
  samlAddress,
  samlConsume,
  samlLogout,
  samlLogoutForm,
  samlMetadata,
  samlTicket,
  userToken,
  walletCode,
} from './logins.ts'
import { recoverPassword, recoveryStanding, setPassword } from './passwords.ts'
import {
  decidedDocument,
  documentInfo,
  downloadDocument,
  pageText,
  pendingDocuments,
  rejectDocument,
  renderedDocument,
  signaturePlaces,
} from './pending-documents.ts'
import { proveEmail, putSignatureImage, sendEmailCode, signatureImage, updateUser } from './profile.ts'
import {
  accountStatus,
  authoriseAccount,
  authoriseRemoteSignature,
  returnToAccount,
  remoteSignatureStatus,
  removeAccount,
  removeRemoteSignature,
  synchroniseAccount,
} from './provider-accounts.ts'
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
import {
  authoriseRun,
  beginRun,
  listRuns,
  moveRun,
  runItems,
  runPdfReceipt,
  runReceipt,
  showRun,
} from './signing-runs.ts'
import { renewToken, revokeToken, token } from './tokens.ts'
import { appearance, certificateTypes, chooseTypes, grantedTypes, memberships, resetPassword, user } from './users.ts'
import { auditContract } from './audit-heads.ts'
import { copyContract } from './copies.ts'
import { factorContract } from './factors.ts'
import { guestContract } from './guests.ts'
import { localContract } from './local-signing.ts'
import { notificationContract } from './notifications.ts'
import { passingOnContract } from './passing-on.ts'
import { remarkContract } from './remarks.ts'
import { substitutionContract } from './substitutions.ts'
import { senderContract } from './sender-contract.ts'
import { verificationContract } from './verification.ts'

/** What signers and approvers call: the portal has it from its first screen on. */
export const portalContract = {
  token,
  renewToken,
  revokeToken,
  loginAddress,
  loginCode,
  walletCode,
  samlAddress,
  samlTicket,
  returnAddress,
  userToken,
  recoverPassword,
  recoveryStanding,
  setPassword,
  checkAuthorisation,
  authorisationCode,
  appearance,
  resetPassword,
  user,
  memberships,
  updateUser,
  sendEmailCode,
  proveEmail,
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
  returnToAccount,
  removeAccount,
  removeRemoteSignature,
  synchroniseAccount,
  pendingDocuments,
  renderedDocument,
  pageText,
  downloadDocument,
  ownEvidence,
  documentInfo,
  history,
  decidedDocument,
  signaturePlaces,
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
  decidedApproval,
  approvalPages,
  approvalPageText,
  approvalInfo,
  acceptApproval,
  rejectApproval,
  sign,
  prepareBatch,
  beginRun,
  listRuns,
  showRun,
  runItems,
  runReceipt,
  runPdfReceipt,
  authoriseRun,
  moveRun,
  requestCode,
  sendCertificateCode,
  sendRemoteSignatureCode,
  openCertificateSession,
  closeCertificateSession,
  openRemoteSession,
  closeRemoteSession,
  swisscomIdentity,
  requestSwisscom,
  completeSwisscom,
  requestSwisscomHash,
  completeSwisscomHash,
  authoriseTransaction,
  initSign,
  completeSign,
  loginBeforeSign,
} as const

/** To what browsers are led by those who know a person, and what these read; the portal calls none of it. */
const samlContract = { samlConsume, samlLogout, samlLogoutForm, samlMetadata } as const

/** Every call of the server, by our name for it. Both ends take their types from here. */
export const contract = {
  ...portalContract,
  ...samlContract,
  ...senderContract,
  ...guestContract,
  ...factorContract,
  ...copyContract,
  ...localContract,
  ...notificationContract,
  ...remarkContract,
  ...substitutionContract,
  ...passingOnContract,
  ...verificationContract,
  ...auditContract,
} as const
export type Contract = typeof contract
export type PortalContract = typeof portalContract
export type CallName = keyof Contract
