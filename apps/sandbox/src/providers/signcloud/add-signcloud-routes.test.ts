import { createHash, verify } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TestSandbox } from '../../test-sandbox.ts'
import { encodeDigestInfo } from '../sign-digest.ts'
import { ofToken, refusal, success, TestSignCloud } from './test-signcloud.ts'

let sandbox: TestSandbox
let cloud: TestSignCloud
beforeAll(async () => {
  sandbox = await TestSandbox.open()
  cloud = new TestSignCloud(sandbox, 'uanataca')
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.postJson('/control/reset', {}))

const BIEL_PIN = '135790'
const wait = (seconds: number) => sandbox.postJson('/control/clock', { seconds })
const missing = (details: string) => refusal(412, { msg: 'Missing parameter', error_code: 6, details })
const failure = (details: string) => refusal(500, { msg: 'Internal Server Error', error_code: 100, details })
const otherThan = (code: string) => (code === '000000' ? '000001' : '000000')

async function registered(): Promise<readonly { provider: string; credential: string; digest: string }[]> {
  return (await (await sandbox.get('/control/signatures.json')).json()) as []
}

async function checks(username: string, signature: unknown, hash = 'sha256'): Promise<boolean> {
  const [leaf] = await cloud.certificatesOf(username)
  return verify(hash, Buffer.from('attributes'), leaf!.publicKey, Buffer.from(String(signature), 'base64'))
}

describe('an account', () => {
  it('tells of its token, and whether that is a qualified one', async () => {
    expect(await cloud.call('token_info', { username: 'ana' })).toEqual(
      success(expect.objectContaining({ label: 'ANA VIDAL SERRA', qualified: false, pin_counter: 3 })),
    )
    expect((await cloud.call('token_info', { username: 'biel' })).result).toMatchObject({ qualified: true })
  })

  it('needs a known name and the right password', async () => {
    expect(await cloud.call('token_info', { username: 'nobody' })).toEqual(ofToken('Token not found'))
    expect(await cloud.call('token_info', { username: 'ana', password: 'wrong' })).toEqual(
      refusal(401, { msg: 'Invalid credentials', error_code: 1 }),
    )
    expect(await cloud.call('token_info', { username: 'ana', password: undefined })).toEqual(missing('password'))
    expect(await cloud.call('token_info', {})).toEqual(missing('username'))
  })

  it('is refused for a minute after three wrong passwords, also with the right one', async () => {
    for (let round = 0; round < 3; round += 1) await cloud.call('token_info', { username: 'ana', password: 'wrong' })
    await wait(8)
    const refused = await cloud.call('token_info', { username: 'ana' })
    expect(refused).toMatchObject({ status: 420, error: { msg: 'Authentication refused', code: 420, error_code: 5 } })
    expect((refused.error as { details: string }).details).toMatch(/^Last .* will be accepted in 5[12] seconds$/)
    expect((await cloud.call('token_info', { username: 'biel' })).status).toBe(200)
    await wait(53)
    expect((await cloud.call('token_info', { username: 'ana' })).status).toBe(200)
  })

  it('is one of its own at each instance, below an authority of its own', async () => {
    const [leaf, ca, root] = await cloud.certificatesOf('ana')
    expect(leaf?.subject).toContain('00000000T')
    expect(leaf?.verify(ca!.publicKey)).toBe(true)
    expect(ca?.verify(root!.publicKey)).toBe(true)
    const [other] = await new TestSignCloud(sandbox, 'validatedid').certificatesOf('ana')
    expect(other?.issuer).not.toBe(leaf?.issuer)
  })

  it('lists public key and certificates by type and name', async () => {
    const { result } = await cloud.call('get_objects', { username: 'ana', type: null, identifier: 'DS0' })
    expect(result).toMatchObject([
      { type: 3, ckaid: 'DS0', label: 'DS0_PublicKey' },
      { type: 4, ckaid: 'DS0', label: 'DS0_Certificate' },
    ])
  })
})

describe('a signature', () => {
  it.each([
    ['RSASHA256', 'sha256'],
    ['RSASHA512', 'sha512'],
  ])('with %s is one over the digest of what is sent', async (mechanism, hash) => {
    const { result } = await cloud.sign('ana', { mechanism })
    expect(await checks('ana', result, hash)).toBe(true)
    const digest = createHash(hash).update('attributes').digest('hex')
    expect(await registered()).toMatchObject([{ provider: 'uanataca', credential: 'ana', digest }])
  })

  it('with RSARAW is one over the DigestInfo that is sent', async () => {
    const digest = createHash('sha384').update('attributes').digest()
    const plaintext = Buffer.from(encodeDigestInfo(digest, 'sha384')).toString('base64')
    const { result } = await cloud.sign('ana', { mechanism: 'RSARAW', plaintext })
    expect(await checks('ana', result, 'sha384')).toBe(true)
    expect(await registered()).toMatchObject([{ digest: digest.toString('hex') }])
    const long = Buffer.alloc(246).toString('base64')
    expect((await cloud.sign('ana', { mechanism: 'RSARAW', plaintext: long })).status).toBe(500)
  })

  it.each(['RSAMD5', 'RSASHA1', 'ECDSA'])('is not made with %s', async (mechanism) => {
    expect(await cloud.sign('ana', { mechanism })).toEqual(failure(`Mechanism ${mechanism} is not supported`))
  })

  it('says what is missing or wrong, and counts no try for it', async () => {
    for (const name of ['pin', 'mechanism', 'plaintext', 'identifier']) {
      expect(await cloud.sign('ana', { [name]: undefined })).toEqual(missing(name))
    }
    expect(await cloud.sign('ana', { identifier: 'DS9' })).toEqual(failure('Identifier DS9 is not supported'))
    expect((await cloud.sign('ana', { plaintext: '?' })).status).toBe(500)
    expect((await cloud.call('token_info', { username: 'ana' })).result).toMatchObject({ pin_counter: 3 })
  })

  it('is billed to nobody, or to an account that is known', async () => {
    const billing_username = 'rubrica'
    expect((await cloud.sign('ana', { billing_username, billing_password: 'Rubrica-2026' })).status).toBe(200)
    expect(await cloud.sign('ana', { billing_username, billing_password: 'wrong' })).toEqual(
      failure('Invalid billing credentials'),
    )
    expect(await cloud.sign('ana', { billing_password: 'Rubrica-2026' })).toEqual(missing('billing_username'))
  })
})

describe('a PIN', () => {
  it('locks the token after three wrong ones, also for the right one', async () => {
    for (const pin of ['1', '🔑', '246811']) {
      expect(await cloud.sign('ana', { pin })).toEqual(ofToken('Pin invalid'))
    }
    expect(await cloud.sign('ana')).toEqual(ofToken('Token locked'))
    expect((await cloud.call('token_info', { username: 'ana' })).result).toMatchObject({ pin_counter: 0 })
    expect(await registered()).toEqual([])
    await wait(600)
    expect((await cloud.sign('ana')).status).toBe(200)
  })

  it('is checked without signing', async () => {
    expect(await cloud.call('verify_pin', { username: 'ana', pin: '246810' })).toEqual(success(true))
    expect(await cloud.call('verify_pin', { username: 'ana', pin: '1' })).toEqual(ofToken('Pin invalid'))
  })

  it('is locked from the start for the user locked', async () => {
    expect(await cloud.sign('locked')).toEqual(ofToken('Token locked'))
    expect(await cloud.certificatesOf('locked')).toHaveLength(3)
  })
})

describe('a code', () => {
  it('serves as many signatures as were announced', async () => {
    const otp = await cloud.sendCode('biel', 2)
    const body = { pin: BIEL_PIN, otp }
    expect(await checks('biel', (await cloud.sign('biel', body)).result)).toBe(true)
    expect((await cloud.sign('biel', body)).status).toBe(200)
    expect(await cloud.sign('biel', body)).toEqual(ofToken('Otp already used'))
    expect(await registered()).toHaveLength(2)
  })

  it('is not used more often by requests that arrive together', async () => {
    const otp = await cloud.sendCode('biel', 2)
    const answers = await Promise.all(Array.from({ length: 5 }, () => cloud.sign('biel', { pin: BIEL_PIN, otp })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(await registered()).toHaveLength(2)
  })

  it('tells how it was sent', async () => {
    expect(await cloud.call('generate_otp', { username: 'carla', uses: 20 })).toEqual(
      success({
        identifier: '5150502',
        additional_data: { max_uses: 10_000, qualified: true, number: '+34600300300', webunlock: false },
      }),
    )
  })

  it('is asked for by qualified certificates alone', async () => {
    expect(await cloud.sign('biel', { pin: BIEL_PIN })).toEqual(missing('otp'))
    expect(await cloud.call('generate_otp', { username: 'ana', uses: 1 })).toEqual(
      failure('This identity needs no otp'),
    )
    for (const uses of [0, 10_001, 1.5, '2']) {
      expect((await cloud.call('generate_otp', { username: 'biel', uses })).status).toBe(500)
    }
  })

  it('that is wrong or expired signs nothing, and a wrong PIN does not use it up', async () => {
    const otp = await cloud.sendCode('biel')
    expect(await cloud.sign('biel', { pin: BIEL_PIN, otp: otherThan(otp) })).toEqual(ofToken('Otp invalid'))
    expect(await cloud.sign('biel', { pin: '1', otp })).toEqual(ofToken('Pin invalid'))
    expect((await cloud.sign('biel', { pin: BIEL_PIN, otp })).status).toBe(200)
    const late = await cloud.sendCode('biel')
    await wait(301)
    expect(await cloud.sign('biel', { pin: BIEL_PIN, otp: late })).toEqual(ofToken('Otp expired'))
    expect(await registered()).toHaveLength(1)
  })

  it('cannot be guessed: three wrong ones void it, and a new one may be sent', async () => {
    const otp = await cloud.sendCode('biel')
    for (let round = 0; round < 3; round += 1) await cloud.sign('biel', { pin: BIEL_PIN, otp: otherThan(otp) })
    expect(await cloud.sign('biel', { pin: BIEL_PIN, otp })).toEqual(ofToken('Otp invalid'))
    const fresh = await cloud.sendCode('biel')
    expect((await cloud.sign('biel', { pin: BIEL_PIN, otp: fresh })).status).toBe(200)
  })
})

describe('an expired certificate', () => {
  it('is listed and does not sign', async () => {
    const [leaf] = await cloud.certificatesOf('expired')
    expect(Date.parse(leaf!.validTo)).toBeLessThan(Date.now())
    expect(await cloud.sign('expired')).toEqual(ofToken('Certificate expired'))
  })
})

describe('a fault', () => {
  it.each(['other-key', 'other-hash'])('of %s makes a signature that does not fit', async (fault) => {
    await cloud.order(fault)
    expect(await checks('ana', (await cloud.sign('ana')).result)).toBe(false)
  })

  it('of fewer or twice answers none or two', async () => {
    await cloud.order('fewer')
    expect(await cloud.sign('ana')).toEqual(success(''))
    await cloud.order('twice')
    expect((await cloud.sign('ana')).result).toHaveLength(2)
  })

  it('of a lost answer signs and says nothing', async () => {
    await cloud.order('answer-lost')
    await expect(cloud.sign('ana')).rejects.toThrow()
    expect(await registered()).toHaveLength(1)
  })

  it('of an expired session no longer knows the password', async () => {
    await cloud.order('expired-session')
    expect(await cloud.sign('ana')).toEqual(refusal(401, { msg: 'Invalid credentials', error_code: 1 }))
  })

  it.each(['half', 'malformed', 'empty', 'http500'])('of the kind %s spoils the answer', async (fault) => {
    await cloud.order(fault)
    await expect(cloud.sign('ana')).rejects.toThrow()
  })
})

describe('rubbish', () => {
  it('is refused in the envelope of the service', async () => {
    const answer = await sandbox.post('/signcloud/uanataca/api/sign_rsa', 'application/json', '{')
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ result: null, error: { msg: 'Bad Request', code: 400 } })
    const list = await sandbox.post('/signcloud/uanataca/api/sign_rsa', 'application/json', '[]')
    expect(list.status).toBe(412)
  })
})
