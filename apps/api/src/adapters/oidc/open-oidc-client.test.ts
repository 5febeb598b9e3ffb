/** What an issuer may answer with, and what of it is believed. The issuer is a function here: no network is asked. */
import { beforeAll, describe, expect, test } from 'vitest'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey, type JWTPayload } from 'jose'
import type { CustomFetch } from 'openid-client'
import { Secret } from '../../config/secret.ts'
import { openOidcClient, type OidcClientOptions } from './open-oidc-client.ts'
import { readGoogleIdentity, readMicrosoftIdentity } from './read-identity.ts'

const ISSUER = 'https://issuer.example'
const SECRETS = { nonce: 'n'.repeat(43), codeVerifier: 'v'.repeat(43) }
const minutes = (count: number) => Math.floor(Date.now() / 1000) + count * 60

let key: CryptoKey
let otherKey: CryptoKey
let jwks: object
beforeAll(async () => {
  const pair = await generateKeyPair('RS256')
  key = pair.privateKey
  otherKey = (await generateKeyPair('RS256')).privateKey
  jwks = { keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }] }
})

const goodClaims = (): JWTPayload => ({
  iss: ISSUER,
  aud: 'portal',
  sub: 'subject-1',
  nonce: SECRETS.nonce,
  iat: minutes(0),
  exp: minutes(60),
  email: 'ana@example.org',
  email_verified: true,
})

const signed = (claims: JWTPayload, by = key) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k' }).sign(by)

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

interface Asked {
  readonly form: URLSearchParams
  readonly authorization: string | undefined
}

interface Issuer {
  readonly keys?: () => object
  readonly token: (asked: Asked) => Response | Promise<Response>
  readonly metadata?: object
  readonly userInfo?: () => Response
}

/** An issuer that answers its token endpoint as the test says. */
const issuerFetch = ({ token, metadata, userInfo, keys = () => jwks }: Issuer): CustomFetch => {
  const known: object = {
    issuer: ISSUER,
    authorization_endpoint: `${ISSUER}/authorize`,
    token_endpoint: `${ISSUER}/token`,
    jwks_uri: `${ISSUER}/jwks`,
    id_token_signing_alg_values_supported: ['RS256', 'none'],
    ...metadata,
  }
  return async (url, { body, headers }) => {
    if (url.includes('/.well-known/')) return json(known)
    if (url.endsWith('/jwks')) return json(keys())
    if (url.endsWith('/userinfo')) return userInfo!()
    return token({
      form: body as URLSearchParams,
      authorization: new Headers(headers).get('authorization') ?? undefined,
    })
  }
}

function open(issuer: Issuer, options: Partial<OidcClientOptions> = {}) {
  return openOidcClient({
    provider: {
      issuer: ISSUER,
      clientId: 'portal',
      clientSecret: new Secret('s'),
      scope: 'openid email',
      authMethod: 'client_secret_post',
    },
    redirectUri: () => 'https://portal.example/auth',
    readIdentity: readGoogleIdentity,
    fetch: issuerFetch(issuer),
    now: () => new Date(),
    ...options,
  })
}

const answering = (idToken: string | Promise<string>): Issuer => ({
  token: async () => json({ access_token: 'a', token_type: 'bearer', expires_in: 60, id_token: await idToken }),
})

const identify = (issuer: Issuer, options?: Partial<OidcClientOptions>, iss?: string) =>
  open(issuer, options).identify({ code: 'code', issuer: iss, ...SECRETS })

const refusedWith = (code: string) => expect.objectContaining({ name: 'PortalError', code }) as unknown

describe('a question', () => {
  test('carries state, nonce and the challenge of the verifier, and the verifier itself never', async () => {
    const address = new URL(await open(answering('x')).addressFor({ state: 'state-1', ...SECRETS }))
    expect(address.origin + address.pathname).toBe(`${ISSUER}/authorize`)
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      client_id: 'portal',
      redirect_uri: 'https://portal.example/auth',
      response_type: 'code',
      scope: 'openid email',
      state: 'state-1',
      nonce: SECRETS.nonce,
      code_challenge_method: 'S256',
    })
    expect(address.href).not.toContain(SECRETS.codeVerifier)
  })

  test('is not asked of an issuer that calls itself otherwise', async () => {
    const issuer: Issuer = { ...answering('x'), metadata: { issuer: 'https://evil.example' } }
    await expect(open(issuer).addressFor({ state: 's', ...SECRETS })).rejects.toEqual(refusedWith('PROVIDER_FAILED'))
  })
})

