/** What the description of the calls for programs shows: one request and one answer of each that has them. */
import type { CallName, ProgramProblem } from '@rubrica/contract'
import { ERROR_STATUS } from '@rubrica/domain'
import { CONTACT_EXAMPLES } from './describe-contact-examples.ts'
import { SENT_EXAMPLES } from './describe-sent-examples.ts'
import { TEMPLATE_EXAMPLES } from './describe-template-examples.ts'
import { WEBHOOK_EXAMPLES } from './describe-webhook-examples.ts'
import { writeProblem } from './problems/write-problem.ts'
import { PROBLEM_TEXTS } from './problems/problem-texts.ts'

export interface CallExample {
  readonly body?: unknown
  /** Of the success. */
  readonly answer?: unknown
}

const DOCUMENT = '0d2c8a51-7d0f-4a34-9ad3-0e1f6f7d9a10'
const DISPATCH = 'b90d679e-c33d-4ff0-b5f9-31157fba2d51'
const TEAM = 'e0f4c5d2-6a1b-4c39-9f0d-3f2a4b6f7a10'
const FILE = '3b0ae9b1-4b9f-4d52-a4fc-6f4e1f0f6d3a'
const CERTIFICATE = '7f1a2d7c-6b4b-4b2e-8d0a-2a7f3f4c9b11'
const SENT_AT = '2026-11-21T10:15:02.117Z'

const uploaded = {
  id: FILE,
  name: 'lease.pdf',
  size: 48_211,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  pages: [{ width: 595.28, height: 841.89, rotation: 0 }],
  findings: [],
  uploadedAt: '2026-11-21T10:14:40.002Z',
  expiresAt: '2026-11-22T10:14:40.002Z',
}

const documentCode = {
  code: 'Q7DM-2XWP-9DTR-H4BV-CZ8N-4',
  address: 'https://sign.example.org/v/Q7DM-2XWP-9DTR-H4BV-CZ8N-4',
  level: 'facts',
  ...{ withdrawn: false, off: false, asksHolder: false, canAskHolder: true },
}

const sent = {
  guid: DOCUMENT,
  dispatch: DISPATCH,
  template: null,
  version: 1,
  state: 'open',
  fileName: 'lease.pdf',
  description: 'Lease of the office',
  tags: ['leases'],
  senderName: 'Rentals',
  message: 'As agreed on the phone',
  mayManage: true,
  team: null,
  pages: 1,
  uploadedAt: SENT_AT,
  deadline: '2027-01-31T12:00:00.000Z',
  endedAt: null,
  reminders: { first: 3, every: 3, most: 5, isOwn: false },
  passingOn: 'asked',
  archive: { state: 'none', level: null, reason: null, cause: null },
  copies: [],
  signers: [
    {
      guid: '6a3f7b1e-52f0-4c58-8d0c-7c1a4b9f2e33',
      userId: 'nuria',
      name: 'Núria Soler',
      state: 'pending',
      operatedAt: null,
      reason: null,
      deputy: null,
      mail: {
        ...{ state: 'taken', at: SENT_AT, server: 'mail.example.org', code: 250, status: '2.0.0' },
        words: '250 2.0.0 Ok: queued as 4F2',
      },
      nextReminderAt: '2026-11-25T10:15:03.004Z',
      stage: 1,
      calledAt: SENT_AT,
      signsFor: null,
      readAll: false,
      delegable: true,
      disclaimer: null,
      certificate: null,
      certificateType: null,
      privateMessage: null,
      opened: false,
      guest: null,
      passing: null,
      approvers: [],
    },
  ],
}

const draft = {
  id: '8d6f2f0e-6c43-4f0e-8a55-9c9d3f0b7a21',
  version: 1,
  content: {
    files: [{ key: 'a', name: 'lease.pdf', size: 48_211, file: FILE, attachments: [] }],
    attachments: [],
    copies: [],
    team: null,
    signers: [
      {
        ...{ userId: 'nuria', name: 'Núria Soler', mailDomain: 'example.org', canSign: true },
        ...{ stage: 1, reason: '', readAll: false, delegable: true, approvers: [] },
      },
    ],
    message: 'As agreed on the phone',
    passingOn: 'no',
    deadline: '2027-01-31',
    tags: 'leases',
    isVisible: true,
    places: { boxes: [], words: [{ key: 'b', file: 'a', signer: 'nuria', words: 'The tenant' }] },
  },
  files: [uploaded],
  createdAt: SENT_AT,
  updatedAt: SENT_AT,
  expiresAt: '2026-12-21T10:15:02.117Z',
}

