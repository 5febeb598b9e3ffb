import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { serveTestRequests, type TestHandler, type TestServer } from '../../testing/serve-test-requests.ts'
import { createGuardedFetcher, type GuardedFetcherOptions } from './create-guarded-fetcher.ts'

const servers: TestServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server[Symbol.asyncDispose]()
})

async function serve(handler: TestHandler): Promise<TestServer> {
  const server = await serveTestRequests(handler)
  servers.push(server)
  return server
}

const sayHello: TestHandler = (_request, response) => void response.end('hello')

/** Fetches with the server's own address allowed. */
function allowing(server: TestServer, options: GuardedFetcherOptions = {}) {
  return createGuardedFetcher({ allowedPrivateOrigins: [server.origin], ...options })
}

const refusal = (reason: string) => ({ code: 'REQUEST_REFUSED', facts: expect.objectContaining({ reason }) as unknown })
const failure = (reason: string) => ({ code: 'REQUEST_FAILED', facts: expect.objectContaining({ reason }) as unknown })

describe('an address that is not public', () => {
  test.each([
    'http://127.0.0.1',
    'http://127.1',
    'http://2130706433',
    'http://0x7f000001',
    'http://0177.0.0.1',
    'http://0x7f.0.0.1',
    'http://%31%32%37.0.0.1',
    'http://①②⑦.0.0.1',
    'http://localhost',
    'http://LOCALHOST.',
    'http://0.0.0.0',
    'http://[::1]',
    'http://[::]',
    'http://[::ffff:127.0.0.1]',
    'http://[::ffff:7f00:1]',
    'http://[64:ff9b::7f00:1]',
  ])('is not called as %s', async (address) => {
    const server = await serve(sayHello)
    const fetcher = createGuardedFetcher({ timeoutMs: 2000 })
    const error: unknown = await fetcher({ url: `${address}:${server.port}/` }).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: expect.stringMatching(/^REQUEST_(REFUSED|FAILED)$/) as unknown })
    expect(server.requests).toEqual([])
  })

  test.each([
    ['loopback', ['127.0.0.1']],
    ['the cloud’s metadata', ['169.254.169.254']],
    ['a private network', ['10.1.2.3']],
    ['a mapped address', ['::ffff:127.0.0.1']],
    ['unique local', ['fd00::1']],
    ['one public and one private address', ['8.8.8.8', '192.168.0.1']],
    ['one private and one public address', ['192.168.0.1', '8.8.8.8']],
  ])('is not called by a name that leads to %s', async (_what, addresses) => {
    const fetcher = createGuardedFetcher({ resolveHost: () => Promise.resolve(addresses) })
    await expect(fetcher({ url: 'http://ocsp.example/' })).rejects.toMatchObject(refusal('ADDRESS_NOT_PUBLIC'))
  })

  test('is called when its origin is allowed, and no other port of it', async () => {
    const [server, other] = [await serve(sayHello), await serve(sayHello)]
    const fetcher = allowing(server)
    expect(Buffer.from(await fetcher({ url: `${server.origin}/ocsp` })).toString()).toBe('hello')
    await expect(fetcher({ url: `${other.origin}/ocsp` })).rejects.toMatchObject(refusal('ADDRESS_NOT_PUBLIC'))
    expect(other.requests).toEqual([])
  })

  test('is asked for once: a name server that answers differently the second time changes nothing', async () => {
    const server = await serve((request, response) => void response.end(request.headers.host))
    const answers = [['127.0.0.1'], ['10.0.0.1']]
    const asked: string[] = []
    const origin = `http://ocsp.example:${server.port}`
    const fetcher = createGuardedFetcher({
      allowedPrivateOrigins: [origin],
      resolveHost: (host) => Promise.resolve(asked.push(host) === 1 ? answers[0]! : answers[1]!),
    })
    expect(Buffer.from(await fetcher({ url: `${origin}/` })).toString()).toBe(`ocsp.example:${server.port}`)
    expect(asked).toEqual(['ocsp.example'])
  })
})

test('a server is found at the second of its addresses when nobody answers at the first', async () => {
  const server = await serve(sayHello)
  const origin = `http://ocsp.example:${server.port}`
  const resolveHost = () => Promise.resolve(['::1', '127.0.0.1'])
  const fetcher = createGuardedFetcher({ allowedPrivateOrigins: [origin], resolveHost })
  expect(Buffer.from(await fetcher({ url: `${origin}/` })).toString()).toBe('hello')
})

