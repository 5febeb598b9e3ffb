/** The OAuth endpoints of the CSC API: a person is asked, a code is exchanged, a token is revoked. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  askForSignatures,
  giveGrant,
  callCsc,
  digestOf,
  exchangeCode,
  openScene,
  registerApplication,
  visitAuthorisation,
  type Application,
  type Scene,
} from '@rubrica/testing'
import { refusalOf } from '../scenes/authorise-signing.ts'

const ADDRESS = 'https://app.example.org/done?from=portal'

let scene: Scene
let application: Application
let two: Application
beforeAll(async () => {
  scene = await openScene({
    postgres: inject('sharedPostgres'),
    env: { CALLS_PER_MINUTE: '1000000', LOGINS_PER_MINUTE_AND_ADDRESS: '100000', LOGINS_PER_MINUTE_AND_USER: '100000' },
  })
  application = await registerApplication(scene.portal, { redirectUris: [ADDRESS] })
  two = await registerApplication(scene.portal, {
    id: 'two',
    redirectUris: ['http://127.0.0.1:9/a', 'http://127.0.0.1:9/b'],
  })
  await registerApplication(scene.portal, { id: 'sender', scope: 'documents', redirectUris: [ADDRESS] })
})
afterAll(() => scene[Symbol.asyncDispose]())

const HASH = digestOf('one').toString('base64url')
const VERIFIER = 'a'.repeat(43)
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')
const SHA256 = '2.16.840.1.101.3.4.2.1'
const dump = () => scene.portal.server.database!.query('select * from grants order by id')

async function goTo(version: 'v1' | 'v2', fields: Readonly<Record<string, string>> | string) {
  const query = typeof fields === 'string' ? fields : new URLSearchParams(fields).toString()
  const address = `${scene.portal.url}/csc/${version}/oauth2/authorize?${query}`
  const answer = await fetch(address, { redirect: 'manual' })
  const location = answer.headers.get('location')
  return { address, status: answer.status, to: location === null ? undefined : new URL(location) }
}

const REQUEST = { response_type: 'code', client_id: 'application', redirect_uri: ADDRESS, state: 'a b&c=d/é' }
const CREDENTIAL = { ...REQUEST, scope: 'credential', hash: HASH, numSignatures: '1' }
const isPage = (to: URL | undefined) => to && to.origin + to.pathname === `${scene.portal.url}/signhash/cms`

async function tokenAt(version: string, fields: Readonly<Record<string, string>>, authorization?: string) {
  const answer = await fetch(`${scene.portal.url}/csc/${version}/oauth2/token`, {
    method: 'POST',
    headers: authorization === undefined ? {} : { authorization },
    body: new URLSearchParams(fields),
  })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> }
}

const give = (request: Readonly<Record<string, unknown>> = {}, by = application) =>
  giveGrant(scene, 'ana', { application: by, hashes: [digestOf('one')], request })

describe('a request for authorisation', () => {
  test('leads to the page with everything that was asked, and from there back with code and state', async () => {
    const { address, status, to } = await goTo('v1', { ...CREDENTIAL, lang: 'ca' })
    expect({ status, isPage: isPage(to) }).toEqual({ status: 302, isPage: true })
    expect(Object.fromEntries(to!.searchParams)).toEqual({ ...CREDENTIAL, lang: 'ca' })
    const back = new URL(await visitAuthorisation(scene, 'ana', address))
    expect(back.origin + back.pathname).toBe('https://app.example.org/done')
    expect(back.searchParams.get('from')).toBe('portal')
    expect(back.searchParams.get('state')).toBe(REQUEST.state)
    const { body } = await exchangeCode(scene, application, { code: back.searchParams.get('code')! })
    expect(body.token_type).toBe('SAD')
  })

  test('by a stranger, or to a strange address, leads nowhere but to the page', async () => {
    for (const fields of [
      { ...CREDENTIAL, client_id: 'unknown' },
      { ...CREDENTIAL, client_id: 'sender' },
      { ...CREDENTIAL, redirect_uri: 'https://evil.test/' },
      { ...CREDENTIAL, redirect_uri: `${ADDRESS}&more` },
      { ...CREDENTIAL, client_id: 'two', redirect_uri: '' },
      { ...CREDENTIAL, request_uri: 'urn:ietf:params:oauth:request_uri:unknown' },
      {},
    ] as Record<string, string>[]) {
      const { to } = await goTo('v1', fields)
      expect(isPage(to), JSON.stringify(fields)).toBe(true)
      const request = Object.fromEntries(to!.searchParams)
      const unknown = { id: '', secret: '', redirectUri: '', ...request }
      const code = (await refusalOf(askForSignatures(scene, { application: unknown, request }))).code
      expect([
        'AUTHORISATION_CLIENT_UNKNOWN',
        'AUTHORISATION_REDIRECT_UNKNOWN',
        'VALIDATION_FAILED',
        'BAD_REQUEST',
      ]).toContain(fields['request_uri'] ? 'AUTHORISATION_CLIENT_UNKNOWN' : code)
    }
  })

  test('that is wrong in another way tells the application so', async () => {
    for (const [version, fields, error] of [
      ['v1', { ...CREDENTIAL, response_type: 'token' }, 'unsupported_response_type'],
      ['v1', { ...CREDENTIAL, scope: 'openid' }, 'invalid_scope'],
      ['v1', { ...CREDENTIAL, hash: 'x' }, 'invalid_request'],
      ['v1', { ...CREDENTIAL, hash: '' }, 'invalid_request'],
      ['v1', { ...CREDENTIAL, numSignatures: '0' }, 'invalid_request'],
      ['v1', { ...CREDENTIAL, credentialID: 'x' }, 'invalid_request'],
      ['v2', { ...REQUEST, scope: 'service' }, 'invalid_request'],
      ['v2', { ...REQUEST, authorization_details: '{' }, 'invalid_request'],
      ['v2', { ...REQUEST, authorization_details: '[{"type":"other"}]' }, 'invalid_request'],
    ] as const) {
      const { to } = await goTo(version, fields)
      expect(to?.origin, JSON.stringify(fields)).toBe('https://app.example.org')
      expect(to!.searchParams.get('error'), JSON.stringify(fields)).toBe(error)
      expect(to!.searchParams.get('state')).toBe(REQUEST.state)
    }
    const doubled = await goTo('v1', `${new URLSearchParams(REQUEST).toString()}&client_id=two`)
    expect(doubled.status).toBe(400)
  })

  test('of version 2 names hashes in its own way, in details, or in advance', async () => {
    const challenge = { code_challenge: CHALLENGE, code_challenge_method: 'S256' }
    const members = { ...REQUEST, ...challenge, scope: 'credential', hashes: HASH, hashAlgorithmOID: SHA256 }
    const detail = { type: 'credential', documentDigests: [{ hash: HASH, label: 'One' }], hashAlgorithmOID: SHA256 }
    const details = { ...REQUEST, ...challenge, authorization_details: JSON.stringify([detail]) }
    const pushed = await fetch(`${scene.portal.url}/csc/v2/oauth2/pushed_authorize`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${application.id}:${application.secret}`)}` },
      body: new URLSearchParams(members),
    })
    expect(pushed.status).toBe(201)
    const { request_uri, expires_in } = (await pushed.json()) as { request_uri: string; expires_in: number }
    expect(expires_in).toBe(600)
    for (const fields of [members, details, { client_id: 'application', request_uri }]) {
      const { address } = await goTo('v2', fields)
      const back = new URL(await visitAuthorisation(scene, 'ana', address))
      expect(back.searchParams.get('state')).toBe(REQUEST.state)
      const code = back.searchParams.get('code')!
      const { body } = await exchangeCode(scene, application, { code, version: 'v2', code_verifier: VERIFIER })
      expect(body).toMatchObject({ token_type: 'Bearer', scope: 'credential', expires_in: 300 })
    }
    const stolen = await goTo('v2', { client_id: 'two', request_uri })
    expect(isPage(stolen.to)).toBe(true)
    expect(await refusalOf(askForSignatures(scene, { application: two, request: { request_uri } }))).toMatchObject({
      code: 'AUTHORISATION_EXPIRED',
    })
  })

  test('without an address uses the only one there is, which then need not be named again', async () => {
    const { address } = await goTo('v1', { ...CREDENTIAL, redirect_uri: '' })
    const code = new URL(await visitAuthorisation(scene, 'ana', address)).searchParams.get('code')!
    expect((await exchangeCode(scene, application, { code, redirect_uri: undefined })).status).toBe(200)
  })
})

describe('a code', () => {
  test('is exchanged once; its second use ends what the first led to', async () => {
    const { code } = await give()
    const { body } = await exchangeCode(scene, application, { code })
    const again = await exchangeCode(scene, application, { code })
    expect(again).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    const { certificateId: credentialID } = scene.people.ana
    expect(
      (await callCsc(scene, 'v1/credentials/info', { token: body.access_token, body: { credentialID } })).status,
    ).toBe(401)
  })

  test('is exchanged once when twenty calls come at once', async () => {
    const { code } = await give()
    const answers = await Promise.all(Array.from({ length: 20 }, () => exchangeCode(scene, application, { code })))
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
  })

  test('is worth nothing to another client, with another address, or without its verifier, and stays as it is', async () => {
    const { code } = await give({ code_challenge: CHALLENGE, code_challenge_method: 'S256' })
    const before = await dump()
    for (const [client, fields] of [
      [two, { code_verifier: VERIFIER, redirect_uri: ADDRESS }],
      [application, {}],
      [application, { code_verifier: 'b'.repeat(43) }],
      [application, { code_verifier: CHALLENGE }],
      [application, { code_verifier: VERIFIER, redirect_uri: `${ADDRESS}&x` }],
      [application, { code_verifier: VERIFIER, redirect_uri: undefined }],
    ] as const) {
      const { status, body } = await exchangeCode(scene, client, { code, ...fields })
      expect({ status, error: body.error }, JSON.stringify(fields)).toEqual({ status: 400, error: 'invalid_grant' })
    }
    expect(await dump()).toEqual(before)
    expect((await exchangeCode(scene, application, { code, code_verifier: VERIFIER })).status).toBe(200)
  })

  test('with a verifier that was never announced is refused, and a plain one is compared as it is', async () => {
    const bare = await give()
    const downgraded = await exchangeCode(scene, application, { code: bare.code, code_verifier: VERIFIER })
    expect(downgraded.body.error).toBe('invalid_grant')
    const plain = await give({ code_challenge: VERIFIER })
    expect((await exchangeCode(scene, application, { code: plain.code, code_verifier: VERIFIER })).status).toBe(200)
  })

  test('is over after a minute', async () => {
    const { code } = await give()
    await scene.portal.server.database!.query(`update grants set expires_at = now() where phase = 'coded'`)
    expect((await exchangeCode(scene, application, { code })).body.error).toBe('invalid_grant')
  })

  test('is exchanged at the address of the portal’s calls as well', async () => {
    const { code } = await give()
    const exchange = () =>
      fetch(`${scene.portal.url}/api/oauth/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${application.id}:${application.secret}`)}` },
        body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: ADDRESS }),
      })
    expect(await (await exchange()).json()).toMatchObject({ token_type: 'SAD', expires_in: 300, scope: 'credential' })
    expect(await (await exchange()).json()).toMatchObject({ Code: 'AUTHORISATION_EXPIRED' })
  })
})

test('a client proves itself by header or by form, and in no other way', async () => {
  const basic = (id: string, secret: string) => `Basic ${btoa(`${id}:${secret}`)}`
  const { id, secret } = application
  const form = { grant_type: 'authorization_code', code: 'unknown', redirect_uri: ADDRESS }
  for (const [fields, authorization, error, status] of [
    [form, basic(id, secret), 'invalid_grant', 400],
    [{ ...form, client_id: id, client_secret: secret }, undefined, 'invalid_grant', 400],
    [{ ...form, client_id: id }, basic(id, secret), 'invalid_grant', 400],
    [{ ...form, client_id: id, client_secret: secret }, basic(id, secret), 'invalid_request', 400],
    [{ ...form, client_id: 'two' }, basic(id, secret), 'invalid_client', 401],
    [{ ...form, client_id: id, client_secret: 'wrong' }, undefined, 'invalid_client', 401],
    [{ ...form, client_id: id }, undefined, 'invalid_client', 401],
    [form, basic(id, ''), 'invalid_client', 401],
    [form, basic('portal', ''), 'invalid_client', 401],
    [form, 'Basic !', 'invalid_client', 401],
    [form, undefined, 'invalid_client', 401],
    [{ grant_type: 'authorization_code' }, basic(id, secret), 'invalid_request', 400],
    [{ ...form, grant_type: 'password' }, basic(id, secret), 'unsupported_grant_type', 400],
    [{ code: 'x' }, basic(id, secret), 'invalid_request', 400],
  ] as const) {
    const answer = await tokenAt('v1', fields, authorization)
    expect({ status: answer.status, error: answer.body['error'] }, JSON.stringify(fields)).toEqual({ status, error })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    if (status === 401) expect(answer.headers.get('www-authenticate')).toMatch(/^Basic/)
  }
})

test('a token that is revoked by its client is worth nothing; by another, it stays', async () => {
  const { code } = await give({ scope: 'service', hash: undefined, hashalgo: undefined })
  const { access_token: token } = (await exchangeCode(scene, application, { code })).body
  const revoke = (by: Application, given: string) =>
    fetch(`${scene.portal.url}/csc/v1/oauth2/revoke`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${by.id}:${by.secret}`)}` },
      body: new URLSearchParams({ token: given }),
    })
  expect((await revoke(two, token)).status).toBe(204)
  expect((await callCsc(scene, 'v1/credentials/list', { token })).status).toBe(200)
  expect((await revoke(application, 'unknown')).status).toBe(204)
  expect((await revoke(application, token)).status).toBe(204)
  expect((await callCsc(scene, 'v1/credentials/list', { token })).status).toBe(401)
})

test('an application ends a token with that token itself, or with another one for the same person', async () => {
  const giveToken = async () => {
    const { code } = await give({ scope: 'service', hash: undefined, hashalgo: undefined })
    return (await exchangeCode(scene, application, { code })).body.access_token
  }
  const [one, other, itself] = [await giveToken(), await giveToken(), await giveToken()]
  const revoke = (path: string, token: string, body: object) => callCsc(scene, `${path}/auth/revoke`, { token, body })
  expect((await revoke('v1', one, { token: other, token_type_hint: 'access_token' })).status).toBe(204)
  expect((await callCsc(scene, 'v1/credentials/list', { token: other })).status).toBe(401)
  expect((await revoke('v2', one, { token: 'unknown' })).status).toBe(204)
  expect((await revoke('v2', one, {})).status).toBe(400)
  expect((await revoke('v2', itself, { token: itself })).status).toBe(204)
  expect((await revoke('v2', itself, { token: itself })).status).toBe(401)
  expect((await callCsc(scene, 'v1/credentials/list', { token: one })).status).toBe(200)
})

test('who sends people again and again is slowed down; an application that exchanges their codes is not', async () => {
  await scene.portal.server.restart({ LOGINS_PER_MINUTE_AND_ADDRESS: '5', LOGINS_PER_MINUTE_AND_USER: '5' })
  const go = async () => {
    const answer = await fetch(
      `${scene.portal.server.url}/csc/v1/oauth2/authorize?${new URLSearchParams(CREDENTIAL).toString()}`,
      { redirect: 'manual' },
    )
    return { status: answer.status, body: await answer.text() }
  }
  const visits: Awaited<ReturnType<typeof go>>[] = []
  for (let i = 0; i < 6; i++) visits.push(await go())
  expect(visits.map(({ status }) => status)).toEqual([302, 302, 302, 302, 302, 429])
  expect(JSON.parse(visits[5]!.body)).toMatchObject({ error: 'temporarily_unavailable' })
  for (let i = 0; i < 8; i++) {
    const answer = await fetch(`${scene.portal.server.url}/api/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${application.id}:${application.secret}`)}` },
      body: new URLSearchParams({ grant_type: 'authorization_code', code: `code ${i}` }),
    })
    expect(await answer.json()).toMatchObject({ Code: 'AUTHORISATION_EXPIRED' })
  }
})
