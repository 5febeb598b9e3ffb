import { createHash, generateKeyPairSync, sign as signWith, verify, X509Certificate } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TestSandbox } from '../../../../../apps/sandbox/src/test-sandbox.ts'
import { ProviderError, type Account, type Connector, type ConnectorState, type KeyReference } from '../../connector.ts'
import { makeItems } from '../../testing/drive-connector.ts'
import { connectCsc } from './connect-csc.ts'
import { standardPaths } from './csc-dialect.ts'

type Answer = { readonly status?: number; readonly body?: unknown }
type Scripted = Answer | ((body: Record<string, unknown>, authorization: string) => Answer)

/** A service that says whatever a test wants, call by call. */
class ScriptedService {
  readonly calls: { name: string; body: Record<string, unknown> }[] = []
  readonly #answers = new Map<string, Scripted>()
  readonly #server: Server

  constructor() {
    this.#server = createServer((request, reply) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        const name = (request.url ?? '').replace('/v2/', '')
        const body = JSON.parse(Buffer.concat(parts).toString() || '{}') as Record<string, unknown>
        this.calls.push({ name, body })
        const scripted = this.#answers.get(name) ?? { status: 404, body: { error: 'invalid_request' } }
        const answer = typeof scripted === 'function' ? scripted(body, request.headers.authorization ?? '') : scripted
        reply.writeHead(answer.status ?? 200).end(answer.body === undefined ? '' : JSON.stringify(answer.body))
      })
    })
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve))
  }

  on(name: string, answer: Scripted): void {
    this.#answers.set(name, answer)
  }

  count(name: string): number {
    return this.calls.filter((call) => call.name === name).length
  }
}

let certificate: Buffer
let privateKey: string
beforeAll(async () => {
  const sandbox = await TestSandbox.open()
  const person = await sandbox.savePerson('Emma', { keyType: 'ec' })
  certificate = person.raw
  const text = sandbox.openssl('pkcs12', '-in', 'Emma.p12', '-passin', 'pass:1234', '-nocerts', '-nodes')
  privateKey = text.slice(text.indexOf('-----BEGIN'))
  await sandbox.close()
})

let service: ScriptedService
let connector: Connector
let key: KeyReference
beforeEach(async () => {
  service = new ScriptedService()
  const url = await service.start()
  connector = connectCsc({ provider: 'Acme', url, dialect: 'csc2', paths: standardPaths('csc2'), timeoutMs: 5000 })
  key = { ref: 'one', certificate, maxDocuments: 10, scal: '2' }
  service.on('auth/login', login())
  service.on('credentials/list', { body: { credentialIDs: ['one'] } })
  service.on('credentials/info', { body: info() })
  service.on('credentials/authorize', { body: { SAD: 'sad-1', expiresIn: 300 } })
  service.on('credentials/extendTransaction', (body) => ({ body: { SAD: `${String(body['SAD'])}+`, expiresIn: 300 } }))
  service.on('signatures/signHash', { body: { signatures: [Buffer.alloc(64, 1).toString('base64')] } })
})
afterEach(async () => service.stop())

/** Gives tokens that are good for one exchange each. */
function login(): Scripted {
  let count = 0
  return (body) => {
    const expected = count === 0 ? undefined : `refresh-${count}`
    if (body['refresh_token'] !== undefined && body['refresh_token'] !== expected) {
      return { status: 400, body: { error: 'invalid_request', error_description: 'Invalid refresh_token' } }
    }
    count += 1
    return { body: { access_token: `access-${count}`, refresh_token: `refresh-${count}`, expires_in: 3600 } }
  }
}

const info = (more: Record<string, unknown> = {}) => ({
  key: { status: 'enabled', algo: ['1.2.840.10045.4.3.2'] },
  cert: { status: 'valid', certificates: [certificate.toString('base64')] },
  auth: { mode: 'explicit', objects: [{ type: 'Password', id: 'PIN' }] },
  SCAL: '2',
  multisign: 10,
  ...more,
})

function keep(first: ConnectorState): Account & { readonly kept: ConnectorState[] } {
  const kept = [first]
  return {
    kept,
    get state() {
      return kept.at(-1) ?? first
    },
    keep: async (state) => void kept.push(state),
  }
}

async function link(): Promise<ReturnType<typeof keep>> {
  const outcome = await connector.link({ Username: 'ana', Password: 'SECRET' })
  if (outcome.kind !== 'linked') throw new Error('not linked')
  return keep(outcome.state)
}

