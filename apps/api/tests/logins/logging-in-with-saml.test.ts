/** Log-ins through a SAML identity provider, with the sandbox in its place. */
import { createPrivateKey, randomUUID, sign } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { makeLogoutRequest, makeSamlKey, startPortal, type RunningPortal } from '@rubrica/testing'
import { LoginBrowser } from '../scenes/login-browser.ts'

let portal: RunningPortal
beforeAll(async () => {
  const many = '1000000'
  portal = await startPortal({
    postgres: inject('sharedPostgres'),
    env: ({ dataDir }) => {
      const { certificate, privateKey } = makeSamlKey()
      const SAML_KEYS = join(dataDir, 'saml-keys.pem')
      writeFileSync(SAML_KEYS, privateKey + certificate)
      return { LOGINS_PER_MINUTE_AND_ADDRESS: many, LOGINS_PER_MINUTE_AND_USER: many, SAML_KEYS }
    },
  })
})
afterEach(() => portal.sandbox.control('reset', {}))
afterAll(() => portal[Symbol.asyncDispose]())

const open = () => new LoginBrowser(portal.url)
const EMAIL = 'whoever@sandbox.example'

/** What the identity provider gives the browser to post. */
interface Form {
  readonly SAMLResponse: string
}

async function choose(browser: LoginBrowser, account: string): Promise<Form> {
  const asked = await browser.post('/saml/url', { Email: EMAIL })
  expect(asked.status).toBe(200)
  const choice = await browser.open(new URL((asked.body as { Url: string }).Url))
  const { text } = await browser.open(choice.url, { account })
  return { SAMLResponse: /name="SAMLResponse" value="([^"]+)"/.exec(text)![1]! }
}

/** Posts the form as a browser does that comes from another site: without our cookie. */
async function deliver(form: object): Promise<URL> {
  const answer = await fetch(`${portal.url}/api/saml/acs`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ ...form }),
  })
  expect(answer.status).toBe(303)
  const url = new URL(answer.headers.get('location')!)
  expect([url.origin, url.pathname]).toEqual([new URL(portal.url).origin, '/saml'])
  return url
}

const exchange = (browser: LoginBrowser, url: URL) =>
  browser.post('/saml/token', { Ticket: url.searchParams.get('token') })

const errorOf = (url: URL) => [url.searchParams.get('error'), url.searchParams.get('code')]
const INVALID = [expect.any(String), 'LOGIN_CODE_INVALID']

async function whoIs(token: string): Promise<string> {
  const answer = await fetch(`${portal.url}/api/vidmobileuser`, { headers: { authorization: `Bearer ${token}` } })
  return ((await answer.json()) as { userid: string }).userid
}

test('an assertion lets in the person that it is about, again and again', async () => {
  for (let i = 0; i < 2; i++) {
    const browser = open()
    const url = await deliver(await choose(browser, 'ana'))
    const { status, body } = await exchange(browser, url)
    expect(status).toBe(200)
    expect(await whoIs((body as { Token: string }).Token)).toBe('ana')
  }
})

test('what stands in the address is no token, and is good once, in the browser that asked, for a minute', async () => {
  const browser = open()
  const url = await deliver(await choose(browser, 'ana'))
  const ticket = url.searchParams.get('token')!
  const bearing = await fetch(`${portal.url}/api/vidmobileuser`, { headers: { authorization: `Bearer ${ticket}` } })
  expect(bearing.status).toBe(401)
  const other = open()
  expect(await exchange(other, url)).toMatchObject({ status: 400, body: { Code: 'LOGIN_CODE_INVALID' } })
  await other.post('/saml/url', { Email: EMAIL })
  expect(await exchange(other, url)).toMatchObject({ status: 400, body: { Code: 'LOGIN_CODE_INVALID' } })
  const answers = await Promise.all(Array.from({ length: 5 }, () => exchange(browser, url)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400])

  const late = await deliver(await choose(browser, 'ana'))
  await portal.server.database!.query(`update login_tickets set expires_at = now() - interval '1 second'`)
  expect(await exchange(browser, late)).toMatchObject({ status: 400 })
})

