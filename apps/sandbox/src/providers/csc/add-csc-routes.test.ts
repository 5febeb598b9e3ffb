import { X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TestSandbox } from '../../test-sandbox.ts'
import { appCode, basic, otherThan, refusal, TestCsc } from './test-csc.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await TestSandbox.open()
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.postJson('/control/reset', {}))

const list = (csc: TestCsc, token: unknown) => csc.send('credentials/list', {}, `Bearer ${String(token)}`)

describe.each(['v1', 'v2'] as const)('a log-in (%s)', (version) => {
  it('gives a token that opens the list of the user, and no refresh token unless it is asked for', async () => {
    const csc = await TestCsc.logIn(sandbox, version)
    const { status, body } = await csc.send('auth/login', {}, basic('ana'))
    expect(status).toBe(200)
    expect(body).toEqual({ access_token: expect.any(String) as string, expires_in: 3600 })
    expect((await list(csc, body.access_token)).body).toEqual({
      credentialIDs: ['ana-pin', 'ana-sms', 'ana-app', 'ana-single', 'ana-disabled', 'ana-expired'],
    })
  })

  it('is refused for a wrong name or password, in the same words', async () => {
    const csc = await TestCsc.logIn(sandbox, version)
    const refused = refusal('An error occurred during authentication process', 'authentication_error')
    expect(await csc.send('auth/login', {}, basic('ana', 'wrong'))).toEqual(refused)
    expect(await csc.send('auth/login', {}, basic('nobody'))).toEqual(refused)
    expect((await csc.send('auth/login', {})).status).toBe(401)
    expect(await csc.send('auth/login', {}, `Basic ${Buffer.from('ana').toString('base64')}`)).toEqual(
      refusal('Malformed username-password'),
    )
  })

  it('asks the user mfa for a code of the app in clientData, each good once', async () => {
    const csc = await TestCsc.logIn(sandbox, version)
    const code = await appCode(sandbox, 'mfa')
    const logIn = (clientData?: string) => csc.send('auth/login', { clientData }, basic('mfa'))
    const refused = refusal('The OTP is invalid', 'invalid_otp')
    expect(await logIn()).toEqual(refused)
    expect(await logIn(otherThan(code))).toEqual(refused)
    expect((await logIn(code)).status).toBe(200)
    expect(await logIn(code)).toEqual(refused)
  })

  it('is renewed by a refresh token, which is good once', async () => {
    const csc = await TestCsc.logIn(sandbox, version)
    const { body } = await csc.send('auth/login', { rememberMe: true }, basic('ana'))
    const renewed = await csc.send('auth/login', { refresh_token: body.refresh_token })
    expect(renewed.status).toBe(200)
    expect(renewed.body.refresh_token).not.toBe(body.refresh_token)
    expect(await csc.send('auth/login', { refresh_token: body.refresh_token })).toEqual(
      refusal('Invalid refresh_token'),
    )
    expect((await list(csc, renewed.body.access_token)).status).toBe(200)
  })

  it('ends with its refresh token, and leaves it alone when only the access token is revoked', async () => {
    const csc = await TestCsc.logIn(sandbox, version)
    const { body } = await csc.send('auth/login', { rememberMe: true }, basic('ana'))
    expect((await csc.call('auth/revoke', { token: body.access_token })).status).toBe(204)
    expect((await list(csc, body.access_token)).body.error).toBe('invalid_token')
    const renewed = await csc.send('auth/login', { refresh_token: body.refresh_token })
    expect((await csc.call('auth/revoke', { token: renewed.body.refresh_token })).status).toBe(204)
    expect((await list(csc, renewed.body.access_token)).status).toBe(401)
    const again = await csc.send('auth/login', { refresh_token: renewed.body.refresh_token })
    expect(again).toEqual(refusal('Invalid refresh_token'))
    expect(await csc.call('auth/revoke', { token: 'unknown' })).toEqual(refusal('Invalid string parameter token'))
  })

  it('expires', async () => {
    const csc = await TestCsc.logIn(sandbox, version)
    await sandbox.postJson('/control/clock', { seconds: 3600 })
    const { status, body } = await csc.call('credentials/list', {})
    expect([status, body.error]).toEqual([401, 'expired_token'])
  })

  it('counts as expired when that fault is ordered', async () => {
    const csc = await TestCsc.logIn(sandbox, version)
    await csc.order('expired-session', 'credentials/list')
    expect((await csc.call('credentials/list', {})).body.error).toBe('expired_token')
    expect((await csc.call('credentials/list', {})).status).toBe(200)
  })
})

describe('a call', () => {
  it('needs a bearer token, except for the description of the service', async () => {
    const csc = await TestCsc.logIn(sandbox, 'v2')
    expect(await csc.send('credentials/list', {})).toEqual(refusal('Malformed authorization header'))
    expect((await csc.send('credentials/list', {}, 'Bearer unknown')).body.error).toBe('invalid_token')
    const { body } = await csc.send('info', {})
    expect(body.specs).toBe('2.0.0.2')
    expect(body.methods).toContain('credentials/authorizeCheck')
  })

  it('that is no JSON is refused in the form of the API', async () => {
    const answer = await sandbox.post('/csc/v1/info', 'application/json', '{')
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({ error: 'invalid_request', error_description: 'The request is malformed' })
  })
})