async function errorOf(work: Promise<unknown>): Promise<ProviderError> {
  const error: unknown = await work.then(
    () => 'no error',
    (reason: unknown) => reason,
  )
  if (!(error instanceof ProviderError)) throw new Error(`not a ProviderError: ${String(error)}`)
  return error
}

const [item] = makeItems(1)
if (item === undefined) throw new Error('no item')
const signOne = async (account: Account, more: object = {}) =>
  connector.sign(account, { key, item, inputs: { pin: '1234' }, ...more })

/** What the key's owner would sign, as two bare numbers. */
const truth = (encoding: 'der' | 'ieee-p1363', attributes = item.attributes) =>
  signWith('sha256', attributes, { key: privateKey, dsaEncoding: encoding }).toString('base64')

describe('answers that make no sense', () => {
  const PLAIN = [[], 'text', 5, null, { unknown: true }, undefined]

  it.each([
    ...PLAIN,
    { access_token: 'a' },
    { access_token: 5, refresh_token: 'r' },
    { access_token: 'a\r\nx: y', refresh_token: 'r' },
    { access_token: 'a', refresh_token: 'r'.repeat(9000) },
  ])('to the log-in: %j', async (body) => {
    service.on('auth/login', { body })
    expect((await errorOf(link())).code).toBe('failed')
  })

  it.each([
    ...PLAIN,
    { credentialIDs: 'one' },
    { credentialIDs: [5] },
    { credentialIDs: [''] },
    { credentialIDs: ['a\u202eb'] },
    { credentialIDs: Array.from({ length: 201 }, (_, index) => `c${index}`) },
    { credentialIDs: ['one'], nextPageToken: 'again' },
  ])('to the list: %j', async (body) => {
    const account = await link()
    service.on('credentials/list', { body })
    expect((await errorOf(connector.listCertificates(account))).code).toBe('failed')
    expect(service.count('credentials/list')).toBeLessThan(4)
  })

  it.each([
    { cert: undefined },
    { cert: { certificates: [] } },
    { cert: { certificates: ['!!'] } },
    { cert: { certificates: ['AAAA'] } },
    { cert: { certificates: Array.from({ length: 11 }, () => 'AAAA') } },
    { multisign: 0 },
    { multisign: -1 },
    { multisign: '5' },
    { multisign: 1.5 },
    { key: { status: 'enabled' } },
    { key: 'enabled' },
  ])('to the question about a credential: %j', async (more) => {
    const account = await link()
    service.on('credentials/info', { body: info(more) })
    expect((await errorOf(connector.listCertificates(account))).code).toBe('failed')
  })

  it.each([...PLAIN, { SAD: 5 }, { SAD: '' }, { SAD: 'a'.repeat(20_000) }])(
    'to the authorisation: %j',
    async (body) => {
      const account = await link()
      service.on('credentials/authorize', { body })
      expect((await errorOf(signOne(account))).code).toBe('failed')
      expect(service.count('signatures/signHash')).toBe(0)
    },
  )

  it.each([
    ...PLAIN,
    { signatures: [] },
    { signatures: 'AAAA' },
    { signatures: [5] },
    { signatures: [''] },
    { signatures: ['not base64!'] },
    { signatures: ['AAAA', 'AAAA'] },
    { signatures: ['A'.repeat(20_000)] },
    { responseID: 'later' },
  ])('to the signing: %j', async (body) => {
    const account = await link()
    service.on('signatures/signHash', { body })
    expect((await errorOf(signOne(account))).code).toBe('answer-lost')
    expect(service.count('signatures/signHash')).toBe(1)
  })

  it('ignores credentials that are authorised elsewhere', async () => {
    const account = await link()
    service.on('credentials/info', { body: info({ auth: { mode: 'oauth2code' } }) })
    expect(await connector.listCertificates(account)).toEqual([])
  })
})

