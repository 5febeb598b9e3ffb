/** Log-ins through others at a portal that another origin serves, with the sandbox in the place of those others. */
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { startPortal, type RunningPortal } from '@rubrica/testing'
import { LoginBrowser, type JsonAnswer } from '../scenes/login-browser.ts'

// The sandbox leads back to addresses of this machine alone; nothing listens there.
const PORTAL = 'http://localhost:9'
const OTHER = 'https://other.example'
const INVALID = { status: 400, body: { Code: 'LOGIN_CODE_INVALID' } }

let portal: RunningPortal
beforeAll(async () => {
  const many = '1000000'
  portal = await startPortal({
    postgres: inject('sharedPostgres'),
    env: {
      PORTAL_URL: PORTAL,
      PORTAL_ORIGINS: OTHER,
      LOGINS_PER_MINUTE_AND_ADDRESS: many,
      LOGINS_PER_MINUTE_AND_USER: many,
    },
  })
})
afterEach(() => portal.sandbox.control('reset', {}))
afterAll(() => portal[Symbol.asyncDispose]())

const open = (page = PORTAL) => new LoginBrowser(portal.url, page)

/** The person that a log-in has let in. */
async function enteredBy({ body }: JsonAnswer): Promise<string> {
  const { Token } = body as { Token: string }
  const answer = await fetch(`${portal.url}/api/vidmobileuser`, { headers: { authorization: `Bearer ${Token}` } })
  return ((await answer.json()) as { userid: string }).userid
}

describe.each(['google', 'ms', 'ssi', 'oidc'] as const)('%s', (provider) => {
  test('leads back to the portal, and lets in who brings what the page was given, once and without a cookie', async () => {
    const browser = open()
    const callback = await browser.arrive(provider, 'ana')
    expect(callback.origin).toBe(PORTAL)
    expect(await open().bring(callback)).toMatchObject(INVALID)
    expect(await enteredBy(await browser.bring(callback))).toBe('ana')
    expect(await browser.bring(callback)).toMatchObject(INVALID)
  })
})

test('no cookie is offered to a page elsewhere, and to a page of the server’s own no secret', async () => {
  expect((await open().ask('google')).cookies).toEqual([])
  const own = await fetch(`${portal.url}/api/auth/url/google`, {
    headers: { authorization: `Basic ${btoa('portal:')}` },
  })
  expect(own.headers.getSetCookie()).toHaveLength(1)
  expect(Object.keys((await own.json()) as object)).toEqual(['Url'])
})

test('a page whose origin is not named gets a cookie, which its browser does not keep: nobody comes in that way', async () => {
  for (const page of ['https://evil.example', 'null']) {
    const stranger = open(page)
    const { url, cookies } = await stranger.ask('google')
    expect(cookies).toHaveLength(1)
    const callback = await open().choose(url, 'ana')
    expect(await stranger.bring(callback)).toMatchObject(INVALID)
  }
})

test('what another log-in was given lets nobody in', async () => {
  const [attacker, victim] = [open(), open(OTHER)]
  const callback = await attacker.arrive('google', 'biel')
  await victim.ask('google')
  expect(await victim.bring(callback)).toMatchObject(INVALID)
  const { state } = Object.fromEntries(callback.searchParams)
  for (const Browser of ['x', 'A'.repeat(43), '"; drop']) {
    expect(await victim.post(`/auth/code/${state}`, { Code: 'x', Browser })).toMatchObject(INVALID)
  }
})

describe('SAML', () => {
  const Email = 'whoever@sandbox.example'
  interface Asked {
    readonly Url: string
    readonly Browser: string
  }

  async function deliver(asked: Asked, account: string): Promise<URL> {
    const provider = new LoginBrowser(portal.url)
    const choice = await provider.open(new URL(asked.Url))
    const { text } = await provider.open(choice.url, { account })
    const SAMLResponse = /name="SAMLResponse" value="([^"]+)"/.exec(text)![1]!
    const body = new URLSearchParams({ SAMLResponse })
    const answer = await fetch(`${portal.url}/api/saml/acs`, { method: 'POST', redirect: 'manual', body })
    return new URL(answer.headers.get('location')!)
  }

  test('leads back to the portal with a ticket, which is good with what the page was given', async () => {
    const asked = (await open().post('/saml/url', { Email })).body as Asked
    const back = await deliver(asked, 'ana')
    expect([back.origin, back.pathname]).toEqual([PORTAL, '/saml'])
    const Ticket = back.searchParams.get('token')!
    expect(await open().post('/saml/token', { Ticket })).toMatchObject(INVALID)
    const { Browser: another } = (await open().post('/saml/url', { Email })).body as Asked
    expect(await open().post('/saml/token', { Ticket, Browser: another })).toMatchObject(INVALID)
    expect(await enteredBy(await open().post('/saml/token', { Ticket, Browser: asked.Browser }))).toBe('ana')
    expect(await open().post('/saml/token', { Ticket, Browser: asked.Browser })).toMatchObject(INVALID)
  })

  test('leads the refused back to the portal, too', async () => {
    const asked = (await open().post('/saml/url', { Email })).body as Asked
    const back = await deliver(asked, 'stranger')
    expect([back.origin, back.searchParams.get('code')]).toEqual([PORTAL, 'LOGIN_USER_UNKNOWN'])
  })
})