describe('a list of credentials', () => {
  it('comes in pages in v1, and for nobody else', async () => {
    const csc = await TestCsc.logIn(sandbox, 'v1')
    const first = await csc.call('credentials/list', { maxResults: 4 })
    expect(first.body.credentialIDs).toHaveLength(4)
    const second = await csc.call('credentials/list', { maxResults: 4, pageToken: first.body.nextPageToken })
    expect(second.body).toEqual({ credentialIDs: ['ana-disabled', 'ana-expired'] })
    expect(await csc.call('credentials/list', { userID: 'biel' })).toEqual(refusal('userID parameter MUST be null'))
    expect(await csc.call('credentials/list', { pageToken: 'x' })).toEqual(refusal('Invalid parameter pageToken'))
  })

  it('leaves out in v2 what cannot sign, and describes the rest', async () => {
    const csc = await TestCsc.logIn(sandbox, 'v2', 'biel')
    const { body } = await csc.call('credentials/list', {
      credentialInfo: true,
      certificates: 'chain',
      authInfo: true,
      onlyValid: true,
    })
    expect(body.credentialIDs).toEqual(['biel-pin', 'biel-sms', 'biel-app', 'biel-single'])
    expect(body.credentialInfos).toHaveLength(4)
    expect(body.credentialInfos).toContainEqual(
      expect.objectContaining({
        credentialID: 'biel-sms',
        SCAL: '2',
        auth: expect.objectContaining({ mode: 'explicit', expression: 'PIN AND OTP' }) as unknown,
      }),
    )
  })
})

interface Info {
  readonly key: {
    readonly status: string
    readonly algo: readonly string[]
    readonly len: number
    readonly curve?: string
  }
  readonly cert: Record<string, unknown> & { readonly certificates: readonly string[] }
}

describe('the description of a credential', () => {
  const info = async (csc: TestCsc, credentialID: string) =>
    (await csc.call('credentials/info', { credentialID, certificates: 'chain', certInfo: true, authInfo: true })).body

  it('carries a chain of its own up to the root of the sandbox', async () => {
    const csc = await TestCsc.logIn(sandbox, 'v1')
    const { key, cert } = (await info(csc, 'ana-pin')) as unknown as Info
    expect(key).toMatchObject({ status: 'enabled', len: 2048 })
    expect(cert).toMatchObject({
      status: 'valid',
      subjectDN: expect.stringContaining('00000000T') as string,
      issuerDN: expect.stringContaining('TrustPRO') as string,
      validTo: expect.stringMatching(/^\d{14}Z$/) as string,
    })
    const [leaf, ca, root] = cert.certificates.map((one) => new X509Certificate(Buffer.from(one, 'base64')))
    expect(leaf?.verify(ca!.publicKey)).toBe(true)
    expect(ca?.verify(root!.publicKey)).toBe(true)
    const other = (await info(csc, 'ana-sms')) as unknown as Info
    expect(other.cert.serialNumber).not.toBe(cert.serialNumber)
  })

  it('names the curve of an elliptic key, a disabled key and an expired certificate', async () => {
    const csc = await TestCsc.logIn(sandbox, 'v2', 'biel')
    expect(((await info(csc, 'biel-pin')) as unknown as Info).key).toMatchObject({
      len: 256,
      curve: '1.2.840.10045.3.1.7',
    })
    expect(((await info(csc, 'biel-disabled')) as unknown as Info).key.status).toBe('disabled')
    expect(((await info(csc, 'biel-expired')) as unknown as Info).cert.status).toBe('expired')
  })

  it('says in v1 what has to be typed', async () => {
    const csc = await TestCsc.logIn(sandbox, 'v1')
    expect(await info(csc, 'ana-sms')).toMatchObject({
      authMode: 'explicit',
      PIN: { presence: 'true' },
      OTP: { presence: 'true', type: 'online' },
      SCAL: '2',
      multisign: 50,
    })
    expect(await info(csc, 'ana-app')).toMatchObject({
      PIN: { presence: 'false' },
      OTP: { presence: 'true', type: 'offline' },
    })
    expect(await info(csc, 'ana-single')).toMatchObject({ OTP: { presence: 'false' }, SCAL: '1', multisign: 1 })
  })

  it('says in v2 which objects have to be answered', async () => {
    const csc = await TestCsc.logIn(sandbox, 'v2')
    expect(await info(csc, 'ana-app')).toMatchObject({
      auth: { mode: 'explicit', expression: 'APP', objects: [{ type: 'ChallengeResponseOOB', id: 'APP' }] },
    })
    expect(await info(csc, 'ana-sms')).toMatchObject({
      auth: {
        objects: [
          { type: 'Password', id: 'PIN' },
          { type: 'ChallengeResponse', id: 'OTP' },
        ],
      },
    })
  })

  it('is for its owner alone', async () => {
    const csc = await TestCsc.logIn(sandbox, 'v2')
    const refused = refusal('Invalid parameter credentialID')
    expect(await csc.call('credentials/info', { credentialID: 'biel-pin' })).toEqual(refused)
    expect(await csc.call('credentials/info', { credentialID: 'ana-pin', certificates: 'all' })).toEqual(
      refusal('Invalid parameter certificates'),
    )
    expect(await csc.call('credentials/info', {})).toEqual(
      refusal('Missing (or invalid type) string parameter credentialID'),
    )
  })
})
