import { createHash, createPublicKey, randomBytes, verify, type JsonWebKey } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { once, statusOf, TestSandbox } from '../../test-sandbox.ts'
import { ISSUERS, MICROSOFT_TENANT, type IssuerId } from '../describe-logins.ts'
import { TestBrowser } from '../test-browser.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await TestSandbox.open()
})
afterEach(() => sandbox.postJson('/control/reset', {}))
afterAll(() => sandbox.close())

const SCOPES = {
  google: 'openid email profile',
  microsoft: 'openid email profile',
  wallet: 'openid VerifiableId EmailCredential',
  oidc: 'openid email profile',
}
const RETURN = 'http://127.0.0.1:9/auth'

interface Discovery {
  readonly issuer: string
  readonly authorization_endpoint: string
  readonly token_endpoint: string
  readonly jwks_uri: string
}

type Claims = Record<string, unknown>

const json = async <Body>(address: string): Promise<Body> =>
  (await (await fetch(address, { headers: once })).json()) as Body

const discover = (id: IssuerId): Promise<Discovery> =>
  json(`${sandbox.running.facts[id].issuer}/.well-known/openid-configuration`)

/** What the browser is sent to the portal with, once somebody chose an account. */
async function choose(
  id: IssuerId,
  account: string,
  more: Record<string, string> = {},
  browser = new TestBrowser(sandbox.url),
): Promise<URL> {
  const address = new URL((await discover(id)).authorization_endpoint)
  const request = {
    response_type: 'code',
    client_id: sandbox.running.facts[id].clientId,
    redirect_uri: RETURN,
    scope: SCOPES[id],
    state: 's-1',
    nonce: 'n-1',
    ...more,
  }
  for (const [name, value] of Object.entries(request)) address.searchParams.set(name, value)
  const page = await browser.open(address)
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('Ana Vidal Serra')])
  return (await browser.open(page.url, { account })).url
}

/** Exchanges a code as Google's and Microsoft's clients do, or as the wallet's. */
async function exchange(id: IssuerId, code: string, more: Record<string, string> = {}): Promise<Response> {
  const { clientId: client_id, clientSecret: client_secret } = sandbox.running.facts[id]
  const { token_endpoint } = await discover(id)
  const form = { grant_type: 'authorization_code', code, redirect_uri: RETURN, client_id, client_secret, ...more }
  return fetch(token_endpoint, {
    method: 'POST',
    headers: { ...once, 'content-type': id === 'wallet' ? 'application/json' : 'application/x-www-form-urlencoded' },
    body: id === 'wallet' ? JSON.stringify(form) : new URLSearchParams(form).toString(),
  })
}

const codeOf = (arrival: URL): string => arrival.searchParams.get('code') ?? ''

const readPart = (part: string | undefined): Claims =>
  JSON.parse(Buffer.from(part ?? '', 'base64url').toString()) as Claims

async function readToken(id: IssuerId, answer: Response) {
  const { id_token: token } = (await answer.json()) as { id_token: string }
  const [header, claims, signature = ''] = token.split('.')
  const { keys } = await json<{ keys: JsonWebKey[] }>((await discover(id)).jwks_uri)
  const isSigned = keys.some((key) =>
    verify(
      'sha256',
      Buffer.from(`${header}.${claims}`),
      createPublicKey({ key, format: 'jwk' }),
      Buffer.from(signature, 'base64url'),
    ),
  )
  return { header: readPart(header), claims: readPart(claims), isSigned }
}

const logIn = async (id: IssuerId, account: string) =>
  readToken(id, await exchange(id, codeOf(await choose(id, account))))

