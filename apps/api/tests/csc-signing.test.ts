/** What applications have people sign by hashes: with activation data from the authorisation page, or from PIN and code. */
import { createPublicKey, createVerify, X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import {
  askForSignatures,
  authorise,
  callCsc,
  decidePush,
  digestOf,
  exchangeCode,
  linkAccount,
  newestCode,
  openScene,
  PROVIDER_PIN,
  registerApplication,
  DEMO_PASSWORD,
  type Application,
  type DemoName,
  type Scene,
} from '@rubrica/testing'
import { addSmsKey, refusalOf } from './authorise-signing.ts'

let scene: Scene
let application: Application
let other: Application
/** Of an application that may see a person's certificates. */
const tokens = {} as Record<DemoName, string>

beforeAll(async () => {
  scene = await openScene({
    postgres: inject('sharedPostgres'),
    env: { CALLS_PER_MINUTE: '1000000', LOGINS_PER_MINUTE_AND_ADDRESS: '100000', LOGINS_PER_MINUTE_AND_USER: '100000' },
  })
  application = await registerApplication(scene.portal)
  other = await registerApplication(scene.portal, { id: 'other' })
  for (const who of ['ana', 'biel'] as const) tokens[who] = await serviceToken(who)
})
afterAll(() => scene[Symbol.asyncDispose]())

const SHA256 = '2.16.840.1.101.3.4.2.1'
const SHA512 = '2.16.840.1.101.3.4.2.3'
const RSA = '1.2.840.113549.1.1.1'
const RSA_SHA256 = '1.2.840.113549.1.1.11'
const ECDSA_SHA256 = '1.2.840.10045.4.3.2'
const toBase64 = (text: string) => digestOf(text).toString('base64')

async function serviceToken(who: DemoName, by = application) {
  const { code } = await authorise(scene, who, { application: by, request: { scope: 'service' } })
  return (await exchangeCode(scene, by, { code })).body.access_token
}

async function allowed(texts: readonly string[], who: DemoName = 'ana', version: 'v1' | 'v2' = 'v1') {
  const { code } = await authorise(scene, who, { application, hashes: texts.map(digestOf) })
  return (await exchangeCode(scene, application, { code, version })).body
}

/** What `signHash` of version 1 takes of Ana. */
const orderOf = (SAD: string, texts: readonly string[], more: object = {}) => ({
  credentialID: scene.people.ana.certificateId,
  SAD,
  hash: texts.map(toBase64),
  hashAlgo: SHA256,
  signAlgo: RSA_SHA256,
  ...more,
})
const signHash = (body: object, token = tokens.ana) => callCsc(scene, 'v1/signatures/signHash', { token, body })

async function keyOf(credentialID: string, token: string) {
  const { body } = await callCsc(scene, 'v1/credentials/info', { token, body: { credentialID } })
  const [first] = (body['cert'] as { certificates: string[] }).certificates
  const { publicKey } = new X509Certificate(Buffer.from(first!, 'base64'))
  return createPublicKey(publicKey.export({ type: 'spki', format: 'pem' }))
}

async function expectSignatures(answer: { body: Record<string, unknown> }, texts: readonly string[], key: string) {
  const publicKey = await keyOf(key, tokens.ana)
  const signatures = answer.body['signatures'] as string[]
  expect(signatures).toHaveLength(texts.length)
  for (const [index, text] of texts.entries()) {
    expect(createVerify('sha256').update(text).verify(publicKey, signatures[index]!, 'base64'), text).toBe(true)
  }
}

const refused = (error: string, status = 400) => ({ status, body: { error } })
const database = () => scene.portal.server.database!
const dump = () => database().query('select * from authorisations order by id')

test('what is asked for is checked before anything of it is shown', async () => {
  expect(await askForSignatures(scene, { application, hashes: [digestOf('x')] })).toMatchObject({
    ClientName: 'application',
    RedirectHost: '127.0.0.1:9',
    Scope: 'credential',
    CertTypes: ['keyvault', 'firmaremota'],
    CertGUID: null,
    Documents: 1,
    Description: null,
    RefusedUrl: 'http://127.0.0.1:9/done?error=access_denied&error_description=The+person+has+refused',
  })
})

describe('activation data from the authorisation page', () => {
  test('signs the hash that the person authorised, once', async () => {
    const { access_token: SAD, token_type, expires_in, credentialID } = await allowed(['one'])
    expect({ token_type, expires_in, credentialID }).toEqual({
      token_type: 'SAD',
      expires_in: 300,
      credentialID: scene.people.ana.certificateId,
    })
    await expectSignatures(await signHash(orderOf(SAD, ['one'])), ['one'], scene.people.ana.certificateId)
    expect(await signHash(orderOf(SAD, ['one']))).toMatchObject(refused('invalid_request'))
  })

  test('signs several hashes in their order, with a key on a curve as well', async () => {
    const texts = ['a', 'b', 'c', 'd', 'e']
    const { access_token: SAD } = await allowed(texts, 'biel')
    const credentialID = scene.people.biel.certificateId
    const order = { ...orderOf(SAD, texts, { signAlgo: ECDSA_SHA256 }), credentialID }
    const { body } = await signHash(order, tokens.biel)
    const publicKey = await keyOf(credentialID, tokens.biel)
    for (const [index, signature] of (body['signatures'] as string[]).entries()) {
      expect(createVerify('sha256').update(texts[index]!).verify(publicKey, signature, 'base64')).toBe(true)
    }
  })

  test('signs hash by hash, too, and no other, for no other, and in no other way', async () => {
    const { access_token: SAD } = await allowed(['one', 'two'])
    const before = await dump()
    const foreign = await serviceToken('ana', other)
    for (const [body, token, error] of [
      [orderOf(SAD, ['three']), tokens.ana, 'invalid_request'],
      [orderOf(SAD, ['one', 'three']), tokens.ana, 'invalid_request'],
      [orderOf(SAD, ['one', 'one']), tokens.ana, 'invalid_request'],
      [orderOf(SAD, ['one'], { credentialID: scene.people.biel.certificateId }), tokens.ana, 'invalid_request'],
      [orderOf(SAD, ['one'], { credentialID: 'unknown' }), tokens.ana, 'invalid_request'],
      [orderOf(SAD, ['one'], { signAlgo: ECDSA_SHA256 }), tokens.ana, 'invalid_request'],
      [orderOf(SAD, ['one'], { signAlgo: '1.2.3' }), tokens.ana, 'invalid_request'],
      [orderOf(SAD, ['one'], { hashAlgo: SHA512 }), tokens.ana, 'invalid_request'],
      [orderOf(SAD, ['one'], { signAlgo: RSA, hashAlgo: undefined }), tokens.ana, 'invalid_request'],
      [orderOf(SAD, []), tokens.ana, 'invalid_request'],
      [orderOf(SAD, ['one'], { hash: 'text' }), tokens.ana, 'invalid_request'],
      [orderOf(SAD, ['one'], { hash: ['%%%'] }), tokens.ana, 'invalid_request'],
      [orderOf(SAD, ['one'], { hash: [1] }), tokens.ana, 'invalid_request'],
      [orderOf(SAD, ['one']), tokens.biel, 'invalid_request'],
      [orderOf(SAD, ['one']), foreign, 'invalid_request'],
      [orderOf(`${SAD}x`, ['one']), tokens.ana, 'invalid_request'],
      [orderOf(tokens.ana, ['one']), tokens.ana, 'invalid_request'],
      [[], tokens.ana, 'invalid_request'],
    ] as const) {
      expect(await signHash(body, token), JSON.stringify(body)).toMatchObject(refused(error))
    }
    const other_ = await dump()
    expect(other_.filter(({ client_id: id }) => id !== 'other')).toEqual(before)
    expect((await signHash(orderOf(SAD, ['two'], { signAlgo: RSA }))).status).toBe(200)
    expect((await signHash(orderOf(SAD, ['one'], { hashAlgo: undefined }))).status).toBe(200)
  })

  test('signs once when twenty calls come at once', async () => {
    const { access_token: SAD } = await allowed(['race'])
    const answers = await Promise.all(Array.from({ length: 20 }, () => signHash(orderOf(SAD, ['race']))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('ends after five minutes, with a new password, and when its client is closed or its key locked', async () => {
    const { access_token: SAD } = await allowed(['late'])
    const expectRefusal = async () =>
      expect(await signHash(orderOf(SAD, ['late']))).toMatchObject({ body: { error: 'invalid_request' } })
    const id = [scene.people.ana.userId]
    await database().query('update users set token_generation = token_generation + 1 where id = $1', id)
    expect((await signHash(orderOf(SAD, ['late']))).status).toBe(401)
    await database().query('update users set token_generation = token_generation - 1 where id = $1', id)
    const key = [scene.people.ana.certificateId]
    await database().query('update certificates set locked_at = now() where id = $1', key)
    await expectRefusal()
    await database().query('update certificates set locked_at = null where id = $1', key)
    await database().query(`update clients set active = false where id = 'application'`)
    expect((await signHash(orderOf(SAD, ['late']))).status).toBe(401)
    await database().query(`update clients set active = true where id = 'application'`)
    await database().query(
      `update authorisations set expires_at = now() - interval '1 second'
       where kind = 'credential' and phase = 'granted'`,
    )
    await expectRefusal()
  })

  test('of version 2 is the bearer token itself, for its own credential only', async () => {
    const { access_token: token, token_type } = await allowed(['v2'], 'ana', 'v2')
    expect(token_type).toBe('Bearer')
    const credentialID = scene.people.ana.certificateId
    const call = (path: string, body: object) => callCsc(scene, `v2/${path}`, { token, body })
    expect((await call('credentials/info', { credentialID })).status).toBe(200)
    expect((await call('credentials/list', {})).status).toBe(403)
    expect((await call('credentials/info', { credentialID: scene.people.biel.certificateId })).status).toBe(403)
    const order = { credentialID, hashes: [toBase64('v2')], hashAlgorithmOID: SHA256, signAlgo: RSA }
    expect((await call('signatures/signHash', { ...order, operationMode: 'A' })).status).toBe(400)
    await expectSignatures(await call('signatures/signHash', order), ['v2'], credentialID)
    expect((await call('signatures/signHash', order)).status).toBe(401)
  })

  test('and what leads to it are never in the database', async () => {
    const { RequestId } = await askForSignatures(scene, { application, hashes: [digestOf('secret')] })
    const { ana } = scene.people
    const { SessionId } = await ana.call.openCertificateSession({
      params: { guid: ana.certificateId },
      body: { PIN: ana.pin, RequestId },
    })
    const seen = [JSON.stringify(await dump())]
    const { code } = await ana.call.authorisationCode({
      body: {
        grant_type: 'authorization_code',
        username: 'ana',
        password: DEMO_PASSWORD,
        scope: 'vidmobilecert\\keyvault',
        RequestId,
        SessionId,
      },
    })
    seen.push(JSON.stringify(await dump()))
    const { access_token: SAD } = (await exchangeCode(scene, application, { code })).body
    seen.push(JSON.stringify(await dump()))
    for (const secret of [SessionId, code, SAD]) {
      for (const rows of seen) expect(rows).not.toContain(secret)
      expect(scene.portal.server.log()).not.toContain(secret)
    }
  })
})

describe('the page', () => {
  const openKey = (RequestId: string, more: object = {}) => {
    const { ana } = scene.people
    const body = { PIN: ana.pin, RequestId, ...more }
    return ana.call.openCertificateSession({ params: { guid: ana.certificateId }, body })
  }
  const giveCode = (fields: object) =>
    scene.people.ana.call.authorisationCode({
      body: {
        grant_type: 'authorization_code',
        username: 'ana',
        password: DEMO_PASSWORD,
        scope: 'vidmobilecert\\keyvault',
        ...fields,
      },
    })
  const ask = (request: object = {}) =>
    askForSignatures(scene, { application, hashes: [digestOf('x')], request: { ...request } })

  test('takes only the certificate that was asked for, whichever was chosen before', async () => {
    const { RequestId } = await ask({ credentialID: crypto.randomUUID() })
    expect(await refusalOf(openKey(RequestId))).toMatchObject({ code: 'CERTIFICATE_NOT_FOUND' })
    const remote = await ask({ scope: 'vidmobilecert\\firmaremota' })
    expect(await refusalOf(openKey(remote.RequestId))).toMatchObject({ code: 'CERTIFICATE_NOT_FOUND' })
    const own = await ask({ credentialID: scene.people.ana.certificateId.toUpperCase() })
    expect(own.CertGUID).toBe(scene.people.ana.certificateId)
    await openKey(own.RequestId)
  })

  test('gives a code to the person who opened the key, with their password, once', async () => {
    const { RequestId } = await ask()
    expect(await refusalOf(openKey(crypto.randomUUID()))).toMatchObject({ code: 'AUTHORISATION_EXPIRED' })
    expect(await refusalOf(openKey(RequestId, { PIN: 'wrong' }))).toMatchObject({ code: 'WRONG_PIN' })
    const { SessionId } = await openKey(RequestId)
    for (const [fields, code] of [
      [{ RequestId, SessionId, password: 'wrong' }, 'INVALID_CREDENTIALS'],
      [{ RequestId, SessionId, username: 'biel' }, 'AUTHORISATION_EXPIRED'],
      [{ RequestId }, 'AUTHORISATION_EXPIRED'],
      [{}, 'AUTHORISATION_EXPIRED'],
      [{ RequestId, SessionId: crypto.randomUUID() }, 'AUTHORISATION_EXPIRED'],
      [{ RequestId: crypto.randomUUID(), SessionId }, 'AUTHORISATION_EXPIRED'],
      [{ RequestId, SessionId, scope: 'service' }, 'AUTHORISATION_REQUEST_INVALID'],
      [{ RequestId, SessionId, scope: 'vidmobilecert\\firmaremota' }, 'AUTHORISATION_REQUEST_INVALID'],
    ] as const) {
      expect(await refusalOf(giveCode(fields)), JSON.stringify(fields)).toMatchObject({ code })
    }
    const biel = scene.people.biel
    const foreign = { params: { guid: biel.certificateId }, body: { PIN: biel.pin, RequestId } }
    expect(await refusalOf(biel.call.openCertificateSession(foreign))).toMatchObject({ code: 'AUTHORISATION_EXPIRED' })
    const given = await giveCode({ RequestId, SessionId })
    expect(given).toMatchObject({ expires_in: 60, RedirectUrl: `${application.redirectUri}?code=${given.code}` })
    expect(await refusalOf(giveCode({ RequestId, SessionId }))).toMatchObject({ code: 'AUTHORISATION_EXPIRED' })
    expect(await refusalOf(openKey(RequestId))).toMatchObject({ code: 'AUTHORISATION_EXPIRED' })
  })

  test('gives no code to who must choose a password first, and what they allowed before waits', async () => {
    const before = await allowed(['demanded'])
    const mustChoose = (must: boolean) =>
      database().query('update users set must_reset_password = $2 where id = $1', [scene.people.ana.userId, must])
    const { RequestId } = await ask({ scope: 'service', hash: undefined, hashalgo: undefined })
    await mustChoose(true)
    expect(await refusalOf(giveCode({ RequestId, scope: 'service' }))).toMatchObject({
      status: 403,
      code: 'PASSWORD_CHANGE_REQUIRED',
    })
    expect((await callCsc(scene, 'v1/credentials/list', { token: tokens.ana })).status).toBe(401)
    expect((await signHash(orderOf(before.access_token, ['demanded']))).status).toBe(401)
    await mustChoose(false)
    expect((await giveCode({ RequestId, scope: 'service' })).expires_in).toBe(60)
    expect((await signHash(orderOf(before.access_token, ['demanded']))).status).toBe(200)
  })

  test('gives a code for a form and for JSON', async () => {
    for (const type of ['application/x-www-form-urlencoded', 'application/json']) {
      const { RequestId } = await askForSignatures(scene, { application, request: { scope: 'service' } })
      const fields = { grant_type: 'authorization_code', username: 'ana', password: DEMO_PASSWORD, scope: 'service' }
      const isForm = type !== 'application/json'
      const answer = await fetch(`${scene.portal.url}/api/oauth/code`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa('portal:')}`, 'content-type': type },
        body: isForm ? new URLSearchParams({ ...fields, RequestId }) : JSON.stringify({ ...fields, RequestId }),
      })
      expect({ type, status: answer.status }).toEqual({ type, status: 200 })
    }
  })

  test('asks a key with codes for PIN and code', async () => {
    const guid = await addSmsKey(scene, 'ana', 'with codes')
    const { RequestId } = await ask()
    const { ana } = scene.people
    const open = (body: object) => ana.call.openCertificateSession({ params: { guid }, body: { RequestId, ...body } })
    expect(await refusalOf(open({ PIN: ana.pin }))).toMatchObject({ code: 'CODE_REQUIRED' })
    await ana.call.sendCertificateCode({ params: { guid } })
    const OTP = await newestCode(scene)
    const wrong = OTP === '000000' ? '111111' : '000000'
    expect(await refusalOf(open({ PIN: ana.pin, OTP: wrong }))).toMatchObject({ code: 'WRONG_CODE' })
    expect(await refusalOf(open({ PIN: 'wrong', OTP }))).toMatchObject({ code: 'WRONG_PIN' })
    const { SessionId } = await open({ PIN: ana.pin, OTP })
    expect(await refusalOf(open({ PIN: ana.pin, OTP }))).toMatchObject({ code: 'CODE_EXPIRED' })
    await giveCode({ RequestId, SessionId })
  })
})

test('what people allow, and what is signed with it, is told to the operator', async () => {
  const lines = (sentence: string) =>
    scene.portal.server
      .log()
      .split('\n')
      .filter((line) => line.includes(sentence))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  const expectTold = (sentence: string, facts: object) =>
    vi.waitFor(() => expect(lines(sentence).at(-1)).toMatchObject(facts), { timeout: 10_000 })
  const { code } = await authorise(scene, 'biel', { application: other, hashes: ['told', 'twice'].map(digestOf) })
  const { userId, certificateId } = scene.people.biel
  const facts = { userId, clientId: 'other', certificateId }
  await expectTold('A person allowed', { ...facts, kind: 'credential', documents: 2 })
  const { access_token: SAD } = (await exchangeCode(scene, other, { code })).body
  const order = { ...orderOf(SAD, ['told'], { signAlgo: ECDSA_SHA256 }), credentialID: certificateId }
  expect((await signHash(order, SAD)).status).toBe(200)
  await expectTold('was signed for', { ...facts, documents: 1 })
  await exchangeCode(scene, other, { code })
  await expectTold('came twice', { clientId: 'other' })
})

describe('an application that asks for PIN and code itself', () => {
  const authorize = (path: string, body: object) =>
    callCsc(scene, `${path}/credentials/authorize`, { token: tokens.ana, body })

  test('gets activation data for its hashes, and a wrong PIN costs a try', async () => {
    const { ana } = scene.people
    const order = { credentialID: ana.certificateId, numSignatures: 1, hash: [toBase64('explicit')] }
    expect(await authorize('v1', { ...order, PIN: 'wrong' })).toMatchObject(refused('invalid_pin'))
    expect(await authorize('v1', order)).toMatchObject(refused('invalid_pin'))
    expect(await authorize('v1', { ...order, PIN: ana.pin, hash: undefined })).toMatchObject(refused('invalid_request'))
    expect(await authorize('v1', { ...order, PIN: ana.pin, numSignatures: 0 })).toMatchObject(
      refused('invalid_request'),
    )
    expect(await authorize('v1', { ...order, PIN: ana.pin, numSignatures: 201 })).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', error_description: 'Numbers of signatures is too high' },
    })
    const { status, body } = await authorize('v1', { ...order, PIN: ana.pin })
    expect({ status, expiresIn: body['expiresIn'] }).toEqual({ status: 200, expiresIn: 300 })
    const signed = await signHash(orderOf(body['SAD'] as string, ['explicit']))
    await expectSignatures(signed, ['explicit'], ana.certificateId)
  })

  test('names further hashes later, as many as were authorised', async () => {
    const { ana } = scene.people
    const { certificateId: credentialID, pin: PIN } = ana
    const { body } = await authorize('v1', { credentialID, numSignatures: 2, hash: [toBase64('first')], PIN })
    const SAD = body['SAD'] as string
    expect((await signHash(orderOf(SAD, ['first']))).status).toBe(200)
    const extend = (more: object) =>
      callCsc(scene, 'v1/credentials/extendTransaction', { token: tokens.ana, body: { credentialID, SAD, ...more } })
    expect(await extend({ hash: [toBase64('second'), toBase64('third')] })).toMatchObject(refused('invalid_request'))
    const next = (await extend({ hash: [toBase64('second')] })).body['SAD'] as string
    expect(await signHash(orderOf(SAD, ['second']))).toMatchObject(refused('invalid_request'))
    expect((await signHash(orderOf(next, ['second']))).status).toBe(200)
    expect(await extend({ SAD: next, hash: [toBase64('third')] })).toMatchObject(refused('invalid_request'))
  })

  test('has the code sent, and answers it, in both versions', async () => {
    const credentialID = await addSmsKey(scene, 'ana', 'explicit codes')
    const { pin } = scene.people.ana
    const call = (path: string, body: object) =>
      callCsc(scene, path, { token: tokens.ana, body: { credentialID, ...body } })
    expect((await call('v1/credentials/sendOTP', {})).status).toBe(204)
    const first = { numSignatures: 1, hash: [toBase64('sms')], PIN: pin }
    expect(await call('v1/credentials/authorize', first)).toMatchObject(refused('invalid_request'))
    expect(await call('v1/credentials/authorize', { ...first, OTP: 'wrong' })).toMatchObject(refused('invalid_otp'))
    expect((await call('v1/credentials/authorize', { ...first, OTP: await newestCode(scene) })).status).toBe(200)
    await database().query("update one_time_codes set created_at = created_at - interval '2 minutes'")
    expect((await call('v2/credentials/getChallenge', { authObjectID: 'OTP' })).status).toBe(204)
    const second = { numSignatures: 1, hashes: [toBase64('sms')], hashAlgorithmOID: SHA256 }
    const authData = (value: string) => [
      { id: 'PIN', value: pin },
      { id: 'OTP', value },
    ]
    expect(await call('v2/credentials/authorize', { ...second, authData: authData('wrong') })).toMatchObject(
      refused('invalid_authentication_data'),
    )
    const code = await newestCode(scene)
    const { status, body } = await call('v2/credentials/authorize', { ...second, authData: authData(code) })
    expect(status).toBe(200)
    const order = { SAD: body['SAD'], hashes: second.hashes, hashAlgorithmOID: SHA256, signAlgo: ECDSA_SHA256 }
    await expectSignatures(await call('v2/signatures/signHash', order), ['sms'], credentialID)
  })

  test('learns of a credential what it needs', async () => {
    const { ana } = scene.people
    const info = (path: string, body: object = {}) =>
      callCsc(scene, `${path}/credentials/info`, {
        token: tokens.ana,
        body: { credentialID: ana.certificateId, ...body },
      })
    const whole = { certificates: 'chain', certInfo: true, authInfo: true }
    expect((await info('v1', whole)).body).toMatchObject({
      key: { status: 'enabled', algo: expect.arrayContaining([RSA, RSA_SHA256]) as string[], len: 2048 },
      cert: {
        status: 'valid',
        subjectDN: expect.stringMatching(/^CN=[^,]+,serialNumber=[^,]+,givenName=Ana,surname=[^,]+,O=/) as string,
        validTo: expect.stringMatching(/^\d{14}Z$/) as string,
      },
      authMode: 'explicit',
      SCAL: '2',
      PIN: { presence: 'true', format: 'A' },
      OTP: { presence: 'false' },
      multisign: 200,
    })
    expect((await info('v2', whole)).body).toMatchObject({
      auth: { mode: 'oauth2code', expression: 'PIN', objects: [{ type: 'Password', id: 'PIN' }] },
    })
    const none = (await info('v1', { certificates: 'none' })).body
    expect(none['cert']).toEqual({ status: 'valid' })
    expect(await info('v1', { certificates: 'some' })).toMatchObject(refused('invalid_request'))
    expect(await info('v1', { credentialID: scene.people.biel.certificateId })).toMatchObject(
      refused('invalid_request'),
    )
    expect(await info('v1', { credentialID: undefined })).toMatchObject(refused('invalid_request'))
  })

  test('lists credentials in pages', async () => {
    const page = (body: object, path = 'v1') => callCsc(scene, `${path}/credentials/list`, { token: tokens.ana, body })
    const all = (await page({})).body['credentialIDs'] as string[]
    const seen: string[] = []
    for (let pageToken: string | undefined; ;) {
      const { body } = await page({ maxResults: 1, ...(pageToken !== undefined && { pageToken }) })
      seen.push(...(body['credentialIDs'] as string[]))
      pageToken = body['nextPageToken'] as string | undefined
      if (pageToken === undefined) break
    }
    expect(seen).toEqual(all)
    expect(await page({ userID: 'ana' })).toMatchObject(refused('invalid_request'))
    expect(await page({ pageToken: 'unknown' })).toMatchObject(refused('invalid_request'))
    const { body } = await page({ credentialInfo: true, certificates: 'none', onlyValid: true }, 'v2')
    expect(body['onlyValid']).toBe(true)
    expect((body['credentialInfos'] as { credentialID: string }[]).map(({ credentialID }) => credentialID)).toEqual(all)
  })
})

test('a remote signature provider signs what the person authorised, on their phone, too', async () => {
  const { ana } = scene.people
  const certificates = await linkAccount(scene, 'ana', 'firmaremota')
  for (const kind of ['pin', 'app'] as const) {
    const { GUID } = certificates.get(`SANDBOX TrustPRO Ana Vidal Serra (${kind})`)!
    const { RequestId } = await askForSignatures(scene, { application, hashes: [digestOf('r'), digestOf('s')] })
    const body = { CertGUID: GUID, RequestId, PIN: PROVIDER_PIN }
    let session = (await ana.call.openRemoteSession({ body })) as { SessionId: string; ExpiresAt?: string }
    if (kind === 'app') {
      expect(session.ExpiresAt).toBeUndefined()
      await decidePush(scene, 'accept')
      session = await ana.call.openRemoteSession({ body: { CertGUID: GUID, RequestId, SessionId: session.SessionId } })
    }
    expect(session.ExpiresAt).toBeDefined()
    const { code } = await ana.call.authorisationCode({
      body: {
        grant_type: 'authorization_code',
        username: 'ana',
        password: DEMO_PASSWORD,
        scope: 'vidmobilecert\\firmaremota',
        RequestId,
        SessionId: session.SessionId,
      },
    })
    const { access_token: SAD } = (await exchangeCode(scene, application, { code })).body
    const order = { ...orderOf(SAD, ['r']), credentialID: GUID }
    const { key } = (await callCsc(scene, 'v1/credentials/info', { token: tokens.ana, body: order })).body as {
      key: { curve?: string }
    }
    const signAlgo = key.curve ? ECDSA_SHA256 : RSA_SHA256
    for (const text of ['r', 's']) {
      await expectSignatures(await signHash({ ...order, hash: [toBase64(text)], signAlgo }), [text], GUID)
    }
  }
})
