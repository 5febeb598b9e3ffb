import { createHash, generateKeyPairSync, sign as signWith, verify, X509Certificate } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeItems } from '../../../testing/drive-connector.ts'
import { CscScene, errorOf, item, truth } from '../../../testing/script-csc.ts'

let scene: CscScene
beforeEach(async () => {
  scene = await CscScene.open()
})
afterEach(() => scene.close())

describe('answers that make no sense', () => {
  const PLAIN = [[], 'text', 5, null, { unknown: true }, undefined]

  it.each([
    ...PLAIN,
    { access_token: 'a' },
    { access_token: 5, refresh_token: 'r' },
    { access_token: 'a\r\nx: y', refresh_token: 'r' },
    { access_token: 'a', refresh_token: 'r'.repeat(9000) },
  ])('to the log-in: %j', async (body) => {
    scene.service.on('auth/login', { body })
    expect((await errorOf(scene.link())).code).toBe('failed')
  })

  it.each([
    ...PLAIN,
    { credentialIDs: 'one' },
    { credentialIDs: [5] },
    { credentialIDs: [''] },
    { credentialIDs: ['a\u202eb'] },
    { credentialIDs: Array.from({ length: 201 }, (_, index) => `c${index}`) },
    { credentialIDs: ['one'], nextPageToken: 'again' },
  ])('to the list: %j', async (body) => {
    const account = await scene.link()
    scene.service.on('credentials/list', { body })
    expect((await errorOf(scene.connector.listCertificates(account))).code).toBe('failed')
    expect(scene.service.count('credentials/list')).toBeLessThan(4)
  })

  it.each([
    { cert: undefined },
    { cert: { certificates: [] } },
    { cert: { certificates: ['!!'] } },
    { cert: { certificates: ['AAAA'] } },
    { cert: { certificates: Array.from({ length: 11 }, () => 'AAAA') } },
    { multisign: 0 },
    { multisign: -1 },
    { multisign: '5' },
    { multisign: 1.5 },
    { key: { status: 'enabled' } },
    { key: 'enabled' },
  ])('to the question about a credential: %j', async (more) => {
    const account = await scene.link()
    scene.service.on('credentials/info', { body: scene.info(more) })
    expect((await errorOf(scene.connector.listCertificates(account))).code).toBe('failed')
  })

  it.each([...PLAIN, { SAD: 5 }, { SAD: '' }, { SAD: 'a'.repeat(20_000) }])(
    'to the authorisation: %j',
    async (body) => {
      const account = await scene.link()
      scene.service.on('credentials/authorize', { body })
      expect((await errorOf(scene.sign(account))).code).toBe('failed')
      expect(scene.service.count('signatures/signHash')).toBe(0)
    },
  )

  it.each([
    ...PLAIN,
    { signatures: [] },
    { signatures: 'AAAA' },
    { signatures: [5] },
    { signatures: [''] },
    { signatures: ['not base64!'] },
    { signatures: ['AAAA', 'AAAA'] },
    { signatures: ['A'.repeat(20_000)] },
    { responseID: 'later' },
  ])('to the signing: %j', async (body) => {
    const account = await scene.link()
    scene.service.on('signatures/signHash', { body })
    expect((await errorOf(scene.sign(account))).code).toBe('answer-lost')
    expect(scene.service.count('signatures/signHash')).toBe(1)
  })

  it('ignores credentials that are authorised elsewhere', async () => {
    const account = await scene.link()
    scene.service.on('credentials/info', { body: scene.info({ auth: { mode: 'oauth2code' } }) })
    expect(await scene.connector.listCertificates(account)).toEqual([])
  })
})

describe('signatures', () => {
  it.each(['der', 'ieee-p1363'] as const)('of EC keys come out as DER when they come as %s', async (encoding) => {
    const account = await scene.link()
    scene.service.on('signatures/signHash', { body: { signatures: [truth(encoding)] } })
    const signature = await scene.sign(account)
    expect(verify('sha256', item.attributes, new X509Certificate(scene.key.certificate).publicKey, signature)).toBe(
      true,
    )
  })

  it.each([
    ['of nothing', Buffer.alloc(64, 0)],
    ['that is too short', Buffer.from([0x30])],
    [
      'of another key',
      signWith('sha256', item.attributes, generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey),
    ],
  ])('%s are refused', async (_name, bytes) => {
    const account = await scene.link()
    scene.service.on('signatures/signHash', { body: { signatures: [bytes.toString('base64')] } })
    expect((await errorOf(scene.sign(account))).code).toBe('signature-refused')
  })

  it('over the digest of the digest are refused', async () => {
    const account = await scene.link()
    scene.service.on('signatures/signHash', { body: { signatures: [truth('der', Buffer.from(item.digest))] } })
    expect((await errorOf(scene.sign(account))).code).toBe('signature-refused')
  })

  it('are not asked of a credential whose certificate was replaced', async () => {
    const account = await scene.link()
    const key = { ...scene.key, certificate: createHash('sha256').digest() }
    expect((await errorOf(scene.sign(account, { key }))).code).toBe('certificate-unusable')
    expect(scene.service.count('credentials/authorize')).toBe(0)
  })

  it('are not asked of a key that only knows other schemes', async () => {
    const account = await scene.link()
    scene.service.on('credentials/info', {
      body: scene.info({ key: { status: 'enabled', algo: ['1.2.840.113549.1.1.10'] } }),
    })
    expect((await errorOf(scene.sign(account))).code).toBe('certificate-unusable')
  })
})

describe('refusals of the service', () => {
  it.each([
    [400, 'invalid_request', 'SAD expired', 'session-expired'],
    [400, 'invalid_request', 'Hash is not authorized by the SAD.', 'digest-not-authorised'],
    [400, 'invalid_request', "Signing certificate 'CN=x' is expired.", 'certificate-unusable'],
    [400, 'invalid_request', 'Something new', 'failed'],
    [429, 'too_many', '', 'failed'],
    [500, 'server_error', '', 'failed'],
    [502, 'server_error', '', 'answer-lost'],
    [504, undefined, undefined, 'answer-lost'],
    [301, undefined, undefined, 'failed'],
  ])('%i %s %s', async (status, error, description, code) => {
    const account = await scene.link()
    scene.service.on('signatures/signHash', { status, body: { error, error_description: description } })
    expect((await errorOf(scene.sign(account))).code).toBe(code)
    expect(scene.service.count('signatures/signHash')).toBe(1)
  })

  it('are told in words of ours: the service might repeat a secret', async () => {
    const account = await scene.link()
    const body = { error: 'invalid_pin', error_description: 'The PIN 1234 is invalid', pin: '1234' }
    scene.service.on('credentials/authorize', { status: 400, body })
    const error = await errorOf(scene.sign(account))
    expect(error.code).toBe('wrong-pin')
    expect(JSON.stringify([error.message, error.facts])).not.toContain('1234')
  })
})

it('uses up no code for a key that cannot sign what is wanted', async () => {
  const account = await scene.link()
  scene.service.on('credentials/info', { body: scene.info({ key: { status: 'enabled', algo: ['1.2.3'] } }) })
  const request = { key: scene.key, items: makeItems(2), uses: 2, inputs: { pin: '1234' }, description: '' }
  const opening = scene.connector.openSignatureSession?.(account, request) ?? Promise.resolve()
  expect((await errorOf(opening)).code).toBe('certificate-unusable')
  expect(scene.service.count('credentials/authorize')).toBe(0)
})