test('somebody else’s answer, delivered by this browser, lets nobody in: the log-in was not begun here', async () => {
  const attacker = open()
  const url = await deliver(await choose(attacker, 'biel'))
  const victim = open()
  await victim.post('/saml/url', { Email: EMAIL })
  expect(await exchange(victim, url)).toMatchObject({ status: 400, body: { Code: 'LOGIN_CODE_INVALID' } })
})

describe('an answer', () => {
  test('is taken once, also when it comes ten times at the same moment', async () => {
    const form = await choose(open(), 'ana')
    const urls = await Promise.all(Array.from({ length: 10 }, () => deliver(form)))
    expect(urls.filter((url) => url.searchParams.has('token'))).toHaveLength(1)
    expect(errorOf(await deliver(form))).toEqual(INVALID)
  })

  test('that answers an earlier question is not taken for a new one', async () => {
    await deliver(await choose(open(), 'ana'))
    await portal.sandbox.inject({ service: 'saml', operation: 'response', fault: 'replayed' })
    expect(errorOf(await deliver(await choose(open(), 'ana')))).toEqual(INVALID)
  })

  test('whose assertion was taken within another answer is not taken again', async () => {
    const form = await choose(open(), 'ana')
    const again = await portal.server.database!.query<{ row: string }>(
      'select row_to_json(login_attempts)::text as row from login_attempts order by created_at desc limit 1',
    )
    await deliver(form)
    // As if the provider could be made to answer one question twice.
    await portal.server.database!.query(
      'insert into login_attempts select * from json_populate_record(null::login_attempts, $1::json)',
      [again[0]!.row],
    )
    expect(errorOf(await deliver(form))).toEqual(INVALID)
  })

  test('to a question of more than ten minutes ago is not taken', async () => {
    const form = await choose(open(), 'ana')
    await portal.server.database!.query(`update login_attempts set expires_at = now() - interval '1 second'`)
    expect(errorOf(await deliver(form))).toEqual(INVALID)
  })

  test.each([
    'unsigned',
    'wrapped',
    'other-key',
    'wrong-nonce',
    'wrong-audience',
    'wrong-issuer',
    'expired-session',
    'entity-bomb',
    'external-entity',
    'clock:900',
    'clock:-900',
  ])('that is %s lets nobody in', async (fault) => {
    await portal.sandbox.inject({ service: 'saml', operation: 'response', fault })
    expect(errorOf(await deliver(await choose(open(), 'ana')))).toEqual(INVALID)
  })

  test.each(['clock:299', 'clock:-299'])('from a clock that is five minutes off (%s) is taken', async (fault) => {
    await portal.sandbox.inject({ service: 'saml', operation: 'response', fault })
    expect((await deliver(await choose(open(), 'ana'))).searchParams.has('token')).toBe(true)
  })

  test.each([
    ['signed as a whole', 'assertion-unsigned'],
    ['signed as a whole around an assertion that is encrypted for us', 'encrypted'],
  ])('that is %s is taken', async (_what, fault) => {
    await portal.sandbox.inject({ service: 'saml', operation: 'response', fault })
    const url = await deliver(await choose(open(), 'ana'))
    expect(url.searchParams.has('token')).toBe(true)
  })

  test('about somebody whom nobody here knows says so', async () => {
    expect(errorOf(await deliver(await choose(open(), 'stranger')))).toEqual(['Inexistent user', 'LOGIN_USER_UNKNOWN'])
  })

  test('in which the person or the provider refused says so', async () => {
    expect(errorOf(await deliver(await choose(open(), 'refuse')))).toEqual([
      'The request is not allowed.',
      'LOGIN_REFUSED',
    ])
  })

  test.each([
    'x',
    'PHg+',
    '='.repeat(500),
    Buffer.from('<Response InResponseTo="a"><Issuer>b</Issuer></Response>').toString('base64'),
    'A'.repeat(900_000),
  ])('that is none lets nobody in', async (SAMLResponse) => {
    expect(errorOf(await deliver({ SAMLResponse }))).toEqual(INVALID)
  })
})

