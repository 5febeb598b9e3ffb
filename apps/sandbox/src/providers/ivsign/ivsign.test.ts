import { verify, X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TestSandbox } from '../../test-sandbox.ts'
import { BACK, DIGEST, MESSAGE, TestPortal, type KeymanAnswer, type Listed } from './test-keyman.ts'

let sandbox: TestSandbox
let portal: TestPortal
beforeAll(async () => {
  sandbox = await TestSandbox.open()
  portal = new TestPortal(sandbox)
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.postJson('/control/reset', {}))

const codeOf = async (answer: Promise<KeymanAnswer['body']>): Promise<number> => (await answer).error.code
const wait = (seconds: number): Promise<Response> => sandbox.postJson('/control/clock', { seconds })

async function publicKeyOf(token: string, certid: string): Promise<X509Certificate['publicKey']> {
  const { data } = await portal.ask(token, 'cert/CERGet', { certid })
  return new X509Certificate(Buffer.from(data as string, 'base64')).publicKey
}

const isGood = (answer: KeymanAnswer['body'], key: X509Certificate['publicKey']): boolean =>
  verify('sha256', MESSAGE, key, Buffer.from(answer.data as string, 'base64'))

describe('a log-in', () => {
  it('is finished by a second factor on the page, once, and good for eight hours', async () => {
    const { token, validated, userid } = await portal.logIn('ana')
    expect([validated, userid]).toEqual([false, 'ana'])
    expect(await portal.ask(String(token), 'auth/check')).toMatchObject({ userid: 'ana', validated: false })
    expect(await codeOf(portal.ask(String(token), 'cert/listAvailable'))).toBe(105)
    const begun = await portal.ask(String(token), 'auth/mfaBegin', { operation: 'login', returnurl: BACK })
    const exchange = () => portal.ask('', 'auth/loginToken', { orgaid: 'SANDBOX', token: begun.token })
    expect([await portal.stateOf(begun), await codeOf(exchange())]).toEqual([['PENDING'], 304])
    expect(await portal.decide(begun, 'approve')).toBe(BACK)
    expect(await portal.stateOf(begun)).toEqual(['APPROVED', 'ana'])
    const session = String((await exchange()).token)
    expect(await codeOf(exchange())).toBe(103)
    expect(await portal.ask(session, 'auth/check')).toMatchObject({ userid: 'ana', validated: true })
    await wait(8 * 3600)
    expect(await portal.call('auth/check', {}, { authentication: session })).toMatchObject({
      status: 401,
      body: { error: { code: 104 } },
    })
  })

  it('that has ended begins again without a password', async () => {
    const again = { operation: 'relogin', orgaid: 'SANDBOX', login: 'biel', returnurl: BACK, language: 'ca' }
    const begun = await portal.ask('', 'auth/mfaBegin', again)
    expect(String(begun.redirecturl)).toMatch(/\?lang=ca$/)
    await portal.decide(begun, 'approve')
    const { token } = await portal.ask('', 'auth/loginToken', { orgaid: 'SANDBOX', token: begun.token })
    expect(await portal.ask(String(token), 'auth/check')).toMatchObject({ userid: 'biel', validated: true })
    expect(await codeOf(portal.ask('', 'auth/mfaBegin', { ...again, login: 'nobody' }))).toBe(101)
  })

  it('may be validated by a code on the phone instead of a page', async () => {
    const { token } = await portal.logIn('carla')
    const begun = await portal.ask(String(token), 'auth/mfaBegin', { operation: 'login', authtype: 'CODE' })
    expect(begun.redirecturl).toBeUndefined()
    const { messages } = (await (await sandbox.get('/phone.json')).json()) as { messages: { code: string }[] }
    const validate = (code: string) =>
      portal.ask('', 'auth/checkValidation', { transactionid: begun.transactionid, code })
    expect(await codeOf(validate('x'))).toBe(106)
    expect(await validate(messages[0]!.code)).toMatchObject({ state: 'APPROVED', userid: 'carla' })
  })

  it('is refused for wrong credentials, and locked after five', async () => {
    expect(await codeOf(portal.logIn('ana', { orgaid: 'acme' }))).toBe(101)
    expect(await codeOf(portal.logIn('nobody'))).toBe(101)
    for (let time = 0; time < 4; time += 1) expect(await codeOf(portal.logIn('ana', { pass: 'no' }))).toBe(101)
    expect(await codeOf(portal.logIn('ana'))).toBe(102)
    await wait(600)
    expect(await codeOf(portal.logIn('ana'))).toBe(0)
    expect(await portal.call('auth/login', { orgaid: 'SANDBOX' })).toMatchObject({ status: 400 })
  })

  it('outlives a restart of the sandbox when it is finished, and the token goes into either header', async () => {
    const session = await portal.session('plain')
    await sandbox.restart()
    const { status } = await portal.call('auth/check', {}, { authorization: `Bearer ${session}` })
    expect(status).toBe(200)
    expect((await portal.call('auth/check', {})).status).toBe(401)
  })
})

describe('the page', () => {
  it('asks in five languages and without scripts, and says where it leads', async () => {
    const begun = await portal.beginSign(await portal.session('plain'), 'plain-redirect', { description: 'Sign <A>?' })
    const words = {
      es: 'Sí, soy yo',
      ca: 'Sí, soc jo',
      en: 'Yes, it is me',
      de: 'Ja, ich bin es',
      fr: 'Oui, c’est moi',
    }
    for (const [language, word] of Object.entries(words)) {
      const html = await (await fetch(`${String(begun.redirecturl)}?lang=${language}`)).text()
      for (const text of [
        `lang="${language}"`,
        word,
        'Sign &lt;A&gt;?',
        'plain-redirect',
        'http://127.0.0.1:9',
        'width=device-width',
      ]) {
        expect(html).toContain(text)
      }
      expect(html).not.toContain('<script')
    }
  })

  it('leads back to the registered address alone, whatever the person answered', async () => {
    const session = await portal.session('plain')
    for (const [decision, state] of [
      ['approve', 'APPROVED'],
      ['deny', 'DENIED'],
      ['wait', 'PENDING'],
    ] as const) {
      const begun = await portal.beginSign(session, 'plain-redirect')
      expect(await portal.decide(begun, decision)).toBe(BACK)
      expect((await portal.stateOf(begun))[0]).toBe(state)
    }
    const unnamed = await portal.beginSign(session, 'plain-redirect', { returnurl: 'http://127.0.0.1:9/back?x=1' })
    expect(await portal.decide(unnamed, 'deny')).toBe(
      `http://127.0.0.1:9/back?x=1&transactionid=${String(unnamed.transactionid)}`,
    )
    for (const returnurl of ['https://elsewhere.example/', 'javascript:alert(1)', '']) {
      expect(await codeOf(portal.beginSign(session, 'plain-redirect', { returnurl }))).toBe(308)
    }
  })

  it('takes one answer, and none after ten minutes', async () => {
    const session = await portal.session('plain')
    const denied = await portal.beginSign(session, 'plain-redirect')
    await portal.decide(denied, 'deny')
    expect(await portal.decide(denied, 'approve')).toBeNull()
    const sign = (begun: KeymanAnswer['body']) =>
      codeOf(portal.sign(session, 'plain-redirect', { transactionid: begun.transactionid }))
    expect(await sign(denied)).toBe(305)
    const late = await portal.beginSign(session, 'plain-redirect')
    const approved = await portal.beginSign(session, 'plain-redirect')
    await portal.decide(approved, 'approve')
    await wait(600)
    expect((await fetch(String(late.redirecturl))).status).toBe(410)
    expect([await portal.stateOf(late), await sign(late), await sign(approved)]).toEqual([['EXPIRED'], 306, 306])
  })

  it('may be answered by somebody else when told to, who is named then', async () => {
    const session = await portal.session('plain')
    await portal.order('mfa', 'other-person')
    const begun = await portal.beginSign(session, 'plain-redirect')
    await portal.decide(begun, 'approve')
    expect(await portal.stateOf(begun)).toEqual(['APPROVED', 'ana'])
  })
})

describe('the certificates', () => {
  it('are three for each person, told with what they ask for, and with their chain', async () => {
    const session = await portal.session('ana')
    const { certlist } = await portal.ask(session, 'cert/listAvailable', { orgaid: 'SANDBOX', userid: 'ana' })
    expect(certlist).toMatchObject([
      { certid: 'ana-pin', authtype: 'PIN', haspin: true, enabled: true },
      { certid: 'ana-redirect', authtype: 'REDIRECT', haspin: false },
      { certid: 'ana-mobile', authtype: 'MOBILE', haspin: false },
    ] satisfies Partial<Listed>[])
    const { data } = await portal.ask(session, 'cert/ChainGet', { certid: 'ana-pin' })
    const [issuer, root] = (data as string[]).map((one) => new X509Certificate(Buffer.from(one, 'base64')))
    const cer = await portal.ask(session, 'cert/CERGet', { certid: 'ana-pin' })
    expect(new X509Certificate(Buffer.from(cer.data as string, 'base64')).checkIssued(issuer!)).toBe(true)
    expect(issuer!.checkIssued(root!)).toBe(true)
    expect(await codeOf(portal.ask(session, 'cert/listAvailable', { userid: 'biel' }))).toBe(101)
    expect(await codeOf(portal.ask(session, 'cert/CERGet', { certid: 'biel-pin' }))).toBe(201)
  })
})

describe('a signature', () => {
  it('takes the PIN, by RSA or P-256, and three wrong ones lock the key', async () => {
    for (const user of ['ana', 'biel']) {
      const session = await portal.session(user)
      const certid = `${user}-pin`
      expect(await portal.beginSign(session, certid)).toMatchObject({ authtype: 'PIN' })
      const key = await publicKeyOf(session, certid)
      expect(isGood(await portal.sign(session, certid, { pin: '246810' }), key)).toBe(true)
      expect(isGood(await portal.sign(session, certid, { cert: { certid, pin: '246810' } }), key)).toBe(true)
    }
    const session = await portal.session('ana')
    const check = (pin: string) => codeOf(portal.ask(session, 'cert/PinCheck', { certid: 'ana-pin', pin }))
    expect([await check(''), await check('0'), await check('246810'), await check('0'), await check('0')]).toEqual([
      204, 202, 0, 202, 202,
    ])
    expect([await check('0'), await codeOf(portal.sign(session, 'ana-pin', { pin: '246810' }))]).toEqual([203, 203])
    await wait(600)
    expect(await check('246810')).toBe(0)
  })

  it('takes an approved transaction for exactly its hashes, each once', async () => {
    const session = await portal.session('plain')
    const other = Buffer.alloc(32, 1).toString('base64')
    const begun = await portal.beginSign(session, 'plain-redirect', { hashes: [DIGEST, other] })
    const { transactionid } = begun
    const sign = (fields: object = {}) => portal.sign(session, 'plain-redirect', { transactionid, ...fields })
    expect(await codeOf(portal.sign(session, 'plain-redirect'))).toBe(302)
    expect(await codeOf(sign())).toBe(304)
    await portal.decide(begun, 'approve')
    expect(await codeOf(sign({ hash: Buffer.alloc(32, 2).toString('base64') }))).toBe(307)
    expect(isGood(await sign(), await publicKeyOf(session, 'plain-redirect'))).toBe(true)
    expect([await codeOf(sign()), await codeOf(sign({ hash: other }))]).toEqual([307, 0])
    expect(await codeOf(sign({ transactionid: 'x' }))).toBe(303)
    expect(await codeOf(portal.sign(session, 'plain-mobile', { transactionid }))).toBe(303)
  })

  it('waits for the phone', async () => {
    const session = await portal.session('plain')
    for (const [decision, state, code] of [
      ['accept', 'APPROVED', 0],
      ['refuse', 'DENIED', 305],
    ] as const) {
      const begun = await portal.beginSign(session, 'plain-mobile', { description: 'Contract', returnurl: undefined })
      expect([begun.authtype, begun.redirecturl, await portal.stateOf(begun)]).toEqual([
        'MOBILE',
        undefined,
        ['PENDING'],
      ])
      const { pushes } = (await (await sandbox.get('/phone.json')).json()) as { pushes: { id: string; text: string }[] }
      expect(pushes[0]!.text).toContain('Contract')
      await sandbox.postJson(`/phone/pushes/${pushes[0]!.id}`, { decision })
      expect((await portal.stateOf(begun))[0]).toBe(state)
      expect(await codeOf(portal.sign(session, 'plain-mobile', { transactionid: begun.transactionid }))).toBe(code)
    }
  })

  it('may take both page and PIN', async () => {
    const session = await portal.session('plain')
    const begun = await portal.beginSign(session, 'plain-redirectpin')
    await portal.decide(begun, 'approve')
    const { transactionid } = begun
    const sign = (pin?: string) => codeOf(portal.sign(session, 'plain-redirectpin', { transactionid, pin }))
    expect([await sign(), await sign('0'), await sign('246810')]).toEqual([204, 202, 0])
  })

  it('is refused for keys that cannot sign and hashes that are none', async () => {
    const session = await portal.session('plain')
    const sign = (certid: string, fields: object = {}) =>
      codeOf(portal.sign(session, certid, { pin: '246810', ...fields }))
    expect(await sign('plain-disabled')).toBe(206)
    expect(await sign('plain-pin', { hash: 'AAAA' })).toBe(301)
    expect(await sign('plain-pin', { hashalgorithm: 'md5' })).toBe(301)
    const expired = await portal.session('expired')
    expect(await codeOf(portal.sign(expired, 'expired-pin', { pin: '246810' }))).toBe(205)
  })
})

describe('Keyman', () => {
  it('lies, fails and loses its answer when told to', async () => {
    const session = await portal.session('plain')
    const sign = () => portal.sign(session, 'plain-pin', { pin: '246810' })
    const key = await publicKeyOf(session, 'plain-pin')
    for (const fault of ['other-key', 'other-hash']) {
      await portal.order('hash', fault)
      expect([fault, isGood(await sign(), key)]).toEqual([fault, false])
    }
    await portal.order('hash', 'fewer')
    expect((await sign()).data).toBeUndefined()
    await portal.order('hash', 'twice')
    expect((await sign()).data).toHaveLength(2)
    await portal.order('hash', 'expired-session')
    expect(await codeOf(sign())).toBe(104)
    for (const fault of ['http503', 'malformed', 'answer-lost']) {
      await portal.order('hash', fault)
      await expect(sign()).rejects.toThrow()
    }
    for (const [fault, state] of [
      ['person-refused', 'DENIED'],
      ['person-late', 'EXPIRED'],
    ] as const) {
      const begun = await portal.beginSign(session, 'plain-redirect')
      await portal.order('check', fault)
      expect(await portal.stateOf(begun)).toEqual([state])
    }
  })

  it('says in sandbox.json where it is', async () => {
    const { ivnosys } = (await (await sandbox.get('/sandbox.json')).json()) as { ivnosys: object }
    expect(ivnosys).toEqual({ url: `${sandbox.url}/ivsign/Keyman/rest/v5`, organisation: 'SANDBOX' })
  })
})
