import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TestSandbox } from '../../../../apps/sandbox/src/test-sandbox.ts'
import type { Account, Connector, ConnectorState, LinkOutcome, RemoteCertificate } from '../connector.ts'
import type { ConformancePlan, TestAccount } from '../../testing/conformance-plan.ts'
import { describeConnector } from '../../testing/conformance.ts'
import { makeItems } from '../../testing/drive-connector.ts'
import { settingsOf } from '../../testing/settings-of.ts'
import { Steering } from '../../testing/steer-stand-in.ts'
import { connect } from './connector.ts'

const PASSWORD = 'Rubrica-2026'
const PIN = '246810'
const fieldsOf = (Username: string) => ({ Client: 'rubrica', Username, Password: PASSWORD })

function connectTo(url: string, timeoutMs: number, more: Record<string, string> = {}): Connector {
  const connector = connect(settingsOf({ URL: `${url}/nebula`, TIMEOUT_MS: timeoutMs, ...more }))
  if (connector === undefined) throw new Error('no connector')
  return connector
}

/** Chooses text messages, and types the code that came. */
const byMessage: NonNullable<TestAccount['answer']> = async (outcome, steering) =>
  outcome.kind === 'choose' ? { authenticator: 'SMS' } : { challenge: await steering.sentCode() }

const noCodes = 'codes belong to its log-in, not to signing'
const noSignatureSessions = 'a session of its own for each document begins and ends within the signature'

const planOf = (name: string, more: Pick<ConformancePlan, 'connect' | 'operations'>): ConformancePlan => ({
  name,
  standIn: () => TestSandbox.open(),
  service: 'nebula',
  ...more,
  account: { fields: fieldsOf('ana'), answer: byMessage },
  legalId: '00000000T',
  wrongFields: { ...fieldsOf('ana'), Password: 'not-the-password' },
  keepsPassword: 'a robust token ends soon, and a new one begins with the password',
  ways: [
    {
      name: 'key with a PIN',
      certificate: ({ ref }) => ref === 'ana-pin',
      pin: PIN,
      expected: { authenticationType: 'PIN', pinRequired: true, inputs: ['pin'], maxDocuments: null, scal: '1' },
    },
    {
      name: 'key without a PIN',
      certificate: ({ ref }) => ref === 'ana-nopin',
      expected: { authenticationType: 'PIN', pinRequired: false, inputs: [] },
    },
    {
      name: 'person without a second factor',
      account: { fields: fieldsOf('carla') },
      certificate: ({ ref }) => ref === 'carla-pin',
      pin: PIN,
      expected: { pinRequired: true },
    },
  ],
  expired: {
    name: 'expired',
    account: { fields: fieldsOf('expired') },
    certificate: () => true,
    pin: PIN,
    expected: {},
  },
  lacks: {
    'account that is taken back': 'its log-in cannot be ended by a call',
    'wrong code': noCodes,
    'reused code': noCodes,
    'expired code': noCodes,
    'refused on the phone': 'it asks nothing on a phone',
    'expired signature session': noSignatureSessions,
    'signature session for other digests': noSignatureSessions,
    'duplicated delivery': noSignatureSessions,
    'batch too large': 'it sets no limit',
    'disabled certificate': 'a certificate that may not be used is an expired or revoked one',
  },
})

describeConnector(
  planOf('Nebula', {
    connect: connectTo,
    operations: { link: 'login/first', list: 'mycertificates', sign: 'signhash' },
  }),
)

describeConnector(
  planOf('Nebula over the CSC API', {
    connect: (url, timeoutMs) => connectTo(url, timeoutMs, { DIALECT: 'csc1' }),
    operations: { link: 'login/first', list: 'csc/credentials/list', sign: 'csc/signatures/signHash' },
  }),
)