describe('a redirect', () => {
  const redirectTo = (location: string): TestHandler => {
    return (_request, response) => void response.writeHead(302, { location }).end()
  }

  test('is checked like the first address', async () => {
    const inner = await serve(sayHello)
    const outer = await serve(redirectTo(`${inner.origin}/secret`))
    await expect(allowing(outer)({ url: `${outer.origin}/` })).rejects.toMatchObject(refusal('ADDRESS_NOT_PUBLIC'))
    expect(inner.requests).toEqual([])
  })

  test.each([
    'file:///etc/passwd',
    'ftp://127.0.0.1/',
    'gopher://127.0.0.1/',
    'data:text/plain,x',
    'http://a:b@c/',
    'http://[',
  ])('to %s is not followed', async (location) => {
    const server = await serve(redirectTo(location))
    await expect(allowing(server)({ url: `${server.origin}/` })).rejects.toMatchObject(refusal('URL'))
  })

  test('to a name that leads inside is not followed', async () => {
    const server = await serve(redirectTo('http://rebound.example/'))
    const fetcher = allowing(server, { resolveHost: () => Promise.resolve(['192.168.7.7']) })
    await expect(fetcher({ url: `${server.origin}/` })).rejects.toMatchObject(refusal('ADDRESS_NOT_PUBLIC'))
  })

  test('is followed three times and not a fourth', async () => {
    const server = await serve((request, response) => {
      const left = Number(request.url?.slice(1))
      if (left === 0) response.end('there')
      else response.writeHead(301, { location: `/${left - 1}` }).end()
    })
    expect(Buffer.from(await allowing(server)({ url: `${server.origin}/3` })).toString()).toBe('there')
    await expect(allowing(server)({ url: `${server.origin}/4` })).rejects.toMatchObject(refusal('TOO_MANY_REDIRECTS'))
  })

  test.each([
    [307, 'POST question'],
    [302, 'POST question'],
    [303, 'GET '],
  ])('with status %i asks "%s"', async (status, expected) => {
    const server = await serve((request, response, body) => {
      if (request.url === '/end') response.end(`${request.method} ${body.toString()}`)
      else response.writeHead(status, { location: '/end' }).end()
    })
    const answer = await allowing(server)({ url: `${server.origin}/`, body: Buffer.from('question') })
    expect(Buffer.from(answer).toString()).toBe(expected)
  })
})

describe('an answer that is none', () => {
  test.each([
    ['an endless body', 'TOO_LARGE', (_: IncomingMessage, response: ServerResponse) => pour(response)],
    [
      'a body announced too large',
      'TOO_LARGE',
      (_: IncomingMessage, response: ServerResponse) =>
        void response.writeHead(200, { 'content-length': 10_000 }).flushHeaders(),
    ],
    ['no headers, ever', 'TIMEOUT', () => undefined],
    ['a body that stops', 'TIMEOUT', (_: IncomingMessage, response: ServerResponse) => void response.write('begin')],
    [
      'a connection that ends in the body',
      'NETWORK',
      (_: IncomingMessage, response: ServerResponse) => {
        response.writeHead(200, { 'content-length': 100 })
        response.write('begin', () => response.destroy())
      },
    ],
    ['a closed connection', 'NETWORK', (request: IncomingMessage) => void request.socket.destroy()],
    ['rubbish instead of HTTP', 'NETWORK', (request: IncomingMessage) => void request.socket.end('rubbish\r\n\r\n')],
    ['not found', 'STATUS', (_: IncomingMessage, response: ServerResponse) => void response.writeHead(404).end('x')],
    ['a server error', 'STATUS', (_: IncomingMessage, response: ServerResponse) => void response.writeHead(503).end()],
    [
      'compression that nobody asked for',
      'ENCODING',
      (_: IncomingMessage, response: ServerResponse) =>
        void response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
    ],
  ])('%s: %s', async (_what, reason, handler) => {
    const server = await serve(handler)
    const fetcher = allowing(server, { timeoutMs: reason === 'TIMEOUT' ? 300 : 20_000, maxBytes: 5000 })
    await expect(fetcher({ url: `${server.origin}/` })).rejects.toMatchObject(failure(reason))
  })

  test('comes from a name server that never answers', async () => {
    const fetcher = createGuardedFetcher({ timeoutMs: 50, resolveHost: () => new Promise(() => undefined) })
    await expect(fetcher({ url: 'http://ocsp.example/' })).rejects.toMatchObject(failure('TIMEOUT'))
  })

  test.each([
    ['no address', () => Promise.resolve([])],
    ['an error', () => Promise.reject(new Error('ENOTFOUND'))],
  ])('comes from a name server with %s', async (_what, resolveHost) => {
    const fetcher = createGuardedFetcher({ resolveHost })
    await expect(fetcher({ url: 'http://ocsp.example/' })).rejects.toMatchObject(failure('NAME'))
  })
})

/** Writes until the other side has gone. */
function pour(response: ServerResponse): void {
  const chunk = Buffer.alloc(1000)
  const more = (): void => {
    if (!response.destroyed) response.write(chunk, more)
  }
  more()
}

test('a request carries nothing but what it needs', async () => {
  const server = await serve((request, response) => void response.end(JSON.stringify(request.headers)))
  const fetcher = allowing(server)
  const body = Buffer.from('question')
  const sent = await fetcher({ url: `${server.origin}/`, body, contentType: 'application/ocsp-request' })
  expect(JSON.parse(Buffer.from(sent).toString())).toEqual({
    host: `127.0.0.1:${server.port}`,
    connection: 'close',
    'user-agent': 'rubrica',
    'accept-encoding': 'identity',
    'content-length': '8',
    'content-type': 'application/ocsp-request',
  })
})

test.each([
  '',
  'ocsp',
  'ldap://directory.example/cn=CA',
  'http://name:secret@ocsp.example/',
  `http://a/${'b'.repeat(5000)}`,
])('an address like "%s" is none', async (url) => {
  await expect(createGuardedFetcher()({ url })).rejects.toMatchObject(refusal('URL'))
})

test('an error names the host and not the address, which may hold a secret', async () => {
  const server = await serve((_request, response) => void response.writeHead(500).end())
  const error: unknown = await allowing(server)({ url: `${server.origin}/path?token=abc` }).catch((one: unknown) => one)
  expect(JSON.stringify(error)).not.toContain('token')
  expect(String(error)).not.toContain('token')
})
