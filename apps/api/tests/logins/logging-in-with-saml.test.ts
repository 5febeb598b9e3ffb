/** Log-ins through a SAML identity provider, with the sandbox in its place. */
import { afterEach, describe, expect, test } from 'vitest'
import { EMAIL, exchange, samlScene } from '../scenes/saml-scene.ts'

const { choose, deliver, open, portal } = samlScene()

const errorOf = (url: URL) => [url.searchParams.get('error'), url.searchParams.get('code')]
const INVALID = [expect.any(String), 'LOGIN_CODE_INVALID']

async function whoIs(token: string): Promise<string> {
  const answer = await fetch(`${portal().url}/api/vidmobileuser`, { headers: { authorization: `Bearer ${token}` } })
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
  const bearing = await fetch(`${portal().url}/api/vidmobileuser`, { headers: { authorization: `Bearer ${ticket}` } })
  expect(bearing.status).toBe(401)
  const other = open()
  expect(await exchange(other, url)).toMatchObject({ status: 400, body: { Code: 'LOGIN_CODE_INVALID' } })
  await other.post('/saml/url', { Email: EMAIL })
  expect(await exchange(other, url)).toMatchObject({ status: 400, body: { Code: 'LOGIN_CODE_INVALID' } })
  const answers = await Promise.all(Array.from({ length: 5 }, () => exchange(browser, url)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400])

  const late = await deliver(await choose(browser, 'ana'))
  await portal().server.database!.query(`update login_tickets set expires_at = now() - interval '1 second'`)
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
    await portal().sandbox.inject({ service: 'saml', operation: 'response', fault: 'replayed' })
    expect(errorOf(await deliver(await choose(open(), 'ana')))).toEqual(INVALID)
  })

  test('whose assertion was taken within another answer is not taken again', async () => {
    const form = await choose(open(), 'ana')
    const again = await portal().server.database!.query<{ row: string }>(
      'select row_to_json(login_attempts)::text as row from login_attempts order by created_at desc limit 1',
    )
    await deliver(form)
    // As if the provider could be made to answer one question twice.
    await portal().server.database!.query(
      'insert into login_attempts select * from json_populate_record(null::login_attempts, $1::json)',
      [again[0]!.row],
    )
    expect(errorOf(await deliver(form))).toEqual(INVALID)
  })

  test('to a question of more than ten minutes ago is not taken', async () => {
    const form = await choose(open(), 'ana')
    await portal().server.database!.query(`update login_attempts set expires_at = now() - interval '1 second'`)
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
    await portal().sandbox.inject({ service: 'saml', operation: 'response', fault })
    expect(errorOf(await deliver(await choose(open(), 'ana')))).toEqual(INVALID)
  })

  test.each(['clock:299', 'clock:-299'])('from a clock that is five minutes off (%s) is taken', async (fault) => {
    await portal().sandbox.inject({ service: 'saml', operation: 'response', fault })
    expect((await deliver(await choose(open(), 'ana'))).searchParams.has('token')).toBe(true)
  })

  test.each([
    ['signed as a whole', 'assertion-unsigned'],
    ['signed as a whole around an assertion that is encrypted for us', 'encrypted'],
  ])('that is %s is taken', async (_what, fault) => {
    await portal().sandbox.inject({ service: 'saml', operation: 'response', fault })
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
  const database = () => portal().server.database!
  const spoil = (fault: string) => portal().sandbox.inject({ service: 'saml', operation: 'response', fault })
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
      [`${portal().sandbox.url}/idp/saml/metadata`, user],
    )
  const refusalOf = async (account: string) => errorOf(await deliver(await choose(open(), account)))
  const UNKNOWN = ['Inexistent user', 'LOGIN_USER_UNKNOWN']
  const whyNot = () =>
    portal()
      .server.log()
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

test('a person who is made inactive between answer and ticket is not let in', async () => {
  const browser = open()
  const url = await deliver(await choose(browser, 'carla'))
  const database = portal().server.database!
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
  const answer = await fetch(`${portal().url}/api/saml/metadata`)
  expect(answer.headers.get('content-type')).toContain('application/samlmetadata+xml')
  const xml = await answer.text()
  expect(xml).toContain(`entityID="${portal().url}/api/saml/metadata"`)
  expect(xml).toContain(`Location="${portal().url}/api/saml/acs"`)
})

test('neither an answer nor a ticket is written into the log', async () => {
  const browser = open()
  const form = await choose(browser, 'ana')
  const url = await deliver(form)
  await exchange(browser, url)
  expect(portal().server.log()).not.toContain(url.searchParams.get('token')!)
  expect(portal().server.log()).not.toContain(form.SAMLResponse.slice(0, 200))
})
