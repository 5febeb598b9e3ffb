import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TestSandbox } from '../../test-sandbox.ts'
import { appCode, otherThan, PIN, readPhone, refusal, sentCode, SHA256, sha256, TestCsc } from './test-csc.ts'

let sandbox: TestSandbox
let v1: TestCsc
let v2: TestCsc
beforeAll(async () => {
  sandbox = await TestSandbox.open()
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  await sandbox.postJson('/control/reset', {})
  v1 = await TestCsc.logIn(sandbox, 'v1')
  v2 = await TestCsc.logIn(sandbox, 'v2')
})

const HASHES = [sha256('one'), sha256('two')]
const granted = { status: 200, body: { SAD: expect.any(String) as string, expiresIn: 300 } }
const wrongData = refusal('The authentication data is invalid', 'invalid_authentication_data')
const authorise = (csc: TestCsc, body: Record<string, unknown>) =>
  csc.call('credentials/authorize', { numSignatures: 1, ...body })

describe('an authorisation with a PIN', () => {
  it('takes the right one', async () => {
    expect(await authorise(v1, { credentialID: 'ana-pin', PIN })).toEqual(granted)
    expect(await authorise(v2, { credentialID: 'ana-pin', authData: [{ id: 'PIN', value: PIN }] })).toEqual(granted)
  })

  it('locks the credential after three wrong ones, also for the right one', async () => {
    const credentialID = 'ana-pin'
    for (const wrong of ['1', '🔑🔑', '246811']) {
      expect(await authorise(v1, { credentialID, PIN: wrong })).toEqual(refusal('The PIN is invalid', 'invalid_pin'))
    }
    expect(await authorise(v1, { credentialID, PIN })).toEqual(refusal('PIN locked'))
    const authData = [{ id: 'PIN', value: PIN }]
    expect(await authorise(v2, { credentialID, authData })).toEqual(refusal('Credential locked'))
    expect(await authorise(v1, { credentialID: 'ana-single', PIN })).toEqual(granted)
    await sandbox.postJson('/control/clock', { seconds: 600 })
    expect(await authorise(v1, { credentialID, PIN })).toEqual(granted)
  })

  it('starts counting anew after a right one', async () => {
    const credentialID = 'ana-pin'
    for (const typed of ['1', '1', PIN, '1', '1', PIN]) await authorise(v1, { credentialID, PIN: typed })
    expect(await authorise(v1, { credentialID, PIN })).toEqual(granted)
  })

  it('says what is missing', async () => {
    expect(await authorise(v1, { credentialID: 'ana-pin' })).toEqual(
      refusal('Missing (or invalid type) string parameter PIN'),
    )
    expect(await authorise(v2, { credentialID: 'ana-pin' })).toEqual(
      refusal('Missing (or invalid type) array parameter authData'),
    )
    for (const authData of [[null], [1], ['PIN'], [{ value: PIN }], [{ id: 'PIN', value: 246810 }], []]) {
      expect(await authorise(v2, { credentialID: 'ana-single', authData })).toEqual(wrongData)
      await sandbox.postJson('/control/reset', {})
      v2 = await TestCsc.logIn(sandbox, 'v2')
    }
  })
})

describe('the number of signatures', () => {
  it('is a whole number from one to what the credential allows', async () => {
    const credentialID = 'ana-single'
    const ask = (numSignatures: unknown) => v1.call('credentials/authorize', { credentialID, PIN, numSignatures })
    expect(await ask(1)).toEqual(granted)
    expect(await ask(2)).toEqual(refusal('Numbers of signatures is too high'))
    expect(await ask(0)).toEqual(refusal('Invalid value for parameter numSignatures'))
    for (const odd of ['1', 1.5, null, undefined]) {
      expect(await ask(odd)).toEqual(refusal('Missing (or invalid type) integer parameter numSignatures'))
    }
    expect(await authorise(v1, { credentialID: 'ana-pin', PIN, numSignatures: 51 })).toEqual(
      refusal('Numbers of signatures is too high'),
    )
  })

  it('covers all digests that are named', async () => {
    expect(await authorise(v1, { credentialID: 'ana-pin', PIN, hash: HASHES })).toEqual(
      refusal('Invalid value for parameter numSignatures'),
    )
  })
})

describe('a disabled credential', () => {
  it('is not authorised', async () => {
    const refused = refusal('The credential identified by credentialID is disabled')
    expect(await authorise(v1, { credentialID: 'ana-disabled', PIN })).toEqual(refused)
    expect(await authorise(v2, { credentialID: 'ana-disabled', authData: [] })).toEqual(refused)
  })
})

