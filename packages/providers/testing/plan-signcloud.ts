/**
 * What the suite needs for an instance of SignCloud: the stand-ins differ in their address and their authorities only.
 */
import type { Connector } from '../src/connector.ts'
import type { SettingsReader } from '../src/registered-provider.ts'
import type { ConformancePlan } from './conformance-plan.ts'
import { settingsOf } from './settings-of.ts'
import type { StandIn } from './steer-stand-in.ts'

const PASSWORD = 'Rubrica-2026'
export const accountOf = (Username: string) => ({ fields: { Username, Password: PASSWORD } })

type Connect = (settings: SettingsReader) => Connector | undefined

/** A connector that speaks to the stand-in at `url`. */
export function openAt(
  connect: Connect,
  url: string,
  settings: Readonly<Record<string, string | number>> = {},
): Connector {
  const connector = connect(settingsOf({ URL: url, ...settings }))
  if (connector === undefined) throw new Error('no connector')
  return connector
}

const noSignatureSessions = 'it knows no sessions: what was typed goes along with each document'

interface Instance {
  readonly name: string
  /** Part of the stand-in's address. */
  readonly path: string
  readonly connect: Connect
  readonly standIn: () => Promise<StandIn>
}

export const planOf = ({ name, path, connect, standIn }: Instance): ConformancePlan => ({
  name,
  standIn,
  service: 'signcloud',
  connect: (url, timeoutMs) => openAt(connect, `${url}/signcloud/${path}`, { TIMEOUT_MS: timeoutMs }),
  account: accountOf('ana'),
  legalId: '00000000T',
  wrongFields: { ...accountOf('ana').fields, Password: 'not-the-password' },
  keepsPassword: 'each call of the protocol carries the password',
  operations: { link: 'token_info', list: 'get_objects', sign: 'sign_rsa' },
  ways: [
    {
      name: 'PIN',
      certificate: () => true,
      pin: '246810',
      expected: { ref: 'DS0', authenticationType: 'PIN', pinRequired: true, inputs: ['pin'], qualified: false },
    },
    {
      name: 'code, then PIN',
      account: accountOf('biel'),
      certificate: () => true,
      code: 'sent',
      pin: '135790',
      expected: { authenticationType: 'OTP', pinRequired: true, inputs: ['code', 'pin'], qualified: true },
    },
  ],
  expired: { name: 'expired', account: accountOf('expired'), certificate: () => true, pin: '246810', expected: {} },
  codeLifeSeconds: 301,
  lacks: {
    'account that is taken back': 'there is nothing to take back: it has no log-in',
    'account that the provider forgot': 'it has no log-in that could be forgotten',
    'refused on the phone': 'it asks nothing on a phone',
    'expired signature session': noSignatureSessions,
    'signature session for other digests': noSignatureSessions,
    'duplicated delivery': noSignatureSessions,
    'batch too large': noSignatureSessions,
    'disabled certificate': 'it does not list what may not be used',
  },
})
