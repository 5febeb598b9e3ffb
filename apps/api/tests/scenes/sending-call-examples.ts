/** One example of each call of whoever sends: documents, files, drafts, templates, contacts and runs. */
import {
  bulkSendExamples,
  contactExample,
  dispatchExample,
  draftExample,
  sendingExample,
  templateExample,
  webhookExamples,
} from './sending-examples.ts'

interface SendingFacts {
  readonly docGuid: string
  readonly certificate: string
  /** Headers of a call that is to be made once. */
  readonly attempt: { readonly 'idempotency-key': string }
}

export function sendingCallExamples({ docGuid, certificate, attempt }: SendingFacts) {
  return {
    sendDocument: { headers: attempt, body: sendingExample(certificate) },
    memberships: {},
    sentDocuments: { query: { state: 'open', fileName: 'paper', from: '2026-01-01', limit: '20' } },
    sentDocumentStatus: { params: { docGuid } },
    sentDocumentEvents: { params: { docGuid }, query: { after: '0' } },
    sentDocumentMails: { params: { docGuid }, query: { limit: '20' } },
    cancelDocument: { params: { docGuid: crypto.randomUUID() }, body: { reason: 'No longer needed' } },
    sentDocumentContent: { params: { docGuid }, query: { file: 'original' } },
    documentCode: { params: { docGuid } },
    changeDocumentCode: { params: { docGuid }, body: { level: 'names', withdrawn: false } },
    sentDocumentEvidence: { params: { docGuid }, query: { edition: 'reduced' } },
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
            certificate: certificate,
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
        passingOn: 'yes',
        reason: 'No longer needed',
      },
    },
    replaceSigner: {
      params: { docGuid: crypto.randomUUID(), sentSignerGuid: crypto.randomUUID() },
      headers: attempt,
      body: { userId: 'biel', reason: 'On leave' },
    },
    answerPassing: {
      params: { docGuid: crypto.randomUUID(), sentSignerGuid: crypto.randomUUID() },
      headers: attempt,
      body: { agree: true, reason: 'Of course' },
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
    sendDispatch: { headers: attempt, body: dispatchExample(certificate) },
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
    ...webhookExamples(attempt),
  }
}