describe('an authorisation with a code by text message', () => {
  const body = { credentialID: 'ana-sms', numSignatures: 2 }

  it('takes PIN and code together, each code once', async () => {
    expect((await v1.call('credentials/sendOTP', { credentialID: 'ana-sms' })).status).toBe(204)
    const { messages } = await readPhone(sandbox)
    expect(messages[0]).toMatchObject({ from: 'TrustPRO', to: '+34600100100' })
    const OTP = await sentCode(sandbox)
    expect(await authorise(v1, { ...body, hash: HASHES, PIN, OTP })).toEqual(granted)
    expect(await authorise(v1, { ...body, hash: HASHES, PIN, OTP })).toEqual(
      refusal('The OTP is invalid', 'invalid_otp'),
    )
  })

  it('takes the answer to a challenge in v2', async () => {
    const challenge = { credentialID: 'ana-sms', authObjectID: 'OTP' }
    expect((await v2.call('credentials/getChallenge', challenge)).status).toBe(204)
    const code = await sentCode(sandbox)
    const ask = (value: string) =>
      authorise(v2, {
        ...body,
        hashes: HASHES,
        hashAlgorithmOID: SHA256,
        authData: [
          { id: 'PIN', value: PIN },
          { id: 'OTP', value },
        ],
      })
    expect(await ask(otherThan(code))).toEqual(wrongData)
    expect(await ask(code)).toEqual(granted)
    expect(await ask(code)).toEqual(wrongData)
  })

  it('locks after three wrong codes, and says that of an expired one which it says of a wrong one', async () => {
    await v1.call('credentials/sendOTP', { credentialID: 'ana-sms' })
    const OTP = await sentCode(sandbox)
    const ask = (code: string) => authorise(v1, { ...body, hash: HASHES, PIN, OTP: code })
    const wrong = refusal('The OTP is invalid', 'invalid_otp')
    await sandbox.postJson('/control/clock', { seconds: 301 })
    expect(await ask(OTP)).toEqual(wrong)
    expect(await ask(otherThan(OTP))).toEqual(wrong)
    expect(await ask('')).toEqual(refusal('Missing (or invalid type) string parameter OTP'))
    expect(await ask(otherThan(OTP))).toEqual(wrong)
    await v1.call('credentials/sendOTP', { credentialID: 'ana-sms' })
    expect(await ask(await sentCode(sandbox))).toEqual(refusal('OTP locked'))
  })

  it('does not use the code up when the PIN is wrong', async () => {
    await v1.call('credentials/sendOTP', { credentialID: 'ana-sms' })
    const OTP = await sentCode(sandbox)
    expect((await authorise(v1, { ...body, hash: HASHES, PIN: '1', OTP })).body.error).toBe('invalid_pin')
    expect(await authorise(v1, { ...body, hash: HASHES, PIN, OTP })).toEqual(granted)
  })

  it('has no code for a credential that asks for none', async () => {
    expect(await v1.call('credentials/sendOTP', { credentialID: 'ana-pin' })).toEqual(
      refusal('Invalid parameter credentialID'),
    )
    expect(await v2.call('credentials/getChallenge', { credentialID: 'ana-sms', authObjectID: 'PIN' })).toEqual(
      refusal('Invalid parameter authObjectID'),
    )
  })

  it('names the digests, since the credential is of level SCAL2', async () => {
    expect(await authorise(v1, { ...body, PIN, OTP: '1' })).toEqual(
      refusal('Missing (or invalid type) array parameter hash'),
    )
    expect(await authorise(v2, { ...body, hashes: [], authData: [] })).toEqual(refusal('Empty hash array'))
    expect(await authorise(v2, { ...body, hashes: ['?'], authData: [] })).toEqual(
      refusal('Invalid Base64 hash string parameter'),
    )
    expect(await authorise(v2, { ...body, hashes: HASHES, authData: [] })).toEqual(
      refusal('Missing (or invalid type) string parameter hashAlgorithmOID'),
    )
    const short = { ...body, hashes: ['AAAA'], authData: [], hashAlgorithmOID: SHA256 }
    expect(await authorise(v2, short)).toEqual(refusal('Invalid digest value length'))
    expect(await authorise(v2, { ...short, hashAlgorithmOID: '1.3.14.3.2.26' })).toEqual(
      refusal('Invalid parameter hashAlgorithmOID'),
    )
  })
})

describe('an authorisation with the app', () => {
  it('takes the code that it shows in v1, once', async () => {
    const OTP = await appCode(sandbox, 'ana-app')
    const body = { credentialID: 'ana-app', hash: [sha256('one')] }
    const wrong = refusal('The OTP is invalid', 'invalid_otp')
    expect(await authorise(v1, { ...body, OTP: otherThan(OTP) })).toEqual(wrong)
    expect(await authorise(v1, { ...body, OTP })).toEqual(granted)
    expect(await authorise(v1, { ...body, OTP })).toEqual(wrong)
    await sandbox.postJson('/control/clock', { seconds: 30 })
    expect(await authorise(v1, { ...body, OTP: await appCode(sandbox, 'ana-app') })).toEqual(granted)
  })

  const ask = (description?: string) =>
    authorise(v2, {
      credentialID: 'ana-app',
      hashes: [sha256('one')],
      hashAlgorithmOID: SHA256,
      authData: [{ id: 'APP' }],
      description,
    })
  const check = (handle: unknown) => v2.call('credentials/authorizeCheck', { handle })
  const decide = async (decision: string) => {
    const [push] = (await readPhone(sandbox)).pushes
    await sandbox.postJson(`/phone/pushes/${push?.id}`, { decision })
  }

  it('waits in v2 until it is accepted on the phone, and repeats an answer that got lost', async () => {
    const { status, body } = await ask('Contract with Biel')
    expect(status).toBe(202)
    expect((await readPhone(sandbox)).pushes[0]).toMatchObject({
      text: 'Contract with Biel (1 × ana-app)',
      state: 'waiting',
    })
    expect(await check(body.handle)).toEqual({ status: 202, body })
    await decide('accept')
    const accepted = await check(body.handle)
    expect(accepted).toEqual(granted)
    expect(await check(body.handle)).toEqual(accepted)
  })

  it('fails in v2 when it is refused on the phone', async () => {
    const { body } = await ask()
    await decide('refuse')
    expect(await check(body.handle)).toEqual(wrongData)
  })

  it('ends in v2 when nobody answers, and is for nobody else', async () => {
    const { body } = await ask()
    const biel = await TestCsc.logIn(sandbox, 'v2', 'biel')
    const unknown = refusal('Invalid parameter handle')
    expect(await biel.call('credentials/authorizeCheck', { handle: body.handle })).toEqual(unknown)
    await sandbox.postJson('/control/clock', { seconds: 121 })
    expect(await check(body.handle)).toEqual(unknown)
    expect(await check('unknown')).toEqual(unknown)
  })
})
