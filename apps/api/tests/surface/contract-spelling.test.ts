import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract, type CallName, type Endpoint } from '@rubrica/contract'
import { CERTIFICATE_TYPES } from '@rubrica/domain'

/** The names that the portal's calls carry, exactly as sections 3 and 7 of the specification spell them. */
const SPELLING: Readonly<Partial<Record<CallName, string>>> = {
  token:
    'POST /oauth/token | body code code_verifier grant_type password redirect_uri scope username | answer access_token credentialID expires_in scope token_type',
  recoverPassword: 'PUT /vidmobileusers/:id/recoverpass | body env language',
  setPassword: 'PUT /vidmobileusers/:id/password | body password',
  authorisationCode:
    'POST /oauth/code | body RequestId SessionId SessionToken grant_type password scope username | answer RedirectUrl code expires_in',
  loginAddress: 'GET /auth/url/:provider | answer Browser Url',
  loginCode: 'POST /auth/code/:state | body Browser Code Issuer | answer Token',
  walletCode: 'POST /ssi/code | body Browser Code Issuer State | answer Token',
  samlAddress: 'POST /saml/url | body Email | answer Browser Url',
  appearance:
    'GET /vidmobileuser/:id/appearance | answer Logo PrimaryColor PrimaryTextColor SecondaryColor SecondaryTextColor',
  resetPassword: 'GET /vidmobileuser/:id/resetpassword | answer ResetPassword UserName',
  user: 'GET /vidmobileuser/ | answer email emailisknown haspassword language legalid userid username',
  updateUser:
    'PUT /vidmobileuser/ | body active currentpassword email language legalid password signatureimage userid username',
  signatureImage: 'GET /vidmobileusers/:legalid/signatureimage | answer SignatureImage',
  putSignatureImage: 'PUT /vidmobileusers/:legalid/signatureimage | body SignatureImage',
  certificateTypes:
    'GET /vidmobileuser/certstype | answer FirmaRemota Ivnosys KeyVault Local Nebula RedTrust Software Swisscom Uanataca ValidatedID',
  certificates:
    'GET /vidmobileusers/:legalid/certs | answer AuthenticationType CertType DN ExpirationDate GUID Holder Inputs Kind Locked MaxDocuments MaySign Name Organisation PinRequired Qualified Verdict certalias',
  uploadCertificate:
    'POST /vidmobileusers/:legalid/certs | body certalias certtype dynamicpin filepassword keyalias p12 pin | answer AuthenticationType CertType DN ExpirationDate GUID Holder Inputs Kind Locked MaxDocuments MaySign Name Organisation PinRequired Qualified Verdict certalias',
  deleteCertificate: 'DELETE /vidmobileusers/:legalid/certs/:guid',
  pendingDocuments:
    'GET /pendingsignatures/paginated | query CertificateGuid Count FileName From OrderBy OrderType PageNumber PageSize Sender Tag TimeZone To | answer Alias CentralizedCertificateInfo Count Deadline DemandedCertificateType Description DisclaimerInfo Display DocGUI FileName Guid HasAttachment Integrity List PageNumber PageSize PassingOn PrivateMessage ReadAll Remark SenderName SignatureReason SignerDTO SignerGUI SignerGUID SignerName Tag TotalPages TypeOfID UploadTime',
  renderedDocument:
    'GET /documentrendered/:docGuid/remote/pages/:page | query count width | answer DocPageRendered NextPage NumberOfPages',
  downloadDocument: 'GET /documents/:docGuid | answer DocContent FileName',
  documentInfo:
    'GET /documentinfo/:docGuid | answer Approvers Email GUID LegalId Name OperationTime SignatureStatus SignerName Signers UploadTime',
  disclaimerText: 'GET /pendingsignatures/:signerGuid/disclaimertext/:kind/:lang | answer Digest Text Title',
  attachments: 'GET /signatures/:signerGuid/attachments/ | answer FileName GUID MediaType NumberOfPages',
  attachmentPages:
    'GET /signatures/:signerGuid/attachments/:attGuid/render | query count page width | answer DocPageRendered NextPage NumberOfPages',
  pendingApprovals:
    'POST /approvaldocuments/searches/ | body Terms vidmobileuser | answer Alias ApproverGuid CentralizedCertificateInfo Deadline DemandedCertificateType Description DisclaimerInfo Display DocGuid FileName Guid HasAttachment Integrity PassingOn ReadAll Remark SenderName SignatureReason SignerDTO SignerGUI SignerGUID SignerName Tag TypeOfID UploadTime',
  approvalPages:
    'GET /approvaldocuments/:approverGuid/documentrendered/pages/:page | query count width | answer DocPageRendered NextPage NumberOfPages',
  approvalInfo:
    'GET /approvaldocuments/:approverGuid/documentinfo | answer Approvers Email GUID LegalId Name OperationTime SignatureStatus SignerName Signers UploadTime',
  acceptApproval: 'POST /approvaldocuments/:approverGuid/accepted',
  rejectApproval: 'POST /approvaldocuments/:approverGuid/rejected | body RejectedReason',
  rejectDocument: 'POST /vidmobileuser/signature/:signerGuid/rejected | body AccessMethod RejectionReason',
  changePin: 'PUT /vidmobileusers/:id/certificate/:guid | body CurrentPin NewPin',
  chooseTypes: 'PUT /vidmobileusers/:legalid/certstype',
  accountStatus: 'GET /vidmobileuser/:id/:account/status | answer Account IsAuthorized LogsInThere',
  remoteSignatureStatus: 'GET /vidmobileuser/firmaremotaauth/status | answer Account IsAuthorized LogsInThere',
  authoriseAccount:
    'POST /vidmobileuser/:id/:account | body Authenticator Challenge Client Domain IsSign Organization Otp Password Username | answer Authenticators Hint Id Name RedirectUrl',
  authoriseRemoteSignature:
    'POST /vidmobileuser/firmaremotaauth | body Otp Password Username | answer Authenticators Hint Id Name RedirectUrl',
  returnToAccount: 'POST /vidmobileuser/:id/accountreturn | body Code TransactionGuid | answer CertType',
  removeAccount: 'DELETE /vidmobileuser/:id/:account',
  removeRemoteSignature: 'DELETE /vidmobileuser/firmaremotaauth',
  synchroniseAccount: 'POST /vidmobileuser/:id/:account/synchronise',
  sign: 'POST /vidmobileuser/signature/:type/:signerGuid | body AcceptChanges AcceptedDisclaimer AccessMethod BatchId CertGUID CertType ConfirmedHolder OTP PIN PinAuthentication SessionId',
  requestCode:
    'POST /vidmobileuser/signature/:type/otp | body AccessMethod BatchId CertGUID Uses | answer Qualified SentTo',
  sendCertificateCode: 'POST /vidmobilecertificate/:guid/otpsms | answer Qualified SentTo',
  sendRemoteSignatureCode: 'POST /vidmobileuser/firmaremota/:guid/sms | answer Qualified SentTo',
  openCertificateSession:
    'POST /vidmobilecertificate/:guid/session/ | body BatchId ConfirmedHolder OTP PIN RequestId | answer ExpiresAt SessionId',
  closeCertificateSession: 'DELETE /vidmobilecertificate/:guid/session/',
  openRemoteSession:
    'POST /vidmobileuser/firmaremotaauth/session/ | body BatchId CertGUID ConfirmedHolder OTP PIN RequestId SessionId | answer ExpiresAt SessionId',
  closeRemoteSession: 'DELETE /vidmobileuser/firmaremotaauth/session/',
  requestSwisscom:
    'POST /vidmobileuser/signature/swisscom/:signerGuid/signrequest | body AcceptChanges AcceptedDisclaimer AccessMethod | answer RedirectURL RequestID',
  completeSwisscom:
    'POST /vidmobileuser/signature/swisscom/:signerGuid/completesignature/:requestId | body AccessMethod',
  requestSwisscomHash:
    'POST /vidmobileuser/signature/swisscom/signrequesthash | body Hash HashAlgorithm RequestId | answer RedirectURL RequestID',
  completeSwisscomHash:
    'POST /vidmobileuser/signature/swisscom/completesignaturehash/:requestId | answer ExpiresAt SessionId Signatures',
  authoriseTransaction: 'POST /vidmobileuser/:id/ivsignauth/mfa | body TransactionGuid',
  initSign:
    'POST /vidmobileuser/signature/ivsign/:signerGuid/initsign | body AcceptChanges AcceptedDisclaimer AccessMethod CertGUID ConfirmedHolder Pin Token TransactionId mfa | answer AuthType RedirectUrl TransactionId',
  completeSign:
    'POST /vidmobileuser/signature/ivsign/:signerGuid/completesign/:transactionId | body AccessMethod CertGUID PIN',
  loginBeforeSign: 'POST /vidmobileuser/signature/ivsign/:signerGuid/login | body CertGUID | answer RedirectUrl Token',
  announceLocalCertificate:
    'POST /localsignature/:signerGuid/certificate | body AcceptChanges AcceptedDisclaimer AccessMethod CertType CertsData HashAlgorithm',
  presignature: 'GET /presignature | query SignatureId | answer PreSignatureContentDNIe',
  completeLocalSignature:
    'POST /localsignature/:signerGuid | body AccessMethod From HashAlgorithm IpAddress Location Signature',
}

