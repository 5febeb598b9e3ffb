import { TestSandbox } from '../../../../apps/sandbox/src/test-sandbox.ts'
import type { Connector } from '../connector.ts'
import { describeConnector } from '../testing/conformance.ts'
import type { Way } from '../testing/conformance-plan.ts'
import { settingsOf } from '../testing/settings-of.ts'
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
