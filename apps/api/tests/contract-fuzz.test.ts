/**
 * Every call of the contract with a valid token, and in turn each of its fields replaced by each of a list of hostile
 * values: none may be an error of the server, and each refusal has the contract's shape.
 */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { contract, problem, SCOPES, type CallName, type Endpoint } from '@rubrica/contract'
import { makePdf, openScene, type Scene } from '@rubrica/testing'

let scene: Scene
let approverGuid: string
let attGuid: string
let recoveryToken: string
let recoveryId: string
let document: { guid: string; signers: readonly { guid: string }[] }
beforeAll(async () => {
  const many = '1000000'
  scene = await openScene({
    postgres: inject('sharedPostgres'),
    env: {
      CALLS_PER_MINUTE: many,
      LOGINS_PER_MINUTE_AND_ADDRESS: many,
      LOGINS_PER_MINUTE_AND_USER: many,
      LOG_LEVEL: 'warn',
    },
  })
  document = await scene.send({
    signers: ['carla'],
    signer: { approvers: [{ userId: 'carla' }] },
    attachments: [{ fileName: 'annex.pdf', bytes: makePdf() }],
  })
  const database = scene.portal.server.database!
  await database.query(`update signers set state = 'pending' where document_id = $1`, [document.guid])
  const rows = await database.query<{ approver: string; attachment: string }>(
    `select approvers.id as approver, attachments.id as attachment
       from approvers join attachments using (document_id) where document_id = $1`,
    [document.guid],
  )
  ;({ approver: approverGuid, attachment: attGuid } = rows[0]!)
  const { access_token: token } = await scene.people.carla.call.token({
    body: { grant_type: 'password', username: 'carla', password: '', scope: SCOPES.recovery },
  })
  recoveryToken = token
  ;({ sub: recoveryId } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sub: string })
})
afterAll(() => scene[Symbol.asyncDispose]())

/** As JSON writes them: numbers beyond any range and doubled members cannot be made from values. */
const RAW = Symbol('JSON text')
interface Raw {
  readonly [RAW]: string
}
const raw = (text: string): Raw => ({ [RAW]: text })

const HOSTILE_TEXTS = [
  '', ' ', '\0', 'a\0b', 'a\r\nSet-Cookie: x=1', '\u202eexe.fdp', '\u200f\u200e\u2066', '\ud800', 'x\udfff\ud800y',
  '\u{1f680}'.repeat(50), 'e\u0301'.repeat(100), '\ufffe\uffff', '\u0007\u001b[2J', 'x'.repeat(256), 'x'.repeat(5001),
  'y'.repeat(200_000), "'; drop table users; --", '" or ""="', '%', '_%\\', '\\', '${7*7}{{7*7}}', '<script>alert(1)</script>',
  '../../../../etc/passwd', '..\\..\\boot.ini', '%00', '%2e%2e%2f', '__proto__', 'constructor', '-1', '0', '1e3', '0x10',
  '999999999999999999999', '-0', 'NaN', '1.5', '2026-02-30', '9999-12-31', '0000-01-01', '2026-01-01T00:00:00Z',
  '99999-12-31T23:59:59+14:00', 'null', 'true', '[]', '00000000-0000-0000-0000-000000000000', 'javascript:alert(1)',
  'http://169.254.169.254/', 'unspecified', 'ana',
] // prettier-ignore

const HOSTILE_VALUES: readonly unknown[] = [
  ...HOSTILE_TEXTS, null, true, false, -1, 0, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, raw('1e999'), raw('-1e999'),
  raw(`1${'0'.repeat(400)}`), [], [[]], {}, ['a', 'b'], [null], { length: -1 }, { toString: 1 }, raw('{"a":1,"a":2}'),
  raw('{"__proto__":{"admin":true}}'), raw('{"constructor":{"prototype":{"admin":true}}}'), Array(1000).fill('x'),
] // prettier-ignore

