/**
 * Whatever a provider answers, a connector gives a result or a ProviderError, and repeats no secret that it was sent.
 */
import { X509Certificate } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestSandbox } from '../../../apps/sandbox/src/test-sandbox.ts'
import { ProviderError, type Account, type Connector, type ConnectorState } from '../src/connector.ts'
import { registry } from '../src/registry.ts'
import { LINK_WAY, makeItems } from '../testing/drive-connector.ts'
import { settingsOf } from '../testing/settings-of.ts'

const SECRETS = { password: 'CANARY-password', pin: 'CANARY-pin', code: 'CANARY-code', token: 'CANARY-token' }

/** Members that some protocol of ours looks at. */
const MEMBERS = [
  ...[
    'result',
    'error',
    'msg',
    'details',
    'qualified',
    'label',
    'data',
    'ckaid',
    'additional_data',
    'number',
    'max_uses',
  ],
  ...['messageType', 'accessToken', 'refreshToken', 'expiration', 'ResultStatus', 'ResultMessage', 'ResultData'],
  ...['thumbprint', 'alias', 'needPin', 'X509Data', 'X509Chain', 'code', 'message', 'content', 'token', 'session'],
  ...['authenticators', 'challenge', 'certificatesList', 'policiesList', 'certificate', 'signedData', 'objId'],
  ...[
    'access_token',
    'refresh_token',
    'expires_in',
    'credentialIDs',
    'key',
    'cert',
    'auth',
    'SAD',
    'signatures',
    '__proto__',
  ],
  ...['transactionid', 'authtype', 'redirecturl', 'state', 'userid', 'validated', 'certlist', 'certid', 'haspin'],
]
const WORDS = [
  'SUCCESS',
  'ERROR',
  'OK',
  'Token not found',
  'Pin invalid',
  'REDIRECT',
  'APPROVED',
  'https://provider.example/page',
  'error_sign_init',
  'auth_failed',
  'AAAA',
  '\u0000',
  '',
]

let certificate = ''
let answer: { status: number; body: string } = { status: 200, body: '' }
let server: Server
beforeAll(async () => {
  const sandbox = await TestSandbox.open()
  certificate = (await sandbox.savePerson('Fran')).raw.toString('base64')
  await sandbox.close()
  server = createServer((request, reply) => {
    const sent: Buffer[] = []
    request.on('data', (part: Buffer) => sent.push(part))
    // What was sent comes back wherever the answer says so.
    request.on('end', () => {
      const echo = JSON.stringify(Buffer.concat(sent).toString() + (request.headers.authorization ?? '')).slice(1, -1)
      reply.writeHead(answer.status).end(answer.body.replaceAll('ECHO', () => echo))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => void server.close())

const { value: anything } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom<unknown>(null, true, false, 0, -1, 1e308, 'ECHO', 'CERTIFICATE', ...WORDS),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...MEMBERS), tie('value'), { maxKeys: 6 }),
  ),
}))
const answers = fc.record({
  status: fc.constantFrom(200, 200, 200, 201, 202, 204, 302, 400, 401, 403, 412, 420, 500),
  body: anything.map((value) => (JSON.stringify(value) ?? '').replaceAll('CERTIFICATE', () => certificate)),
})

const state: ConnectorState = {
  ...{ username: 'ana', client: 'rubrica', password: SECRETS.password, session: 'one', asking: SECRETS.token },
  ...{ refreshToken: SECRETS.token, robust: SECRETS.token, simple: SECRETS.token },
  ...{ organisation: 'rubrica', login: 'ana', user: 'ana', transaction: 'one', ticket: SECRETS.token },
  token: SECRETS.token,
}
const account: Account = { state, keep: () => Promise.resolve() }
const fields = {
  ...{ Username: 'ana', Password: SECRETS.password, Domain: 'rubrica', Client: 'rubrica', Otp: SECRETS.code },
  Organization: 'rubrica',
}
const way = LINK_WAY

/** Every call of a connector, with secrets wherever one may stand. */
function callAll(connector: Connector): Promise<unknown>[] {
  const items = makeItems(1)
  const inputs = { pin: SECRETS.pin, code: SECRETS.code }
  const leaf = Buffer.from(certificate, 'base64')
  const key = { ref: 'DS0', certificate: new X509Certificate(leaf).raw, maxDocuments: null, scal: '1' } as const
  const request = { key, items, uses: 1 }
  const calls = [
    connector.link(fields, way),
    connector.continueLink?.(state, { authenticator: 'SMS' }),
    connector.continueLink?.(state, { challenge: SECRETS.code }),
    connector.continueLink?.(state, { returned: true }),
    connector.relink?.(account, way),
    connector.unlink?.(account),
    connector.check(account),
    connector.listCertificates(account),
    connector.requestCode?.(account, request),
    connector.openSignatureSession?.(account, { ...request, inputs, description: 'document', way }),
    connector.continueSignatureSession?.(account, state),
    ...items.map((item) => connector.sign(account, { key, item, inputs })),
  ]
  return calls.filter((call) => call !== undefined)
}

const remote = registry.filter((provider) => provider.kind === 'remote')

describe.each(remote)('$manifest.label', (provider) => {
  it('takes any answer for what it is, and tells no secret', async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await fc.assert(
      fc.asyncProperty(answers, async (next) => {
        answer = next
        const connector = provider.connect(settingsOf({ URL: url, TIMEOUT_MS: 15_000 }))
        if (connector === undefined) throw new Error('no connector')
        for (const outcome of await Promise.allSettled(callAll(connector))) {
          if (outcome.status === 'fulfilled') continue
          expect(outcome.reason).toBeInstanceOf(ProviderError)
          const told = inspect(outcome.reason, { depth: 10 })
          for (const secret of Object.values(SECRETS)) expect(told).not.toContain(secret)
        }
      }),
      { numRuns: 60 },
    )
  }, 60_000)
})
