/** Log-ins through Google, Microsoft and a wallet, with the sandbox in their place. */
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { runCli, startPortal, type RunningPortal } from '@rubrica/testing'
import { LoginBrowser } from '../scenes/login-browser.ts'
import { readEventsOf } from '../scenes/read-installation-events.ts'

let portal: RunningPortal
beforeAll(async () => {
  const many = '1000000'
  portal = await startPortal({
    postgres: inject('sharedPostgres'),
    env: { LOGINS_PER_MINUTE_AND_ADDRESS: many, LOGINS_PER_MINUTE_AND_USER: many },
  })
})
afterEach(async () => {
  await portal.sandbox.control('reset', {})
  await portal.server.database!.query('delete from user_identities')
})
afterAll(() => portal[Symbol.asyncDispose]())

const open = () => new LoginBrowser(portal.url)

async function rubrica(...args: string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await runCli([...args, '--json'], {
    DATABASE_URL: portal.server.database!.url,
    DATA_DIR: portal.server.dataDir,
  })
  if (code !== 0) throw new Error(stderr)
  return JSON.parse(stdout) as Record<string, unknown>
}

/** The person of a token. */
async function whoIs(token: string): Promise<string> {
  const answer = await fetch(`${portal.url}/api/vidmobileuser`, { headers: { authorization: `Bearer ${token}` } })
  return ((await answer.json()) as { userid: string }).userid
}

const spoil = (fault: string, service = 'google') => portal.sandbox.inject({ service, operation: 'token', fault })

describe.each([
  ['google', 'google'],
  ['ms', 'microsoft'],
  ['ssi', 'wallet'],
  ['oidc', 'oidc'],
] as const)('%s', (provider, service) => {
  test('lets in the person that it vouches for, again and again', async () => {
    for (let i = 0; i < 2; i++) {
      const browser = open()
      const { body } = await browser.logIn(provider, 'ana')
      expect(body).toEqual({ Token: expect.any(String) as unknown })
      expect(await whoIs((body as { Token: string }).Token)).toBe('ana')
    }
    const linked = await portal.server.database!.query<{ provider: string }>('select provider from user_identities')
    expect(linked).toEqual([{ provider: service }])
    const events = await readEventsOf((text, values) => portal.server.database!.query(text, values), 'ana')
    const added = events.filter(({ type, facts }) => type === 'identity-added' && facts['provider'] === service)
    expect(added).toMatchObject([{ facts: { by: 'person' } }])
  })

  test('does not let in people whom nobody here knows', async () => {
    expect(await open().logIn(provider, 'stranger')).toMatchObject({
      status: 401,
      body: { Code: 'LOGIN_USER_UNKNOWN', Message: 'Inexistent user' },
    })
  })

  test.each([
    'wrong-nonce',
    'wrong-issuer',
    'wrong-audience',
    'alg-none',
    'alg-hmac',
    'other-key',
    'expired-session',
    'used-code',
  ])('an answer with %s lets nobody in', async (fault) => {
    await spoil(fault, service)
    expect(await open().logIn(provider, 'ana')).toMatchObject({ status: 400, body: { Code: 'LOGIN_CODE_INVALID' } })
  })

  test.each(['clock:300', 'clock:-300'])('a clock that is five minutes off (%s) does no harm', async (fault) => {
    await spoil(fault, service)
    expect(await open().logIn(provider, 'ana')).toMatchObject({ status: 200 })
  })
})