const bulk = {
  guid: 'f2a4f2f8-9b38-4a57-a9ad-4a1c0b1e6d77',
  act: 'withdraw',
  createdAt: '2026-11-21T11:00:00.000Z',
  endedAt: null,
  results: [{ document: DOCUMENT, fileName: 'lease.pdf', state: 'waiting', code: null }],
}

const filter = { name: 'Leases that wait', filters: { state: 'open', tag: 'leases' } }

const { id, version, updatedAt, expiresAt } = draft
const listedDraft = { id, version, title: 'lease.pdf', files: 1, people: ['Núria Soler'], updatedAt, expiresAt }

const signers = [{ userId: 'nuria', positions: [{ page: 1, x: 60, y: 80, width: 180, height: 60 }] }]
const listed = {
  guid: DOCUMENT,
  dispatch: DISPATCH,
  fileName: 'lease.pdf',
  tags: ['leases'],
  state: 'open',
  uploadedAt: SENT_AT,
  deadline: null,
  endedAt: null,
  signed: 0,
  signers: 1,
  questions: 0,
  awaited: [{ name: 'Núria Soler', isApprover: false, since: SENT_AT }],
  lastEvent: { type: 'document-sent', at: SENT_AT },
}

/** @returns undefined for a call of the portal */
export const exampleOfCall = (name: CallName): CallExample | undefined => EXAMPLES[name]

const listedBulkSend = {
  ...{ guid: DOCUMENT, name: 'tenants.csv', state: 'preparing', counts: { unchecked: 120 } },
  ...{ createdAt: SENT_AT, startedAt: null, endedAt: null, expiresAt: '2027-02-19T11:00:00.000Z' },
}
const bulkSend = { ...listedBulkSend, version: 1, columns: ['E-mail', 'Until'], mapping: null }
const bulkMapping = {
  ...{ template: FILE, templateVersion: 3, timeZone: 'Europe/Madrid', files: [] },
  roles: [{ role: 'Tenant', email: { column: 0 } }],
  fields: { deadline: { column: 1 } },
}
const bulkRow = {
  ...{ number: 7, cells: ['nuria@example.com', '31/3/2027'], state: 'wrong', code: null, documents: [] },
  findings: [{ code: 'DATE_INVALID', column: 1, isNotice: false }],
}