describe('who somebody is', () => {
  const database = () => portal.server.database!
  const spoil = (fault: string) => portal.sandbox.inject({ service: 'saml', operation: 'response', fault })
  const linksOf = (user: string) =>
    database().query<{ subject: string }>(
      'select subject, is_certain from user_identities join users on users.id = user_identities.user_id where users.user_id = $1',
      [user],
    )
  /** Links somebody by what the provider called them once, before it was asked for names that stay. */
  const linkAsBefore = (user: string) =>
    database().query(
      `insert into user_identities (provider, issuer, subject, user_id, linked_at, is_certain)
       select 'saml', $1, 'user', users.id, now(), false from users where user_id = $2`,
      [`${portal.sandbox.url}/idp/saml/metadata`, user],
    )
  const refusalOf = async (account: string) => errorOf(await deliver(await choose(open(), account)))
  const UNKNOWN = ['Inexistent user', 'LOGIN_USER_UNKNOWN']
  const whyNot = () =>
    portal.server
      .log()
      .split('\n')
      .findLast((line) => line.includes('let nobody in'))

  afterEach(() => database().query('delete from user_identities'))

  test('is not said by a user name: who got one that somebody else had before is not let in as them', async () => {
    await linkAsBefore('ana')
    await spoil('reused-name')
    expect(await refusalOf('stranger')).toEqual(UNKNOWN)
    await expect.poll(whyNot).toContain('nobody has the document number that it proves')
    await expect
      .poll(whyNot)
      .toContain('the format of its NameID (unspecified) is not persistent, and no idAttribute is set up')
    await expect.poll(whyNot).not.toContain('99999999R')
  })

  test('is said by the document number where the name is a user name, and nothing is linked', async () => {
    await spoil('reused-name')
    const browser = open()
    const { body } = await exchange(browser, await deliver(await choose(browser, 'biel')))
    expect(await whoIs((body as { Token: string }).Token)).toBe('biel')
    expect(await linksOf('biel')).toEqual([])
  })

  test('is linked anew by the document number when the link before was by a name of any kind', async () => {
    await linkAsBefore('ana')
    expect((await deliver(await choose(open(), 'ana'))).searchParams.has('token')).toBe(true)
    expect(await linksOf('ana')).toEqual([
      { subject: expect.stringMatching(/^[\da-f]{32}$/) as unknown, is_certain: true },
    ])
  })

  test('is not linked anew by the address', async () => {
    await linkAsBefore('ana')
    await spoil('several-addresses')
    expect(await refusalOf('ana')).toEqual(UNKNOWN)
    await expect.poll(whyNot).toContain('is linked to another account of this provider')
    await expect.poll(whyNot).toContain('is missing')
  })

  test('is said by the first of several addresses that somebody has here', async () => {
    await spoil('several-addresses')
    expect((await deliver(await choose(open(), 'ana'))).searchParams.has('token')).toBe(true)
  })

  test('is not said by one of several document numbers', async () => {
    await database().query(`update users set email = 'elsewhere@sandbox.example' where user_id = 'ana'`)
    await spoil('several-numbers')
    expect(await refusalOf('ana')).toEqual(UNKNOWN)
    await expect.poll(whyNot).toContain('nobody has the address that it proves')
    await expect.poll(whyNot).toContain('has several values')
    await database().query(`update users set email = 'ana@sandbox.example' where user_id = 'ana'`)
  })
})

