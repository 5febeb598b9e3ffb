import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TestSandbox } from '../../../../apps/sandbox/src/test-sandbox.ts'
import type { Account, Connector, ConnectorState } from '../connector.ts'
import { describeConnector } from '../../testing/conformance.ts'
import { settingsOf } from '../../testing/settings-of.ts'
import { connect } from './connector.ts'

const PASSWORD = 'Rubrica-2026'
const account = (Username: string) => ({ fields: { Username, Password: PASSWORD, Domain: 'rubrica' } })

function connectTo(url: string, timeoutMs: number) {
  const connector = connect(settingsOf({ URL: `${url}/redtrust`, TIMEOUT_MS: timeoutMs }))
  if (connector === undefined) throw new Error('no connector')
  return connector
}

const noCodes = 'it sends no codes'
const noSignatureSessions = 'it knows no sessions for signing'

describeConnector({
  name: 'RedTrust',
  standIn: () => TestSandbox.open(),
  service: 'redtrust',
  connect: connectTo,
  account: account('ana'),
  legalId: '00000000T',
  wrongFields: { ...account('ana').fields, Password: 'not-the-password' },
  operations: { link: 'login', list: 'getAccessibleCertificates', sign: 'signHash' },
  ways: [
    {
      name: 'key with a PIN',
      certificate: ({ alias }) => alias === 'ana-pin',
      pin: '246810',
      expected: { authenticationType: 'PIN', pinRequired: true, inputs: ['pin'], maxDocuments: null, scal: '1' },
    },
    {
      name: 'key without a PIN',
      certificate: ({ alias }) => alias === 'ana-nopin',
      expected: { authenticationType: 'PIN', pinRequired: false, inputs: [] },
    },
  ],
  expired: {
    name: 'expired',
    account: account('expired'),
    certificate: () => true,
    pin: '246810',
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
    'disabled certificate': 'it does not list what may not be used',
  },
})

describe('RedTrust: rules of its own', () => {
  let sandbox: TestSandbox
  const signatures = async (): Promise<unknown[]> =>
    (await (await sandbox.get('/control/signatures.json')).json()) as unknown[]
  beforeAll(async () => {
    sandbox = await TestSandbox.open()
  })
  beforeEach(async () => {
    await sandbox.postJson('/control/reset', {})
  })
  afterAll(() => sandbox.close())

  /** An account as the server keeps it, with a count of how often its state was replaced. */
  async function open(): Promise<{ account: Account; connector: Connector; kept: ConnectorState[] }> {
    const connector = connectTo(sandbox.url, 15_000)
    const outcome = await connector.link(account('ana').fields)
    const kept: ConnectorState[] = [outcome.state]
    const current = {
      get state() {
        return kept.at(-1) ?? {}
      },
      keep: async (state: ConnectorState) => void kept.push(state),
    }
    return { account: current, connector, kept }
  }

  it('keeps a refresh token and nothing else', async () => {
    const { kept } = await open()
    expect(kept.map(Object.keys)).toEqual([['refreshToken']])
  })

  it('uses each refresh token once, also when several documents are signed at the same time', async () => {
    const { account, kept } = await open()
    const connector = connectTo(sandbox.url, 15_000)
    await Promise.all([1, 2, 3, 4].map(() => connector.listCertificates(account)))
    const stale = { state: kept[0] ?? {}, keep: account.keep }
    await connector.listCertificates(stale)
    expect(kept).toHaveLength(2)
    expect(kept[1]).not.toEqual(kept[0])
  })

  it('fetches another access token when its own is refused before its time, and keeps what that brought', async () => {
    const { account, connector, kept } = await open()
    const stale = { state: kept[0] ?? {}, keep: account.keep }
    for (let time = 0; time < 2; time += 1) {
      await sandbox.postJson('/control/faults', {
        service: 'redtrust',
        operation: 'getAccessibleCertificates',
        fault: 'expired-session',
        times: 1,
      })
      expect(await connector.check(stale)).toBe(true)
    }
    expect(kept).toHaveLength(3)
    const elsewhere = connectTo(sandbox.url, 15_000)
    expect(await elsewhere.check(account)).toBe(true)
  })

  it('asks twice at most', async () => {
    const { account, connector } = await open()
    await sandbox.postJson('/control/faults', {
      service: 'redtrust',
      operation: 'getAccessibleCertificates',
      fault: 'expired-session',
      times: 2,
    })
    expect(await connector.check(account)).toBe(false)
    expect(await connector.check(account)).toBe(true)
  })

  it('has the account authorised again when its log-in has run out', async () => {
    const { account } = await open()
    const connector = connectTo(sandbox.url, 15_000)
    await sandbox.postJson('/control/clock', { seconds: 25 * 3600 })
    expect(await connector.check(account)).toBe(false)
    await expect(connector.listCertificates(account)).rejects.toMatchObject({ code: 'not-authorised' })
  })

  it('finds what was added and what was taken away when it synchronises', async () => {
    const { account, connector } = await open()
    const aliases = async () => (await connector.listCertificates(account)).map(({ alias }) => alias)
    expect(await aliases()).toEqual(['ana-pin', 'ana-nopin'])
    await sandbox.postJson('/control/redtrust/issue', { user: 'ana' })
    expect(await aliases()).toHaveLength(3)
    await sandbox.postJson('/control/redtrust/remove', { user: 'ana', alias: 'ana-pin' })
    expect(await aliases()).not.toContain('ana-pin')
  })

  it('does not find the key of a certificate that was taken away', async () => {
    const { account, connector } = await open()
    const [certificate] = await connector.listCertificates(account)
    const { ref = '', chain = [], maxDocuments = null, scal = '1' } = certificate ?? {}
    await sandbox.postJson('/control/redtrust/remove', { user: 'ana', alias: 'ana-pin' })
    const key = { ref, certificate: chain[0] ?? Buffer.of(), maxDocuments, scal }
    const item = { attributes: Buffer.of(1), digest: Buffer.alloc(32), digestAlgorithm: 'SHA-256' } as const
    await expect(connector.sign(account, { key, item, inputs: { pin: '246810' } })).rejects.toMatchObject({
      code: 'certificate-not-found',
    })
    expect(await signatures()).toEqual([])
  })

  it('is off while no address is set', () => {
    expect(connect(settingsOf({}))).toBeUndefined()
  })

  it('takes another path from its settings, and refuses what is no path', async () => {
    const elsewhere = connect(settingsOf({ URL: `${sandbox.url}/redtrust`, LOGIN_PATH: '/raapi/v9/login' }))
    await expect(elsewhere?.link(account('ana').fields)).rejects.toMatchObject({ code: 'failed' })
    expect(() => connect(settingsOf({ URL: sandbox.url, LOGIN_PATH: '@example.org/' }))).toThrow('LOGIN_PATH')
  })
})