describe('an answer', () => {
  test('is taken once', async () => {
    const browser = open()
    const callback = await browser.arrive('google', 'ana')
    expect(await browser.bring(callback)).toMatchObject({ status: 200 })
    expect(await browser.bring(callback)).toMatchObject({ status: 400, body: { Code: 'LOGIN_CODE_INVALID' } })
  })

  test('is taken once although it comes ten times at the same moment', async () => {
    const browser = open()
    const callback = await browser.arrive('google', 'ana')
    const answers = await Promise.all(Array.from({ length: 10 }, () => browser.bring(callback)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(400)])
  })

  test('is taken only from the browser that asked, and is not spent by another', async () => {
    const browser = open()
    const callback = await browser.arrive('google', 'ana')
    for (const other of [open(), await asking(open())]) {
      expect(await other.bring(callback)).toMatchObject({ status: 400, body: { Code: 'LOGIN_CODE_INVALID' } })
    }
    expect(await browser.bring(callback)).toMatchObject({ status: 200 })
  })

  test('is for its own question: a code under the state of another tab is refused', async () => {
    const browser = open()
    const [first, second] = [await browser.arrive('google', 'ana'), await browser.arrive('google', 'biel')]
    const mixed = new URL(first)
    mixed.searchParams.set('code', second.searchParams.get('code')!)
    expect(await browser.bring(mixed)).toMatchObject({ status: 400, body: { Code: 'LOGIN_CODE_INVALID' } })
  })

  test('of each of two tabs is taken, in any order', async () => {
    const browser = open()
    const [first, second] = [await browser.arrive('google', 'ana'), await browser.arrive('ms', 'ana')]
    expect(await browser.bring(second)).toMatchObject({ status: 200 })
    expect(await browser.bring(first)).toMatchObject({ status: 200 })
  })

  test('comes to nothing once its ten minutes are over', async () => {
    const browser = open()
    const callback = await browser.arrive('google', 'ana')
    await portal.server.database!.query(`update login_attempts set expires_at = now() - interval '1 second'`)
    expect(await browser.bring(callback)).toMatchObject({ status: 400, body: { Code: 'LOGIN_CODE_INVALID' } })
  })

  test('of one provider is not taken for another: its name must be that of the one that was asked', async () => {
    const browser = open()
    const callback = await browser.arrive('google', 'ana')
    callback.searchParams.set('iss', 'https://evil.example')
    expect(await browser.bring(callback)).toMatchObject({ status: 400, body: { Code: 'LOGIN_CODE_INVALID' } })
  })

  test('of the wallet is taken without a state, for the newest question of this browser only', async () => {
    const browser = open()
    const callback = await browser.arrive('ssi', 'carla')
    callback.searchParams.delete('state')
    expect(await open().bring(callback)).toMatchObject({ status: 400 })
    expect(await browser.bring(callback)).toMatchObject({ status: 200 })
    expect(await browser.bring(callback)).toMatchObject({ status: 400 })
  })
})

describe('a provider', () => {
  test('that is down, or slow, or broken is told as such, and the next try goes on', async () => {
    await portal.sandbox.inject({ service: 'google', operation: 'token', fault: 'http500' })
    expect(await open().logIn('google', 'ana')).toMatchObject({ status: 502, body: { Code: 'PROVIDER_FAILED' } })
    await portal.sandbox.inject({ service: 'google', operation: 'token', fault: 'malformed' })
    expect(await open().logIn('google', 'ana')).toMatchObject({ status: 502, body: { Code: 'PROVIDER_FAILED' } })
    expect(await open().logIn('google', 'ana')).toMatchObject({ status: 200 })
  })

  test('that does not vouch for an address lets nobody in by it', async () => {
    await spoil('unverified-email')
    expect(await open().logIn('google', 'ana')).toMatchObject({ status: 401, body: { Code: 'LOGIN_USER_UNKNOWN' } })
  })
})

