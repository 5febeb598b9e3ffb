/**
 * What applications have people sign by hashes: with activation data from the authorisation page, or from PIN and code.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  askForSignatures,
  giveGrant,
  callCsc,
  decidePush,
  digestOf,
  exchangeCode,
  linkAccount,
  newestCode,
  PROVIDER_PIN,
  DEMO_PASSWORD,
} from '@rubrica/testing'
import { addSmsKey, refusalOf } from '../scenes/authorise-signing.ts'
import { describeActivationData } from './csc-signing/activation-data.ts'
import { describeExplicitGrant } from './csc-signing/explicit-grant.ts'
import {
  ECDSA_SHA256,
  openSigningScene,
  RSA_SHA256,
  toBase64,
  type SigningScene,
} from './csc-signing/open-signing-scene.ts'

let csc: SigningScene
beforeAll(async () => {
  csc = await openSigningScene()
})
afterAll(() => csc[Symbol.asyncDispose]())

test('what is asked for is checked before anything of it is shown', async () => {
  expect(await askForSignatures(csc.scene, { application: csc.application, hashes: [digestOf('x')] })).toMatchObject({
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

describeActivationData(() => csc)

describe('the page', () => {
  const openKey = (RequestId: string, more: object = {}) => {
    const { ana } = csc.scene.people
    const body = { PIN: ana.pin, RequestId, ...more }
    return ana.call.openCertificateSession({ params: { guid: ana.certificateId }, body })
  }
  const giveCode = (fields: object) =>
    csc.scene.people.ana.call.authorisationCode({
      body: {
        grant_type: 'authorization_code',
        username: 'ana',
        password: DEMO_PASSWORD,
        scope: 'vidmobilecert\\keyvault',
        ...fields,
      },
    })
  const ask = (request: object = {}) =>
    askForSignatures(csc.scene, { application: csc.application, hashes: [digestOf('x')], request: { ...request } })

  test('takes only the certificate that was asked for, whichever was chosen before', async () => {
    const { RequestId } = await ask({ credentialID: crypto.randomUUID() })
    expect(await refusalOf(openKey(RequestId))).toMatchObject({ code: 'CERTIFICATE_NOT_FOUND' })
    const remote = await ask({ scope: 'vidmobilecert\\firmaremota' })
    expect(await refusalOf(openKey(remote.RequestId))).toMatchObject({ code: 'CERTIFICATE_NOT_FOUND' })
    const own = await ask({ credentialID: csc.scene.people.ana.certificateId.toUpperCase() })
    expect(own.CertGUID).toBe(csc.scene.people.ana.certificateId)
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
    const biel = csc.scene.people.biel
    const foreign = { params: { guid: biel.certificateId }, body: { PIN: biel.pin, RequestId } }
    expect(await refusalOf(biel.call.openCertificateSession(foreign))).toMatchObject({ code: 'AUTHORISATION_EXPIRED' })
    const given = await giveCode({ RequestId, SessionId })
    expect(given).toMatchObject({ expires_in: 60, RedirectUrl: `${csc.application.redirectUri}?code=${given.code}` })
    expect(await refusalOf(giveCode({ RequestId, SessionId }))).toMatchObject({ code: 'AUTHORISATION_EXPIRED' })
    expect(await refusalOf(openKey(RequestId))).toMatchObject({ code: 'AUTHORISATION_EXPIRED' })
  })

  test('gives no code to who must choose a password first, and what they allowed before waits', async () => {
    const before = await csc.allowed(['demanded'])
    const mustChoose = (must: boolean) =>
      csc.query('update users set must_reset_password = $2 where id = $1', [csc.scene.people.ana.userId, must])
    const { RequestId } = await ask({ scope: 'service', hash: undefined, hashalgo: undefined })
    await mustChoose(true)
    expect(await refusalOf(giveCode({ RequestId, scope: 'service' }))).toMatchObject({
      status: 403,
      code: 'PASSWORD_CHANGE_REQUIRED',
    })
    expect((await callCsc(csc.scene, 'v1/credentials/list', { token: csc.tokens.ana })).status).toBe(401)
    expect((await csc.signHash(csc.orderOf(before.access_token, ['demanded']))).status).toBe(401)
    await mustChoose(false)
    expect((await giveCode({ RequestId, scope: 'service' })).expires_in).toBe(60)
    expect((await csc.signHash(csc.orderOf(before.access_token, ['demanded']))).status).toBe(200)
  })

  test('gives a code for a form and for JSON', async () => {
    for (const type of ['application/x-www-form-urlencoded', 'application/json']) {
      const { RequestId } = await askForSignatures(csc.scene, {
        application: csc.application,
        request: { scope: 'service' },
      })
      const fields = { grant_type: 'authorization_code', username: 'ana', password: DEMO_PASSWORD, scope: 'service' }
      const isForm = type !== 'application/json'
      const answer = await fetch(`${csc.scene.portal.url}/api/oauth/code`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa('portal:')}`, 'content-type': type },
        body: isForm ? new URLSearchParams({ ...fields, RequestId }) : JSON.stringify({ ...fields, RequestId }),
      })
      expect({ type, status: answer.status }).toEqual({ type, status: 200 })
    }
  })

  test('asks a key with codes for PIN and code', async () => {
    const guid = await addSmsKey(csc.scene, 'ana', 'with codes')
    const { RequestId } = await ask()
    const { ana } = csc.scene.people
    const open = (body: object) => ana.call.openCertificateSession({ params: { guid }, body: { RequestId, ...body } })
    expect(await refusalOf(open({ PIN: ana.pin }))).toMatchObject({ code: 'CODE_REQUIRED' })
    await ana.call.sendCertificateCode({ params: { guid } })
    const OTP = await newestCode(csc.scene)
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
    csc.scene.portal.server
      .log()
      .split('\n')
      .filter((line) => line.includes(sentence))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  const expectLogged = (sentence: string, facts: object) =>
    vi.waitFor(() => expect(lines(sentence).at(-1)).toMatchObject(facts), { timeout: 120_000 })
  const { code } = await giveGrant(csc.scene, 'biel', {
    application: csc.other,
    hashes: ['told', 'twice'].map(digestOf),
  })
  const { userId, certificateId } = csc.scene.people.biel
  const facts = { userId, clientId: 'other', certificateId }
  await expectLogged('A person allowed', { ...facts, kind: 'credential', documents: 2 })
  const { access_token: SAD } = (await exchangeCode(csc.scene, csc.other, { code })).body
  const order = { ...csc.orderOf(SAD, ['told'], { signAlgo: ECDSA_SHA256 }), credentialID: certificateId }
  expect((await csc.signHash(order, SAD)).status).toBe(200)
  await expectLogged('was signed for', { ...facts, documents: 1 })
  await exchangeCode(csc.scene, csc.other, { code })
  await expectLogged('came twice', { clientId: 'other' })
})

describeExplicitGrant(() => csc)

test('a remote signature provider signs what the person authorised, on their phone, too', async () => {
  const { ana } = csc.scene.people
  const certificates = await linkAccount(csc.scene, 'ana', 'firmaremota')
  for (const kind of ['pin', 'app'] as const) {
    const { GUID } = certificates.get(`SANDBOX TrustPRO Ana Vidal Serra (${kind})`)!
    const { RequestId } = await askForSignatures(csc.scene, {
      application: csc.application,
      hashes: [digestOf('r'), digestOf('s')],
    })
    const body = { CertGUID: GUID, RequestId, PIN: PROVIDER_PIN }
    let session = (await ana.call.openRemoteSession({ body })) as { SessionId: string; ExpiresAt?: string }
    if (kind === 'app') {
      expect(session.ExpiresAt).toBeUndefined()
      await decidePush(csc.scene, 'accept')
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
    const { access_token: SAD } = (await exchangeCode(csc.scene, csc.application, { code })).body
    const order = { ...csc.orderOf(SAD, ['r']), credentialID: GUID }
    const { key } = (await callCsc(csc.scene, 'v1/credentials/info', { token: csc.tokens.ana, body: order })).body as {
      key: { curve?: string }
    }
    const signAlgo = key.curve ? ECDSA_SHA256 : RSA_SHA256
    for (const text of ['r', 's']) {
      await csc.expectSignatures(await csc.signHash({ ...order, hash: [toBase64(text)], signAlgo }), [text], GUID)
    }
  }
})
