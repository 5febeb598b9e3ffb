/**
 * Every call of the API's own description against everybody who may not make it: nobody, bearers of what is no valid
 * token, of every other scope, another person, and who is only an approver. Nobody changes a row or learns a thing. The
 * calls and what each demands are read from the OpenAPI document, so a new one is in the matrix from the day it exists,
 * and fails here until it has an example that nothing but the caller is wrong with.
 */
import { SignJWT, generateKeyPair } from 'jose'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { SCOPES } from '@rubrica/contract'
import {
  authorise,
  digestOf,
  exchangeCode,
  makePdf,
  openScene,
  registerApplication,
  type Application,
  type DemoName,
  type Scene,
} from '@rubrica/testing'
import { DatabaseTokenRecords } from '../src/adapters/database/token-key-store.ts'
import { JwtTokens } from '../src/adapters/tokens/jwt-tokens.ts'
import { openFoundation } from '../src/compose-foundation.ts'
import { readConfig } from '../src/config/config.ts'
import { describeContract } from '../src/http/describe-contract.ts'
import type { TokenClaims } from '../src/modules/sessions/ports.ts'

interface Operation {
  readonly name: string
  readonly method: string
  readonly path: string
  /** Who may make it: a scheme of the document, or nobody in particular. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly takesBody: boolean
}

function readOperations(document: Record<string, unknown>): Operation[] {
  const paths = document['paths'] as Record<string, Record<string, Record<string, unknown>>>
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, security, requestBody }]) => ({
      name: String(operationId),
      method: method.toUpperCase(),
      path,
      security: security as Operation['security'],
      takesBody: requestBody !== undefined,
    })),
  )
}

const described = readOperations(describeContract('/api', 'http://127.0.0.1'))
const isCsc = ({ name }: Operation) => name.startsWith('csc')
const operations = described.filter((operation) => !isCsc(operation))
const isFor = (scheme: string) => (operation: Operation) => operation.security.some((one) => scheme in one)
const named = (list: readonly Operation[]) => list.map((operation) => [operation.name, operation] as const)

const openCalls = operations.filter(({ security }) => security.length === 0)
const clientCalls = operations.filter(isFor('client'))
const bearerCalls = operations.filter((one) => ['person', 'recovery', 'program'].some((scheme) => isFor(scheme)(one)))
const personCalls = operations.filter(isFor('person'))

const cscCalls = described.filter(isCsc)
const cscOpenCalls = cscCalls.filter(({ security }) => security.length === 0)
const cscSecretCalls = cscCalls.filter(isFor('applicationSecret'))
const cscTokenCalls = cscCalls.filter(isFor('application'))

let scene: Scene
let invalid: Readonly<Record<string, string | undefined>>
let tokens: Readonly<Record<string, string>>
let anas: { docGuid: string; signerGuid: string; approverGuid: string; attGuid: string }
/** A fresh session of Biel's, who is a stranger to everything of Ana's. */
let bielsToken: () => Promise<string>
let dispose: () => PromiseLike<void>

const headerOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()) as { kid: string }
const payloadOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sid: string }

const rows = <Row extends object>(text: string, values: readonly unknown[] = []) =>
  scene.portal.server.database!.query<Row>(text, [...values])

async function openIssuer() {
  const { database, dataDir, serverKeyFile } = scene.portal.server
  const config = readConfig({ DATABASE_URL: database!.url, DATA_DIR: dataDir, SERVER_KEY_FILE: serverKeyFile })
  const foundation = await openFoundation({ config, role: 'tool' })
  const { serverKeys } = foundation
  const records = new DatabaseTokenRecords(foundation.database)
  const issue = async (claims: TokenClaims, now = () => new Date()) =>
    (await new JwtTokens({ records, serverKeys, now }).issue(claims)).token
  return { issue, close: () => foundation[Symbol.asyncDispose]() }
}