interface Example {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** A call that would succeed, or nearly; every field that the contract knows is in it. */
function exampleOf(name: CallName): Example {
  const { carla } = scene.people
  const docGuid = document.guid
  const signerGuid = document.signers[0]!.guid
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
    setPassword: { params: { id: carla.userId }, body: { password: 'Another-Horse-8' } },
    loginAddress: { params: { provider: 'google' } },
    loginCode: { params: { state: 'unknown' }, body: { Code: 'unknown', Issuer: 'https://accounts.google.com' } },
    walletCode: { body: { Code: 'unknown', State: 'unknown', Issuer: 'https://wallet.example' } },
    samlAddress: { body: { Email: 'carla@example.com' } },
    samlConsume: { body: { SAMLResponse: 'PHg+', RelayState: 'unknown' } },
    samlMetadata: {},
    samlTicket: { body: { Ticket: 'unknown' } },
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
    disclaimerText: { params: { signerGuid, kind: 'SIGNATURE_MULTIPOSITION_SIMPLE', lang: 'es-ES' } },
    attachments: { params: { signerGuid } },
    attachmentPages: { params: { signerGuid, attGuid }, query: { page: '1', width: '320', count: '1' } },
    downloadAttachment: { params: { signerGuid, attGuid } },
    documentSignatures: { params: { signerGuid } },
    revisionPage: { params: { signerGuid, revision: '1', page: '1' }, query: { width: '320' } },
    approvalSignatures: { params: { approverGuid } },
    approvalRevisionPage: { params: { approverGuid, revision: '1', page: '1' }, query: { width: '320' } },
    pendingApprovals: { body: { Terms: { vidmobileuser: carla.userId } } },
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
    sendDocument: { headers: attempt, body: sendingExample() },
    sentDocumentStatus: { params: { docGuid } },
    cancelDocument: { params: { docGuid: crypto.randomUUID() }, body: { reason: 'No longer needed' } },
    sentDocumentContent: { params: { docGuid } },
  }
  return examples[name]
}

const sendingExample = () => ({
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
      certificate: scene.people.carla.certificateId,
      approvers: [{ userId: 'biel' }],
      positions: [{ page: 1, x: 50, y: 50, width: 200, height: 60 }],
    },
  ],
})

type Path = readonly (string | number)[]

/** The paths of all members of a value, the value itself first. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  const members = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return [path, ...members.flatMap(([key, member]) => pathsOf(member, [...path, key]))]
}

function replaced(value: unknown, path: Path, by: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return by
  const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }
  Object.assign(copy, { [key]: replaced((value as Record<string | number, unknown>)[key], rest, by) })
  return copy
}

/** JSON, with raw texts put in as they are. */
function toJson(value: unknown): string {
  const texts: string[] = []
  const text = JSON.stringify(value, (_key, member: unknown) => {
    if (typeof member !== 'object' || member === null || !(RAW in member)) return member
    texts.push((member as Raw)[RAW])
    return `raw:${texts.length - 1}`
  })
  return text.replace(/"raw:(\d+)"/g, (_, index: string) => texts[Number(index)]!)
}

/** Percent-encoded; a lone surrogate as the bytes that a careless program makes of it. */
const encoded = (text: string) =>
  [...text].map((character) => (/\p{Cs}/u.test(character) ? '%ED%A0%80' : encodeURIComponent(character))).join('')

interface Attack {
  readonly what: string
  readonly name: CallName
  readonly example: Example
  /** Replaces the body that the example would make. */
  readonly query?: string
}

/** What a header may hold, as far as HTTP itself goes; a connection whose headers are too long is closed. */
const HEADER_TEXT = /^[\x21-\x7e][\x20-\x7e\x80-\xff]{0,6000}$/

function* attacksOnTexts(name: CallName, example: Example): Generator<Attack> {
  for (const part of ['params', 'query', 'headers'] as const) {
    const texts = part === 'headers' ? HOSTILE_TEXTS.filter((text) => HEADER_TEXT.test(text)) : HOSTILE_TEXTS
    for (const field of Object.keys(example[part] ?? {})) {
      for (const text of texts) {
        yield { what: `${part}.${field}`, name, example: { ...example, [part]: { ...example[part], [field]: text } } }
      }
    }
  }
}

