import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { TestSandbox } from '../../../../apps/sandbox/src/test-sandbox.ts'
import type { Connector } from '../connector.ts'
import { describeConnector } from '../../testing/conformance.ts'
import type { Way } from '../../testing/conformance-plan.ts'
import { makeItems } from '../../testing/drive-connector.ts'
import { keep } from '../../testing/script-csc.ts'
import { settingsOf } from '../../testing/settings-of.ts'
import { Steering } from '../../testing/steer-stand-in.ts'
import { connect } from './connector.ts'

const PIN = '246810'
const fields = { Username: 'ana', Password: 'Rubrica-2026' }

/** One of the account's certificates at the stand-in. */
const named =
  (ref: string): Way['certificate'] =>
  (certificate) =>
    certificate.ref === ref

function open(url: string, DIALECT: string, timeoutMs: number): Connector {
  const connector = connect(settingsOf({ URL: `${url}/csc`, DIALECT, TIMEOUT_MS: String(timeoutMs) }))
  if (connector === undefined) throw new Error('The connector is off')
  return connector
}

const withPin: Way = {
  name: 'PIN',
  certificate: named('ana-pin'),
  pin: PIN,
  expected: { authenticationType: 'PIN', pinRequired: true, inputs: ['pin'], scal: '1', maxDocuments: 50 },
}

const withPinAndEcKey: Way = {
  ...withPin,
  name: 'PIN, with an EC key',
  account: { fields: { ...fields, Username: 'biel' } },
  certificate: named('biel-pin'),
}

const withPinInSignatureSession: Way = { ...withPin, name: 'PIN, in a signature session', opensSignatureSession: true }

const withCode: Way = {
  name: 'code by text message and PIN',
  certificate: named('ana-sms'),
  pin: PIN,
  code: 'sent',
  opensSignatureSession: true,
  expected: { authenticationType: 'SMS', pinRequired: true, inputs: ['code', 'pin'], scal: '2', maxDocuments: 50 },
}

const withApp = { authenticationType: 'APP', pinRequired: false, scal: '2', maxDocuments: 50 } as const

const common = {
  standIn: () => TestSandbox.open(),
  service: 'csc',
  account: { fields },
  legalId: '00000000T',
  wrongFields: { ...fields, Password: 'Rubrica-2025' },
  operations: { link: 'auth/login', list: 'credentials/list', sign: 'signatures/signHash' },
  disabled: { ...withPin, certificate: named('ana-disabled') },
  expired: { ...withPin, certificate: named('ana-expired') },
  codeLifeSeconds: 301,
  signatureSessionLifeSeconds: 301,
} as const

describeConnector({
  ...common,
  name: 'TrustPRO by CSC 2.0',
  connect: (url, timeoutMs) => open(url, 'csc2', timeoutMs),
  ways: [
    withPin,
    withPinAndEcKey,
    withPinInSignatureSession,
    withCode,
    {
      name: 'accepted on the phone',
      certificate: named('ana-app'),
      push: true,
      opensSignatureSession: true,
      expected: { ...withApp, inputs: [] },
    },
  ],
})

describeConnector({
  ...common,
  name: 'TrustPRO by CSC 1.0.4',
  connect: (url, timeoutMs) => open(url, 'csc1', timeoutMs),
  ways: [
    withPin,
    withPinAndEcKey,
    withPinInSignatureSession,
    withCode,
    {
      name: 'code of the app',
      certificate: named('ana-app'),
      code: { app: 'ana-app' },
      opensSignatureSession: true,
      expected: { ...withApp, inputs: ['code'] },
    },
  ],
  lacks: { 'refused on the phone': 'this version cannot ask on the phone' },
})

