import { expect, test } from 'vitest'
import { contract, type CallName } from './contract.ts'
import { SCOPES, type Endpoint } from './endpoint.ts'

const calls = Object.entries<Endpoint>(contract)

/** Which of the two bases carries a path: the first word decides. */
const IDENTITY = ['oauth', 'auth', 'saml', 'ssi', 'vidmobileuser', 'vidmobileusers', 'vidmobilecertificate']

test.each(calls)(
  '%s goes to the identity base when its path begins with a word of identity, else to the main one',
  (_, { path, base }) => {
    expect(base).toBe(IDENTITY.includes(path.split('/')[1]!) ? 'identity' : 'main')
  },
)

test('every call of the specification that the server has is listed here with its address and its credentials', () => {
  const addresses = Object.fromEntries(
    calls.map(([name, { method, path, auth }]) => [name, `${method} ${path} ${auth}`]),
  )
  expect(addresses).toMatchObject({
    token: 'POST /oauth/token basic',
    appearance: 'GET /vidmobileuser/:id/appearance bearer',
    resetPassword: 'GET /vidmobileuser/:id/resetpassword bearer',
    user: 'GET /vidmobileuser/ bearer',
    updateUser: 'PUT /vidmobileuser/ bearer',
    signatureImage: 'GET /vidmobileusers/:legalid/signatureimage bearer',
    putSignatureImage: 'PUT /vidmobileusers/:legalid/signatureimage bearer',
    certificateTypes: 'GET /vidmobileuser/certstype bearer',
    certificates: 'GET /vidmobileusers/:legalid/certs bearer',
    uploadCertificate: 'POST /vidmobileusers/:legalid/certs bearer',
    deleteCertificate: 'DELETE /vidmobileusers/:legalid/certs/:guid bearer',
    changePin: 'PUT /vidmobileusers/:id/certificate/:guid bearer',
    chooseTypes: 'PUT /vidmobileusers/:legalid/certstype bearer',
    accountStatus: 'GET /vidmobileuser/:id/:account/status bearer',
    remoteSignatureStatus: 'GET /vidmobileuser/firmaremotaauth/status bearer',
    authoriseAccount: 'POST /vidmobileuser/:id/:account bearer',
    authoriseRemoteSignature: 'POST /vidmobileuser/firmaremotaauth bearer',
    removeAccount: 'DELETE /vidmobileuser/:id/:account bearer',
    pendingDocuments: 'GET /pendingsignatures/paginated bearer',
    renderedDocument: 'GET /documentrendered/:docGuid/remote/pages/:page bearer',
    downloadDocument: 'GET /documents/:docGuid bearer',
    documentInfo: 'GET /documentinfo/:docGuid bearer',
    rejectDocument: 'POST /vidmobileuser/signature/:signerGuid/rejected bearer',
    disclaimerText: 'GET /pendingsignatures/:signerGuid/disclaimertext/:kind/:lang bearer',
    attachments: 'GET /signatures/:signerGuid/attachments/ bearer',
    attachmentPages: 'GET /signatures/:signerGuid/attachments/:attGuid/render bearer',
    pendingApprovals: 'POST /approvaldocuments/searches/ bearer',
    approvalPages: 'GET /approvaldocuments/:approverGuid/documentrendered/pages/:page bearer',
    approvalInfo: 'GET /approvaldocuments/:approverGuid/documentinfo bearer',
    acceptApproval: 'POST /approvaldocuments/:approverGuid/accepted bearer',
    rejectApproval: 'POST /approvaldocuments/:approverGuid/rejected bearer',
    sign: 'POST /vidmobileuser/signature/:type/:signerGuid bearer',
    requestCode: 'POST /vidmobileuser/signature/:type/otp bearer',
    sendCertificateCode: 'POST /vidmobilecertificate/:guid/otpsms bearer',
    sendRemoteSignatureCode: 'POST /vidmobileuser/firmaremota/:guid/sms bearer',
    openCertificateSession: 'POST /vidmobilecertificate/:guid/session/ bearer',
    openRemoteSession: 'POST /vidmobileuser/firmaremotaauth/session/ bearer',
    closeRemoteSession: 'DELETE /vidmobileuser/firmaremotaauth/session/ bearer',
    loginAddress: 'GET /auth/url/:provider basic',
    loginCode: 'POST /auth/code/:state basic',
    walletCode: 'POST /ssi/code basic',
    samlAddress: 'POST /saml/url basic',
    recoverPassword: 'PUT /vidmobileusers/:id/recoverpass bearer',
    setPassword: 'PUT /vidmobileusers/:id/password bearer',
    authorisationCode: 'POST /oauth/code basic',
  } satisfies Partial<Record<CallName, string>>)
})

test('no two calls have the same method and address', () => {
  const addresses = calls.map(([, { method, path }]) => `${method} ${path.toLowerCase().replace(/:\w+/g, ':')}`)
  expect(new Set(addresses).size).toBe(addresses.length)
})

test('every call that has parameters in its path says what they may be', () => {
  for (const [name, { path, params }] of calls) expect(params !== undefined, name).toBe(path.includes(':'))
})

test('the scopes are those of the specification, and those of programs that send or log people in', () => {
  expect(SCOPES).toEqual({
    portal: 'vidmobileuser',
    recovery: 'vidmobileuser\\recoverpass',
    factor: 'vidmobileuser\\factor',
    guest: 'vidmobileuser\\guest',
    link: 'vidmobileuser\\link',
    sender: 'documents',
    send: 'documents:send',
    read: 'documents:read',
    manage: 'documents:manage',
    templates: 'templates',
    contacts: 'contacts',
    bulk: 'bulk',
    webhooks: 'webhooks',
    logIn: 'login',
  })
})

test('a call that succeeds says 204 when it answers nothing, so signing and rejecting do', () => {
  for (const name of ['sign', 'rejectDocument', 'acceptApproval', 'rejectApproval', 'deleteCertificate'] as const) {
    const successes = Object.keys(contract[name].answers).filter((status) => status.startsWith('2'))
    expect(successes, name).toEqual(['204'])
  }
})

test('signing and rejecting do not go without an access method', () => {
  const complete = {
    sign: { CertGUID: crypto.randomUUID(), PIN: '1' },
    rejectDocument: { RejectionReason: 'No' },
    requestSwisscom: {},
    announceLocalCertificate: { CertType: 'local', CertsData: 'MIIB', HashAlgorithm: 'SHA512' },
    completeLocalSignature: { Signature: 'AAAA', HashAlgorithm: 'SHA512', IpAddress: '', Location: '', From: 'WEB' },
  } as const
  for (const [name, body] of Object.entries(complete)) {
    const schema = contract[name as keyof typeof complete].body
    expect(schema.safeParse(body).success, name).toBe(false)
    expect(schema.safeParse({ ...body, AccessMethod: 'SAML' }).success, name).toBe(true)
  }
})

test('the lists are asked for ten rows by FileName ascending unless the query says otherwise', () => {
  expect(contract.pendingDocuments.query.parse({})).toEqual({
    PageNumber: 1,
    PageSize: 10,
    OrderBy: 'FileName',
    OrderType: 'asc',
  })
})

test('a rejection’s reason has 1 to 450 characters besides the blanks around it', () => {
  const takes = (RejectionReason: string) =>
    contract.rejectDocument.body.safeParse({ RejectionReason, AccessMethod: 'USER_PASS' }).success
  expect(['x', 'x'.repeat(450), ` ${'x'.repeat(450)} `].map(takes)).toEqual([true, true, true])
  expect(['', '   ', 'x'.repeat(451)].map(takes)).toEqual([false, false, false])
})