describe('signatures', () => {
  it.each(['der', 'ieee-p1363'] as const)('of EC keys come out as DER when they come as %s', async (encoding) => {
    const account = await link()
    service.on('signatures/signHash', { body: { signatures: [truth(encoding)] } })
    const signature = await signOne(account)
    expect(verify('sha256', item.attributes, new X509Certificate(certificate).publicKey, signature)).toBe(true)
  })

  it.each([
    ['of nothing', Buffer.alloc(64, 0)],
    ['that is too short', Buffer.from([0x30])],
    [
      'of another key',
      signWith('sha256', item.attributes, generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey),
    ],
  ])('%s are refused', async (_name, bytes) => {
    const account = await link()
    service.on('signatures/signHash', { body: { signatures: [bytes.toString('base64')] } })
    expect((await errorOf(signOne(account))).code).toBe('signature-refused')
  })

  it('over the digest of the digest are refused', async () => {
    const account = await link()
    service.on('signatures/signHash', { body: { signatures: [truth('der', Buffer.from(item.digest))] } })
    expect((await errorOf(signOne(account))).code).toBe('signature-refused')
  })

  it('are not asked of a credential whose certificate was replaced', async () => {
    const account = await link()
    key = { ...key, certificate: createHash('sha256').digest() }
    expect((await errorOf(signOne(account))).code).toBe('certificate-unusable')
    expect(service.count('credentials/authorize')).toBe(0)
  })

  it('are not asked of a key that only knows other schemes', async () => {
    const account = await link()
    service.on('credentials/info', { body: info({ key: { status: 'enabled', algo: ['1.2.840.113549.1.1.10'] } }) })
    expect((await errorOf(signOne(account))).code).toBe('certificate-unusable')
  })
})

describe('refusals of the service', () => {
  it.each([
    [400, 'invalid_request', 'SAD expired', 'session-expired'],
    [400, 'invalid_request', 'Hash is not authorized by the SAD.', 'digest-not-authorised'],
    [400, 'invalid_request', "Signing certificate 'CN=x' is expired.", 'certificate-unusable'],
    [400, 'invalid_request', 'Something new', 'failed'],
    [429, 'too_many', '', 'failed'],
    [500, 'server_error', '', 'failed'],
    [502, 'server_error', '', 'answer-lost'],
    [504, undefined, undefined, 'answer-lost'],
    [301, undefined, undefined, 'failed'],
  ])('%i %s %s', async (status, error, description, code) => {
    const account = await link()
    service.on('signatures/signHash', { status, body: { error, error_description: description } })
    expect((await errorOf(signOne(account))).code).toBe(code)
    expect(service.count('signatures/signHash')).toBe(1)
  })

  it('are told in words of ours: the service might repeat a secret', async () => {
    const account = await link()
    const body = { error: 'invalid_pin', error_description: 'The PIN 1234 is invalid', pin: '1234' }
    service.on('credentials/authorize', { status: 400, body })
    const error = await errorOf(signOne(account))
    expect(error.code).toBe('wrong-pin')
    expect(JSON.stringify([error.message, error.facts])).not.toContain('1234')
  })
})

it('uses up no code for a key that cannot sign what is wanted', async () => {
  const account = await link()
  service.on('credentials/info', { body: info({ key: { status: 'enabled', algo: ['1.2.3'] } }) })
  const request = { key, items: makeItems(2), uses: 2, inputs: { pin: '1234' }, description: '' }
  const opening = connector.openSession?.(account, request) ?? Promise.resolve()
  expect((await errorOf(opening)).code).toBe('certificate-unusable')
  expect(service.count('credentials/authorize')).toBe(0)
})

describe('access', () => {
  it('is renewed once for calls that come together, and the new token is kept', async () => {
    const account = await link()
    service.on('credentials/list', (_body, authorization) =>
      authorization === 'Bearer access-2'
        ? { body: { credentialIDs: ['one'] } }
        : { status: 401, body: { error: 'expired_token' } },
    )
    await Promise.all([1, 2, 3].map(async () => connector.listCertificates(account)))
    expect(service.count('auth/login')).toBe(2)
    expect(account.kept).toEqual([{ refreshToken: 'refresh-1' }, { refreshToken: 'refresh-2' }])
  })

  it('is found by a call that still holds the token of before', async () => {
    const account = await link()
    const late = keep(account.state)
    expect(await connector.check(account)).toBe(true)
    expect(await connector.check(late)).toBe(true)
    expect(late.state).toEqual({ refreshToken: 'refresh-3' })
  })

  it('is found by calls that hold a token of long before, and what they exchange is kept', async () => {
    const account = await link()
    const kept: ConnectorState[] = [account.state]
    /** As the server keeps it: replaced by those who know the state that is there. */
    const read = (): Account => {
      const known = kept.at(-1) ?? {}
      const keepIfKnown = async (state: ConnectorState, replaced?: ConnectorState) => {
        const there = JSON.stringify(kept.at(-1))
        if ([known, replaced].some((one) => JSON.stringify(one) === there)) kept.push(state)
      }
      return { state: known, keep: keepIfKnown }
    }
    const late = [read(), read()]
    for (let exchange = 0; exchange < 3; exchange += 1) expect(await connector.check(read())).toBe(true)
    for (const one of late) expect(await connector.check(one)).toBe(true)
    expect(kept.at(-1)).toEqual({ refreshToken: 'refresh-6' })
  })

  it('that is refused again ends the call', async () => {
    const account = await link()
    service.on('credentials/list', { status: 401, body: { error: 'invalid_token' } })
    expect((await errorOf(connector.listCertificates(account))).code).toBe('not-authorised')
    expect(service.count('credentials/list')).toBe(2)
  })

  it('that was refused lets a signature be asked for again: nothing was done', async () => {
    const account = await link()
    service.on('signatures/signHash', (_body, authorization) =>
      authorization === 'Bearer access-2'
        ? { body: { signatures: [truth('der')] } }
        : { status: 401, body: { error: 'expired_token' } },
    )
    await signOne(account)
    expect(service.count('signatures/signHash')).toBe(2)
  })

  it.each([{}, { refreshToken: 5 }, { refreshToken: 'a\nb' }])('of a state that is none: %j', async (state) => {
    expect(await connector.check(keep(state))).toBe(false)
  })
})