describe('a request of the provider to log somebody out', () => {
  const slo = () => `${portal.url}/api/saml/slo`
  const issuer = () => `${portal.sandbox.url}/idp/saml/metadata`
  const keyOf = () => readFileSync(join(portal.sandbox.dataDir, 'login-keys', 'saml.pem'))
  const bearing = async (token: string) =>
    (await fetch(`${portal.url}/api/vidmobileuser`, { headers: { authorization: `Bearer ${token}` } })).status

  interface LoggedIn {
    readonly token: string
    readonly nameId: string
    readonly index: string
  }

  async function logIn(account: string): Promise<LoggedIn> {
    const browser = open()
    const form = await choose(browser, account)
    const xml = Buffer.from(form.SAMLResponse, 'base64').toString()
    const { body } = await exchange(browser, await deliver(form))
    return {
      token: (body as { Token: string }).Token,
      nameId: /<saml:NameID .*?<\/saml:NameID>/.exec(xml)![0],
      index: /SessionIndex="([^"]+)"/.exec(xml)![1]!,
    }
  }

  const writeRequest = ({ nameId, index }: Partial<LoggedIn>, at = new Date()) =>
    `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_${randomUUID()}" Version="2.0" IssueInstant="${at.toISOString()}" Destination="${slo()}"><saml:Issuer>${issuer()}</saml:Issuer>${nameId ?? ''}${index === undefined ? '' : `<samlp:SessionIndex>${index}</samlp:SessionIndex>`}</samlp:LogoutRequest>`

  function signedQuery(xml: string, key: Parameters<typeof createPrivateKey>[0] = keyOf()): string {
    const query = new URLSearchParams({
      SAMLRequest: deflateRawSync(xml).toString('base64'),
      RelayState: 'r & s',
      SigAlg: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    }).toString()
    const signature = sign('sha256', Buffer.from(query), createPrivateKey(key)).toString('base64')
    return `${query}&Signature=${encodeURIComponent(signature)}`
  }
  const send = (query: string) => fetch(`${slo()}?${query}`, { redirect: 'manual' })

  test('ends the session that it names, and no other, and is answered, signed', async () => {
    const [first, second, other] = [await logIn('ana'), await logIn('ana'), await logIn('biel')]
    const xml = writeRequest(first)
    const answer = await send(signedQuery(xml))
    expect(answer.status).toBe(303)
    const back = new URL(answer.headers.get('location')!)
    expect(`${back.origin}${back.pathname}`).toBe(`${portal.sandbox.url}/idp/saml/slo`)
    expect([...back.searchParams.keys()]).toEqual(['SAMLResponse', 'RelayState', 'SigAlg', 'Signature'])
    expect(back.searchParams.get('RelayState')).toBe('r & s')
    expect(await (await fetch(back)).json()).toEqual({ inResponseTo: / ID="([^"]+)"/.exec(xml)![1], status: 'Success' })
    expect(await Promise.all([first, second, other].map(({ token }) => bearing(token)))).toEqual([401, 200, 200])
    expect((await send(signedQuery(writeRequest({ nameId: second.nameId })))).status).toBe(303)
    expect(await Promise.all([second, other].map(({ token }) => bearing(token)))).toEqual([401, 200])
  })

  test('that is posted is signed within itself, and is answered like the other; another key or a change ends nothing', async () => {
    const { token, nameId, index } = await logIn('ana')
    const [, format = '', text = ''] = /Format="([^"]+)"[^>]*>([^<]+)</.exec(nameId)!
    const request = { issuer: issuer(), destination: slo(), nameId: { format, text }, sessionIndex: index }
    // What the signature says of its own key counts for nothing.
    const key = { ...makeSamlKey(), privateKey: keyOf().toString() }
    const post = (xml: string) => {
      const body = new URLSearchParams({ SAMLRequest: Buffer.from(xml).toString('base64'), RelayState: 'r & s' })
      return fetch(slo(), { method: 'POST', body, redirect: 'manual' })
    }
    const good = makeLogoutRequest(request, { key })
    for (const xml of [
      makeLogoutRequest(request, { key: makeSamlKey() }),
      good.replace(`>${text}<`, '>somebody-else<'),
      good.replace(/<ds:Signature .*<\/ds:Signature>/, ''),
    ]) {
      expect((await post(xml)).status).toBe(400)
    }
    expect(await bearing(token)).toBe(200)
    const answer = await post(good)
    expect(answer.status).toBe(303)
    expect(new URL(answer.headers.get('location')!).searchParams.get('RelayState')).toBe('r & s')
    expect(await bearing(token)).toBe(401)
    expect((await post(good)).status).toBe(400)
  })

  test('ends a log-in whose ticket was not exchanged yet', async () => {
    const browser = open()
    const form = await choose(browser, 'ana')
    const url = await deliver(form)
    const nameId = /<saml:NameID .*?<\/saml:NameID>/.exec(Buffer.from(form.SAMLResponse, 'base64').toString())![0]
    expect((await send(signedQuery(writeRequest({ nameId })))).status).toBe(303)
    expect(await exchange(browser, url)).toMatchObject({ status: 400, body: { Code: 'LOGIN_CODE_INVALID' } })
  })

  test('ends nothing, and says so, when it is not signed by the provider, old, changed, none, or taken before', async () => {
    const session = await logIn('ana')
    const good = signedQuery(writeRequest(session))
    const old = new Date(Date.now() - 11 * 60_000)
    const bad = [
      good.replace(/&Signature=.*/, '&Signature=AAAA'),
      good.replace('RelayState=r', 'RelayState=x'),
      good.replace('rsa-sha256', 'rsa-sha1'),
      signedQuery(writeRequest(session), makeSamlKey().privateKey),
      signedQuery(writeRequest(session, old)),
      signedQuery(writeRequest({})),
      signedQuery(writeRequest(session).replaceAll('LogoutRequest', 'AuthnRequest')),
      signedQuery(writeRequest(session).replace(issuer(), 'https://another.example')),
      signedQuery(writeRequest(session).replace(slo(), 'https://another.example')),
      signedQuery(`<!DOCTYPE x>${writeRequest(session)}`),
    ]
    for (const query of bad) {
      const answer = await send(query)
      expect([answer.status, await answer.json()]).toEqual([
        400,
        expect.objectContaining({ Code: 'LOGIN_CODE_INVALID' }),
      ])
    }
    const unsigned = new URLSearchParams({ SAMLRequest: Buffer.from(writeRequest(session)).toString('base64') })
    expect((await fetch(slo(), { method: 'POST', body: unsigned, redirect: 'manual' })).status).toBe(400)
    for (const query of ['SAMLRequest=x', `SAMLRequest=x&${good}`, `RelayState=x&${good}`]) {
      expect((await send(query)).status).toBe(400)
    }
    expect(await bearing(session.token)).toBe(200)
    expect((await send(good)).status).toBe(303)
    expect((await send(good)).status).toBe(400)
  })
})

