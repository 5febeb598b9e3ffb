import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestSandbox } from '../../../../apps/sandbox/src/test-sandbox.ts'
import type { Connector } from '../connector.ts'
import { describeConnector } from '../testing/conformance.ts'
import type { Way } from '../testing/conformance-plan.ts'
import { settingsOf } from '../testing/settings-of.ts'
import { Steering } from '../testing/steer-stand-in.ts'
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

const withPinInSession: Way = { ...withPin, name: 'PIN, in a session', session: true }

const withCode: Way = {
  name: 'code by text message and PIN',
  certificate: named('ana-sms'),
  pin: PIN,
  code: 'sent',
  session: true,
  expected: { authenticationType: 'SMS', pinRequired: true, inputs: ['code', 'pin'], scal: '2', maxDocuments: 50 },
}

const withApp = { authenticationType: 'APP', pinRequired: false, scal: '2', maxDocuments: 50 } as const

const common = {
  standIn: () => TestSandbox.open(),
  service: 'csc',
  account: { fields },
  wrongFields: { ...fields, Password: 'Rubrica-2025' },
  operations: { link: 'auth/login', list: 'credentials/list', sign: 'signatures/signHash' },
  disabled: { ...withPin, certificate: named('ana-disabled') },
  expired: { ...withPin, certificate: named('ana-expired') },
  codeLifeSeconds: 301,
  sessionLifeSeconds: 301,
} as const

describeConnector({
  ...common,
  name: 'TrustPRO by CSC 2.0',
  connect: (url, timeoutMs) => open(url, 'csc2', timeoutMs),
  ways: [
    withPin,
    withPinAndEcKey,
    withPinInSession,
    withCode,
    {
      name: 'accepted on the phone',
      certificate: named('ana-app'),
      push: true,
      session: true,
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
    withPinInSession,
    withCode,
    {
      name: 'code of the app',
      certificate: named('ana-app'),
      code: { app: 'ana-app' },
      session: true,
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

  it('is off without an address', () => expect(connect(settingsOf({}))).toBeUndefined())

  it('takes other paths, and refuses what is none', async () => {
    const moved = connect(settingsOf({ URL: sandbox.url, LOGIN_PATH: '/csc/v2/auth/login', LIST_PATH: '/nowhere' }))
    const outcome = await moved?.link(fields)
    const account = { state: outcome?.state ?? {}, keep: async () => undefined }
    await expect(moved?.listCertificates(account)).rejects.toMatchObject({ code: 'failed' })
    expect(() => connect(settingsOf({ URL: sandbox.url, SIGN_PATH: 'http://elsewhere/' }))).toThrow('SIGN_PATH')
  })
})
