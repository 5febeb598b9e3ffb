import { createECDH } from 'node:crypto'
import { SCOPES } from '@rubrica/contract'
import type { DemoSigner } from '@rubrica/testing'

interface Owner {
  readonly ana: Pick<DemoSigner, 'certificateId' | 'pin' | 'userId'>
  /** Of a document that waits for her. */
  readonly signerGuid: string
}

/** On P-256, uncompressed. */
const POINT = createECDH('prime256v1').generateKeys('base64url')

/** Bodies that the contract accepts, so that nothing but the caller is wrong. */
export function bodiesFor({ ana, signerGuid }: Owner): Readonly<Record<string, object>> {
  const { certificateId, pin, userId } = ana
  const wrong = { grant_type: 'password', username: 'ana', password: 'Wrong-1!', scope: SCOPES.portal }
  return {
    token: wrong,
    authorisationCode: { ...wrong, grant_type: 'authorization_code', scope: 'service' },
    checkAuthorisation: { response_type: 'code', client_id: 'scene', redirect_uri: 'https://scene.example.test/' },
    loginCode: { Code: 'unknown' },
    walletCode: { Code: 'unknown' },
    samlAddress: { Email: 'ana@example.com' },
    samlTicket: { Ticket: 'unknown' },
    samlLogoutForm: { SAMLRequest: 'PHg+' },
    samlConsume: { SAMLResponse: 'PHg+' },
    returnAddress: { Url: 'https://scene.example.test/done' },
    userToken: { userId: 'ana' },
    recoverPassword: {},
    setPassword: { password: 'Other-2026' },
    rejectDocument: { RejectionReason: 'No', AccessMethod: 'USER_PASS' },
    sign: { CertGUID: certificateId, PIN: pin, AccessMethod: 'USER_PASS' },
    prepareBatch: { CertGUID: certificateId, SignerGUIDs: [signerGuid] },
    beginRun: { CertGUID: certificateId, AccessMethod: 'USER_PASS', Items: [{ SignerGUID: signerGuid }] },
    authoriseRun: { PIN: pin },
    moveRun: { To: 'stopped' },
    requestCode: { CertGUID: certificateId, Uses: 1, AccessMethod: 'USER_PASS' },
    openCertificateSession: { OTP: '123456' },
    openRemoteSession: { CertGUID: certificateId, OTP: '123456' },
    ...bodiesOfSigningElsewhere(certificateId),
    updateUser: { email: 'other@example.com', password: 'Other-2026' },
    confirmFactor: { Code: '000000' },
    beginTotp: {},
    addTotp: { Code: '000000' },
    beginPasskey: {},
    addPasskey: { Name: 'Passkey', Attestation: { ...CREDENTIAL, response: ATTESTATION } },
    passkeyLogin: { Assertion: { ...CREDENTIAL, response: ASSERTION } },
    proveEmail: { Secret: 'unknown', Code: '000000' },
    putSignatureImage: { SignatureImage: '' },
    changePin: { CurrentPin: '1', NewPin: '2' },
    chooseTypes: { KeyVault: true },
    authoriseAccount: { Username: 'ana' },
    authoriseRemoteSignature: { Username: 'ana', Password: 'x' },
    acceptApproval: {},
    rejectApproval: { RejectedReason: 'No' },
    pendingApprovals: { Terms: { vidmobileuser: userId } },
    uploadCertificate: { p12: 'AAAA', certalias: 'x', pin: '1', certtype: 'keyvault' },
    invitation: { Secret: 'unknown' },
    sendInvitationCode: { Secret: 'unknown' },
    openSigningLink: { Secret: 'unknown' },
    proveInvitation: { Secret: 'unknown', Code: '123456' },
    askInvitationAgain: { Secret: 'unknown' },
    signAsGuest: {},
    makeAccount: { Password: 'Long-enough-1!' },
    signByEmail: { AccessMethod: 'USER_PASS' },
    setMailChoices: {
      ...{ Waiting: 'daily', Reminders: 'weekly', Sent: 'hourly', Ended: 'never', TimeZone: 'Europe/Madrid' },
    },
    setQuietHours: { TimeZone: 'Europe/Madrid', Night: null, Weekends: true },
    addDevice: {
      ...{ Name: 'A browser', Endpoint: 'https://push.example.test/one', TimeZone: 'Europe/Madrid' },
      ...{ P256dh: POINT, Auth: 'A'.repeat(22) },
    },
    proposeSubstitution: {
      ...{ Deputy: 'biel', Kind: 'delegation', Formula: 'on behalf of', Tags: [] },
      ...{ From: '2030-01-01', Until: '2030-01-31', TimeZone: 'Europe/Madrid' },
    },
    createPersonalKey: {
      Name: 'A key',
      Scopes: [SCOPES.send],
      ExpiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    },
    lookUpFile: { Digest: 'a'.repeat(64), Proof: 'b'.repeat(64) },
    lookUpCode: { Code: 'unknown' },
    fetchByCode: { Code: 'unknown' },
    changeDocumentCode: { level: 'names' },
    cancelDocument: { reason: 'No longer needed' },
    createDraft: { content: EMPTY_DRAFT },
    changeDraft: { content: EMPTY_DRAFT },
    createTemplate: { name: 'T', content: { signers: [{ role: 'Tenant' }] } },
    addTemplateVersion: { content: { signers: [{ role: 'Tenant' }] } },
    changeTemplate: { name: 'T' },
    copyTemplateFiles: {},
    importTemplate: { format: 'rubrica-template-1', name: 'T', content: { signers: [{ role: 'Tenant' }] } },
    sendFromTemplate: {},
    addContact: { userId: 'biel' },
    changeContact: { name: 'A' },
    createGroup: { name: 'G', members: [{ userId: 'biel' }] },
    changeGroup: { name: 'G' },
    createWebhook: { url: 'https://erp.example.org/hook' },
    changeWebhook: { state: 'off' },
    replayWebhook: { missed: true },
    mapBulkSend: { template: UNKNOWN_ID },
    correctBulkRow: { leaveOut: true },
    startBulkSend: {},
    changeDocument: { tags: ['new'] },
    replaceSigner: { userId: 'biel' },
    answerPassing: { agree: true },
    findSuccessor: { Named: 'biel' },
    keepSignerRemark: { IsChecked: true, Text: 'Read page 2' },
    keepApproverRemark: { IsChecked: true, Text: 'Read page 2' },
    passOn: { Person: UNKNOWN_ID, Reason: 'He leads the project' },
    remindPeople: {},
    createSigningLink: { signer: crypto.randomUUID(), returnUrl: 'https://erp.example/done' },
    copyDocument: { file: 'original' },
    startBulkAct: { act: 'remind', documents: [UNKNOWN_ID] },
    saveFilter: { name: 'Waiting', filters: { state: 'open' } },
    sendDispatch: { documents: [{ file: UNKNOWN_ID }], signers: [{ userId: 'ana' }] },
  }
}