test('a person who is made inactive between answer and ticket is not let in', async () => {
  const browser = open()
  const url = await deliver(await choose(browser, 'carla'))
  const database = portal.server.database!
  await database.query(`update users set active = false where user_id = 'carla'`)
  expect(await exchange(browser, url)).toMatchObject({ status: 401, body: { Code: 'LOGIN_USER_UNKNOWN' } })
  await database.query(`update users set active = true where user_id = 'carla'`)
})

test('a domain without a provider is told, and nothing about who has an address of a known one', async () => {
  for (const Email of ['ana@elsewhere.example', 'sandbox.example', 'ana@evil.sandbox.example', '@']) {
    const answer = await open().post('/saml/url', { Email })
    expect([404, 400]).toContain(answer.status)
  }
  expect(await open().post('/saml/url', { Email: 'nobody-at-all@SANDBOX.example' })).toMatchObject({ status: 200 })
})

test('the metadata say who we are, to whoever asks', async () => {
  const answer = await fetch(`${portal.url}/api/saml/metadata`)
  expect(answer.headers.get('content-type')).toContain('application/samlmetadata+xml')
  const xml = await answer.text()
  expect(xml).toContain(`entityID="${portal.url}/api/saml/metadata"`)
  expect(xml).toContain(`Location="${portal.url}/api/saml/acs"`)
})

test('neither an answer nor a ticket is written into the log', async () => {
  const browser = open()
  const form = await choose(browser, 'ana')
  const url = await deliver(form)
  await exchange(browser, url)
  expect(portal.server.log()).not.toContain(url.searchParams.get('token')!)
  expect(portal.server.log()).not.toContain(form.SAMLResponse.slice(0, 200))
})
