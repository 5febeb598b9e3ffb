import { X509Certificate } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeTestSigner } from '@rubrica/pki/testing'
import { CscScene, errorOf, item, truth } from '../../../testing/script-csc.ts'
import { openClientKey } from './open-client-key.ts'

const SECRET = 'canary-secret'
const PIN = 'canary-pin'

const value = truth('der')

let scene: CscScene
beforeEach(async () => {
  scene = await CscScene.open()
  let count = 0
  scene.service.on('/oauth2/token', () => ({ body: { access_token: `access-${++count}`, token_type: 'Bearer' } }))
  scene.service.on('signatures/signHash', { body: { signatures: [value] } })
})
afterEach(() => scene.close())

const open = (more: object = {}) =>
  openClientKey({
    ...{ provider: 'the service', url: scene.url, credential: 'one', pin: PIN, timeoutMs: 5000 },
    oauth: { url: scene.url, clientId: 'rubrica', clientSecret: SECRET },
    ...more,
  })

const bodiesOf = (name: string) => scene.service.calls.filter((call) => call.name === name).map(({ body }) => body)

it('signs with the PIN, an authorisation for the one digest, and a token of the client', async () => {
  const key = await open()
  expect(new X509Certificate(key.certificate).subject).toBe('CN=Emma')
  expect(await key.sign(item)).toEqual(Buffer.from(value, 'base64'))
  const grant = { grant_type: 'client_credentials', client_id: 'rubrica', client_secret: SECRET }
  expect(bodiesOf('/oauth2/token')).toEqual([grant])
  const digest = Buffer.from(item.digest).toString('base64')
  const hash = { hashes: [digest], hashAlgorithmOID: '2.16.840.1.101.3.4.2.1' }
  expect(bodiesOf('credentials/authorize')).toEqual([
    { credentialID: 'one', numSignatures: 1, ...hash, authData: [{ id: 'PIN', value: PIN }] },
  ])
  expect(bodiesOf('signatures/signHash')).toEqual([
    { credentialID: 'one', SAD: 'sad-1', ...hash, signAlgo: '1.2.840.10045.4.3.2' },
  ])
})

it('needs no PIN for a credential that asks for none', async () => {
  scene.service.on('credentials/info', { body: scene.info({ auth: { mode: 'explicit', objects: [] } }) })
  await (await open({ pin: undefined })).sign(item)
  expect(bodiesOf('credentials/authorize')).toMatchObject([{ authData: [] }])
})

it('takes one token for many calls, and another once that is refused', async () => {
  const seen: string[] = []
  scene.service.on('credentials/authorize', (_body, authorization) => {
    seen.push(authorization)
    if (authorization === 'Bearer access-1') return { status: 401, body: { error: 'invalid_token' } }
    return { body: { SAD: 'sad-1' } }
  })
  const key = await open()
  await key.sign(item)
  await key.sign(item)
  expect(seen).toEqual(['Bearer access-1', 'Bearer access-2', 'Bearer access-2'])
  expect(scene.service.count('/oauth2/token')).toBe(2)
})

describe('is not opened', () => {
  it.each([
    ['disabled', { key: { status: 'disabled', algo: ['1.2.840.10045.4.3.2'] } }],
    ['whose certificate is suspended', { cert: { status: 'suspended' } }],
    ['that asks for a code', { auth: { mode: 'explicit', objects: [{ type: 'ChallengeResponse', id: 'OTP' }] } }],
    ['that asks on a phone', { auth: { mode: 'explicit', objects: [{ type: 'ChallengeResponseOOB', id: 'APP' }] } }],
    ['that is authorised in a browser', { auth: { mode: 'oauth2code' } }],
    ['that does not sign SHA-256', { key: { status: 'enabled', algo: ['1.2.840.10045.4.3.4'] } }],
  ])('for a credential %s', async (_what, more) => {
    const { cert, ...rest } = scene.info()
    const known = { ...rest, ...more, cert: { ...(cert as object), ...('cert' in more && more.cert) } }
    scene.service.on('credentials/info', { body: known })
    expect((await errorOf(open())).code).toBe('certificate-unusable')
    expect(scene.service.count('credentials/authorize')).toBe(0)
  })

  it('without the PIN that the credential asks for', async () => {
    expect((await errorOf(open({ pin: undefined }))).code).toBe('wrong-pin')
  })

  it.each([
    [401, { error: 'invalid_client' }, 'login-invalid'],
    [400, { error: 'invalid_request', error_description: 'Invalid parameter client_secret' }, 'login-invalid'],
    [400, { error: 'unauthorized_client' }, 'login-invalid'],
    [429, {}, 'failed'],
    [503, {}, 'failed'],
    [200, { token: 'access' }, 'failed'],
    [200, { access_token: 'a\r\nx: y' }, 'failed'],
  ])('when the token call answers %i %j: %s', async (status, body, code) => {
    scene.service.on('/oauth2/token', { status, body })
    const error = await errorOf(open())
    expect(error.code).toBe(code)
    expect(JSON.stringify(error) + String(error) + String(error.cause)).not.toContain('canary')
    expect(scene.service.count('credentials/info')).toBe(0)
  })
})

it('does not sign with a certificate that was replaced since it was opened', async () => {
  const key = await open()
  const { certificate } = makeTestSigner({ commonName: 'Emma' })
  const replaced = { status: 'valid', certificates: [Buffer.from(certificate).toString('base64')] }
  scene.service.on('credentials/info', { body: scene.info({ cert: replaced }) })
  expect((await errorOf(key.sign(item))).code).toBe('certificate-unusable')
  expect(scene.service.count('credentials/authorize')).toBe(0)
})

it('gives no signature over something else', async () => {
  scene.service.on('signatures/signHash', { body: { signatures: [truth('der', Buffer.from('something else'))] } })
  const key = await open()
  expect((await errorOf(key.sign(item))).code).toBe('signature-refused')
})

it('tells a wrong PIN without repeating it', async () => {
  const refusal = { error: 'invalid_authentication_data', error_description: `The PIN ${PIN} is wrong` }
  scene.service.on('credentials/authorize', { status: 400, body: refusal })
  const error = await errorOf((await open()).sign(item))
  expect(error.code).toBe('wrong-pin')
  expect(JSON.stringify(error) + String(error)).not.toContain('canary')
})