async function issueTokens() {
  const { issue, close } = await openIssuer()
  dispose = close
  const { ana, biel } = scene.people
  const claims = { subject: ana.userId, kind: 'person', legalId: ana.legalId, scope: SCOPES.portal } as const
  const recovery = { subject: ana.userId, kind: 'person', scope: SCOPES.recovery } as const
  const withdrawn = await issue(claims)
  await rows(`insert into revoked_tokens (id, expires_at) values ($1, now() + interval '1 hour')`, [
    payloadOf(withdrawn).sid,
  ])
  const { privateKey } = await generateKeyPair('ES256')
  const forgery = new SignJWT({ kind: 'person', legalid: ana.legalId, scope: SCOPES.portal })
    .setProtectedHeader({ alg: 'ES256', kid: headerOf(ana.token).kid })
    .setIssuer('rubrica')
    .setSubject(ana.userId)
    .setJti(crypto.randomUUID())
    .setExpirationTime('30m')
  const nothing = Buffer.from(JSON.stringify({ alg: 'none', kid: headerOf(ana.token).kid })).toString('base64url')
  const anHourAgo = () => new Date(Date.now() - 3_600_000)
  const program = { subject: 'scene', kind: 'client', subscriptionId: crypto.randomUUID() } as const
  bielsToken = async () => {
    const [row] = await rows<{ generation: number }>('select token_generation as generation from users where id = $1', [
      biel.userId,
    ])
    return issue({ ...claims, subject: biel.userId, legalId: biel.legalId, generation: row!.generation })
  }
  return {
    invalid: {
      nobody: undefined,
      garbage: 'Bearer x.y.z',
      basic: `Basic ${Buffer.from('portal:').toString('base64')}`,
      expired: `Bearer ${await issue(claims, anHourAgo)}`,
      'expired program': `Bearer ${await issue({ ...program, scope: SCOPES.sender }, anHourAgo)}`,
      'expired recovery': `Bearer ${await issue({ ...recovery, recovery: { may: 'set' } }, anHourAgo)}`,
      withdrawn: `Bearer ${withdrawn}`,
      'closed program': `Bearer ${await issue({ ...program, subject: 'gone', scope: SCOPES.sender })}`,
      forged: `Bearer ${await forgery.sign(privateKey)}`,
      unsigned: `Bearer ${nothing}.${ana.token.split('.')[1]!}.`,
    },
    tokens: {
      portal: ana.token,
      asking: await issue({ ...recovery, recovery: { may: 'ask', loginName: 'ana' } }),
      mailed: await issue({ ...recovery, recovery: { may: 'set' } }),
      sender: scene.senderToken,
      logIn: scene.logInToken,
      'program with the scope of people': await issue({ ...program, scope: SCOPES.portal }),
      'person with the scope of senders': await issue({ ...claims, scope: SCOPES.sender }),
      'person with the scope of programs that log in': await issue({ ...claims, scope: SCOPES.logIn }),
      'scope of nothing': await issue({ ...claims, scope: 'csc' }),
      'recovery for nothing': await issue(recovery),
    },
  }
}

/** Which of the tokens above an operation is open to, if it is. */
function openTo({ name, security }: Operation): readonly string[] {
  if (name === 'recoverPassword') return ['asking']
  // Ana does not have to choose a password, so only the mailed token may set one.
  if (name === 'setPassword') return ['mailed']
  const scopes = security.flatMap((one) => one['program'] ?? [])
  if (scopes.includes(SCOPES.sender)) return ['sender']
  if (scopes.includes(SCOPES.logIn)) return ['logIn']
  return ['portal']
}

/** A document that waits for Ana, one of whose approvers is Carla, with an attachment. */
async function sendToAna() {
  const document = await scene.send({
    signers: ['ana'],
    signer: { approvers: [{ userId: 'carla' }] },
    attachments: [{ fileName: 'annex.pdf', bytes: makePdf() }],
  })
  const database = scene.portal.server.database!
  // Both may act, so that nothing but the caller is ever wrong.
  await database.query(`update signers set state = 'pending' where document_id = $1`, [document.guid])
  const [ids] = await database.query<{ approver: string; attachment: string }>(
    `select approvers.id as approver, attachments.id as attachment
       from approvers join attachments using (document_id) where document_id = $1`,
    [document.guid],
  )
  return {
    docGuid: document.guid,
    signerGuid: document.signers[0]!.guid,
    approverGuid: ids!.approver,
    attGuid: ids!.attachment,
  }
}

beforeAll(async () => {
  const many = '1000000'
  const env = { LOGINS_PER_MINUTE_AND_ADDRESS: many, LOGINS_PER_MINUTE_AND_USER: many }
  scene = await openScene({ postgres: inject('sharedPostgres'), env })
  ;({ invalid, tokens } = await issueTokens())
  anas = await sendToAna()
  // What is done later is done by then, so that rows change by calls only.
  await vi.waitFor(
    async () =>
      expect(await rows(`select 1 from pgboss.job where name like 'tell-%' and state <> 'completed'`)).toEqual([]),
    { timeout: 20_000, interval: 100 },
  )
})
afterAll(async () => {
  await dispose()
  await scene[Symbol.asyncDispose]()
})

