/**
 * Every call of the contract against everybody who may not make it. The calls come from the contract itself, so a new
 * one is in the matrix from the day it exists.
 */
import { SignJWT, generateKeyPair } from 'jose'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { contract, SCOPES, type Endpoint } from '@rubrica/contract'
import { makePdf, openScene, type DemoName, type Scene } from '@rubrica/testing'
import { DatabaseTokenRecords } from '../src/adapters/database/token-key-store.ts'
import { JwtTokens } from '../src/adapters/tokens/jwt-tokens.ts'
import { openFoundation } from '../src/compose-foundation.ts'
import { readConfig } from '../src/config/config.ts'

let scene: Scene
let tokens: { expired: string; forged: string; unsigned: string; oddScope: string; withdrawn: string }
let anas: { docGuid: string; signerGuid: string; approverGuid: string; attGuid: string }

async function issueTokens() {
  const { database, dataDir, serverKeyFile } = scene.portal.server
  const config = readConfig({ DATABASE_URL: database!.url, DATA_DIR: dataDir, SERVER_KEY_FILE: serverKeyFile })
  await using foundation = await openFoundation({ config, role: 'tool' })
  const { serverKeys } = foundation
  const records = new DatabaseTokenRecords(foundation.database)
  const issuer = (now: () => Date) => new JwtTokens({ records, serverKeys, now })
  const { userId, legalId, token } = scene.people.ana
  const ana = { subject: userId, kind: 'person', legalId, scope: SCOPES.portal } as const
  const anHourAgo = () => new Date(Date.now() - 3_600_000)
  const withdrawn = (await issuer(() => new Date()).issue(ana)).token
  const { jti } = JSON.parse(Buffer.from(withdrawn.split('.')[1]!, 'base64url').toString()) as { jti: string }
  await database!.query(`insert into revoked_tokens (id, expires_at) values ($1, now() + interval '1 hour')`, [jti])
  const { privateKey } = await generateKeyPair('ES256')
  const forgery = new SignJWT({ kind: 'person', legalid: legalId, scope: SCOPES.portal })
    .setProtectedHeader({ alg: 'ES256', kid: headerOf(token).kid })
    .setIssuer('rubrica')
    .setSubject(userId)
    .setJti(crypto.randomUUID())
    .setExpirationTime('30m')
  const nothing = Buffer.from(JSON.stringify({ alg: 'none', kid: headerOf(token).kid })).toString('base64url')
  return {
    expired: (await issuer(anHourAgo).issue(ana)).token,
    oddScope: (await issuer(() => new Date()).issue({ ...ana, scope: SCOPES.recovery })).token,
    withdrawn,
    forged: await forgery.sign(privateKey),
    unsigned: `${nothing}.${token.split('.')[1]!}.`,
  }
}

const headerOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()) as { kid: string }

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
  scene = await openScene({ postgres: inject('sharedPostgres') })
  tokens = await issueTokens()
  anas = await sendToAna()
})
afterAll(() => scene[Symbol.asyncDispose]())

const calls = Object.entries<Endpoint>(contract)
const bearerCalls = calls.filter(([, entry]) => entry.auth === 'bearer')
const isForPrograms = (entry: Endpoint) => entry.scopes?.includes(SCOPES.sender) ?? false

/** Bodies that the contract accepts, so that nothing but the caller is wrong. */
function jsonBodies(): Readonly<Record<string, object>> {
  const { certificateId, pin, userId } = scene.people.ana
  return {
    rejectDocument: { RejectionReason: 'No', AccessMethod: 'USER_PASS' },
    sign: { CertGUID: certificateId, PIN: pin, AccessMethod: 'USER_PASS' },
    prepareBatch: { CertGUID: certificateId, SignerGUIDs: [anas.signerGuid] },
    openCertificateSession: { OTP: '123456' },
    openRemoteSession: { CertGUID: certificateId, OTP: '123456' },
    updateUser: { email: 'other@example.com', password: 'Other-2026' },
    putSignatureImage: { SignatureImage: '' },
    changePin: { CurrentPin: '1', NewPin: '2' },
    chooseTypes: { KeyVault: true },
    authoriseAccount: { Username: 'ana' },
    authoriseRemoteSignature: { Username: 'ana', Password: 'x' },
    rejectApproval: { RejectedReason: 'No' },
    pendingApprovals: { Terms: { vidmobileuser: userId } },
    uploadCertificate: { p12: 'AAAA', certalias: 'x', pin: '1', certtype: 'keyvault' },
  }
}

function bodyOf(name: string): { body?: string | FormData; type?: string } {
  if (name === 'sendDocument') return { body: new FormData() }
  const body = jsonBodies()[name]
  return body ? { body: JSON.stringify(body), type: 'application/json' } : {}
}

