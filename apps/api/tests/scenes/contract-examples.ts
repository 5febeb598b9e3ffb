/** One example of each call of the contract. */
import { createECDH } from 'node:crypto'
import type { CallName } from '@rubrica/contract'
import { sendingCallExamples } from './sending-call-examples.ts'

/** What a call is made with. */
export interface Example {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** What stands in the scene. */
export interface ExampleFacts {
  readonly carla: { readonly userId: string; readonly legalId: string; readonly certificateId: string }
  readonly docGuid: string
  readonly signerGuid: string
  readonly approverGuid: string
  readonly copyGuid: string
  readonly attGuid: string
  readonly recoveryId: string
}

const CREDENTIAL = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} }
const ASSERTION = {
  ...CREDENTIAL,
  authenticatorAttachment: 'platform',
  response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'AAAA' },
}
const ATTESTATION = {
  ...CREDENTIAL,
  authenticatorAttachment: 'platform',
  response: { clientDataJSON: 'e30', attestationObject: 'AAAA', transports: ['internal'] },
}
const FACTORS = {
  factors: {},
  askFactor: {},
  confirmFactor: { body: { Assertion: ASSERTION, RememberAs: 'Browser' } },
  beginTotp: {},
  addTotp: { body: { Code: '000000' } },
  removeTotp: {},
  beginPasskey: {},
  addPasskey: { body: { Name: 'Passkey', Attestation: ATTESTATION } },
  removePasskey: { params: { factorGuid: crypto.randomUUID() } },
  makeRecoveryCodes: {},
  forgetDevice: { params: { factorGuid: crypto.randomUUID() } },
  askPasskey: {},
  passkeyLogin: { body: { Assertion: ASSERTION } },
}

const NO_CODE = { Code: '0000-0000-0000-0000-0000-0', Work: `${'A'.repeat(43)}.1` }
const VERIFICATION = {
  lookUpFile: { body: { Digest: 'a'.repeat(64), Proof: 'b'.repeat(64) } },
  verifyFile: {},
  reportFile: {},
  verifiedPage: { query: { revision: '1', page: '1', width: '300' } },
  lookUpCode: { body: NO_CODE },
  fetchByCode: { body: NO_CODE },
}

const NOTICES = {
  notificationSettings: {},
  setMailChoices: {
    body: {
      ...{ Waiting: 'daily', Reminders: 'weekly', Sent: 'hourly', Ended: 'never', TimeZone: 'Europe/Madrid' },
    },
  },
  setQuietHours: { body: { TimeZone: 'Europe/Madrid', Night: { From: '20:00', Until: '08:00' }, Weekends: true } },
  addDevice: {
    body: {
      ...{ Name: 'A browser', Endpoint: 'https://push.example.test/one', TimeZone: 'Europe/Madrid' },
      ...{ P256dh: createECDH('prime256v1').generateKeys('base64url'), Auth: 'A'.repeat(22) },
    },
  },
  removeDevice: { params: { deviceGuid: crypto.randomUUID() } },
  tryDevice: { params: { deviceGuid: crypto.randomUUID() } },
  makeCalendar: {},
  endCalendar: {},
  substitutions: {},
  signerRemarks: { params: { signerGuid: crypto.randomUUID() } },
  keepSignerRemark: { params: { signerGuid: crypto.randomUUID() }, body: { IsChecked: true, Text: 'Read page 2' } },
  approverRemarks: { params: { approverGuid: crypto.randomUUID() } },
  keepApproverRemark: { params: { approverGuid: crypto.randomUUID() }, body: { IsChecked: true, Text: 'Read page 2' } },
  possibleMandates: {},
  mandate: { params: { substitutionGuid: crypto.randomUUID() } },
  proposeSubstitution: {
    body: {
      ...{ Deputy: 'biel', Kind: 'delegation', Formula: 'on behalf of', Tags: ['contracts'] },
      ...{ Senders: ['Legal'], MandateGUID: crypto.randomUUID() },
      ...{ From: '2030-01-01', Until: '2030-01-31', TimeZone: 'Europe/Madrid' },
    },
  },
  acceptSubstitution: { params: { substitutionGuid: crypto.randomUUID() } },
  endSubstitution: { params: { substitutionGuid: crypto.randomUUID() } },
}

const passingOn = (params: { readonly signerGuid: string }) => ({
  passingRequest: { params },
  findSuccessor: { params, body: { Named: 'biel' } },
  passOn: { params, body: { Person: crypto.randomUUID(), Reason: 'He leads the project' } },
  keepSlot: { params },
})