describe('sessions', () => {
  async function open(count: number) {
    const account = await link()
    const items = makeItems(count)
    const request = { key, items, uses: count, inputs: { pin: '1234' }, description: 'Conformance' }
    const outcome = await connector.openSession?.(account, request)
    if (outcome?.kind !== 'open') throw new Error('not open')
    return { account, items, session: keep(outcome.state) }
  }
  const signer: Scripted = () => ({ body: { signatures: ['AAAA'] } })

  it('exchange their authorisation from the second signature on, and keep it before they sign', async () => {
    const { account, items, session } = await open(3)
    service.on('signatures/signHash', signer)
    for (const one of items) await errorOf(connector.sign(account, { key, item: one, inputs: {}, session }))
    const used = service.calls.filter(({ name }) => name === 'signatures/signHash').map(({ body }) => body['SAD'])
    expect(used).toEqual(['sad-1', 'sad-1+', 'sad-1++'])
    expect(session.kept.map(({ sad }) => sad)).toEqual(['sad-1', 'sad-1', 'sad-1+', 'sad-1++'])
    expect(JSON.stringify(session.kept)).not.toContain('1234')
  })

  it('use the same authorisation again with a service that cannot exchange it, and ask it once', async () => {
    const { account, items, session } = await open(3)
    service.on('signatures/signHash', signer)
    service.on('credentials/extendTransaction', { status: 501, body: { error: 'not_implemented' } })
    for (const one of items) await errorOf(connector.sign(account, { key, item: one, inputs: {}, session }))
    const used = service.calls.filter(({ name }) => name === 'signatures/signHash').map(({ body }) => body['SAD'])
    expect(used).toEqual(['sad-1', 'sad-1', 'sad-1'])
    expect(service.count('credentials/extendTransaction')).toBe(1)
  })

  it('sign no more than they were opened for', async () => {
    const { account, items, session } = await open(1)
    for (const code of ['signature-refused', 'session-expired']) {
      const work = connector.sign(account, { key, item: items[0] ?? item, inputs: {}, session })
      expect((await errorOf(work)).code).toBe(code)
    }
    expect(service.count('signatures/signHash')).toBe(1)
  })

  it.each([{}, { sad: 5 }, { ref: 'one' }, { handle: 7 }])(
    'of a state that is none have expired: %j',
    async (state) => {
      const account = await link()
      expect((await errorOf(signOne(account, { session: keep(state) }))).code).toBe('session-expired')
      expect((await errorOf(Promise.resolve(connector.continueSession?.(account, state)))).code).toBe('session-expired')
    },
  )

  it('of another certificate, or whose time is over, are not used', async () => {
    const { account, items, session } = await open(1)
    const other = keep({ ...session.state, ref: 'two' })
    const old = keep({ ...session.state, expiresAt: Date.now() - 1 })
    for (const one of [other, old]) {
      const work = connector.sign(account, { key, item: items[0] ?? item, inputs: {}, session: one })
      expect((await errorOf(work)).code).toBe('session-expired')
    }
    expect(service.count('signatures/signHash')).toBe(0)
  })

  it('are not opened without what has to be typed, or without saying what shall be signed', async () => {
    const account = await link()
    const request = { key, items: [item], uses: 1, inputs: {}, description: '' }
    expect((await errorOf(Promise.resolve(connector.openSession?.(account, request)))).code).toBe('wrong-pin')
    const blind = { ...request, items: [], inputs: { pin: '1234' } }
    expect((await errorOf(Promise.resolve(connector.openSession?.(account, blind)))).code).toBe('digest-not-authorised')
    expect(service.count('credentials/authorize')).toBe(0)
  })
})