describe('an answer', () => {
  test('that is right names the person, and the code goes to the issuer with verifier and redirect address', async () => {
    const forms: URLSearchParams[] = []
    const right = answering(signed(goodClaims()))
    const issuer: Issuer = { token: (asked) => (forms.push(asked.form), right.token(asked)) }
    expect(await identify(issuer)).toEqual({
      provider: 'google',
      issuer: ISSUER,
      name: { subject: 'subject-1' },
      emails: ['ana@example.org'],
      gaps: [],
    })
    expect(Object.fromEntries(forms[0]!)).toMatchObject({
      code: 'code',
      code_verifier: SECRETS.codeVerifier,
      redirect_uri: 'https://portal.example/auth',
      client_secret: 's',
    })
  })

  test('is fetched with the secret where the provider wants it', async () => {
    const asked: Asked[] = []
    const right = answering(signed(goodClaims()))
    const issuer: Issuer = { token: (one) => (asked.push(one), right.token(one)) }
    const provider = { issuer: ISSUER, clientId: 'portal', clientSecret: new Secret('s'), scope: 'openid' }
    await identify(issuer, { provider: { ...provider, authMethod: 'client_secret_basic' } })
    expect(asked[0]!.authorization).toBe(`Basic ${btoa('portal:s')}`)
    expect(asked[0]!.form.has('client_secret')).toBe(false)
  })

  test('may leave facts to the userinfo endpoint, which must speak of the same person', async () => {
    const facts = { sub: 'subject-1', email: 'ana@example.org', email_verified: true }
    const issuer = (told: object): Issuer => ({
      ...answering(signed({ ...goodClaims(), email: undefined, email_verified: undefined })),
      metadata: { userinfo_endpoint: `${ISSUER}/userinfo` },
      userInfo: () => json(told),
    })
    expect(await identify(issuer(facts), { askedOfUserInfo: ['email'] })).toMatchObject({ emails: ['ana@example.org'] })
    const others = identify(issuer({ ...facts, sub: 'subject-2' }), { askedOfUserInfo: ['email'] })
    await expect(others).rejects.toEqual(refusedWith('LOGIN_CODE_INVALID'))
    expect(await identify(issuer(facts))).toMatchObject({ emails: [], gaps: ['the claim email is missing'] })
  })

  const WRONG: readonly (readonly [string, () => string | Promise<string>])[] = [
    ['for another log-in (nonce)', () => signed({ ...goodClaims(), nonce: 'another' })],
    ['without a nonce', () => signed({ ...goodClaims(), nonce: undefined })],
    ['of another issuer', () => signed({ ...goodClaims(), iss: 'https://evil.example' })],
    ['for another application', () => signed({ ...goodClaims(), aud: 'somebody-else' })],
    ['for several, made out to another', () => signed({ ...goodClaims(), aud: ['portal', 'other'], azp: 'other' })],
    ['that expired six minutes ago', () => signed({ ...goodClaims(), iat: minutes(-60), exp: minutes(-6) })],
    ['that is not valid before six minutes from now', () => signed({ ...goodClaims(), nbf: minutes(6) })],
    ['without an end', () => signed({ ...goodClaims(), exp: undefined })],
    ['without a subject', () => signed({ ...goodClaims(), sub: undefined })],
    ['signed by another key', () => signed(goodClaims(), otherKey)],
    ['signed by nobody (alg none)', () => new UnsecuredJWT(goodClaims()).encode()],
    ['signed with the public key as if it were a secret', () => hmacSigned(goodClaims())],
  ]
  test.each(WRONG)('%s is refused', async (_what, idToken) => {
    await expect(identify(answering(idToken()))).rejects.toEqual(refusedWith('LOGIN_CODE_INVALID'))
  })

  test('without an ID token is refused', async () => {
    const issuer: Issuer = { token: () => json({ access_token: 'a', token_type: 'bearer' }) }
    await expect(identify(issuer)).rejects.toEqual(refusedWith('LOGIN_CODE_INVALID'))
  })

  test.each([-5, 5])('from a clock that is %i minutes off is taken', async (off) => {
    const claims = { ...goodClaims(), iat: minutes(off), nbf: minutes(off), exp: minutes(off + 1) }
    expect(await identify(answering(signed(claims)))).toMatchObject({ name: { subject: 'subject-1' } })
  })

  test('that names another issuer in the address is not exchanged (RFC 9207)', async () => {
    const issuer: Issuer = {
      token: () => Promise.reject(new Error('the code must not be sent')),
      metadata: { authorization_response_iss_parameter_supported: true },
    }
    await expect(identify(issuer, {}, 'https://evil.example')).rejects.toEqual(refusedWith('LOGIN_CODE_INVALID'))
  })

  test('of an issuer that names itself in the address is taken with and without it', async () => {
    const issuer: Issuer = {
      ...answering(signed(goodClaims())),
      metadata: { authorization_response_iss_parameter_supported: true },
    }
    expect(await identify(issuer)).toMatchObject({ name: { subject: 'subject-1' } })
    expect(await identify(issuer, {}, ISSUER)).toMatchObject({ name: { subject: 'subject-1' } })
  })
})