/** Calls that the specification does not know: for programs, for what we add, and pages that browsers are led to. */
const OURS: readonly CallName[] = [
  'factors',
  'askFactor',
  'confirmFactor',
  'beginTotp',
  'addTotp',
  'removeTotp',
  'beginPasskey',
  'addPasskey',
  'removePasskey',
  'makeRecoveryCodes',
  'forgetDevice',
  'askPasskey',
  'passkeyLogin',
  'sendEmailCode',
  'proveEmail',
  'invitation',
  'sendInvitationCode',
  'proveInvitation',
  'openSigningLink',
  'askInvitationAgain',
  'signAsGuest',
  'accountOffer',
  'makeAccount',
  'signByEmail',
  'renewToken',
  'revokeToken',
  'samlConsume',
  'samlLogout',
  'samlLogoutForm',
  'samlMetadata',
  'samlTicket',
  'returnAddress',
  'userToken',
  'recoveryStanding',
  'checkAuthorisation',
  'grantedTypes',
  'pageText',
  'downloadAttachment',
  'documentSignatures',
  'decidedDocument',
  'history',
  'decidedApproval',
  'copy',
  'copyPages',
  'copyPageText',
  'copyInfo',
  'downloadCopy',
  'copySignatures',
  'copyRevisionPage',
  'signaturePlaces',
  'revisionPage',
  'approvalSignatures',
  'approvalRevisionPage',
  'approvalPageText',
  'prepareBatch',
  'beginRun',
  'beginLocalRun',
  'listRuns',
  'showRun',
  'runItems',
  'runReceipt',
  'runPdfReceipt',
  'authoriseRun',
  'moveRun',
  'swisscomIdentity',
  'sendDocument',
  'sentDocuments',
  'sentDocumentStatus',
  'sentDocumentEvents',
  'sentDocumentMails',
  'memberships',
  'sentDocumentContent',
  'sentDocumentEvidence',
  'ownEvidence',
  'cancelDocument',
  'changeDocument',
  'replaceSigner',
  'answerPassing',
  'remindPeople',
  'copyDocument',
  'sentDocumentPlaces',
  'sentDocumentPage',
  'createSigningLink',
  'startBulkAct',
  'bulkAct',
  'bulkArchive',
  'sentDocumentArchive',
  'sentAttachments',
  'sentAttachment',
  'savedFilters',
  'saveFilter',
  'deleteFilter',
  'sendDispatch',
  'suggestPeople',
  'teams',
  'signingMeans',
  'uploadFile',
  'uploadedFileStatus',
  'uploadedFilePage',
  'uploadedFilePageText',
  'deleteUploadedFile',
  'drafts',
  'createDraft',
  'draftStatus',
  'changeDraft',
  'deleteDraft',
  'draftMails',
  'templates',
  'createTemplate',
  'templateStatus',
  'changeTemplate',
  'deleteTemplate',
  'templateVersions',
  'addTemplateVersion',
  'copyTemplateFiles',
  'exportTemplate',
  'importTemplate',
  'sendFromTemplate',
  'contacts',
  'addContact',
  'changeContact',
  'deleteContact',
  'suggestRecipients',
  'groups',
  'createGroup',
  'groupStatus',
  'changeGroup',
  'deleteGroup',
  'createBulkSend',
  'bulkSends',
  'bulkSendStatus',
  'mapBulkSend',
  'bulkRows',
  'correctBulkRow',
  'startBulkSend',
  'pauseBulkSend',
  'resumeBulkSend',
  'cancelBulkSend',
  'bulkResult',
  'deleteBulkSend',
  'webhooks',
  'createWebhook',
  'webhookStatus',
  'changeWebhook',
  'deleteWebhook',
  'webhookSecret',
  'rotateWebhook',
  'webhookMessages',
  'webhookMessage',
  'testWebhook',
  'replayWebhook',
  'notificationSettings',
  'setQuietHours',
  'setMailChoices',
  'addDevice',
  'removeDevice',
  'tryDevice',
  'makeCalendar',
  'endCalendar',
  'substitutions',
  'signerRemarks',
  'keepSignerRemark',
  'approverRemarks',
  'keepApproverRemark',
  'possibleMandates',
  'mandate',
  'proposeSubstitution',
  'acceptSubstitution',
  'endSubstitution',
  'passingRequest',
  'findSuccessor',
  'passOn',
  'keepSlot',
  'personalKeys',
  'createPersonalKey',
  'revokePersonalKey',
  'documentCode',
  'changeDocumentCode',
  'lookUpFile',
  'verifyFile',
  'reportFile',
  'verifiedPage',
  'lookUpCode',
  'fetchByCode',
  'auditHeads',
  'newestAuditHead',
  'auditConsistency',
]