/** Bodies that the contract accepts, so that nothing but the caller is wrong. */
function bodies(): Readonly<Record<string, object>> {
  const { certificateId, pin, userId } = scene.people.ana
  const wrong = { grant_type: 'password', username: 'ana', password: 'Wrong-1!', scope: SCOPES.portal }
  return {
    token: wrong,
    authorisationCode: { ...wrong, grant_type: 'authorization_code', scope: 'service' },
    checkAuthorisation: { response_type: 'code', client_id: 'scene', redirect_uri: 'https://scene.example.test/' },
    loginCode: { Code: 'unknown' },
    walletCode: { Code: 'unknown' },
    samlAddress: { Email: 'ana@example.com' },
    samlTicket: { Ticket: 'unknown' },
    samlConsume: { SAMLResponse: 'PHg+' },
    returnAddress: { Url: 'https://scene.example.test/done' },
    userToken: { userId: 'ana' },
    recoverPassword: {},
    setPassword: { password: 'Other-2026' },
    rejectDocument: { RejectionReason: 'No', AccessMethod: 'USER_PASS' },
    sign: { CertGUID: certificateId, PIN: pin, AccessMethod: 'USER_PASS' },
    prepareBatch: { CertGUID: certificateId, SignerGUIDs: [anas.signerGuid] },
    requestCode: { CertGUID: certificateId, Uses: 1, AccessMethod: 'USER_PASS' },
    openCertificateSession: { OTP: '123456' },
    openRemoteSession: { CertGUID: certificateId, OTP: '123456' },
    ...bodiesOfSigningElsewhere(certificateId),
    updateUser: { email: 'other@example.com', password: 'Other-2026' },
    putSignatureImage: { SignatureImage: '' },
    changePin: { CurrentPin: '1', NewPin: '2' },
    chooseTypes: { KeyVault: true },
    authoriseAccount: { Username: 'ana' },
    authoriseRemoteSignature: { Username: 'ana', Password: 'x' },
    acceptApproval: {},
    rejectApproval: { RejectedReason: 'No' },
    pendingApprovals: { Terms: { vidmobileuser: userId } },
    uploadCertificate: { p12: 'AAAA', certalias: 'x', pin: '1', certtype: 'keyvault' },
    cancelDocument: { reason: 'No longer needed' },
  }
}

/** Of nobody: a request or a transaction that there is not. */
const UNKNOWN_ID = '3b0ae9b1-4b9f-4d52-a4fc-6f4e1f0f6d3a'

function bodiesOfSigningElsewhere(certificateId: string): Readonly<Record<string, object>> {
  const signing = { AccessMethod: 'USER_PASS' }
  const local = { HashAlgorithm: 'SHA512', ...signing }
  return {
    requestSwisscom: signing,
    completeSwisscom: {},
    requestSwisscomHash: { Hash: 'AAAA', HashAlgorithm: 'sha256', RequestId: UNKNOWN_ID },
    authoriseTransaction: { TransactionGuid: UNKNOWN_ID },
    initSign: { CertGUID: certificateId },
    completeSign: { CertGUID: certificateId },
    loginBeforeSign: { CertGUID: certificateId },
    announceLocalCertificate: { CertType: 'local', CertsData: 'AAAA', ...local },
    completeLocalSignature: { Signature: 'AAAA', From: 'WEB', ...local },
  }
}

function bodyOf({ name, takesBody }: Operation): { body?: string | FormData; type?: string } {
  if (name === 'sendDocument') return { body: new FormData() }
  const body = takesBody ? bodies()[name] : undefined
  return body ? { body: JSON.stringify(body), type: 'application/json' } : {}
}