function* attacksOn(name: CallName): Generator<Attack> {
  const example = exampleOf(name)
  yield* attacksOnTexts(name, example)
  for (const field of Object.keys(example.query ?? {})) {
    yield { what: `${field} twice`, name, example, query: `${field}=1&${field}=2` }
    yield { what: `${field}[]`, name, example, query: `${field}[]=1&${field}[a][b]=2&${field}.length=9` }
  }
  yield { what: 'an endless query', name, example, query: `a=${'b'.repeat(6000)}&__proto__=1&constructor=2&=&&&%` }
  if (example.body === undefined) return
  for (const path of pathsOf(example.body)) {
    for (const value of HOSTILE_VALUES) {
      yield { what: `body.${path.join('.')}`, name, example: { ...example, body: replaced(example.body, path, value) } }
    }
  }
}

function bearerOf(name: CallName, { scopes = [] }: Endpoint): string {
  // The session is over then; nobody in this test is Biel.
  if (name === 'revokeToken') return scene.people.biel.token
  if (name === 'recoverPassword') return recoveryToken
  if (scopes.includes(SCOPES.logIn)) return scene.logInToken
  return scopes.includes(SCOPES.sender) ? scene.senderToken : scene.people.carla.token
}

function requestFor({ name, example, query }: Attack): { url: string; init: RequestInit } {
  const entry: Endpoint = contract[name]
  const path = entry.path.replace(/:(\w+)/g, (_, field: string) => encoded(example.params?.[field] ?? 'x'))
  const pairs = Object.entries(example.query ?? {}).map(([field, text]) => `${field}=${encoded(text)}`)
  const bearer = bearerOf(name, entry)
  const authorization = entry.auth === 'basic' ? `Basic ${btoa('portal:')}` : `Bearer ${bearer}`
  const { body, type } = bodyFor(entry, example.body)
  return {
    url: `${scene.portal.url}/api${path}?${query ?? pairs.join('&')}`,
    init: { method: entry.method, headers: { authorization, ...type, ...example.headers }, body },
  }
}

const PDF = new Blob([new Uint8Array(makePdf())])

function bodyFor(entry: Endpoint, body: unknown): { body?: string | FormData; type?: Record<string, string> } {
  if (body === undefined) return {}
  if (entry.bodyKind !== 'multipart') return { body: toJson(body), type: { 'content-type': 'application/json' } }
  const form = new FormData()
  // As a file: the encoding of a form would mend line ends and lone surrogates.
  form.set('description', new Blob([toJson(body)]), 'description.json')
  form.set('document', PDF, 'document.pdf')
  return { body: form }
}

/** @returns what is wrong with the answer, if anything is */
async function wrongWith(attack: Attack): Promise<string | undefined> {
  const { url, init } = requestFor(attack)
  const answer = await fetch(url, init)
  const text = await answer.text()
  const described = `${attack.name} ${attack.what}: ${answer.status} ${text.slice(0, 300)}`
  if (answer.status < 400) return undefined
  if (answer.status >= 500) return described
  try {
    problem.parse(JSON.parse(text))
    return undefined
  } catch {
    return described
  }
}

test.each(Object.keys(contract) as CallName[])('%s: no hostile value is an error of the server', async (name) => {
  const attacks = attacksOn(name)
  const wrong: string[] = []
  let made = 0
  const work = async () => {
    for (const attack of attacks) {
      made += 1
      const found = await wrongWith(attack)
      if (found !== undefined) wrong.push(found)
    }
  }
  await Promise.all(Array.from({ length: 6 }, work))
  expect(wrong).toEqual([])
  expect(made).toBeGreaterThan(0)
})

test('nothing unexpected was noted meanwhile, and what got in is listed', async () => {
  expect(scene.portal.server.log()).not.toContain('unexpected error')
  for (const OrderBy of ['FileName', 'UploadTime', 'Tag', 'SenderName', 'Certificate'] as const) {
    const { List } = await scene.people.carla.call.pendingDocuments({ query: { OrderBy, PageSize: '100' } })
    expect(List.length).toBeGreaterThan(0)
  }
})
