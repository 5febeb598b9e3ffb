/** Bodies of calls of senders, with every field that the contract knows. */

export function dispatchExample(certificate: string) {
  const { fileName, description, tags, decrypt, signers, ...common } = sendingExample(certificate)
  const attachments = [{ file: crypto.randomUUID(), signers: [0] }]
  return {
    ...common,
    message: 'Please sign',
    documents: [{ file: crypto.randomUUID(), fileName, description, tags, decrypt, attachments }],
    signers: signers.map((signer) => ({
      ...signer,
      privateMessage: 'To you alone',
      positions: signer.positions.map((position) => ({ ...position, document: 0 })),
    })),
  }
}

export const sendingExample = (certificate: string) => ({
  fileName: 'fuzz.pdf',
  description: 'text',
  tags: ['a', 'b'],
  senderName: 'Sender',
  order: 'sequential',
  deadline: '2099-01-01T00:00:00Z',
  callback: 'https://example.org/told',
  decrypt: { consent: true, password: 'x' },
  signers: [
    {
      userId: 'carla',
      reason: 'A reason',
      readAll: false,
      disclaimer: { title: 'T', text: 'Text' },
      certificate,
      approvers: [{ userId: 'biel' }],
      positions: [{ page: 1, x: 50, y: 50, width: 200, height: 60 }],
    },
  ],
  copies: [{ userId: 'biel' }],
})

export const contactExample = { name: 'A', email: 'a@example.org', phone: '+34600000001', language: 'ca' }

export function templateExample() {
  return {
    documents: [{ file: crypto.randomUUID(), fileName: 'a.pdf', description: 'd', attachments: [] }],
    signers: [
      {
        ...{ role: 'Tenant', reason: 'r', readAll: true, approvers: [{ role: 'Director' }] },
        positions: [{ page: 1, x: 50, y: 50, width: 180, height: 60, document: 0 }, { anchor: 'The tenant' }],
      },
    ],
    ...{ order: 'parallel', message: 'm', senderName: 's', tags: ['a'], deadlineDays: 10, locks: ['people', 'places'] },
  }
}

export function draftExample() {
  const person = { userId: 'ana', name: 'Ana', mailDomain: 'example.com', canSign: true }
  return {
    files: [{ key: 'first', name: 'draft.pdf', size: 1000, file: crypto.randomUUID() }],
    attachments: [
      { key: 'a', name: 'plan.png', size: 10, file: crypto.randomUUID(), document: 'first', signers: ['ana'] },
    ],
    signers: [
      {
        ...{ ...person, stage: 1, reason: 'r', readAll: true, approvers: [{ ...person, userId: 'biel' }] },
        ...{ disclaimer: { title: 't', text: 'x' }, certificate: { guid: crypto.randomUUID(), alias: 'c' } },
        ...{ certificateType: 'keyvault', privateMessage: 'p' },
      },
    ],
    copies: [{ ...person, userId: 'carla' }],
    message: 'm',
    deadline: '2027-01-01',
    tags: 'a, b',
    isVisible: true,
    places: {
      boxes: [{ key: 'b', file: 'first', signer: 'ana', page: 1, x: 50, y: 50, width: 180, height: 60 }],
      words: [{ key: 'w', file: 'first', signer: 'ana', words: 'The tenant' }],
    },
  }
}

export function bulkSendExamples(attempt: { 'idempotency-key': string }) {
  const params = { bulkSendId: crypto.randomUUID() }
  const seen = { 'if-match': '"v1"' }
  return {
    createBulkSend: { headers: { ...attempt, 'content-disposition': 'attachment; filename="people.csv"' } },
    bulkSends: {},
    bulkSendStatus: { params },
    mapBulkSend: {
      params,
      headers: seen,
      body: {
        ...{ template: crypto.randomUUID(), templateVersion: 1, timeZone: 'Europe/Madrid' },
        roles: [{ role: 'Tenant', email: { column: 0 }, name: { text: 'Ana' } }],
        fields: { title: { column: 1 }, deadline: { text: '2099-01-01' } },
        files: [crypto.randomUUID()],
      },
    },
    bulkRows: { params, query: { state: 'wrong', limit: '10' } },
    correctBulkRow: { params: { ...params, rowNumber: '2' }, headers: seen, body: { cells: ['ana'], leaveOut: false } },
    startBulkSend: { params, headers: attempt, body: { leaveOutFaults: true } },
    pauseBulkSend: { params, headers: attempt },
    resumeBulkSend: { params, headers: attempt },
    cancelBulkSend: { params, headers: attempt },
    bulkResult: { params, query: { delimiter: 'semicolon' } },
    deleteBulkSend: { params },
  }
}

export function webhookExamples(attempt: { 'idempotency-key': string }) {
  const params = { webhookId: crypto.randomUUID() }
  const chosen = {
    ...{ url: 'https://erp.example.org/hook', description: 'The ERP', types: ['document.signed'], documents: 'own' },
  } as const
  return {
    webhooks: {},
    createWebhook: { headers: attempt, body: { ...chosen, signing: 'v1' } },
    webhookStatus: { params },
    changeWebhook: { params, headers: { 'if-match': '"v1"' }, body: { ...chosen, state: 'on' } },
    deleteWebhook: { params },
    webhookSecret: { params },
    rotateWebhook: { params, headers: attempt },
    webhookMessages: { params, query: { state: 'missed', document: crypto.randomUUID(), limit: '10' } },
    webhookMessage: { params: { ...params, messageId: crypto.randomUUID() } },
    testWebhook: { params, headers: attempt },
    replayWebhook: {
      params,
      headers: attempt,
      body: {
        ...{ messages: [crypto.randomUUID()], missed: true },
        ...{ from: '2026-11-01T00:00:00Z', until: '2026-11-02T00:00:00Z' },
      },
    },
  } as const
}