function request(operation: Operation, authorization: string | undefined): Promise<Response> {
  const { ana } = scene.people
  const values: Record<string, string> = {
    ...anas,
    id: ana.userId,
    legalid: ana.legalId,
    guid: ana.certificateId,
    type: 'keyvault',
    account: 'redtrustauth',
    page: '1',
    revision: '1',
    kind: 'SIGNATURE_MULTIPOSITION_SIMPLE',
    lang: 'en',
    provider: 'google',
    state: 'unknown',
    requestId: UNKNOWN_ID,
    transactionId: UNKNOWN_ID,
  }
  const path = operation.path.replace(/\{(\w+)\}/g, (_, key: string) => values[key]!)
  const { body, type } = bodyOf(operation)
  const headers = { ...(authorization && { authorization }), ...(type && { 'content-type': type }) }
  return fetch(`${scene.portal.url}/api${path}`, { method: operation.method, headers, body, redirect: 'manual' })
}

/**
 * A digest of each table, but for what is the caller's own: rows that name them, as text.
 * @param own ids of the caller, and of their session
 */
async function stateOf(own: readonly string[] = []): Promise<unknown> {
  const tables = await rows<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  )
  const digests = tables.map(
    ({ name }) =>
      `select '${name}' as name, md5(coalesce(string_agg(one::text, '|' order by one::text), '')) as digest
         from "${name}" one where not exists (select 1 from unnest($1::text[]) own where position(own in one::text) > 0)`,
  )
  return rows(`${digests.join(' union all ')} order by name`, [own])
}

async function refusals(operation: Operation, headers: Readonly<Record<string, string | undefined>>) {
  const before = await stateOf()
  const answers: Record<string, unknown> = {}
  for (const [who, authorization] of Object.entries(headers)) {
    const answer = await request(operation, authorization)
    answers[who] = `${answer.status} ${((await answer.json()) as { Code: string }).Code}`
  }
  expect(await stateOf()).toEqual(before)
  return answers
}

const all = (headers: object, outcome: string) => Object.fromEntries(Object.keys(headers).map((who) => [who, outcome]))

test('every call of the document is in the matrix, with a body where it takes one', async () => {
  const served = (await (await fetch(`${scene.portal.url}/api/openapi.json`)).json()) as Record<string, unknown>
  expect(readOperations(served).map(({ name }) => name)).toEqual(described.map(({ name }) => name))
  const rows = [...openCalls, ...clientCalls, ...bearerCalls, ...cscOpenCalls, ...cscSecretCalls, ...cscTokenCalls]
  expect(rows.map(({ name }) => name).toSorted()).toEqual(described.map(({ name }) => name).toSorted())
  expect(cscTokenCalls.length).toBeGreaterThan(0)
  const known = [...Object.keys(bodies()), 'sendDocument']
  expect(operations.filter(({ name, takesBody }) => takesBody && !known.includes(name))).toEqual([])
  expect(openCalls.map(({ name }) => name).toSorted()).toEqual(['samlConsume', 'samlMetadata'])
})

describe.each(named(bearerCalls))('%s', (_, operation) => {
  test('is refused with 401 for nobody and for every token that does not count, and changes nothing', async () => {
    expect(await refusals(operation, invalid)).toEqual(all(invalid, '401 SESSION_EXPIRED'))
  })

  test('is refused with 403 for tokens of every other scope, and changes nothing', async () => {
    const others = Object.entries(tokens).filter(([who]) => !openTo(operation).includes(who))
    const headers = Object.fromEntries(others.map(([who, token]) => [who, `Bearer ${token}`]))
    expect(await refusals(operation, headers)).toEqual(all(headers, '403 SCOPE_TOO_NARROW'))
  })
})

test.each(named(clientCalls))('%s takes no client that it does not know, and changes nothing', async (_, operation) => {
  const credentials = ['portal:wrong', 'nobody:', 'scene:', 'scene:wrong', 'noColon']
  const headers = {
    nobody: undefined,
    bearer: `Bearer ${scene.people.ana.token}`,
    ...Object.fromEntries(credentials.map((one) => [one, `Basic ${Buffer.from(one).toString('base64')}`])),
  }
  expect(await refusals(operation, headers)).toEqual(all(headers, '401 INVALID_CLIENT'))
})

/** What an answer to a stranger may not hold: Ana's names, and ids that the stranger did not give. */
function anasSecrets(): readonly string[] {
  const { ana } = scene.people
  return [ana.legalId, ana.pin, ana.token, 'ana@', 'annex.pdf']
}