const EXAMPLES: Readonly<Partial<Record<CallName, CallExample>>> = {
  createSigningLink: {
    body: { signer: '6a3f7b1e-52f0-4c58-8d0c-7c1a4b9f2e33', returnUrl: 'https://erp.example.org/signed?case=17' },
    answer: {
      url: 'https://sign.example.org/sign/5f0f6b1e-9a53-4a77-8f0e-2a0c1d6f7b44#9sW…',
      expiresAt: '2026-11-21T10:20:02.117Z',
    },
  },
  uploadFile: { answer: uploaded },
  uploadedFileStatus: { answer: uploaded },
  uploadedFilePage: { answer: { DocPageRendered: ['/9j/4AAQSkZJRg=='], NumberOfPages: 1, NextPage: 0 } },
  uploadedFilePageText: { answer: { Text: 'Lease of the office', Lines: [] } },
  sendDocument: {
    body: { file: FILE, fileName: 'lease.pdf', tags: ['leases'], deadline: '2027-01-31T12:00:00Z', signers },
    answer: sent,
  },
  sendDispatch: {
    body: {
      documents: [{ file: FILE, tags: ['leases'] }],
      message: 'As agreed on the phone',
      signers: [
        { userId: 'nuria', stage: 1, approvers: [{ userId: 'merce' }] },
        { userId: 'pau', stage: 2, readAll: true },
      ],
    },
    answer: { guid: DISPATCH, documents: [{ guid: DOCUMENT, fileName: 'lease.pdf' }] },
  },
  suggestPeople: {
    answer: {
      data: [{ userId: 'nuria', name: 'Núria Soler', mailDomain: 'example.org', canSign: true, hasAddress: false }],
    },
  },
  teams: { answer: { data: [{ guid: TEAM, name: 'Legal' }] } },
  signingMeans: {
    answer: {
      certificates: [
        { guid: CERTIFICATE, alias: 'Signing 2026', type: 'keyvault', notAfter: '2028-03-01T09:00:00.000Z' },
      ],
      types: ['keyvault'],
    },
  },
  sentDocuments: { answer: { data: [listed], next: null } },
  sentDocumentStatus: { answer: sent },
  ...SENT_EXAMPLES,
  changeDocument: {
    body: { deadline: '2027-02-28T12:00:00Z', message: 'There is a month more' },
    answer: { ...sent, version: 2, deadline: '2027-02-28T12:00:00.000Z', message: 'There is a month more' },
  },
  sentDocumentPlaces: {
    answer: {
      pages: [{ width: 595.28, height: 841.89, rotation: 0 }],
      findings: [],
      signers: [
        {
          guid: '6a3f7b1e-52f0-4c58-8d0c-7c1a4b9f2e33',
          positions: [{ page: 1, x: 60, y: 80, width: 180, height: 60 }],
        },
      ],
    },
  },
  sentDocumentPage: { answer: { DocPageRendered: ['/9j/4AAQSkZJRg=='], NumberOfPages: 1, NextPage: 0 } },
  replaceSigner: { body: { userId: 'nuria', reason: 'Pau is on leave' }, answer: { ...sent, version: 2 } },
  answerPassing: { body: { agree: false, reason: 'It is her budget' }, answer: sent },
  remindPeople: {
    body: { people: [sent.signers[0]!.guid] },
    answer: { reminded: [{ guid: sent.signers[0]!.guid, name: 'Núria Soler', isApprover: false }], tooSoon: [] },
  },
  startBulkAct: {
    body: { act: 'withdraw', documents: [DOCUMENT], reason: 'Another lease takes its place' },
    answer: bulk,
  },
  bulkAct: {
    answer: { ...bulk, endedAt: '2026-11-21T11:00:01.402Z', results: [{ ...bulk.results[0]!, state: 'done' }] },
  },
  sentAttachments: {
    answer: { data: [{ guid: FILE, fileName: 'plan.pdf', mediaType: 'application/pdf', size: 48_211 }] },
  },
  savedFilters: { answer: { data: [{ guid: FILE, ...filter }] } },
  saveFilter: { body: filter },
  copyDocument: { body: { file: 'original' }, answer: { file: FILE, attachments: [], addressees: [] } },
  drafts: { answer: { data: [listedDraft] } },
  draftMails: {
    answer: {
      senderName: 'Rentals',
      logo: null,
      data: [
        {
          ...{ person: 'nuria', as: 'signer', signer: null, language: 'ca' },
          mail: {
            subject: 'Teniu un document per signar: lease.pdf',
            text: 'Hola Núria Soler,\n\n…',
            html: '<!doctype html>…',
          },
        },
      ],
    },
  },
  createDraft: { body: { content: draft.content }, answer: draft },
  draftStatus: { answer: draft },
  changeDraft: { body: { content: draft.content }, answer: { ...draft, version: 2 } },
  ...TEMPLATE_EXAMPLES,
  ...CONTACT_EXAMPLES,
  ...WEBHOOK_EXAMPLES,
  createBulkSend: { answer: bulkSend },
  bulkSends: { answer: { data: [listedBulkSend] } },
  bulkSendStatus: { answer: bulkSend },
  mapBulkSend: { body: bulkMapping, answer: { ...bulkSend, state: 'checking', version: 2, mapping: bulkMapping } },
  bulkRows: { answer: { data: [bulkRow], next: null } },
  correctBulkRow: {
    body: { cells: ['nuria@example.com', '2027-03-31'] },
    answer: {
      bulkSend: { ...bulkSend, state: 'checked', version: 3 },
      row: { ...bulkRow, state: 'good', findings: [] },
    },
  },
  pauseBulkSend: { answer: { ...bulkSend, state: 'paused', startedAt: SENT_AT } },
  resumeBulkSend: { answer: { ...bulkSend, state: 'sending', startedAt: SENT_AT } },
  cancelBulkSend: { answer: { ...bulkSend, state: 'cancelled', startedAt: SENT_AT, endedAt: SENT_AT } },
  startBulkSend: { body: { leaveOutFaults: true }, answer: { ...bulkSend, state: 'sending', startedAt: SENT_AT } },
  documentCode: { answer: documentCode },
  changeDocumentCode: { body: { level: 'names' }, answer: { ...documentCode, level: 'names' } },
  cancelDocument: { body: { reason: 'Another lease takes its place' } },
  userToken: {
    body: { userId: 'nuria' },
    answer: { token: 'eyJhbGciOi…', userGuid: '1f0c2d6b-0a77-4a43-9b0e-1b7a5b1b6c11', expiresInSeconds: 60 },
  },
}

/** A refusal with this code, as it is answered. */
export function exampleOfProblem(code: ProgramProblem, publicUrl: string): unknown {
  const status = code === 'INTERNAL_ERROR' ? 500 : ERROR_STATUS[code]
  const requestId = '5f2f7a0e-8a6d-4c0f-9f0e-0f6d3a5c4b1e'
  return writeProblem({ status, code, message: PROBLEM_TEXTS[code].title }, { publicUrl, requestId })
}
