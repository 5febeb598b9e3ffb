import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { TestSandbox } from '../../../../sandbox/src/test-sandbox.ts'
import { Secret } from '../../config/secret.ts'
import { openEstAuthority } from './est-authority.ts'

const person = { name: 'Núria Soler', legalId: '12345678Z' }
const TIMEOUT_MS = 500

let sandbox: TestSandbox
let account: { url: string; user: string; password: string }
let stranger: Server | undefined

beforeAll(async () => {
  sandbox = await TestSandbox.open()
  const facts = (await (await fetch(`${sandbox.url}/sandbox.json`)).json()) as { est: typeof account }
  account = facts.est
})
afterAll(() => sandbox.close())
afterEach(async () => {
  const server = stranger
  server?.closeAllConnections()
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)))
  stranger = undefined
})

const authority = (url = account.url, password = account.password) =>
  openEstAuthority({ url, user: account.user, password: new Secret(password) }, { timeoutMs: TIMEOUT_MS })

/** An authority of our own making. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  stranger = server
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a certificate is issued for a key that was made here, in the person’s name, with its chain', async () => {
  const { key, certificate, chain, alias } = await openEstAuthority({
    ...account,
    password: new Secret(account.password),
  }).issue(person)
  const leaf = new X509Certificate(certificate)
  const ours = createPublicKey(createPrivateKey({ key: Buffer.from(key), format: 'der', type: 'pkcs8' }))
  expect(leaf.publicKey.equals(ours)).toBe(true)
  expect(leaf.subject).toContain('CN=Núria Soler')
  expect(leaf.subject).toContain('serialNumber=12345678Z')
  expect(chain.map((der) => new X509Certificate(der).subject)).toEqual([leaf.issuer, expect.any(String)])
  expect(alias).toBe('Núria Soler')
})

test.each([
  ['an origin', '', '/.well-known/est'],
  ['an origin with a slash', '/', '/.well-known/est'],
  ['the path of RFC 7030', '/.well-known/est', '/.well-known/est'],
  ['the same with a label and a slash', '/.well-known/est/people/', '/.well-known/est/people'],
  ['a path of its own, behind a gateway', '/gateway/est', '/gateway/est'],
])('the authority may be named by %s', async (_, path, prefix) => {
  const asked: string[] = []
  const origin = await serve((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(404).end()
  })
  await expect(authority(`${origin}${path}`).issue(person)).rejects.toMatchObject({ code: 'PROVIDER_FAILED' })
  expect(asked).toEqual([`${prefix}/simpleenroll`])
})

test.each([
  ['its origin alone', ''],
  ['a label for one of its authorities', '/.well-known/est/people'],
])('a certificate is issued by an authority that is named by %s', async (_, path) => {
  const { chain } = await openEstAuthority({
    ...account,
    url: `${sandbox.url}${path}`,
    password: new Secret(account.password),
  }).issue(person)
  expect(chain).toHaveLength(2)
})

test('a certificate for another key is refused', async () => {
  const bundle = Buffer.from(await (await fetch(`${account.url}/cacerts`)).text())
  const url = await serve((_request, response) => response.end(bundle))
  await expect(authority(url).issue(person)).rejects.toMatchObject({
    code: 'PROVIDER_FAILED',
    message: 'The certificate authority issued a certificate for another key',
  })
})

test('a certificate whose key cannot be read is a failure of the authority', async () => {
  const bundle = Buffer.from(await (await fetch(`${account.url}/cacerts`)).text(), 'base64').toString('latin1')
  // Algorithms of keys that nobody knows.
  const strange = bundle
    .replaceAll('\x2a\x86\x48\x86\xf7\x0d\x01\x01\x01', '\x2a\x86\x48\x86\xf7\x0d\x01\x01\x7f')
    .replaceAll('\x2a\x86\x48\xce\x3d\x02\x01', '\x2a\x86\x48\xce\x3d\x02\x7f')
  const url = await serve((_request, response) => response.end(Buffer.from(strange, 'latin1').toString('base64')))
  await expect(authority(url).issue(person)).rejects.toMatchObject({ name: 'PortalError', code: 'PROVIDER_FAILED' })
})

test('a bundle of things that are no certificates is a failure of the authority', async () => {
  // SignedData whose only certificate has all the parts of one, and nonsense in them.
  const bundle = Buffer.from(await (await fetch(`${account.url}/cacerts`)).text(), 'base64').toString('latin1')
  const strange = bundle.replaceAll('\x30\x1e\x17\x0d', '\x30\x1e\x04\x0d')
  const url = await serve((_request, response) => response.end(Buffer.from(strange, 'latin1').toString('base64')))
  await expect(authority(url).issue(person)).rejects.toMatchObject({ name: 'PortalError', code: 'PROVIDER_FAILED' })
})

test.each<[string, string, RequestListener]>([
  ['refuses', 'PROVIDER_FAILED', (_request, response) => void response.writeHead(400).end('no')],
  ['does not know the account', 'PROVIDER_FAILED', (_request, response) => void response.writeHead(401).end()],
  [
    'decides later',
    'PROVIDER_FAILED',
    (_request, response) => void response.writeHead(202, { 'retry-after': '60' }).end(),
  ],
  ['talks nonsense', 'PROVIDER_FAILED', (_request, response) => void response.end('<html>')],
  ['says nothing', 'PROVIDER_FAILED', (_request, response) => void response.end()],
  ['talks without end', 'PROVIDER_FAILED', (_request, response) => void response.end(Buffer.alloc(300_000, 65))],
  ['breaks off', 'PROVIDER_UNREACHABLE', (request) => void request.socket.destroy()],
  [
    'sends elsewhere',
    'PROVIDER_UNREACHABLE',
    (_request, response) => void response.writeHead(302, { location: '/' }).end(),
  ],
  ['does not answer', 'PROVIDER_TIMEOUT', () => undefined],
])('an authority that %s is told as %s', async (_, code, listener) => {
  const error: unknown = await authority(await serve(listener))
    .issue(person)
    .catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ name: 'PortalError', code })
  expect(String((error as Error).message)).not.toContain(account.password)
})

test('an authority that is not there, and none at all', async () => {
  await expect(authority('http://127.0.0.1:1').issue(person)).rejects.toMatchObject({ code: 'PROVIDER_UNREACHABLE' })
  await expect(openEstAuthority(undefined).issue(person)).rejects.toMatchObject({ code: 'PROVIDER_NOT_CONFIGURED' })
})