describe('the issuers', () => {
  it.each(ISSUERS)(
    '%s tells by a signed ID token who was chosen, in five languages and without scripts',
    async (id) => {
      const arrival = await choose(id, 'ana', { lang: 'de' })
      expect([`${arrival.origin}${arrival.pathname}`, arrival.searchParams.get('state')]).toEqual([RETURN, 's-1'])
      const { claims, isSigned } = await readToken(id, await exchange(id, codeOf(arrival)))
      const { issuer, clientId } = sandbox.running.facts[id]
      expect(claims).toMatchObject({ iss: issuer, aud: clientId, nonce: 'n-1' })
      expect(isSigned).toBe(true)
    },
  )

  it('tell of people what the real ones tell', async () => {
    expect((await logIn('google', 'ana')).claims).toMatchObject({
      sub: expect.stringMatching(/^\d{21}$/) as string,
      email: 'ana@sandbox.example',
      email_verified: true,
    })
    const { claims } = await logIn('microsoft', 'biel')
    expect(claims).toMatchObject({ tid: MICROSOFT_TENANT, preferred_username: 'biel@sandbox.example' })
    expect(claims.oid).not.toBe(claims.sub)
    expect(claims).not.toHaveProperty('email_verified')
    expect((await logIn('wallet', 'carla')).claims).toMatchObject({
      sub: expect.stringMatching(/^did:ethr:0x[0-9a-f]{40}$/) as string,
      vp: {
        verifiableCredential: [
          { credentialSubject: { personalIdentifier: '00000002W' } },
          { credentialSubject: { email: 'carla@sandbox.example' } },
        ],
      },
    })
    expect((await logIn('google', 'stranger')).claims.email).toBe('stranger@sandbox.example')
  })

  it.each(ISSUERS)('%s asks every time, and takes somebody else in the same browser', async (id) => {
    const browser = new TestBrowser(sandbox.url)
    for (const account of ['ana', 'biel', 'biel', 'refuse', 'ana']) {
      const arrival = await choose(id, account, {}, browser)
      expect([arrival.origin, arrival.searchParams.has('code')]).toEqual(['http://127.0.0.1:9', account !== 'refuse'])
    }
  })

  it('say that a choice is over to whoever comes back to it, or never had one', async () => {
    const address = `${sandbox.url}/idp/google/choose/none`
    for (const [language, words] of [
      ['en', 'This choice is over'],
      ['de', 'Diese Auswahl ist vorbei'],
    ] as const) {
      const answer = await fetch(`${address}?lang=${language}`, { headers: once })
      expect([answer.status, await answer.text()]).toEqual([410, expect.stringContaining(`<h1>${words}</h1>`)])
    }
    const late = await fetch(address, { method: 'POST', headers: once, body: new URLSearchParams({ account: 'ana' }) })
    expect(late.status).toBe(410)
  })

  it('send a refusal back with the words that portals know it by', async () => {
    const arrival = await choose('google', 'refuse')
    expect(Object.fromEntries(arrival.searchParams)).toMatchObject({
      error: 'access_denied',
      error_description: 'The request is not allowed.',
      state: 's-1',
    })
  })

  it('hold to PKCE, to one use of a code and to the client’s secret', async () => {
    const verifier = randomBytes(32).toString('base64url')
    const code_challenge = createHash('sha256').update(verifier).digest('base64url')
    const pkce = { code_challenge, code_challenge_method: 'S256' }
    const wrong = codeOf(await choose('google', 'ana', pkce))
    expect(await statusOf(exchange('google', wrong, { code_verifier: 'x'.repeat(43) }))).toBe(400)
    const code = codeOf(await choose('google', 'ana', pkce))
    expect(await statusOf(exchange('google', code, { client_secret: 'other' }))).toBe(401)
    expect(await statusOf(exchange('google', code, { code_verifier: verifier }))).toBe(200)
    expect(await statusOf(exchange('google', code, { code_verifier: verifier }))).toBe(400)
  })

  it('take the client’s secret as Basic, too', async () => {
    const { clientId, clientSecret } = sandbox.running.facts.microsoft
    const answer = await fetch((await discover('microsoft')).token_endpoint, {
      method: 'POST',
      headers: { ...once, authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: codeOf(await choose('microsoft', 'ana')),
        redirect_uri: RETURN,
      }),
    })
    expect(answer.status).toBe(200)
  })

  it('send nobody to another machine', async () => {
    const { authorization_endpoint } = await discover('google')
    const request = { client_id: sandbox.running.facts.google.clientId, response_type: 'code', scope: 'openid' }
    for (const redirect_uri of ['https://elsewhere.example/', 'http://127.0.0.1.elsewhere.example/', 'javascript:0']) {
      const query = new URLSearchParams({ ...request, redirect_uri })
      const page = await new TestBrowser(sandbox.url).open(`${authorization_endpoint}?${query.toString()}`)
      expect([page.status, page.text]).toEqual([400, expect.stringContaining('SANDBOX: invalid_redirect_uri')])
    }
  })

  it('offer an address for every tenant, whose issuer is a template', async () => {
    const template = sandbox.running.facts.microsoft.issuer.replace(MICROSOFT_TENANT, 'organizations')
    const { issuer } = await json<Discovery>(`${template}/.well-known/openid-configuration`)
    expect(issuer.replace('{tenantid}', MICROSOFT_TENANT)).toBe(sandbox.running.facts.microsoft.issuer)
  })
})

describe('faults of the issuers', () => {
  const spoil = async (fault: string) => {
    await sandbox.postJson('/control/faults', { service: 'google', operation: 'token', fault })
    return logIn('google', 'ana')
  }
  const now = (): number => Math.floor(Date.now() / 1000)

  it.each([
    ['wrong-nonce', 'nonce', 'n-1'],
    ['wrong-audience', 'aud', 'rubrica-google'],
    ['unverified-email', 'email_verified', true],
  ])('%s spoils what is signed, and nothing else', async (fault, claim, right) => {
    const { claims, isSigned } = await spoil(fault)
    expect([claims[claim] === right, isSigned]).toEqual([false, true])
    expect((await logIn('google', 'ana')).claims[claim]).toBe(right)
  })

  it('move the token’s times', async () => {
    expect((await spoil('expired-session')).claims.exp).toBeLessThan(now())
    expect((await spoil('clock:300')).claims.iat).toBeGreaterThan(now() + 200)
    expect((await spoil('clock:-300')).claims.iat).toBeLessThan(now() - 200)
  })

  it('sign with nothing, with the secret and with a stranger’s key', async () => {
    expect(await spoil('alg-none')).toMatchObject({ header: { alg: 'none' }, isSigned: false })
    expect(await spoil('alg-hmac')).toMatchObject({ header: { alg: 'HS256' }, isSigned: false })
    expect(await spoil('other-key')).toMatchObject({ header: { alg: 'RS256' }, isSigned: false })
    expect((await spoil('wrong-issuer')).claims.iss).not.toBe(sandbox.running.facts.google.issuer)
  })

  it('fail in every ordinary way', async () => {
    const code = codeOf(await choose('google', 'ana'))
    for (const [fault, status] of [
      ['http503', 503],
      ['used-code', 400],
    ] as const) {
      await sandbox.postJson('/control/faults', { service: 'google', operation: 'token', fault })
      expect(await statusOf(exchange('google', code))).toBe(status)
    }
    expect(await statusOf(exchange('google', code))).toBe(200)
  })
})
