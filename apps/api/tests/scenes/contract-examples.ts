/** One example of each call of the contract. */
import type { CallName } from '@rubrica/contract'
import {
  bulkSendExamples,
  contactExample,
  dispatchExample,
  draftExample,
  sendingExample,
  templateExample,
} from './sending-examples.ts'

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
    sendDocument: { headers: attempt, body: sendingExample(carla.certificateId) },
    memberships: {},
    sentDocuments: { query: { state: 'open', fileName: 'paper', from: '2026-01-01', limit: '20' } },
    sentDocumentStatus: { params: { docGuid } },
    sentDocumentEvents: { params: { docGuid }, query: { after: '0' } },
    cancelDocument: { params: { docGuid: crypto.randomUUID() }, body: { reason: 'No longer needed' } },
    sentDocumentContent: { params: { docGuid }, query: { file: 'original' } },
    changeDocument: {
      params: { docGuid: crypto.randomUUID() },
      headers: { 'if-match': '"v1"' },
      body: {
        fileName: 'Renamed.pdf',
        description: 'Another one',
        tags: ['new'],
        message: 'Please sign soon',
        deadline: new Date(Date.now() + 86_400_000).toISOString(),
        signers: [
          {
            guid: crypto.randomUUID(),
            reason: 'I agree',
            readAll: true,
            disclaimer: { title: 'Terms', text: 'You agree.' },
            certificate: carla.certificateId,
            approvers: [{ userId: 'biel' }],
            stage: 2,
            positions: [{ page: 1, x: 60, y: 80, width: 180, height: 60 }],
          },
        ],
        addSigners: [
          { userId: 'carla', stage: 1, reason: 'As a witness', readAll: true, approvers: [], positions: [] },
        ],
        removeSigners: [crypto.randomUUID()],
        attachments: [{ file: crypto.randomUUID(), signers: [crypto.randomUUID()] }],
        copies: [{ userId: 'biel' }],
        reason: 'No longer needed',
      },
    },
    replaceSigner: {
      params: { docGuid: crypto.randomUUID(), sentSignerGuid: crypto.randomUUID() },
      headers: attempt,
      body: { userId: 'biel', reason: 'On leave' },
    },
    sentDocumentPlaces: { params: { docGuid } },
    sentDocumentPage: { params: { docGuid, page: '1' }, query: { width: '640', count: '1' } },
    remindPeople: { params: { docGuid: crypto.randomUUID() }, headers: attempt, body: {} },
    startBulkAct: {
      headers: attempt,
      body: { act: 'withdraw', documents: [crypto.randomUUID()], reason: 'Sent by mistake' },
    },
    bulkAct: { params: { bulkGuid: crypto.randomUUID() } },
    bulkArchive: { params: { bulkGuid: crypto.randomUUID() } },
    sentDocumentArchive: { params: { docGuid: crypto.randomUUID() }, query: { files: 'signed,attachments' } },
    sentAttachments: { params: { docGuid: crypto.randomUUID() } },
    sentAttachment: { params: { docGuid: crypto.randomUUID(), sentAttachmentGuid: crypto.randomUUID() } },
    savedFilters: {},
    saveFilter: {
      params: { filterGuid: crypto.randomUUID() },
      body: { name: 'Waiting', filters: { state: 'open', silentDays: 7 } },
    },
    deleteFilter: { params: { filterGuid: crypto.randomUUID() } },
    createSigningLink: {
      params: { docGuid: crypto.randomUUID() },
      headers: attempt,
      body: { signer: crypto.randomUUID(), returnUrl: 'https://erp.example/done', expiresIn: 60 },
    },
    copyDocument: { params: { docGuid: crypto.randomUUID() }, headers: attempt, body: { file: 'original' } },
    uploadFile: {
      query: { purpose: 'document' },
      headers: {
        ...attempt,
        'content-disposition': "attachment; filename=a.pdf; filename*=UTF-8''a.pdf",
        'content-digest': 'md5=:AAAA:',
        'repr-digest': 'md5=:AAAA:',
      },
    },
    sendDispatch: { headers: attempt, body: dispatchExample(carla.certificateId) },
    teams: {},
    suggestPeople: { query: { text: 'an' } },
    signingMeans: { query: { userId: 'ana' } },
    uploadedFileStatus: { params: { fileId: crypto.randomUUID() } },
    uploadedFilePage: { params: { fileId: crypto.randomUUID(), page: '1' }, query: { width: '640', count: '1' } },
    uploadedFilePageText: { params: { fileId: crypto.randomUUID(), page: '1' } },
    deleteUploadedFile: { params: { fileId: crypto.randomUUID() } },
    drafts: {},
    createDraft: { headers: attempt, body: { content: draftExample() } },
    draftStatus: { params: { draftId: crypto.randomUUID() } },
    changeDraft: {
      params: { draftId: crypto.randomUUID() },
      headers: { 'if-match': '"v1"' },
      body: { content: draftExample() },
    },
    draftMails: { params: { draftId: crypto.randomUUID() }, query: { file: 'a' } },
    deleteDraft: { params: { draftId: crypto.randomUUID() }, headers: { 'if-match': '"v1"' } },
    templates: { query: { archived: 'true' } },
    createTemplate: { headers: attempt, body: { name: 'T', share: 'private', content: templateExample() } },
    templateStatus: { params: { templateId: crypto.randomUUID() }, query: { version: '1' } },
    changeTemplate: {
      params: { templateId: crypto.randomUUID() },
      headers: { 'if-match': '"v1"' },
      body: { name: 'T', share: 'team', team: crypto.randomUUID(), isArchived: true },
    },
    deleteTemplate: { params: { templateId: crypto.randomUUID() }, headers: { 'if-match': '"v1"' } },
    templateVersions: { params: { templateId: crypto.randomUUID() } },
    addTemplateVersion: {
      params: { templateId: crypto.randomUUID() },
      headers: { ...attempt, 'if-match': '"v1"' },
      body: { content: templateExample() },
    },
    copyTemplateFiles: { params: { templateId: crypto.randomUUID() }, headers: attempt, body: { version: 1 } },
    exportTemplate: { params: { templateId: crypto.randomUUID() }, query: { version: '1' } },
    importTemplate: {
      headers: attempt,
      body: { format: 'rubrica-template-1', name: 'T', content: { ...templateExample(), documents: [] } },
    },
    contacts: { query: { text: 'an' } },
    addContact: { headers: attempt, body: { guest: contactExample } },
    changeContact: { params: { contactId: crypto.randomUUID() }, body: { ...contactExample, phone: null } },
    deleteContact: { params: { contactId: crypto.randomUUID() } },
    suggestRecipients: { query: { text: 'an', accounts: 'true' } },
    groups: {},
    createGroup: {
      headers: attempt,
      body: { name: 'G', team: crypto.randomUUID(), members: [{ userId: 'ana' }, { guest: contactExample }] },
    },
    groupStatus: { params: { groupId: crypto.randomUUID() } },
    changeGroup: {
      params: { groupId: crypto.randomUUID() },
      headers: { 'if-match': '"v1"' },
      body: { name: 'G', team: null, members: [{ contact: crypto.randomUUID() }] },
    },
    deleteGroup: { params: { groupId: crypto.randomUUID() }, headers: { 'if-match': '"v1"' } },
    sendFromTemplate: {
      params: { templateId: crypto.randomUUID() },
      headers: attempt,
      body: {
        ...{ version: 1, roles: { Tenant: { userId: 'ana' } }, fileNames: ['a.pdf'] },
        ...{ message: 'm', tags: ['a'], deadline: '2099-01-01T00:00:00Z', senderName: 's', order: 'parallel' },
      },
    },
    ...bulkSendExamples(attempt),
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
    revokePersonalKey: { params: { keyGuid: crypto.randomUUID() } },
  }
  return examples[name]
}