/** Calls that are about whoever makes them, whatever they name. */
const ABOUT_ONESELF: readonly string[] = [
  'renewToken',
  'revokeToken',
  'returnAddress',
  'user',
  'updateUser',
  'certificateTypes',
  'pendingDocuments',
  'pendingApprovals',
  'remoteSignatureStatus',
  'swisscomIdentity',
  'authoriseRemoteSignature',
  'removeRemoteSignature',
  'closeRemoteSession',
  'closeCertificateSession',
]
/** Spec §6: a 403 on attachments means none, and somebody else has none. */
const HAS_NONE: readonly string[] = ['attachments']
/** To others there is no such thing; what a person has begun may also be over. */
const missing = ({ name, path }: Operation) =>
  HAS_NONE.includes(name) ? [403] : /\{(?:requestId|transactionId)\}/.test(path) ? [400, 404] : [404]

test.each(named(personCalls))(
  '%s tells another person nothing of Ana, and changes nothing of hers',
  async (_, call) => {
    const token = await bielsToken()
    const own = [scene.people.biel.userId, payloadOf(token).sid]
    const before = await stateOf(own)
    const answer = await request(call, `Bearer ${token}`)
    const text = await answer.text()
    for (const secret of anasSecrets()) expect(text).not.toContain(secret)
    if (!ABOUT_ONESELF.includes(call.name)) {
      const expected = HAS_NONE.includes(call.name) ? [403] : [400, 403, 404]
      expect(expected, `${call.name}: ${text}`).toContain(answer.status)
    }
    if (/\{(?:id|legalid|docGuid|signerGuid|approverGuid)\}/.test(call.path)) {
      expect(missing(call)).toContain(answer.status)
    }
    expect(await stateOf(own)).toEqual(before)
  },
)

