/** What the description of the calls for programs shows of those for templates. */
const TEMPLATE = 'c4a1d0de-52a3-4c7e-9a62-5d6f1f0c7b33'
const FILE = '8e0f4b7c-0b8e-4a53-8d0f-0f6f1b0c2d44'
const DISPATCH = 'b90d679e-c33d-4ff0-b5f9-31157fba2d51'
const DOCUMENT = '0d2c8a51-7d0f-4a34-9ad3-0e1f6f7d9a10'
const MADE_AT = '2026-11-20T08:00:12.400Z'

const position = { page: 1, x: 60, y: 80, width: 180, height: 60, document: 0 }
const content = {
  documents: [{ file: FILE, fileName: 'lease.pdf', description: '', attachments: [] }],
  signers: [
    { role: 'Tenant', stage: 1, readAll: true, delegable: true, approvers: [], positions: [position] },
    {
      userId: 'nuria.soler',
      stage: 2,
      readAll: false,
      delegable: false,
      approvers: [{ role: 'Director' }],
      positions: [],
    },
  ],
  copies: [],
  order: 'parallel',
  passingOn: 'no',
  message: 'Please sign before you get the keys',
  senderName: '',
  tags: ['leases'],
  deadlineDays: 10,
  locks: ['files', 'people'],
}

const standing = {
  guid: TEMPLATE,
  name: 'Lease of a flat',
  share: 'subscription',
  team: null,
  version: 2,
  changes: 3,
  isOwn: true,
  mayEdit: true,
  ownerName: 'erp',
  createdAt: MADE_AT,
  updatedAt: MADE_AT,
  archivedAt: null,
}

const file = {
  id: FILE,
  size: 48_211,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  pages: [{ width: 595.28, height: 841.89, rotation: 0 }],
  findings: [],
}
const template = { ...standing, shown: 2, content, files: [file] }
const upload = { ...file, name: 'lease.pdf', uploadedAt: MADE_AT, expiresAt: '2026-11-21T08:00:12.400Z' }
const exported = {
  format: 'rubrica-template-1',
  name: 'Lease of a flat',
  content: {
    ...content,
    documents: [{ fileName: 'lease.pdf', description: '', data: 'JVBERi0xLjcK', attachments: [] }],
    signers: [
      content.signers[0],
      { role: 'Núria Soler', stage: 2, readAll: false, delegable: false, approvers: [], positions: [] },
    ],
  },
}

/** By the name of the call. */
export const TEMPLATE_EXAMPLES = {
  templates: { answer: { data: [{ ...standing, roles: ['Tenant', 'Director'], files: 1, signers: 2 }], next: null } },
  createTemplate: { body: { name: 'Lease of a flat', share: 'subscription', content }, answer: template },
  templateStatus: { answer: template },
  changeTemplate: {
    body: { name: 'Lease of an office' },
    answer: { ...template, name: 'Lease of an office', changes: 4 },
  },
  templateVersions: { answer: { data: [{ version: 2, madeBy: 'Núria Soler', madeAt: MADE_AT }] } },
  addTemplateVersion: { body: { content }, answer: { ...template, version: 3, shown: 3, changes: 4 } },
  copyTemplateFiles: { body: { version: 2 }, answer: { documents: [{ file: upload, attachments: [] }] } },
  exportTemplate: { answer: exported },
  importTemplate: { body: exported, answer: { ...template, share: 'private', version: 1, shown: 1, changes: 1 } },
  sendFromTemplate: {
    body: {
      version: 2,
      roles: { Tenant: { userId: 'pau.riera' }, Director: { userId: 'biel.font' } },
      fileNames: ['Lease of Pau Riera.pdf'],
    },
    answer: { guid: DISPATCH, documents: [{ guid: DOCUMENT, fileName: 'Lease of Pau Riera.pdf' }] },
  },
}