describe('TrustPRO: rules of its own', () => {
  let sandbox: TestSandbox
  beforeAll(async () => (sandbox = await TestSandbox.open()))
  afterAll(async () => sandbox.close())
  const mfa = { ...fields, Username: 'mfa' }

  it.each(['csc1', 'csc2'])('gives the code of the form at log-in, by %s', async (dialect) => {
    const connector = open(sandbox.url, dialect, 15_000)
    const Otp = await new Steering(sandbox.url, 'csc').appCode('mfa')
    await expect(connector.link(mfa)).rejects.toMatchObject({ code: 'login-invalid' })
    await expect(connector.link({ ...mfa, Otp: 'x' })).rejects.toMatchObject({ code: 'login-invalid' })
    expect(await connector.link({ ...mfa, Otp })).toMatchObject({ kind: 'linked', label: 'mfa' })
  })

  it.each(['csc1', 'csc2'])('tells which certificate signs one document at a time, by %s', async (dialect) => {
    const connector = open(sandbox.url, dialect, 15_000)
    const outcome = await connector.link(fields)
    const listed = await connector.listCertificates({ state: outcome.state, keep: async () => undefined })
    expect(listed.map(({ ref, maxDocuments }) => [ref, maxDocuments])).toContainEqual(['ana-single', 1])
  })

  describe.each(['csc1', 'csc2'])('by %s', (dialect) => {
    const linked = async (user: string) => {
      const connector = open(sandbox.url, dialect, 15_000)
      const { state } = await connector.link({ ...fields, Username: user })
      const account = { state, keep: async () => undefined }
      const keyOf = async (name: string) => {
        const certificate = (await connector.listCertificates(account)).find(({ ref }) => ref === name)!
        return { certificate, key: { ...certificate, certificate: certificate.chain[0]! } }
      }
      return { connector, account, keyOf }
    }

    it('signs with a certificate about which the service asks its user by itself', async () => {
      const { connector, account, keyOf } = await linked('implicit')
      const { certificate, key } = await keyOf('implicit-key')
      expect(certificate).toMatchObject({ authenticationType: 'APP', pinRequired: false, inputs: [] })
      const items = makeItems(2)
      const opening = connector.openSignatureSession!(account, { key, items, uses: 2, inputs: {}, description: 'Two' })
      const steering = new Steering(sandbox.url, 'csc')
      await vi.waitFor(() => steering.answerPush('accept'), { timeout: 10_000 })
      const begun = await opening
      const outcome = begun.kind === 'waiting' ? await connector.continueSignatureSession!(account, begun.state) : begun
      const signatureSession = keep(outcome.state)
      for (const item of items) await connector.sign(account, { key, item, inputs: {}, signatureSession })
    })

    it('links with a refresh token alone, and signs a batch in one call where that is all an authorisation serves', async () => {
      const steering = new Steering(sandbox.url, 'csc')
      await steering.order({ operation: 'auth/login', fault: 'refresh-alone' })
      const { connector, account, keyOf } = await linked('ana')
      const { key } = await keyOf('ana-pin')
      await steering.order({ operation: 'info', fault: 'one-call' })
      await steering.order({ operation: 'signatures/signHash', fault: 'one-call' })
      const items = makeItems(3)
      const request = { key, items, uses: 3, inputs: { pin: PIN }, description: 'Three' }
      const signatureSession = keep((await connector.openSignatureSession!(account, request)).state)
      for (const item of items) await connector.sign(account, { key, item, inputs: {}, signatureSession })
    })
  })

  it('is off without an address', () => expect(connect(settingsOf({}))).toBeUndefined())

  it('takes other paths, and refuses what is none', async () => {
    const moved = connect(settingsOf({ URL: sandbox.url, LOGIN_PATH: '/csc/v2/auth/login', LIST_PATH: '/nowhere' }))
    const outcome = await moved?.link(fields)
    const account = { state: outcome?.state ?? {}, keep: async () => undefined }
    await expect(moved?.listCertificates(account)).rejects.toMatchObject({ code: 'failed' })
    expect(() => connect(settingsOf({ URL: sandbox.url, SIGN_PATH: 'http://elsewhere/' }))).toThrow('SIGN_PATH')
  })
})
