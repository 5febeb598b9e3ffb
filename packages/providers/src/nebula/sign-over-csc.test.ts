import { verify, X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TestSandbox } from '../../../../apps/sandbox/src/test-sandbox.ts'
import type { Account, KeyReference } from '../connector.ts'
import { makeItems } from '../testing/drive-connector.ts'
import { settingsOf } from '../testing/settings-of.ts'
import { Steering } from '../testing/steer-stand-in.ts'
import { connect } from './connector.ts'

describe('keys of Nebula over the CSC API', () => {
  let sandbox: TestSandbox
  let steering: Steering
  let account: Account
  beforeAll(async () => {
    sandbox = await TestSandbox.open()
    steering = new Steering(sandbox.url, 'csc')
  })
  // The API is the one that another stand-in serves: its own log-in gives what stands for the robust token.
  beforeEach(async () => {
    await steering.reset()
    const basic = Buffer.from('ana:Rubrica-2026').toString('base64')
    const headers = { authorization: `Basic ${basic}`, 'content-type': 'application/json', connection: 'close' }
    const answer = await fetch(`${sandbox.url}/csc/v1/auth/login`, { method: 'POST', headers, body: '{}' })
    const { access_token: robust } = (await answer.json()) as { access_token: string }
    account = { state: { client: 'rubrica', username: 'ana', password: 'x', robust }, keep: async () => {} }
  })
  afterAll(() => sandbox.close())

  function open() {
    const connector = connect(settingsOf({ URL: sandbox.url, DIALECT: 'csc1', TIMEOUT_MS: 15_000 }))
    if (connector === undefined) throw new Error('no connector')
    return connector
  }

  async function findKey(): Promise<KeyReference> {
    const certificates = await open().listCertificates(account)
    const { ref = '', chain = [], maxDocuments = null, scal = '1' } = certificates.find((one) => one.enabled) ?? {}
    return { ref, certificate: chain[0] ?? Buffer.of(), maxDocuments, scal }
  }

  it('lists those that ask for a PIN, and no others', async () => {
    const certificates = await open().listCertificates(account)
    expect(certificates.length).toBeGreaterThan(0)
    expect(new Set(certificates.flatMap(({ inputs }) => inputs))).toEqual(new Set(['pin']))
  })

  it('sign each document with an authorisation of its own', async () => {
    const key = await findKey()
    for (const item of makeItems(2)) {
      const signature = await open().sign(account, { key, item, inputs: { pin: '246810' } })
      expect(verify('sha256', item.attributes, new X509Certificate(key.certificate).publicKey, signature)).toBe(true)
    }
    expect(await steering.signatures()).toHaveLength(2)
  })

  it('mark their troubles like those of the other calls', async () => {
    const key = await findKey()
    for (const item of makeItems(1)) {
      await expect(open().sign(account, { key, item, inputs: { pin: '000000' } })).rejects.toMatchObject({
        code: 'wrong-pin',
        message: expect.stringContaining('integrationUnauthorized') as string,
      })
    }
    expect(await open().check(account)).toBe(true)
    expect(await open().check({ ...account, state: { ...account.state, robust: 'nonsense' } })).toBe(false)
  })
})
