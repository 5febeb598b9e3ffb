import { createHash, verify, X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hasOpenssl, once, TestSandbox } from '../../test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await TestSandbox.open()
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.postJson('/control/reset', {}))

interface Listed {
  readonly alias: string
  readonly needPin: boolean
  readonly thumbprint: string
  readonly X509Data: string
  readonly X509Chain: readonly string[]
}

const MESSAGE = Buffer.from('signed attributes')
const TO_SIGN = createHash('sha256').update(MESSAGE).digest('base64')
const GOOD = { username: 'ana', password: 'Rubrica-2026', domain: 'rubrica' }

async function call(where: string, body: unknown, { token = '', method = 'POST' } = {}) {
  const answer = await fetch(`${sandbox.url}/redtrust${where}`, {
    method,
    headers: { ...once, 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

async function logIn(body: object = GOOD): Promise<{ accessToken: string; refreshToken: string; expiration: number }> {
  const answer = await call('/raapi/v1/auth/login', body)
  expect(answer).toMatchObject({ status: 200, body: { messageType: 'SUCCESS', errorCode: 0 } })
  return answer.body.data as { accessToken: string; refreshToken: string; expiration: number }
}

const list = async (token: string): Promise<readonly Listed[]> =>
  (await call('/dssapi/v1/getAccessibleCertificates', {}, { token })).body.ResultData as readonly Listed[]

const sign = (token: string, body: object) =>
  call('/dssapi/v1/signHash', { toSignHash: TO_SIGN, signatureType: 'SHA256withRSA', ...body }, { token })

const order = (fault: string, operation = 'signHash'): Promise<Response> =>
  sandbox.postJson('/control/faults', { service: 'redtrust', operation, fault })

describe('the log-in', () => {
  it('gives tokens for user, password and domain', async () => {
    const { accessToken, expiration } = await logIn()
    expect(accessToken).not.toBe('')
    expect(expiration).toBeGreaterThan(Date.now())
  })

  it.each([
    [{ ...GOOD, password: 'wrong' }, 401, 101],
    [{ ...GOOD, username: 'nobody' }, 401, 101],
    [{ ...GOOD, domain: 'elsewhere' }, 401, 102],
    [{}, 400, 100],
    [null, 400, 100],
  ])('refuses %j', async (body, status, errorCode) => {
    expect(await call('/raapi/v1/auth/login', body)).toMatchObject({
      status,
      body: { messageType: 'ERROR', errorCode, data: null },
    })
  })

  it('locks a user after five wrong passwords', async () => {
    for (let round = 0; round < 5; round += 1) await call('/raapi/v1/auth/login', { ...GOOD, password: 'x' })
    expect(await call('/raapi/v1/auth/login', GOOD)).toMatchObject({ status: 403, body: { errorCode: 103 } })
  })

  it('renews a token once, until the day is over', async () => {
    const first = await logIn()
    const renew = (refreshToken: string) => call('/raapi/v1/auth/refresh-token', { refreshToken }, { method: 'PUT' })
    const renewed = (await renew(first.refreshToken)).body.data as { accessToken: string; refreshToken: string }
    expect(await list(renewed.accessToken)).toHaveLength(2)
    expect((await renew(first.refreshToken)).status).toBe(401)
    await sandbox.postJson('/control/clock', { seconds: 90_000 })
    expect(await renew(renewed.refreshToken)).toMatchObject({ status: 401, body: { errorCode: 104 } })
  })

  it('lets people stay logged in over a restart', async () => {
    const { refreshToken } = await logIn()
    await sandbox.restart()
    const renewed = await call('/raapi/v1/auth/refresh-token', { refreshToken }, { method: 'PUT' })
    expect(renewed.status).toBe(200)
    expect((await call('/raapi/v1/auth/refresh-token', { refreshToken }, { method: 'PUT' })).status).toBe(401)
  })
})

describe('certificates', () => {
  it('are two for each person, of an authority of their own below the root', async () => {
    const { accessToken } = await logIn({ ...GOOD, username: 'biel' })
    const certificates = await list(accessToken)
    expect(certificates.map(({ alias, needPin }) => [alias, needPin])).toEqual([
      ['biel-pin', true],
      ['biel-nopin', false],
    ])
    const [leaf, ca, root] = [certificates[0]!.X509Data, ...certificates[0]!.X509Chain].map(
      (base64) => new X509Certificate(Buffer.from(base64, 'base64')),
    )
    expect(leaf!.subject).toContain('serialNumber=IDCES-00000001R')
    expect(ca!.subject).toContain('RedTrust')
    expect(leaf!.verify(ca!.publicKey) && ca!.verify(root!.publicKey)).toBe(true)
  })

  it.runIf(hasOpenssl)('have their status at the addresses that they name', async () => {
    const [listed] = await list((await logIn()).accessToken)
    const leaf = new X509Certificate(Buffer.from(listed!.X509Data, 'base64'))
    await sandbox.savePems('root', 'redtrust')
    writeFileSync(sandbox.path('leaf.pem'), leaf.toString())
    const ocsp = /OCSP - URI:(\S+)/.exec(leaf.infoAccess ?? '')?.[1] ?? ''
    expect(ocsp).toContain('/pki/ocsp/redtrust')
    const trust = ['-CAfile', 'root.pem', '-verify_other', 'redtrust.pem']
    sandbox.openssl('ocsp', '-issuer', 'redtrust.pem', '-cert', 'leaf.pem', '-no_nonce', '-reqout', 'leaf.ocsp')
    const request = sandbox.read('leaf.ocsp')
    const answer = await sandbox.post(ocsp.replace(sandbox.url, ''), 'application/ocsp-request', request)
    writeFileSync(sandbox.path('leaf.answer'), Buffer.from(await answer.arrayBuffer()))
    const judge = [
      'ocsp',
      '-respin',
      'leaf.answer',
      '-issuer',
      'redtrust.pem',
      '-cert',
      'leaf.pem',
      '-no_nonce',
      ...trust,
    ]
    expect(sandbox.openssl(...judge)).toMatch(
      /Response verify OK\s+leaf\.pem: good|leaf\.pem: good[^]*Response verify OK/,
    )
    writeFileSync(sandbox.path('redtrust.crl'), await sandbox.download('/pki/redtrust.crl'))
    expect(sandbox.openssl('crl', '-in', 'redtrust.crl', '-CAfile', 'redtrust.pem', '-noout')).toContain('verify OK')
  })

  it('come and go by control calls, and are the same after a restart', async () => {
    const before = await list((await logIn()).accessToken)
    await sandbox.restart()
    const { accessToken } = await logIn()
    expect(await list(accessToken)).toEqual(before)
    const issued = await sandbox.postJson('/control/redtrust/issue', { user: 'ana' })
    const { alias } = (await issued.json()) as { alias: string }
    expect((await list(accessToken)).map((one) => one.alias)).toEqual(['ana-pin', 'ana-nopin', alias])
    expect((await sandbox.postJson('/control/redtrust/remove', { user: 'ana', alias: 'ana-pin' })).status).toBe(204)
    expect((await list(accessToken)).map((one) => one.alias)).toEqual(['ana-nopin', alias])
    expect((await sandbox.postJson('/control/redtrust/issue', { user: 'nobody' })).status).toBe(404)
  })

  it('are shown to nobody without a valid token', async () => {
    const { accessToken } = await logIn()
    const ask = (token: string) => call('/dssapi/v1/getAccessibleCertificates', {}, { token })
    expect(await ask('other')).toMatchObject({ status: 401, body: { ResultMessage: 'The token is not valid' } })
    await order('expired-session', 'getAccessibleCertificates')
    expect(await ask(accessToken)).toMatchObject({ status: 401, body: { ResultMessage: 'The token has expired' } })
    expect((await ask(accessToken)).status).toBe(200)
    await sandbox.postJson('/control/clock', { seconds: 1000 })
    expect((await ask(accessToken)).status).toBe(401)
  })
})

describe('SignHash', () => {
  it('signs the hash and enters it in the register', async () => {
    const { accessToken } = await logIn()
    const [withPin, without] = await list(accessToken)
    for (const [certificate, pin] of [
      [withPin, '246810'],
      [without, ''],
    ] as const) {
      const { body } = await sign(accessToken, { thumbprint: certificate!.thumbprint, pin })
      const { publicKey } = new X509Certificate(Buffer.from(certificate!.X509Data, 'base64'))
      expect(verify('sha256', MESSAGE, publicKey, Buffer.from(body.ResultData as string, 'base64'))).toBe(true)
    }
    const register = await (await sandbox.get('/control/signatures.json')).json()
    const digest = Buffer.from(TO_SIGN, 'base64').toString('hex')
    expect(register).toMatchObject([
      { provider: 'redtrust', credential: 'ana-pin', digest },
      { provider: 'redtrust', credential: 'ana-nopin', digest },
    ])
  })

  it('locks the PIN after three wrong ones, until a reset', async () => {
    const { accessToken } = await logIn()
    const attempt = async (pin: string) => (await sign(accessToken, { alias: 'ana-pin', pin })).body.ResultMessage
    expect(await attempt('')).toBe('The PIN is required')
    expect(await attempt('000000')).toBe('The PIN is not correct')
    expect(await attempt('000000')).toBe('The PIN is not correct')
    expect(await attempt('000000')).toBe('The PIN is locked')
    expect(await attempt('246810')).toBe('The PIN is locked')
    expect(await (await sandbox.get('/control/signatures.json')).json()).toEqual([])
  })

  it('refuses unknown and expired certificates and hashes that are none', async () => {
    const { accessToken } = await logIn()
    const message = async (body: object, token = accessToken) => (await sign(token, body)).body.ResultMessage
    expect(await message({ alias: 'biel-pin' })).toBe('The certificate does not exist')
    expect(await message({ alias: 'ana-nopin', toSignHash: 'AAAA' })).toContain('hash is not valid')
    expect(await message({ alias: 'ana-nopin', signatureType: 'MD5' })).toContain('hash is not valid')
    const expired = await logIn({ ...GOOD, username: 'expired' })
    expect(await message({ alias: 'expired', pin: '246810' }, expired.accessToken)).toBe('The certificate has expired')
  })

  it('signs with another key or for another hash when told to', async () => {
    const { accessToken } = await logIn()
    const [, certificate] = await list(accessToken)
    const { publicKey } = new X509Certificate(Buffer.from(certificate!.X509Data, 'base64'))
    for (const fault of ['other-key', 'other-hash']) {
      await order(fault)
      const { body } = await sign(accessToken, { alias: 'ana-nopin' })
      expect(verify('sha256', MESSAGE, publicKey, Buffer.from(body.ResultData as string, 'base64'))).toBe(false)
    }
    await order('fewer')
    expect((await sign(accessToken, { alias: 'ana-nopin' })).body.ResultData).toBe(null)
    await order('twice')
    expect((await sign(accessToken, { alias: 'ana-nopin' })).body.ResultData).toHaveLength(2)
  })

  it('loses its answer after it signed', async () => {
    const { accessToken } = await logIn()
    await order('answer-lost')
    await expect(sign(accessToken, { alias: 'ana-nopin' })).rejects.toThrow()
    expect(await (await sandbox.get('/control/signatures.json')).json()).toHaveLength(1)
  })
})