function request(name: string, entry: Endpoint, authorization: string | undefined) {
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
  }
  const path = entry.path.replace(/:(\w+)/g, (_, key: string) => values[key]!)
  const { body, type } = bodyOf(name)
  const headers = { ...(authorization && { authorization }), ...(type && { 'content-type': type }) }
  return fetch(`${scene.portal.url}/api${path}`, { method: entry.method, headers, body })
}

/** Everything that a call could have changed. */
const stateOf = () =>
  scene.portal.server.database!.query(
    `select (select string_agg(state, ',' order by id) from signers) as signers,
            (select string_agg(state, ',' order by id) from approvers) as approvers,
            (select count(*) from audit_events) as events,
            (select count(*) from documents) as documents,
            (select count(*) from certificates where deleted_at is null) as certificates,
            (select count(*) from page_views) as views,
            (select string_agg(email || password_hash, ',' order by id) from users) as users`,
  )

describe.each(bearerCalls)('%s', (name, entry) => {
  const intruders = ['nobody', 'expired', 'withdrawn', 'forged', 'unsigned', 'garbage', 'basic'] as const

  test.each(intruders)('is refused with 401 for %s', async (who) => {
    const before = await stateOf()
    const header = {
      nobody: undefined,
      garbage: 'Bearer x.y.z',
      basic: `Basic ${Buffer.from('portal:').toString('base64')}`,
      expired: `Bearer ${tokens.expired}`,
      withdrawn: `Bearer ${tokens.withdrawn}`,
      forged: `Bearer ${tokens.forged}`,
      unsigned: `Bearer ${tokens.unsigned}`,
    }[who]
    const answer = await request(name, entry, header)
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ Code: 'SESSION_EXPIRED' })
    expect(await stateOf()).toEqual(before)
  })

  test('is refused with 403 for a token of another scope', async () => {
    const before = await stateOf()
    const other = isForPrograms(entry) ? scene.people.ana.token : scene.senderToken
    for (const token of [other, tokens.oddScope]) {
      const answer = await request(name, entry, `Bearer ${token}`)
      expect(answer.status).toBe(403)
      expect(await answer.json()).toMatchObject({ Code: 'SCOPE_TOO_NARROW' })
    }
    expect(await stateOf()).toEqual(before)
  })
})

const personCalls = bearerCalls.filter(([, entry]) => !isForPrograms(entry))
const withParameter = (pattern: RegExp) => personCalls.filter(([, { path }]) => pattern.test(path))
const ownedCalls = withParameter(/:(?:id|legalid|docGuid|signerGuid|approverGuid)/)
const approvalCalls = withParameter(/:approverGuid/)
const attachmentCalls = withParameter(/\/attachments\//)
const signerCalls = withParameter(/:(?:docGuid|signerGuid)/).filter((call) => !attachmentCalls.includes(call))

/** Spec §6: a 403 on attachments means none, and somebody else has none. */
const refusalOf = (name: string) => (name === 'attachments' ? 403 : 404)

async function expectRefused(name: string, entry: Endpoint, who: DemoName): Promise<void> {
  const before = await stateOf()
  const answer = await request(name, entry, `Bearer ${scene.people[who].token}`)
  expect(answer.status).toBe(refusalOf(name))
  expect(await stateOf()).toEqual(before)
}

test.each(ownedCalls)(
  '%s answers another person 404, or that there are no attachments, and changes nothing',
  (...call) => expectRefused(...call, 'biel'),
)

test.each(signerCalls)('%s answers who is only an approver 404 and changes nothing', (...call) =>
  expectRefused(...call, 'carla'),
)

test.each(approvalCalls)('%s answers who is only the signer 404 and changes nothing', (...call) =>
  expectRefused(...call, 'ana'),
)

test.each(attachmentCalls)('%s is open to the signer and to the approver', async (name, entry) => {
  for (const who of ['ana', 'carla'] as const) {
    expect((await request(name, entry, `Bearer ${scene.people[who].token}`)).status).toBe(200)
  }
})

test('the search for approvals in the name of somebody else finds nothing', async () => {
  const answer = await request('pendingApprovals', contract.pendingApprovals, `Bearer ${scene.people.carla.token}`)
  expect(answer.status).toBe(404)
  expect(await answer.json()).toMatchObject({ Code: 'NO_PENDING_APPROVALS' })
})

test('the token call takes no client that it does not know', async () => {
  const grant = () => new URLSearchParams({ grant_type: 'client_credentials' })
  for (const credentials of [undefined, 'portal:wrong', 'nobody:', 'scene:', 'scene:wrong', 'noColon']) {
    const authorization = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`
    const answer = await fetch(`${scene.portal.url}/api/oauth/token`, {
      method: 'POST',
      headers: authorization ? { authorization } : {},
      body: grant(),
    })
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ Code: 'INVALID_CLIENT' })
  }
})

test('every call is in the matrix or is the token call', () => {
  expect(calls.length).toBe(bearerCalls.length + 1)
})