describe('Nebula: rules of its own', () => {
  let sandbox: TestSandbox
  let steering: Steering
  beforeAll(async () => {
    sandbox = await TestSandbox.open()
    steering = new Steering(sandbox.url, 'nebula')
  })
  beforeEach(() => steering.reset())
  afterAll(() => sandbox.close())

  const open = (settings: Record<string, string> = {}) => connectTo(sandbox.url, 15_000, settings)
  const accountWith = (state: ConnectorState): Account => ({ state, keep: async () => {} })

  it('goes on with what it offered only, whatever is asked for', async () => {
    const connector = open()
    const first = await connector.link(fieldsOf('ana'))
    if (first.kind !== 'choose') throw new Error('nothing to choose')
    for (const authenticator of ['UPLDAP', 'unknown', '__proto__']) {
      await expect(connector.continueLink?.(first.state, { authenticator })).rejects.toMatchObject({
        code: 'login-invalid',
        message: expect.stringContaining('integrationUnauthorized') as unknown,
      })
    }
  })

  /** Goes on from a choice, with text messages, until the account is linked. */
  async function finish(connector: Connector, first: LinkOutcome): Promise<Account> {
    let outcome = first
    while (outcome.kind !== 'linked') {
      const said = await byMessage(outcome, steering)
      outcome = (await connector.continueLink?.(outcome.state, said)) ?? outcome
    }
    return accountWith(outcome.state)
  }

  async function link(user: string, connector = open()): Promise<Account> {
    return finish(connector, await connector.link(fieldsOf(user)))
  }

  async function sign(connector: Connector, account: Account, certificate: RemoteCertificate | undefined) {
    const { ref = '', chain = [], maxDocuments = null, scal = '1' } = certificate ?? {}
    const key = { ref, certificate: chain[0] ?? Buffer.of(), maxDocuments, scal }
    for (const item of makeItems(1)) await connector.sign(account, { key, item, inputs: { pin: PIN } })
  }

  async function challenge(connector: Connector, authenticator: string): Promise<LinkOutcome> {
    const { state } = await connector.link(fieldsOf('ana'))
    const outcome = await connector.continueLink?.(state, { authenticator })
    if (outcome === undefined) throw new Error('no outcome')
    return outcome
  }

  it('lets those choose who have several authenticators, and names the only one of those who have one', async () => {
    const choices = async (user: string) => {
      const outcome = await open().link(fieldsOf(user))
      return outcome.kind === 'choose' ? outcome.authenticators.map(({ id }) => id) : outcome.kind
    }
    expect(await choices('ana')).toEqual(['SMS', 'ATST', 'LIST'])
    expect(await choices('biel')).toEqual(['SMS'])
    expect(await choices('carla')).toBe('linked')
  })

  it('takes the code of an authenticator app', async () => {
    const connector = open()
    const { state } = await challenge(connector, 'ATST')
    const outcome = await connector.continueLink?.(state, { challenge: await steering.appCode('ana') })
    expect(outcome?.kind).toBe('linked')
  })

  it('tells which code of the card is asked for', async () => {
    const outcome = await challenge(open(), 'LIST')
    expect(outcome).toMatchObject({ kind: 'challenge', hint: expect.stringMatching(/^\d{1,2}$/) as string })
  })

  it('says that a code is wrong, and takes the right one afterwards', async () => {
    const connector = open()
    const { state } = await challenge(connector, 'SMS')
    const code = await steering.sentCode()
    const wrong = code === '000000' ? '000001' : '000000'
    const trying = connector.continueLink?.(state, { challenge: wrong })
    await expect(trying).rejects.toMatchObject({
      code: 'wrong-code',
      message: expect.stringContaining('integrationUnauthorized') as string,
    })
    expect((await connector.continueLink?.(state, { challenge: code }))?.kind).toBe('linked')
  })

  it('says that a code is too old', async () => {
    const connector = open()
    const { state } = await challenge(connector, 'SMS')
    const code = await steering.sentCode()
    await steering.advance(121)
    await expect(connector.continueLink?.(state, { challenge: code })).rejects.toMatchObject({ code: 'code-expired' })
  })

  it('does not ask again for proof while the one before is good', async () => {
    const connector = open()
    const account = await link('ana', connector)
    expect(await connector.relink?.(account)).toMatchObject({ kind: 'linked', state: account.state })
  })

  it('proves anew who the person is when the proof has run out, without asking for the password', async () => {
    const connector = open()
    const account = await link('ana', connector)
    const [certificate] = await connector.listCertificates(account)
    await steering.advance(21 * 60)
    expect(await connector.check(account)).toBe(false)
    await expect(sign(connector, account, certificate)).rejects.toMatchObject({ code: 'not-authorised' })
    const outcome = await connector.relink?.(account)
    expect(outcome?.kind).toBe('choose')
    if (outcome !== undefined) await sign(connector, await finish(connector, outcome), certificate)
    expect(await steering.signatures()).toHaveLength(1)
  })

  it('asks nothing when the proof of a person without a second factor has run out', async () => {
    const connector = open()
    const account = await link('carla', connector)
    await steering.advance(21 * 60)
    expect((await connector.relink?.(account))?.kind).toBe('linked')
  })

  it('has the account authorised again when its password was changed', async () => {
    const changed = accountWith({ client: 'rubrica', username: 'ana', password: 'former', robust: 'over' })
    await expect(open().relink?.(changed)).rejects.toMatchObject({ code: 'not-authorised' })
  })

  it('signs where the key hashes the attributes itself', async () => {
    const connector = open({ SIGN_MECHANISM: 'SHA_RSA_PKCS' })
    const account = await link('carla', connector)
    await sign(connector, account, (await connector.listCertificates(account))[0])
    expect(await steering.signatures()).toHaveLength(1)
  })

  it('keeps a signature whose session could not be ended', async () => {
    const connector = open()
    const account = await link('carla', connector)
    const [certificate] = await connector.listCertificates(account)
    await steering.order({ operation: 'signclose', fault: 'http500' })
    await sign(connector, account, certificate)
    expect(await steering.signatures()).toHaveLength(1)
  })

  it.each(['authenticators', 'challenge', 'login/second', 'signinit', 'mypolicies'])(
    'marks what goes wrong at %s',
    async (operation) => {
      const connector = open()
      const work = async () => {
        const account = await link('ana', connector)
        await sign(connector, account, (await connector.listCertificates(account))[0])
      }
      await steering.order({ operation, fault: 'malformed' })
      await expect(work()).rejects.toMatchObject({
        code: 'failed',
        message: expect.stringContaining('integrationUnauthorized') as string,
      })
      expect(await steering.signatures()).toEqual([])
    },
  )

  it('begins anew with what is none of its own', async () => {
    for (const state of [{}, { client: 1 }, { robust: null }]) {
      await expect(open().relink?.(accountWith(state))).rejects.toMatchObject({ code: 'not-authorised' })
      await expect(open().continueLink?.(state, { challenge: '1' })).rejects.toMatchObject({ code: 'not-authorised' })
    }
  })

  it('takes other paths from its settings', async () => {
    const elsewhere = open({ CHALLENGE_PATH: '/elsewhere' })
    await expect(link('ana', elsewhere)).rejects.toMatchObject({ code: 'failed' })
    expect(() => open({ CHALLENGE_PATH: 'no path' })).toThrow('CHALLENGE_PATH')
    expect(connect(settingsOf({}))).toBeUndefined()
  })
})