function namesIn(schema: unknown, found = new Set<string>()): Set<string> {
  if (typeof schema !== 'object' || schema === null) return found
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties') for (const name of Object.keys(value as object)) found.add(name)
    namesIn(value, found)
  }
  return found
}

function part(word: string, schema: z.ZodType | undefined): string {
  const names = schema ? [...namesIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))].sort() : []
  return names.length > 0 ? ` | ${word} ${names.join(' ')}` : ''
}

const spell = (entry: Endpoint) =>
  `${entry.method} ${entry.path}${part('query', entry.query)}${part('body', entry.body)}${part('answer', entry.answers[200])}`

test.each(Object.entries(SPELLING))('%s is spelled as the specification spells it', (name, spelling) => {
  expect(spell(contract[name as CallName])).toBe(spelling)
})

test('no call is left out of the list but those that the specification does not know', () => {
  expect([...Object.keys(SPELLING), ...OURS].toSorted()).toEqual(Object.keys(contract).toSorted())
})

test('OrderType is asc or des, AccessMethod one of six, CertType in its exact case', () => {
  const query = contract.pendingDocuments.query
  expect(query.safeParse({ OrderType: 'des' }).success).toBe(true)
  expect(query.safeParse({ OrderType: 'desc' }).success).toBe(false)
  const body = { CertGUID: crypto.randomUUID(), PIN: '1' }
  for (const method of ['USER_PASS', 'SSO', 'GOOGLE_ACCOUNT', 'MS_ACCOUNT', 'VID_WALLET', 'SAML']) {
    expect(contract.sign.body.safeParse({ ...body, AccessMethod: method }).success).toBe(true)
  }
  expect(contract.sign.body.safeParse({ ...body, AccessMethod: 'user_pass' }).success).toBe(false)
  const types = [
    'Ivnosys',
    'Nebula',
    'keyvault',
    'software',
    'firmaremota',
    'redtrust',
    'uanataca',
    'validatedid',
    'swisscom',
  ]
  expect([...CERTIFICATE_TYPES].sort()).toEqual(types.sort())
})