const CREDENTIAL = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' }
const ASSERTION = { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA' }
const ATTESTATION = { clientDataJSON: 'e30', attestationObject: 'AAAA' }

const EMPTY_DRAFT = { files: [], signers: [], message: '', deadline: null, tags: '', isVisible: true }

/** Of nobody: a request or a transaction that there is not. */
export const UNKNOWN_ID = '3b0ae9b1-4b9f-4d52-a4fc-6f4e1f0f6d3a'

function bodiesOfSigningElsewhere(certificateId: string): Readonly<Record<string, object>> {
  const signing = { AccessMethod: 'USER_PASS' }
  const local = { HashAlgorithm: 'SHA512', ...signing }
  return {
    requestSwisscom: signing,
    completeSwisscom: {},
    requestSwisscomHash: { Hash: 'AAAA', HashAlgorithm: 'sha256', RequestId: UNKNOWN_ID },
    authoriseTransaction: { TransactionGuid: UNKNOWN_ID },
    returnToAccount: { TransactionGuid: UNKNOWN_ID, Code: 'x' },
    initSign: { CertGUID: certificateId },
    completeSign: { CertGUID: certificateId },
    loginBeforeSign: { CertGUID: certificateId },
    announceLocalCertificate: { CertType: 'local', CertsData: 'AAAA', ...local },
    completeLocalSignature: { Signature: 'AAAA', From: 'WEB', ...local },
    // A run of one's own is begun for any document; this is no value of one.
    beginLocalRun: { Items: [{ SignerGUID: crypto.randomUUID(), Signature: '-' }], ...local },
  }
}
