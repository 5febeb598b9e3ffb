import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TestSandbox } from '../../../../apps/sandbox/src/test-sandbox.ts'
import type { Account, Connector, KeyReference } from '../connector.ts'
import { describeConnector } from '../../testing/conformance.ts'
import { accountOf, openAt, planOf } from '../../testing/plan-signcloud.ts'
import { makeItems } from '../../testing/drive-connector.ts'
import { settingsOf } from '../../testing/settings-of.ts'
import { Steering } from '../../testing/steer-stand-in.ts'
import { connect } from './connector.ts'

describeConnector(planOf({ name: 'Uanataca', path: 'uanataca', connect, standIn: () => TestSandbox.open() }))

describe('Uanataca', () => {
  let sandbox: TestSandbox
  let steering: Steering
  beforeAll(async () => {
    sandbox = await TestSandbox.open()
    steering = new Steering(sandbox.url, 'signcloud')
  })
  beforeEach(() => steering.reset())
  afterAll(() => sandbox.close())

  const connectTo = (settings: Record<string, string> = {}): Connector =>
    openAt(connect, `${sandbox.url}/signcloud/uanataca`, settings)

  async function ready(user: string, connector = connectTo()): Promise<{ account: Account; key: KeyReference }> {
    const { state } = await connector.link(accountOf(user).fields)
    const account = { state, keep: async () => {} }
    const [certificate] = await connector.listCertificates(account)
    const { ref = '', chain = [], maxDocuments = null, scal = '1' } = certificate ?? {}
    return { account, key: { ref, certificate: chain[0] ?? Buffer.of(), maxDocuments, scal } }
  }

  it('passes on that there is no such token in its own words', async () => {
    await expect(connectTo().link(accountOf('nobody').fields)).rejects.toMatchObject({
      code: 'login-invalid',
      message: 'Token not found',
    })
  })

  it('says that it cannot be reached', async () => {
    const connector = openAt(connect, 'http://127.0.0.1:1')
    await expect(connector.link(accountOf('ana').fields)).rejects.toMatchObject({
      code: 'unreachable',
      message: 'Error connecting to Uanataca',
    })
  })

  it('tells a wrong password from the pause after three of them, in which nothing is known of the account', async () => {
    const connector = connectTo()
    const { account } = await ready('ana', connector)
    const wrong = { ...account, state: { username: 'ana', password: 'wrong' } }
    for (let tries = 0; tries < 3; tries += 1) expect(await connector.check(wrong)).toBe(false)
    await expect(connector.check(account)).rejects.toMatchObject({ code: 'failed', facts: { status: 420 } })
    await steering.advance(61)
    expect(await connector.check(account)).toBe(true)
  })

  it('lists the certificate with its issuers, and not the issuers themselves', async () => {
    const connector = connectTo()
    const { account } = await ready('ana', connector)
    const certificates = await connector.listCertificates(account)
    expect(certificates.map(({ chain }) => chain.length)).toEqual([3])
  })

  it('sends one code for all documents, tells where to, and needs the PIN besides', async () => {
    const connector = connectTo()
    const { account, key } = await ready('biel', connector)
    const items = makeItems(3)
    const request = { key, uses: items.length, items }
    expect(await connector.requestCode?.(account, request)).toEqual({
      alsoNeedsPin: true,
      sentTo: expect.stringMatching(/^•••\d{3}$/) as string,
    })
    const inputs = { pin: '135790', code: await steering.sentCode() }
    for (const item of items) await connector.sign(account, { key, item, inputs })
    const [other] = makeItems(1)
    if (other === undefined) throw new Error('no item')
    await expect(connector.sign(account, { key, item: other, inputs })).rejects.toMatchObject({ code: 'code-expired' })
    expect(await steering.signatures()).toHaveLength(3)
  })

  it('asks for the code that a qualified certificate needs', async () => {
    const connector = connectTo()
    const { account, key } = await ready('biel', connector)
    const [item] = makeItems(1)
    if (item === undefined) throw new Error('no item')
    await expect(connector.sign(account, { key, item, inputs: { pin: '135790' } })).rejects.toMatchObject({
      code: 'code-required',
    })
  })

  it('does not find a key that is not there any more', async () => {
    const connector = connectTo()
    const { account, key } = await ready('ana', connector)
    const [item] = makeItems(1)
    if (item === undefined) throw new Error('no item')
    const request = { key: { ...key, ref: 'DS9' }, item, inputs: { pin: '246810' } }
    await expect(connector.sign(account, request)).rejects.toMatchObject({ code: 'certificate-not-found' })
  })

  it.each(['RSASHA256', 'RSASHA512', 'RSARAW'])('signs with the mechanism %s of its settings', async (mechanism) => {
    const connector = connectTo({ SIGN_MECHANISM: mechanism })
    const { account, key } = await ready('ana', connector)
    for (const item of makeItems(1)) {
      expect(await connector.sign(account, { key, item, inputs: { pin: '246810' } })).toHaveLength(256)
    }
  })

  it('bills signatures to the account of its settings', async () => {
    const billed = connectTo({ BILLING_USERNAME: 'rubrica', BILLING_PASSWORD: 'wrong' })
    const { account, key } = await ready('ana', billed)
    const [item] = makeItems(1)
    if (item === undefined) throw new Error('no item')
    const signing = billed.sign(account, { key, item, inputs: { pin: '246810' } })
    await expect(signing).rejects.toMatchObject({ code: 'failed' })
    expect(await steering.signatures()).toEqual([])
  })

  it('asks for the account again when what is kept is none of ours', async () => {
    const account = { state: { username: 'ana' }, keep: async () => {} }
    await expect(connectTo().listCertificates(account)).rejects.toMatchObject({ code: 'not-authorised' })
  })

  it('is off while no address is set', () => {
    expect(connect(settingsOf({}))).toBeUndefined()
  })
})