describe('a refusal', () => {
  test.each([
    ['a code that is used or made up', json({ error: 'invalid_grant' }, 400), 'LOGIN_CODE_INVALID'],
    ['a person who may not', json({ error: 'access_denied' }, 400), 'LOGIN_REFUSED'],
    ['a portal it does not know', json({ error: 'invalid_client' }, 401), 'PROVIDER_FAILED'],
    ['trouble of its own', new Response('oops', { status: 500 }), 'PROVIDER_FAILED'],
    [
      'a page in place of JSON',
      new Response('<html>', { headers: { 'content-type': 'text/html' } }),
      'PROVIDER_FAILED',
    ],
    [
      'a token that is none',
      json({ access_token: 'a', token_type: 'bearer', id_token: 'not.a.token' }),
      'PROVIDER_FAILED',
    ],
    ['a problem of VIDconnect’s form', json({ title: 'Bad Request', status: 400 }, 400), 'LOGIN_CODE_INVALID'],
  ])('for %s', async (_what, response, code) => {
    await expect(identify({ token: () => response })).rejects.toEqual(refusedWith(code))
  })

  test('for want of a connection, and for want of an answer', async () => {
    const broken: Issuer = { token: () => Promise.reject(new TypeError('fetch failed')) }
    await expect(identify(broken)).rejects.toEqual(refusedWith('PROVIDER_UNREACHABLE'))
    const silent: Issuer = { token: () => Promise.reject(new DOMException('late', 'TimeoutError')) }
    await expect(identify(silent)).rejects.toEqual(refusedWith('PROVIDER_TIMEOUT'))
  })
})

test('discovery that failed is tried again with the next log-in', async () => {
  let down = true
  const right = issuerFetch(answering(signed(goodClaims())))
  const client = open(answering('x'), {
    fetch: (url, options) => (down ? Promise.reject(new TypeError('fetch failed')) : right(url, options)),
  })
  const question = { state: 's', ...SECRETS }
  await expect(client.addressFor(question)).rejects.toEqual(refusedWith('PROVIDER_UNREACHABLE'))
  down = false
  expect(await client.addressFor(question)).toContain(ISSUER)
})

test('keys are kept, and a new one is asked for with the first log-in that it signs', async () => {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const next = { keys: [{ ...(await exportJWK(publicKey)), kid: 'next', alg: 'RS256', use: 'sig' }] }
  const signedWithNext = () =>
    new SignJWT(goodClaims()).setProtectedHeader({ alg: 'RS256', kid: 'next' }).sign(privateKey)
  let hasChanged = false
  let asked = 0
  const client = open({
    token: (one) => answering(hasChanged ? signedWithNext() : signed(goodClaims())).token(one),
    keys: () => ((asked += 1), hasChanged ? next : jwks),
  })
  const logIn = () => client.identify({ code: 'code', issuer: undefined, ...SECRETS })
  await logIn()
  await logIn()
  expect(asked).toBe(1)
  hasChanged = true
  expect(await logIn()).toMatchObject({ name: { subject: 'subject-1' } })
  await logIn()
  expect(asked).toBe(2)
})

describe('who somebody is', () => {
  test('Google: an address that was not proven is not believed', async () => {
    const claims = { ...goodClaims(), email_verified: false }
    expect(await identify(answering(signed(claims)))).toMatchObject({
      name: { subject: 'subject-1' },
      emails: [],
      gaps: ['the claim email_verified is not true'],
    })
  })

  test('Microsoft for every directory: each is its own issuer, and no address is believed', async () => {
    const template = 'https://login.microsoftonline.com/{tenantid}/v2.0'
    const tid = '3d1b1f9e-0000-4000-8000-000000000001'
    const iss = template.replace('{tenantid}', tid)
    const claims = { ...goodClaims(), oid: 'object-1', tid, iss }
    const issuer = (told: JWTPayload): Issuer => ({ ...answering(signed(told)), metadata: { issuer: template } })
    const options: Partial<OidcClientOptions> = {
      provider: {
        issuer: 'https://login.microsoftonline.com/organizations/v2.0',
        clientId: 'portal',
        clientSecret: new Secret('s'),
        scope: 'openid',
        authMethod: 'client_secret_post',
      },
      readIdentity: readMicrosoftIdentity,
    }
    expect(await identify(issuer(claims), options)).toEqual({
      provider: 'microsoft',
      issuer: iss,
      name: { subject: 'object-1' },
      emails: [],
      gaps: ['addresses are believed of one directory only'],
    })
    const lying = { ...claims, tid: '3d1b1f9e-0000-4000-8000-00000000dead' }
    await expect(identify(issuer(lying), options)).rejects.toEqual(refusedWith('LOGIN_CODE_INVALID'))
  })
})

async function hmacSigned(claims: JWTPayload): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'k' }).sign(Buffer.from(JSON.stringify(jwks)))
}