const withParameter = (pattern: RegExp) => named(personCalls.filter(({ path }) => pattern.test(path)))
const approvalCalls = withParameter(/\{approverGuid\}/)
const attachmentCalls = withParameter(/\/attachments\//)
const signerCalls = withParameter(/\{(?:docGuid|signerGuid)\}/).filter(
  ([, { path }]) => !path.includes('/attachments/'),
)

async function expectNotThere(operation: Operation, who: 'ana' | 'carla'): Promise<void> {
  const before = await stateOf()
  const answer = await request(operation, `Bearer ${scene.people[who].token}`)
  expect(missing(operation)).toContain(answer.status)
  expect(await stateOf()).toEqual(before)
}

test.each(signerCalls)('%s tells who is only an approver that there is no such thing, and changes nothing', (_, call) =>
  expectNotThere(call, 'carla'),
)

test.each(approvalCalls)('%s answers who is only the signer 404 and changes nothing', (_, call) =>
  expectNotThere(call, 'ana'),
)

test.each(attachmentCalls)('%s is open to the signer and to the approver', async (_, call) => {
  for (const who of ['ana', 'carla'] as const) {
    expect((await request(call, `Bearer ${scene.people[who].token}`)).status).toBe(200)
  }
})

/** What a person may do who has to choose a password first. */
const BEFORE_PASSWORD = [
  'appearance',
  'renewToken',
  'resetPassword',
  'returnAddress',
  'revokeToken',
  'setPassword',
  'user',
]

test('who has to choose a password may make no other call than those of that screen', async () => {
  await rows(`update users set must_reset_password = true where user_id = 'biel'`)
  const token = await bielsToken()
  const before = await stateOf()
  const open: string[] = []
  for (const call of personCalls.filter(({ name }) => !['revokeToken', 'setPassword'].includes(name))) {
    const answer = await request(call, `Bearer ${token}`)
    const { Code } = (await answer.json()) as { Code?: string }
    if (Code !== 'PASSWORD_CHANGE_REQUIRED') open.push(call.name)
    else expect(answer.status).toBe(403)
  }
  expect([...open, 'revokeToken', 'setPassword'].toSorted()).toEqual(BEFORE_PASSWORD)
  expect(await stateOf()).toEqual(before)
  await rows(`update users set must_reset_password = false where user_id = 'biel'`)
})

test('the search for approvals in the name of somebody else finds nothing', async () => {
  const search = operations.find(({ name }) => name === 'pendingApprovals')!
  const answer = await request(search, `Bearer ${scene.people.carla.token}`)
  expect(answer.status).toBe(404)
  expect(await answer.json()).toMatchObject({ Code: 'NO_PENDING_APPROVALS' })
})

/** Calls of applications, for which Ana has given one a token for her certificates and one for a certain hash. */
describe('the API for applications', () => {
  let application: Application
  let other: Application
  let given: { service: string; credential: string; code: string }
  let bearers: Readonly<Record<string, string | undefined>>
  let strangers: { carla: string; otherClient: string; otherCredential: string }
  const hashes = [digestOf('matrix')]

  async function tokenOf(who: DemoName, by: Application, more: object = {}): Promise<string> {
    const { code } = await authorise(scene, who, { application: by, request: { scope: 'service' }, ...more })
    return (await exchangeCode(scene, by, { code })).body.access_token
  }
  const credentialOf = (more: object = {}) => tokenOf('ana', application, { hashes, request: {}, ...more })
  const basicOf = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`

  async function endToken(token: string, how: string): Promise<void> {
    const isIt = `secret_hash = sha256(convert_to('rubrica-authorisation:' || $1, 'UTF8'))`
    const ended = await rows(`update authorisations set ${how} where ${isIt} returning id`, [token])
    expect(ended).toHaveLength(1)
  }

  async function secondKey(): Promise<string> {
    const { ana } = scene.people
    const p12 = await scene.portal.sandbox.makePerson({ commonName: 'Second', keyType: 'rsa', pin: ana.pin })
    const body = { p12: Buffer.from(p12).toString('base64'), certalias: 'second', pin: ana.pin, certtype: 'keyvault' }
    return (await ana.call.uploadCertificate({ params: { legalid: ana.legalId }, body })).GUID
  }

  beforeAll(async () => {
    application = await registerApplication(scene.portal)
    other = await registerApplication(scene.portal, { id: 'other' })
    const closing = await registerApplication(scene.portal, { id: 'closing' })
    const [expired, ended, closed] = [
      await tokenOf('ana', application),
      await tokenOf('ana', application),
      await tokenOf('ana', closing),
    ]
    await endToken(expired, `expires_at = now() - interval '1 second'`)
    await endToken(ended, `phase = 'ended'`)
    await rows(`update clients set active = false where id = 'closing'`)
    bearers = {
      ...invalid,
      'the application by its secret': basicOf(application.id, application.secret),
      'a person of the portal': `Bearer ${scene.people.ana.token}`,
      'a program that sends': `Bearer ${scene.senderToken}`,
      'a token that is over': `Bearer ${expired}`,
      'a token that was ended': `Bearer ${ended}`,
      'a token of a closed application': `Bearer ${closed}`,
    }
    strangers = {
      // Biel has chosen another password by now.
      carla: await tokenOf('carla', application),
      otherClient: await tokenOf('ana', other),
      otherCredential: await credentialOf({ certificateId: await secondKey() }),
    }
    const { code } = await authorise(scene, 'ana', { application, request: { scope: 'service' } })
    given = { service: await tokenOf('ana', application), credential: await credentialOf(), code }
  })

  /** Everything that any call takes, all of it right for Ana's application. */
  function cscBody(): Readonly<Record<string, unknown>> {
    const { certificateId, pin } = scene.people.ana
    const named = hashes.map((hash) => hash.toString('base64'))
    return {
      token: given.credential,
      credentialID: certificateId,
      SAD: given.credential,
      numSignatures: 1,
      hash: named,
      hashes: named,
      hashAlgo: '2.16.840.1.101.3.4.2.1',
      hashAlgorithmOID: '2.16.840.1.101.3.4.2.1',
      signAlgo: '1.2.840.113549.1.1.11',
      PIN: pin,
      authData: [{ id: 'PIN', value: pin }],
      authObjectID: 'OTP',
    }
  }

  const callCsc = ({ path, method }: Operation, authorization?: string) =>
    fetch(`${scene.portal.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
      body: method === 'GET' ? undefined : JSON.stringify(cscBody()),
      redirect: 'manual',
    })

  async function answerOf(call: Promise<Response>) {
    const answer = await call
    const text = await answer.text()
    const content = text === '' ? {} : (JSON.parse(text) as { error?: string })
    return { status: answer.status, headers: answer.headers, text, content }
  }

  test.each(named(cscTokenCalls))('%s is refused for every token that does not count', async (_, call) => {
    const before = await stateOf()
    for (const [who, authorization] of Object.entries(bearers)) {
      const { status, headers, content } = await answerOf(callCsc(call, authorization))
      expect({ who, status, members: Object.keys(content).toSorted() }).toEqual({
        who,
        status: 401,
        members: ['error', 'error_description'],
      })
      expect(headers.get('www-authenticate')).toMatch(/^Bearer/)
    }
    expect(await stateOf()).toEqual(before)
  })

  const namesCredential = ({ path }: Operation) => !/(?:credentials\/list|auth\/revoke)$/.test(path)

  test.each(named(cscTokenCalls))('%s tells and does nothing of Ana’s for another person', async (_, call) => {
    const before = await stateOf()
    const { status, text } = await answerOf(callCsc(call, `Bearer ${strangers.carla}`))
    if (namesCredential(call)) expect(status, text).toBe(400)
    for (const secret of [...anasSecrets(), scene.people.ana.certificateId, given.credential]) {
      expect(text).not.toContain(secret)
    }
    expect(await stateOf()).toEqual(before)
  })

  const takesActivation = ({ path }: Operation) => /(?:extendTransaction|signHash|revoke)$/.test(path)

  test.each(named(cscTokenCalls.filter(takesActivation)))(
    '%s does nothing with what another application was given',
    async (_, call) => {
      const before = await stateOf()
      const { status } = await answerOf(callCsc(call, `Bearer ${strangers.otherClient}`))
      expect(status).toBe(call.path.endsWith('revoke') ? 204 : 400)
      expect(await stateOf()).toEqual(before)
    },
  )

  test.each(named(cscTokenCalls))('%s is closed to a token for another certificate', async (_, call) => {
    const before = await stateOf()
    const { status } = await answerOf(callCsc(call, `Bearer ${strangers.otherCredential}`))
    expect(status).toBe(takesActivation(call) ? 400 : 403)
    expect(await stateOf()).toEqual(before)
  })

  const formOf = (): URLSearchParams =>
    new URLSearchParams({
      grant_type: 'authorization_code',
      code: given.code,
      redirect_uri: application.redirectUri,
      token: given.service,
      response_type: 'code',
      scope: 'service',
      code_challenge: 'x'.repeat(43),
    })
  const submit = ({ path }: Operation, authorization?: string) =>
    answerOf(
      fetch(`${scene.portal.url}${path}`, {
        method: 'POST',
        headers: authorization === undefined ? {} : { authorization },
        body: formOf(),
        redirect: 'manual',
      }),
    )

  test.each(named(cscSecretCalls))('%s takes no application that it does not know', async (_, call) => {
    const before = await stateOf()
    for (const authorization of [
      undefined,
      `Bearer ${scene.people.ana.token}`,
      `Bearer ${given.service}`,
      ...[
        ':',
        'portal:',
        'scene:',
        `${application.id}:`,
        `${application.id}:wrong`,
        `nobody:${application.secret}`,
      ].map((text) => `Basic ${Buffer.from(text).toString('base64')}`),
      basicOf(other.id, application.secret),
    ]) {
      const { status, content } = await submit(call, authorization)
      expect({ authorization, status, error: content.error }).toEqual({
        authorization,
        status: 401,
        error: 'invalid_client',
      })
    }
    expect(await stateOf()).toEqual(before)
  })

  test.each(named(cscSecretCalls.filter(({ path }) => !path.endsWith('pushed_authorize'))))(
    '%s does nothing with what another application was given',
    async (_, call) => {
      const before = await stateOf()
      const { status } = await submit(call, basicOf(other.id, other.secret))
      expect(status).toBe(call.path.endsWith('revoke') ? 204 : 400)
      expect(await stateOf()).toEqual(before)
    },
  )

  test.each(named(cscOpenCalls))('%s tells nobody anything of anybody', async (_, call) => {
    const before = await stateOf()
    const isForm = call.method === 'POST' && call.path.endsWith('authorize')
    const { status, text } = await (isForm ? submit(call) : answerOf(callCsc(call)))
    expect(status).toBe(call.path.endsWith('authorize') ? 302 : 200)
    for (const secret of [...anasSecrets(), scene.people.ana.certificateId]) expect(text).not.toContain(secret)
    expect(await stateOf()).toEqual(before)
  })

  test('nothing but the caller was wrong: what was given still does what it was given for', async () => {
    const signHash = cscTokenCalls.filter(({ name }) => /V1SignaturesSignHash$/.test(name))
    for (const call of signHash) expect((await callCsc(call, `Bearer ${given.service}`)).status).toBe(200)
  })
})
