import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { TestSandbox } from '../../../../apps/sandbox/src/test-sandbox.ts'
import type { Connector } from '../connector.ts'
import type { ConformancePlan, TestAccount, Way } from '../../testing/conformance-plan.ts'
import { describeConnector } from '../../testing/conformance.ts'
import { describeErrands } from '../../testing/expect-errands.ts'
import { LINK_WAY } from '../../testing/drive-connector.ts'
import { settingsOf } from '../../testing/settings-of.ts'
import { connect } from './connector.ts'

const PIN = '246810'

function connectTo(url: string, timeoutMs = 15_000, settings: Record<string, string> = {}): Connector {
  const connector = connect(settingsOf({ URL: `${url}/ivsign/Keyman/rest/v5`, TIMEOUT_MS: timeoutMs, ...settings }))
  if (connector === undefined) throw new Error('no connector')
  return connector
}

/** Whose log-in goes to the page, unless it is somebody without a second factor. */
const accountOf = (Username: string): TestAccount => ({
  fields: { Username, Password: 'Rubrica-2026', Organization: 'SANDBOX' },
  answer: async (outcome, steering) => {
    if (outcome.kind === 'redirect') await steering.decideOnPage(outcome.url, 'approve')
    return { returned: true }
  },
})

const byPin: Way = {
  name: 'software certificate with a PIN',
  certificate: ({ ref }) => ref === 'ana-pin',
  pin: PIN,
  expected: { authenticationType: 'PIN', pinRequired: true, inputs: ['pin'], maxDocuments: null, scal: '1' },
}
const byPage: Way = {
  name: 'on the page',
  certificate: ({ ref }) => ref === 'ana-redirect',
  opensSignatureSession: true,
  page: true,
  expected: { authenticationType: 'OTP', pinRequired: false, inputs: [], maxDocuments: 1, scal: '2' },
}
const byPhone: Way = {
  name: 'on the phone',
  certificate: ({ ref }) => ref === 'ana-mobile',
  opensSignatureSession: true,
  push: true,
  expected: { authenticationType: 'APP', pinRequired: false, inputs: [], maxDocuments: 1, scal: '2' },
}
const ofPlain = (ref: string): Pick<Way, 'account' | 'certificate'> => ({
  account: accountOf('plain'),
  certificate: (one) => one.ref === ref,
})
const noCodes = 'it sends none: its page and the phone ask for themselves'

const plan: ConformancePlan = {
  name: 'Ivnosys',
  standIn: () => TestSandbox.open(),
  service: 'ivnosys',
  connect: connectTo,
  account: accountOf('ana'),
  legalId: '00000000T',
  wrongFields: { ...accountOf('ana').fields, Password: 'not-the-password' },
  operations: { link: 'login', list: 'listAvailable', sign: 'hash' },
  ways: [
    byPin,
    byPage,
    byPhone,
    { name: 'person without a second factor', ...ofPlain('plain-pin'), pin: PIN, expected: { pinRequired: true } },
  ],
  disabled: { name: 'disabled', ...ofPlain('plain-disabled'), pin: PIN, expected: {} },
  expired: { name: 'expired', account: accountOf('expired'), certificate: () => true, pin: PIN, expected: {} },
  signatureSessionLifeSeconds: 601,
  lacks: {
    'account that is taken back': 'a log-in cannot be ended by a call',
    'wrong code': noCodes,
    'reused code': noCodes,
    'expired code': noCodes,
    'batch too large': 'it sets no limit',
  },
}

describeConnector(plan)
describeErrands({
  ...plan,
  byPage,
  byPhone,
  byPageWithPin: {
    name: 'page and PIN',
    ...ofPlain('plain-redirectpin'),
    opensSignatureSession: true,
    page: true,
    pin: PIN,
    expected: {},
  },
  errandOperations: { page: 'mfa', check: 'check' },
  loginLifeSeconds: 9 * 3600,
})

describe('Ivnosys: rules of its own', () => {
  it.each([
    ['both', { authentication: 'T1', authorization: 'Bearer T1' }],
    ['authentication', { authentication: 'T1' }],
    ['bearer', { authorization: 'Bearer T1' }],
  ])('the token goes in the header that is set: %s', async (TOKEN_HEADER, expected) => {
    const { url, seen, close } = await listen({ validated: true })
    const connector = connectTo(url, 5000, { TOKEN_HEADER })
    const account = { state: { token: 'T1' }, keep: () => Promise.resolve() }
    expect(await connector.check(account)).toBe(true)
    const sent = Object.entries(seen.headers).filter(([name]) => name.startsWith('auth'))
    expect(Object.fromEntries(sent)).toEqual(expected)
    await close()
  })

  it('a log-in names the module that is set, and its paths can be others', async () => {
    const { url, seen, close } = await listen({ token: 'T1', userid: 'ana' })
    const connector = connectTo(url, 5000, { MODULE: 'portal', LOGIN_PATH: '/login' })
    const linked = await connector.link({ Username: 'ana', Password: 'secret', Organization: 'ACME' })
    expect(linked).toMatchObject({ kind: 'linked', label: 'ana (ACME)' })
    expect(JSON.stringify(linked)).not.toContain('secret')
    expect(seen.url).toBe('/ivsign/Keyman/rest/v5/login')
    expect(JSON.parse(seen.body)).toMatchObject({ orgaid: 'ACME', login: 'ana', authmethod: 'PASS', module: 'portal' })
    await close()
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//elsewhere.example',
    '',
    7,
    'https://a.example/\u0000',
    'http://a.example/',
    'https://bank.example@a.example/',
  ])('nobody is sent to %j', async (redirecturl) => {
    const { url, close } = await listen({
      ...{ token: 'T1', validated: false, transactionid: '1', authtype: 'REDIRECT', redirecturl },
    })
    const linking = connectTo(url).link(accountOf('ana').fields, LINK_WAY)
    await expect(linking).rejects.toMatchObject({ code: 'failed' })
    await close()
  })
})

/** A service that gives everybody the same answer. */
async function listen(content: object) {
  const seen = { url: '', body: '', headers: {} as Record<string, unknown> }
  const server = createServer((request, reply) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      Object.assign(seen, { url: request.url, headers: request.headers, body: Buffer.concat(parts).toString() })
      reply.end(JSON.stringify({ error: { code: 0, message: 'OK' }, ...content }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { url: `http://127.0.0.1:${port}`, seen, close }
}
