import { createHash, verify, X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { once, TestSandbox } from '../../test-sandbox.ts'
import { encodeDigestInfo } from '../sign-digest.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await TestSandbox.open()
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.postJson('/control/reset', {}))

const MESSAGE = Buffer.from('signed attributes')
const SIGN_IN = '/signin/auth'
const SIGN_INIT = '/api/v3/certificate/signinit'
const SIGN_HASH = '/api/v3/certificate/signhash'
const SIGN_CLOSE = '/api/v2/certificate/signclose'

interface Answer {
  readonly status: number
  readonly body: Record<string, unknown> & { content: Record<string, string>; code: string; message: string }
}

async function call(where: string, body: object | undefined, token = ''): Promise<Answer> {
  const answer = await fetch(`${sandbox.url}/nebula${where}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...once,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === '' ? {} : { authorization: token }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Answer['body'] }
}

const first = (username: string, password = 'Rubrica-2026', tuid = 'rubrica'): Promise<Answer> =>
  call(`${SIGN_IN}/login/first`, { username, password, tuid })

const simpleToken = async (user: string): Promise<string> => (await first(user)).body.content.token!

const phone = async () =>
  (await (await sandbox.get('/phone.json')).json()) as {
    messages: { code: string; to: string; from: string }[]
    apps: { provider: string; user: string; code: string }[]
    cards: { provider: string; user: string; codes: string[] }[]
  }

const challenge = async (token: string, authMethod: string): Promise<Answer> =>
  call(`${SIGN_IN}/challenge`, { authMethod }, token)

const second = (content: Record<string, string>, code: string): Promise<Answer> =>
  call(`${SIGN_IN}/login/second`, { session: content.session, challenge: code }, content.token)

/** Carla needs no second factor. */
async function robustToken(user = 'carla'): Promise<string> {
  const { body } = await challenge(await simpleToken(user), 'UPLDAP')
  return (await second(body.content, '')).body.content.token!
}

const order = (fault: string, operation: string): Promise<Response> =>
  sandbox.postJson('/control/faults', { service: 'nebula', operation, fault })

const advance = (seconds: number): Promise<Response> => sandbox.postJson('/control/clock', { seconds })

describe('the first factor', () => {
  it('is the password in the tenant', async () => {
    expect(await first('ana')).toMatchObject({ status: 200, body: { code: 'OK', content: { level: 'simple' } } })
    expect(await first('ana', 'wrong')).toMatchObject({ status: 401, body: { code: 'error_authentication_denied' } })
    expect(await first('nobody')).toMatchObject({ status: 400, body: { code: 'CODE_INVALID_REQUEST' } })
    expect(await first('ana', 'Rubrica-2026', 'elsewhere')).toMatchObject({ status: 400 })
    expect(await call(`${SIGN_IN}/login/first`, [])).toMatchObject({ status: 400 })
  })

  it('is blocked after five wrong passwords, for ten minutes', async () => {
    for (let round = 0; round < 5; round += 1) await first('ana', 'wrong')
    expect(await first('ana')).toMatchObject({ status: 401, body: { message: 'RESOURCE_BLOCKED' } })
    await advance(600)
    expect((await first('ana')).status).toBe(200)
  })
})

describe('the second factor', () => {
  it('has the authenticators of the user', async () => {
    const lists = ['ana', 'biel', 'carla'].map(
      async (user) => (await call(`${SIGN_IN}/authenticators`, undefined, await simpleToken(user))).body.content,
    )
    expect(await Promise.all(lists)).toMatchObject([
      { authenticators: ['SMS', 'ATST', 'LIST'] },
      { authenticators: ['SMS'] },
      { authenticators: ['UPLDAP'] },
    ])
    const { body } = await challenge(await simpleToken('biel'), 'ATST')
    expect(body.code).toBe('CODE_INVALID_REQUEST')
  })

  it('is a code by SMS that counts once', async () => {
    const { body } = await challenge(await simpleToken('biel'), 'SMS')
    const [message] = (await phone()).messages
    expect(message).toMatchObject({ to: '+34600200200', from: 'Nebula' })
    expect(await second(body.content, message!.code)).toMatchObject({ body: { content: { level: 'robust' } } })
    expect((await second(body.content, message!.code)).status).toBe(400)
    const again = await challenge(await simpleToken('biel'), 'SMS')
    expect((await second(again.body.content, message!.code)).body.code).toBe('auth_failed_2retries')
  })

  it('is the code that the authenticator app shows, once', async () => {
    const { body } = await challenge(await simpleToken('ana'), 'ATST')
    const { code } = (await phone()).apps.find((app) => app.provider === 'Nebula' && app.user === 'ana')!
    expect((await second(body.content, code)).status).toBe(200)
    const again = await challenge(await simpleToken('ana'), 'ATST')
    expect((await second(again.body.content, code)).body.code).toBe('auth_failed_2retries')
  })

  it('is a numbered code of the card', async () => {
    const { body } = await challenge(await simpleToken('ana'), 'LIST')
    const { codes } = (await phone()).cards.find((card) => card.user === 'ana')!
    expect((await second(body.content, codes[Number(body.content.challenge) - 1]!)).status).toBe(200)
  })

  it('is blocked after three wrong codes, for two minutes', async () => {
    const { body } = await challenge(await simpleToken('biel'), 'SMS')
    expect((await second(body.content, '')).body).toEqual({
      code: 'auth_failed_2retries',
      message: 'Incorrect OTP you have 2 or more attempts',
    })
    expect((await second(body.content, '')).body.code).toBe('auth_failed_1retry')
    const { body: last } = await second(body.content, '')
    expect(last.code).toBe('auth_failed_token_block')
    expect(last.message).toContain('SMS token has been blocked for user: biel')
    expect((await challenge(await simpleToken('biel'), 'SMS')).body).toEqual({
      code: 'error_authentication_denied',
      message: 'RESOURCE_BLOCKED',
    })
    await advance(120)
    expect((await challenge(await simpleToken('biel'), 'SMS')).status).toBe(200)
  })

  it('does not take an expired code', async () => {
    const { body } = await challenge(await simpleToken('biel'), 'SMS')
    await advance(120)
    const { code } = (await phone()).messages[0]!
    expect((await second(body.content, code)).body.code).toBe('auth_failed_expired')
  })
})

interface Listed {
  readonly certificateId: string
  readonly signingId: string
  readonly certificate: string
  readonly chain: readonly string[]
}

const listCertificates = async (token: string): Promise<readonly Listed[]> =>
  (await call('/api/v2/certificate/mycertificates', undefined, token)).body.certificatesList as Listed[]

describe('certificates', () => {
  it('are listed with the policies of their keys', async () => {
    const token = await simpleToken('ana')
    const certificates = await listCertificates(token)
    const { body } = await call('/api/v2/certificate/mypolicies', undefined, token)
    expect(body.policiesList).toMatchObject([
      { certificateId: certificates[0]!.certificateId, usePin: '1' },
      { certificateId: certificates[1]!.certificateId, usePin: '0' },
    ])
    const [leaf, ca] = [certificates[0]!.certificate, ...certificates[0]!.chain].map(
      (base64) => new X509Certificate(Buffer.from(base64, 'base64')),
    )
    expect(leaf!.subject).toContain('Ana Vidal Serra')
    expect(leaf!.checkIssued(ca!)).toBe(true)
  })

  it('need a token that has not expired', async () => {
    const token = await simpleToken('ana')
    const path = '/api/v2/certificate/mycertificates'
    expect((await call(path, undefined, 'Bearer other')).status).toBe(401)
    await order('expired-session', 'mycertificates')
    expect((await call(path, undefined, token)).body.code).toBe('error_token_expired')
    await advance(601)
    expect((await call(path, undefined, token)).body.code).toBe('error_token_expired')
  })
})

async function openSession(token: string, signingId: string, pin = ''): Promise<Record<string, string>> {
  const { body } = await call(SIGN_INIT, { signingId, pin }, token)
  return { session: body.session as string, objId: body.objId as string }
}

describe('signing', () => {
  it('signs what it is given, hashing it or not as the mechanism says', async () => {
    const token = await robustToken()
    const [, certificate] = await listCertificates(token)
    const { publicKey } = new X509Certificate(Buffer.from(certificate!.certificate, 'base64'))
    const session = await openSession(token, 'carla-nopin')
    const digest = createHash('sha256').update(MESSAGE).digest()
    for (const [mechanism, data] of [
      ['64', MESSAGE],
      ['1', encodeDigestInfo(digest, 'sha256')],
      [undefined, encodeDigestInfo(digest, 'sha256')],
    ] as const) {
      const signdata = Buffer.from(data).toString('base64')
      const { body } = await call(SIGN_HASH, { ...session, mechanism, signdata }, token)
      expect(body.message).toMatch(/^Operation Success/)
      expect(verify('sha256', MESSAGE, publicKey, Buffer.from(body.signedData as string, 'base64'))).toBe(true)
    }
    const row = { provider: 'nebula', credential: 'carla-nopin', digest: digest.toString('hex') }
    expect(await (await sandbox.get('/control/signatures.json')).json()).toMatchObject([row, row, row])
    expect((await call(SIGN_CLOSE, { session: session.session }, token)).status).toBe(200)
    expect((await call(SIGN_HASH, { ...session, signdata: 'AAAA' }, token)).body.code).toBe('error_session_not_found')
  })

  it('needs both factors', async () => {
    const { body } = await call(SIGN_INIT, { signingId: 'ana-nopin', pin: '' }, await simpleToken('ana'))
    expect(body.code).toBe('error_insufficient_level')
  })

  it('locks the PIN after three wrong ones', async () => {
    const token = await robustToken()
    const attempt = async (pin: string) => (await call(SIGN_INIT, { signingId: 'carla-pin', pin }, token)).body.message
    expect(await attempt('246810')).toBe('Operation Success')
    const words = 'The PIN could has caused problems in the sign init process:'
    expect(await attempt('')).toBe(`${words} CKR_PIN_INCORRECT`)
    expect(await attempt('000000')).toBe(`${words} CKR_PIN_INCORRECT`)
    expect(await attempt('000000')).toBe(`${words} CKR_PIN_LOCKED`)
    expect(await attempt('246810')).toBe(`${words} CKR_PIN_LOCKED`)
  })

  it('takes another PIN once it was changed', async () => {
    const token = await robustToken()
    const answer = await fetch(`${sandbox.url}/nebula/api/v1/certificate/changepin`, {
      method: 'PUT',
      headers: { ...once, 'content-type': 'application/json', authorization: token },
      body: JSON.stringify({ signingId: 'carla-pin', pin: '246810', newPin: '112233' }),
    })
    expect(answer.status).toBe(200)
    expect((await call(SIGN_INIT, { signingId: 'carla-pin', pin: '112233' }, token)).status).toBe(200)
    expect((await call(SIGN_INIT, { signingId: 'carla-pin', pin: '246810' }, token)).status).toBe(400)
  })

  it('refuses unknown and expired certificates, sessions that are over, and data that is none', async () => {
    const token = await robustToken()
    expect((await call(SIGN_INIT, { signingId: 'ana-pin' }, token)).status).toBe(404)
    const expired = await robustToken('expired')
    expect((await call(SIGN_INIT, { signingId: 'expired', pin: '246810' }, expired)).status).toBe(403)
    const session = await openSession(token, 'carla-nopin')
    for (const wrong of [{ signdata: '!' }, { signdata: 'AAAA', mechanism: '7' }, {}]) {
      expect((await call(SIGN_HASH, { ...session, ...wrong }, token)).status).toBe(400)
    }
    await advance(301)
    expect((await call(SIGN_HASH, { ...session, signdata: 'AAAA' }, token)).status).toBe(404)
  })

  it('signs wrongly, twice or not at all when told to', async () => {
    const token = await robustToken()
    const [, certificate] = await listCertificates(token)
    const { publicKey } = new X509Certificate(Buffer.from(certificate!.certificate, 'base64'))
    const session = await openSession(token, 'carla-nopin')
    const ask = () => call(SIGN_HASH, { ...session, mechanism: '64', signdata: MESSAGE.toString('base64') }, token)
    for (const fault of ['other-key', 'other-hash']) {
      await order(fault, 'signhash')
      const signature = Buffer.from((await ask()).body.signedData as string, 'base64')
      expect(verify('sha256', MESSAGE, publicKey, signature)).toBe(false)
    }
    await order('twice', 'signhash')
    expect((await ask()).body.signedData).toHaveLength(2)
    await order('fewer', 'signhash')
    expect((await ask()).body.signedData).toBeUndefined()
    await order('answer-lost', 'signhash')
    await expect(ask()).rejects.toThrow()
    expect(await (await sandbox.get('/control/signatures.json')).json()).toHaveLength(5)
  })
})

describe('the CSC API of nebula', () => {
  const csc = (operation: string, body: object, token: string) => call(`/csc/v1/${operation}`, body, token)
  const credentialID = 'carla-pin'
  const hash = [createHash('sha256').update(MESSAGE).digest('base64')]
  const signAlgo = '1.2.840.113549.1.1.11'

  it('signs with the same keys, as often as was authorised', async () => {
    const token = await robustToken()
    expect((await csc('credentials/list', {}, token)).body.credentialIDs).toEqual(['carla-pin', 'carla-nopin'])
    const { body: info } = await csc('credentials/info', { credentialID, certificates: 'chain', authInfo: true }, token)
    expect(info).toMatchObject({ PIN: { presence: 'true' }, OTP: { presence: 'false' }, multisign: 50 })
    const { certificates } = info.cert as { certificates: string[] }
    const { publicKey } = new X509Certificate(Buffer.from(certificates[0]!, 'base64'))
    const { body } = await csc('credentials/authorize', { credentialID, numSignatures: 1, PIN: '246810' }, token)
    const order = { credentialID, SAD: body.SAD, hash, signAlgo }
    const { signatures } = (await csc('signatures/signHash', order, token)).body as unknown as { signatures: string[] }
    expect(verify('sha256', MESSAGE, publicKey, Buffer.from(signatures[0]!, 'base64'))).toBe(true)
    expect((await csc('signatures/signHash', order, token)).status).toBe(400)
  })

  it('refuses a simple token, a wrong PIN and a number of signatures that is none', async () => {
    const wish = { credentialID: 'ana-pin', numSignatures: 1, PIN: '246810' }
    const weak = await csc('credentials/authorize', wish, await simpleToken('ana'))
    expect(weak).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
    const token = await robustToken()
    const ask = async (body: object) =>
      (await csc('credentials/authorize', { credentialID, numSignatures: 1, PIN: '246810', ...body }, token)).body
    expect(await ask({ PIN: '0' })).toMatchObject({ error: 'invalid_pin', error_description: 'The PIN is invalid' })
    expect(await ask({ numSignatures: 51 })).toMatchObject({ error: 'invalid_request' })
    expect(await ask({ credentialID: 'ana-pin' })).toMatchObject({ error: 'invalid_request' })
    expect((await csc('credentials/list', {}, 'Bearer other')).status).toBe(401)
  })
})