/** A call that would succeed, or nearly; every field that the contract knows is in it. */
export function exampleOf(name: CallName, facts: ExampleFacts): Example {
  const { carla, docGuid, signerGuid, approverGuid, copyGuid, attGuid, recoveryId } = facts
  const owner = { legalid: carla.legalId }
  const certificate = { guid: carla.certificateId }
  const account = { id: carla.userId, account: 'redtrustauth' }
  const attempt = { 'idempotency-key': crypto.randomUUID() }
  const examples: Readonly<Record<CallName, Example>> = {
    token: { body: { grant_type: 'password', username: 'nobody', password: 'Wrong-1!', scope: 'vidmobileuser' } },
    renewToken: {},
    ...VERIFICATION,
    ...passingOn({ signerGuid }),
    ...FACTORS,
    revokeToken: {},
    returnAddress: { body: { Url: 'https://scene.example.test/done' } },
    userToken: { body: { userId: 'carla' } },
    recoverPassword: { params: { id: recoveryId }, body: { language: 'de', env: 'PRE' } },
    recoveryStanding: { params: { id: recoveryId } },
    setPassword: { params: { id: carla.userId }, body: { password: 'Another-Horse-8' } },
    loginAddress: { params: { provider: 'google' } },
    loginCode: {
      params: { state: 'unknown' },
      body: { Code: 'unknown', Issuer: 'https://accounts.google.com', Browser: 'unknown' },
    },
    walletCode: { body: { Code: 'unknown', State: 'unknown', Issuer: 'https://wallet.example', Browser: 'unknown' } },
    samlAddress: { body: { Email: 'carla@example.com' } },
    samlConsume: { body: { SAMLResponse: 'PHg+', RelayState: 'unknown' } },
    samlLogout: { query: { SAMLRequest: 'PHg+', SigAlg: 'unknown', Signature: 'unknown', RelayState: 'unknown' } },
    samlLogoutForm: { body: { SAMLRequest: 'PHg+', RelayState: 'unknown' } },
    samlMetadata: {},
    samlTicket: { body: { Ticket: 'unknown', Browser: 'unknown' } },
    checkAuthorisation: {
      body: {
        response_type: 'code',
        client_id: 'scene',
        redirect_uri: 'http://127.0.0.1:9/done',
        scope: 'credential',
        state: 'state',
        lang: 'de',
        hash: 'A'.repeat(43),
        hashalgo: 'SHA256',
        credentialID: carla.certificateId,
        numSignatures: 1,
        description: 'One document',
        code_challenge: 'A'.repeat(43),
        code_challenge_method: 'S256',
        account_token: 'unknown',
        request_uri: 'urn:ietf:params:oauth:request_uri:unknown',
      },
    },
    authorisationCode: {
      body: {
        grant_type: 'authorization_code',
        username: 'nobody',
        password: 'Wrong-1!',
        scope: 'service',
        RequestId: crypto.randomUUID(),
        SessionId: crypto.randomUUID(),
        SessionToken: 'unknown',
      },
    },
    appearance: { params: { id: carla.userId } },
    resetPassword: { params: { id: carla.userId } },
    user: {},
    updateUser: {
      // No password of their own: the token of this test would stay, but not the log-in of the next.
      body: {
        email: 'carla@example.com',
        userid: 'a',
        username: 'b',
        legalid: 'c',
        active: true,
        signatureimage: 'AAAA',
      },
    },
    sendEmailCode: {},
    proveEmail: { body: { Secret: 'unknown', Code: '000000' } },
    signatureImage: { params: owner },
    putSignatureImage: { params: owner, body: { SignatureImage: 'AAAA' } },
    certificateTypes: {},
    grantedTypes: { params: owner },
    chooseTypes: { params: owner, body: { Software: false } },
    certificates: { params: owner },
    uploadCertificate: {
      params: owner,
      body: {
        p12: 'AAAA', certalias: 'alias', pin: 'pin', certtype: 'keyvault', dynamicpin: false, filepassword: 'x',
        keyalias: 'y',
      }, // prettier-ignore
    },
    deleteCertificate: { params: { ...owner, guid: crypto.randomUUID() } },
    changePin: { params: { id: carla.userId, guid: crypto.randomUUID() }, body: { CurrentPin: 'a', NewPin: 'b' } },
    accountStatus: { params: account },
    remoteSignatureStatus: {},
    authoriseAccount: {
      params: account,
      body: {
        Username: 'nobody', Password: 'Wrong-1!', Domain: 'd', Client: 'c', Organization: 'o', Otp: '1', IsSign: false,
        Authenticator: 'SMS', Challenge: '123456',
      }, // prettier-ignore
    },
    authoriseRemoteSignature: { body: { Username: 'nobody', Password: 'Wrong-1!', Otp: '1' } },
    removeAccount: { params: account },
    removeRemoteSignature: {},
    synchroniseAccount: { params: account },
    pendingDocuments: {
      query: {
        PageNumber: '1', PageSize: '10', Count: '3', OrderBy: 'FileName', OrderType: 'asc', From: '2020-01-01',
        To: '2030-01-01', TimeZone: 'Europe/Madrid', FileName: 'a', CertificateGuid: carla.certificateId, Sender: 'a', Tag: 'a',
      }, // prettier-ignore
    },
    renderedDocument: { params: { docGuid, page: '1' }, query: { width: '320', count: '1' } },
    pageText: { params: { docGuid, page: '1' } },
    downloadDocument: { params: { docGuid } },
    ownEvidence: { params: { docGuid } },
    documentInfo: { params: { docGuid } },
    decidedDocument: { params: { docGuid } },
    history: {
      query: {
        FileName: 'a', Sender: 'a', Act: 'Signed', From: '2020-01-01', To: '2030-01-01', TimeZone: 'Europe/Madrid',
        Cursor: `0.${crypto.randomUUID()}`,
      }, // prettier-ignore
    },
    signaturePlaces: { params: { signerGuid } },
    disclaimerText: { params: { signerGuid, kind: 'SIGNATURE_MULTIPOSITION_SIMPLE', lang: 'es-ES' } },
    attachments: { params: { signerGuid } },
    attachmentPages: { params: { signerGuid, attGuid }, query: { page: '1', width: '320', count: '1' } },
    downloadAttachment: { params: { signerGuid, attGuid } },
    documentSignatures: { params: { signerGuid } },
    revisionPage: { params: { signerGuid, revision: '1', page: '1' }, query: { width: '320' } },
    approvalSignatures: { params: { approverGuid } },
    approvalRevisionPage: { params: { approverGuid, revision: '1', page: '1' }, query: { width: '320' } },
    pendingApprovals: { body: { Terms: { vidmobileuser: carla.userId } } },
    copy: { params: { copyGuid } },
    copyPages: { params: { copyGuid, page: '1' }, query: { width: '320', count: '1' } },
    copyPageText: { params: { copyGuid, page: '1' } },
    copyInfo: { params: { copyGuid } },
    downloadCopy: { params: { copyGuid } },
    copySignatures: { params: { copyGuid } },
    copyRevisionPage: { params: { copyGuid, revision: '1', page: '1' }, query: { width: '320' } },
    decidedApproval: { params: { approverGuid } },
    approvalPages: { params: { approverGuid, page: '1' }, query: { width: '320', count: '1' } },
    approvalPageText: { params: { approverGuid, page: '1' } },
    approvalInfo: { params: { approverGuid } },
    acceptApproval: { params: { approverGuid: crypto.randomUUID() } },
    rejectApproval: { params: { approverGuid: crypto.randomUUID() }, body: { RejectedReason: 'No' } },
    rejectDocument: {
      params: { signerGuid: crypto.randomUUID() },
      body: { RejectionReason: 'No', AccessMethod: 'USER_PASS' },
    },
    sign: {
      params: { type: 'keyvault', signerGuid },
      headers: attempt,
      body: {
        CertGUID: carla.certificateId, PIN: 'wrong', PinAuthentication: 'wrong', OTP: '123456', CertType: 'keyvault',
        AccessMethod: 'USER_PASS', BatchId: crypto.randomUUID(), SessionId: crypto.randomUUID(),
        AcceptChanges: false,
      }, // prettier-ignore
    },
    prepareBatch: {
      body: { CertGUID: carla.certificateId, SignerGUIDs: [signerGuid], AcceptChangesOf: [signerGuid] },
    },
    beginRun: {
      headers: attempt,
      body: {
        CertGUID: carla.certificateId,
        AccessMethod: 'USER_PASS',
        Items: [{ SignerGUID: signerGuid, AcceptedDisclaimer: '0'.repeat(64), AcceptChanges: false }],
      },
    },
    beginLocalRun: {
      headers: attempt,
      body: {
        ...{ HashAlgorithm: 'SHA512', IpAddress: '', Location: '', From: 'WEB', AccessMethod: 'USER_PASS' },
        Items: [{ SignerGUID: signerGuid, Signature: 'AAAA' }],
      },
    },
    listRuns: {},
    showRun: { params: { runGuid: crypto.randomUUID() } },
    runItems: { params: { runGuid: crypto.randomUUID() }, query: { After: '0', State: 'failed' } },
    runReceipt: { params: { runGuid: crypto.randomUUID() } },
    runPdfReceipt: { params: { runGuid: crypto.randomUUID() } },
    authoriseRun: { params: { runGuid: crypto.randomUUID() }, body: { PIN: 'wrong' } },
    moveRun: { params: { runGuid: crypto.randomUUID() }, body: { To: 'stopped' } },
    requestCode: {
      params: { type: 'keyvault' },
      body: { CertGUID: carla.certificateId, Uses: 1, BatchId: crypto.randomUUID(), AccessMethod: 'USER_PASS' },
    },
    sendCertificateCode: { params: certificate },
    sendRemoteSignatureCode: { params: certificate },
    openCertificateSession: {
      params: certificate,
      body: { OTP: '123456', PIN: 'wrong', BatchId: crypto.randomUUID() },
    },
    closeCertificateSession: { params: certificate },
    openRemoteSession: {
      body: {
        CertGUID: carla.certificateId, OTP: '123456', PIN: 'wrong', BatchId: crypto.randomUUID(),
        SessionId: crypto.randomUUID(),
      }, // prettier-ignore
    },
    closeRemoteSession: {},
    swisscomIdentity: {},
    requestSwisscom: { params: { signerGuid }, headers: attempt, body: { AccessMethod: 'USER_PASS' } },
    completeSwisscom: { params: { signerGuid, requestId: crypto.randomUUID() }, body: { AccessMethod: 'USER_PASS' } },
    requestSwisscomHash: {
      body: { Hash: Buffer.alloc(32).toString('base64'), HashAlgorithm: 'SHA256', RequestId: crypto.randomUUID() },
    },
    completeSwisscomHash: { params: { requestId: crypto.randomUUID() } },
    authoriseTransaction: { params: { id: carla.userId }, body: { TransactionGuid: crypto.randomUUID() } },
    returnToAccount: { params: { id: carla.userId }, body: { TransactionGuid: crypto.randomUUID(), Code: 'x' } },
    initSign: { params: { signerGuid }, headers: attempt, body: { CertGUID: carla.certificateId, Pin: 'wrong' } },
    completeSign: {
      params: { signerGuid, transactionId: crypto.randomUUID() },
      headers: attempt,
      body: { CertGUID: carla.certificateId, PIN: 'wrong' },
    },
    loginBeforeSign: { params: { signerGuid }, body: { CertGUID: carla.certificateId } },
    announceLocalCertificate: {
      params: { signerGuid },
      body: { CertType: 'local', CertsData: 'MIIB', HashAlgorithm: 'SHA512', AccessMethod: 'USER_PASS' },
    },
    presignature: { query: { SignatureId: signerGuid } },
    completeLocalSignature: {
      params: { signerGuid },
      headers: attempt,
      body: {
        Signature: 'AAAA',
        HashAlgorithm: 'SHA512',
        IpAddress: '',
        Location: '',
        From: 'WEB',
        AccessMethod: 'USER_PASS',
      },
    },
    ...sendingCallExamples({ docGuid, certificate: carla.certificateId, attempt }),
    ...NOTICES,
    personalKeys: {},
    createPersonalKey: {
      body: {
        Name: 'A key',
        Scopes: ['documents:send'],
        ExpiresAt: new Date(Date.now() + 3_600_000).toISOString(),
        Subscription: crypto.randomUUID(),
      },
    },
    invitation: { body: { Secret: 'unknown' } },
    sendInvitationCode: { body: { Secret: 'unknown' } },
    openSigningLink: { body: { Secret: 'unknown' } },
    proveInvitation: { body: { Secret: 'unknown', Code: '123456' } },
    askInvitationAgain: { body: { Secret: 'unknown' } },
    signAsGuest: { headers: attempt, body: { AcceptChanges: true, AcceptedDisclaimer: 'a'.repeat(64) } },
    accountOffer: {},
    makeAccount: { body: { Password: 'Long-enough-1!' } },
    signByEmail: {
      params: { signerGuid: crypto.randomUUID() },
      headers: attempt,
      body: { AcceptChanges: true, AcceptedDisclaimer: 'a'.repeat(64), AccessMethod: 'USER_PASS' },
    },
    auditHeads: {
      query: { subscription: crypto.randomUUID(), since: '2026-01-31T00:00:00.000Z', limit: '10' },
    },
    newestAuditHead: { query: { subscription: crypto.randomUUID() } },
    auditConsistency: { query: { subscription: crypto.randomUUID(), first: '1', second: '2' } },
    revokePersonalKey: { params: { keyGuid: crypto.randomUUID() } },
  }
  return examples[name]
}