describe('who somebody is', () => {
  const IDENTITY = { google: 'select subject, issuer from user_identities where provider = $1' }

  test('stays with the account: an address that passes to another account lets nobody in', async () => {
    expect(await open().logIn('google', 'ana')).toMatchObject({ status: 200 })
    const database = portal.server.database!
    await database.query(`update user_identities set subject = 'the account that had the address before'`)
    expect(await open().logIn('google', 'ana')).toMatchObject({ status: 401, body: { Code: 'LOGIN_USER_UNKNOWN' } })
  })

  test('is found out once when somebody comes in for the first time in five windows at the same moment', async () => {
    const windows = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const browser = open()
        return { browser, callback: await browser.arrive('google', 'ana') }
      }),
    )
    const answers = await Promise.all(windows.map(({ browser, callback }) => browser.bring(callback)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await portal.server.database!.query('select subject from user_identities')).toHaveLength(1)
  })

  test('can be said by the operator, also for an account with another address', async () => {
    await open().logIn('google', 'biel')
    const [known] = await portal.server.database!.query<{ subject: string; issuer: string }>(IDENTITY.google, [
      'google',
    ])
    const { issuer, subject } = known!
    const named = ['--provider', 'google', '--issuer', issuer, '--subject', subject]
    await expect(rubrica('user', 'identity', 'add', 'carla', ...named)).rejects.toThrow('biel')
    expect(await rubrica('user', 'identity', 'remove', 'biel', ...named)).toMatchObject({ ok: true })
    expect(await rubrica('user', 'identity', 'add', 'carla', ...named)).toMatchObject({ ok: true })
    expect(await rubrica('user', 'identity', 'list', 'carla')).toMatchObject({
      identities: [{ provider: 'google', issuer, subject }],
    })
    const { body } = await open().logIn('google', 'biel')
    expect(await whoIs((body as { Token: string }).Token)).toBe('carla')
  })

  test('is not who has said in the profile that the address is theirs, and is found beside them', async () => {
    const database = portal.server.database!
    await database.query(
      `update users set email = 'ANA@sandbox.example', email_is_known = false where user_id = 'biel'`,
    )
    const { body } = await open().logIn('google', 'ana')
    expect(await whoIs((body as { Token: string }).Token)).toBe('ana')
    await database.query(
      `update users set email = 'biel@sandbox.example', email_is_known = true where user_id = 'biel'`,
    )
  })

  test('is nobody when two people have the address, or the person is no longer active', async () => {
    const database = portal.server.database!
    await database.query(`update users set email = 'ANA@sandbox.example' where user_id = 'biel'`)
    expect(await open().logIn('google', 'ana')).toMatchObject({ status: 401, body: { Code: 'LOGIN_USER_UNKNOWN' } })
    await database.query(`update users set email = 'biel@sandbox.example' where user_id = 'biel'`)
    expect(await open().logIn('google', 'ana')).toMatchObject({ status: 200 })
    await database.query(`update users set active = false where user_id = 'ana'`)
    expect(await open().logIn('google', 'ana')).toMatchObject({ status: 401, body: { Code: 'LOGIN_USER_UNKNOWN' } })
    expect(await open().logIn('ssi', 'ana')).toMatchObject({ status: 401, body: { Code: 'LOGIN_USER_UNKNOWN' } })
    await database.query(`update users set active = true where user_id = 'ana'`)
  })
})

test('a browser keeps a secret that scripts do not see, and the database only its hash', async () => {
  const browser = open()
  const { cookies } = await browser.ask('google')
  expect(cookies).toEqual([
    expect.stringMatching(/^rubrica-login=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Strict$/),
  ])
  const secret = /=([\w-]{43});/.exec(cookies[0]!)![1]!
  const rows = await portal.server.database!.query<{ row: string }>(
    'select login_attempts::text as row from login_attempts',
  )
  expect(JSON.stringify(rows)).not.toContain(Buffer.from(secret, 'base64url').toString('hex'))
  expect(JSON.stringify(rows) + portal.server.log()).not.toContain(secret)
})

test('the portal is told which ways there are', async () => {
  const config = (await (await fetch(`${portal.url}/config.json`)).json()) as { logins: object }
  expect(config.logins).toEqual({
    google: true,
    microsoft: true,
    wallet: true,
    oidc: { name: 'SANDBOX SSO' },
    saml: true,
    // Browsers have none at an address without a name.
    passkeys: null,
  })
})

test('what a log tells of a log-in that failed holds no code, and no token', async () => {
  const browser = open()
  const callback = await browser.arrive('google', 'ana')
  await spoil('wrong-nonce')
  await browser.bring(callback)
  expect(portal.server.log()).toContain('let nobody in')
  expect(portal.server.log()).not.toContain(callback.searchParams.get('code')!)
})

async function asking(browser: LoginBrowser): Promise<LoginBrowser> {
  await browser.ask('google')
  return browser
}
