import { X509Certificate, type KeyObject } from 'node:crypto'
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { createServer as createNetServer, type AddressInfo, type Server as NetServer, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { makeTestSigner } from '@rubrica/pki/testing'
import { ProviderError } from '../connector.ts'
import { requestJson, type JsonRequest } from './request-json.ts'

const servers: (Server | NetServer)[] = []
const sockets = new Set<Socket>()

async function listen(server: Server | NetServer): Promise<string> {
  servers.push(server)
  server.on('connection', (socket: Socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const serve = (answer: RequestListener): Promise<string> => listen(createHttpServer(answer))

/** A server below HTTP: it is handed the connection once the whole request has come. */
const serveRaw = (answer: (socket: Socket) => void): Promise<string> => {
  return listen(
    createNetServer((socket) => {
      socket.on('error', () => undefined)
      socket.on('data', () => answer(socket))
    }),
  )
}

afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve))
})

const ask = (url: string, more: Partial<JsonRequest> = {}) =>
  requestJson({ url, body: { pin: 'SECRET' }, timeoutMs: 5000, provider: 'Acme', ...more })

async function errorOf(work: Promise<unknown>): Promise<ProviderError> {
  const error: unknown = await work.then(
    () => 'no error',
    (reason: unknown) => reason,
  )
  if (!(error instanceof ProviderError)) throw new Error(`not a ProviderError: ${String(error)}`)
  return error
}

describe('a whole answer', () => {
  it('is given with its status, whatever that is', async () => {
    const url = await serve((_request, reply) => reply.writeHead(418).end('{"error":"teapot"}'))
    expect(await ask(url)).toEqual({ status: 418, body: { error: 'teapot' } })
  })

  it('may be empty', async () => {
    const url = await serve((_request, reply) => reply.writeHead(204).end())
    expect(await ask(url)).toEqual({ status: 204, body: undefined })
  })

  it('may come in many pieces, split inside of a character', async () => {
    const bytes = Buffer.from('{"name":"Núñez"}')
    const url = await serve((_request, reply) => {
      const next = (at: number): void => {
        if (at === bytes.length) reply.end()
        else reply.write(bytes.subarray(at, at + 1), () => next(at + 1))
      }
      next(0)
    })
    expect(await ask(url)).toEqual({ status: 200, body: { name: 'Núñez' } })
  })

  it('is a redirection when the provider sends one: nothing is sent elsewhere', async () => {
    let elsewhere = 0
    const trap = await serve((_request, reply) => {
      elsewhere += 1
      reply.end('{}')
    })
    const url = await serve((_request, reply) => reply.writeHead(307, { location: trap }).end())
    expect(await ask(url)).toEqual({ status: 307, body: undefined })
    expect(elsewhere).toBe(0)
  })

  it('carries what was asked: method, headers and JSON', async () => {
    const url = await serve((request, reply) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        const { method, headers } = request
        reply.end(
          JSON.stringify({
            method,
            type: headers['content-type'],
            a: headers['x-a'],
            text: String(Buffer.concat(parts)),
          }),
        )
      })
    })
    const { body } = await ask(url, { method: 'PUT', headers: { 'x-a': 'b' }, body: { pin: 'ñ' } })
    expect(body).toEqual({ method: 'PUT', type: 'application/json', a: 'b', text: '{"pin":"ñ"}' })
    expect((await ask(url, { method: 'GET', body: undefined })).body).toEqual({ method: 'GET', text: '' })
  })
})

/** An answer that is none, with the code for a call that only asks and for one that does something. */
const BAD: readonly (readonly [string, RequestListener, string])[] = [
  ['no JSON', (_request, reply) => reply.end('<html>'), 'failed'],
  ['half of the JSON', (_request, reply) => reply.end('{"a":'), 'failed'],
  ['an answer that never ends', (_request, reply) => void goOn(reply), 'failed'],
  ['a length that is not kept', (_request, reply) => breakOff(reply, { 'content-length': '100' }), 'failed'],
  ['pieces without a last one', (_request, reply) => breakOff(reply, {}), 'failed'],
  ['a connection that is dropped', (request) => request.socket.destroy(), 'failed'],
  ['a connection that is reset', (request) => request.socket.resetAndDestroy(), 'failed'],
  ['no answer', () => undefined, 'timeout'],
  ['headers and nothing more', (_request, reply) => reply.flushHeaders(), 'timeout'],
  ['a trickle', (_request, reply) => trickle(reply), 'timeout'],
]

function goOn(reply: Parameters<RequestListener>[1]): void {
  const chunk = Buffer.alloc(64 * 1024, 'a')
  reply.write('"')
  const more = (): void => {
    while (!reply.destroyed && reply.write(chunk));
    if (!reply.destroyed) reply.once('drain', more)
  }
  more()
}

function breakOff(reply: Parameters<RequestListener>[1], headers: Record<string, string>): void {
  reply.writeHead(200, headers)
  reply.write('{"a":1}', () => reply.destroy())
}

function trickle(reply: Parameters<RequestListener>[1]): void {
  const timer = setInterval(() => reply.write(' '), 20)
  reply.on('close', () => clearInterval(timer))
}

describe('an answer that is none', () => {
  it.each(BAD)('%s', async (_name, answer, code) => {
    const url = await serve(answer)
    const timeoutMs = code === 'timeout' ? 300 : 5000
    expect((await errorOf(ask(url, { timeoutMs }))).code).toBe(code)
    const withEffect = await errorOf(ask(url, { timeoutMs, hasEffect: true }))
    expect(withEffect.code).toBe('answer-lost')
    expect(JSON.stringify(withEffect) + withEffect.message).not.toContain('SECRET')
  })

  it.each(['HTTP/9.9 what\r\n\r\n', 'no HTTP at all\n', `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`])(
    'bytes that are no HTTP: %.20s',
    async (bytes) => {
      const url = await serveRaw((socket) => socket.end(bytes))
      expect((await errorOf(ask(url))).code).toBe('failed')
      expect((await errorOf(ask(url, { hasEffect: true }))).code).toBe('answer-lost')
    },
  )
})

describe('a request that never left', () => {
  it('says so when the connection is refused, also for a call that does something', async () => {
    const server = createNetServer()
    const url = await listen(server)
    await new Promise((resolve) => server.close(resolve))
    for (const hasEffect of [false, true]) {
      const error = await errorOf(ask(url, { hasEffect }))
      expect([error.code, error.message]).toEqual(['unreachable', 'Error connecting to Acme'])
    }
  })

  it('says so when the name is unknown', async () => {
    expect((await errorOf(ask('http://nowhere.invalid/'))).code).toBe('unreachable')
  })

  it.each([false, true])(
    'is a change of the protocol, which ends at once (something is signed: %s)',
    async (hasEffect) => {
      const url = await serveRaw((socket) =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: acme\r\n\r\n'),
      )
      const error = await errorOf(ask(url, { hasEffect, timeoutMs: 2000 }))
      expect(error).toMatchObject({ code: hasEffect ? 'answer-lost' : 'failed', facts: { why: 'broken' } })
    },
  )

  it('says so when TLS cannot be agreed on', async () => {
    const url = await serveRaw((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    const error = await errorOf(ask(url.replace('http:', 'https:'), { hasEffect: true }))
    expect(error.code).toBe('unreachable')
  })

  it('says so when TLS hangs', async () => {
    const url = await serveRaw(() => undefined)
    const error = await errorOf(ask(url.replace('http:', 'https:'), { hasEffect: true, timeoutMs: 300 }))
    expect(error.code).toBe('unreachable')
  })

  it('is refused when a header could smuggle another one in', async () => {
    const url = await serve((_request, reply) => reply.end('{}'))
    const error = await errorOf(ask(url, { headers: { authorization: 'Bearer a\r\nx: SECRET' } }))
    expect(error.code).toBe('failed')
    expect(`${error.message} ${String(error.cause)}`).not.toContain('SECRET')
  })
})

it('has a connection of its own for each request, and is sent once', async () => {
  const seen = new Set<Socket>()
  let calls = 0
  const url = await serveRaw((socket) => {
    seen.add(socket)
    calls += 1
    if (calls === 3) socket.resetAndDestroy()
    else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}')
  })
  await ask(url)
  await ask(url)
  expect(seen.size).toBe(2)
  expect((await errorOf(ask(url))).code).toBe('failed')
  expect(calls).toBe(3)
})

describe('a provider that knows its customers by a certificate', () => {
  const pemOf = ({ certificate }: { certificate: Uint8Array }) => new X509Certificate(certificate).toString()
  const keyOf = ({ privateKey }: { privateKey: KeyObject }) =>
    privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

  it('is shown it, and nobody else gets in', async () => {
    const authority = makeTestSigner({ commonName: 'Authority', isCa: true })
    const host = makeTestSigner({ commonName: 'localhost', issuer: authority, keyUsage: 0x80 })
    const customer = makeTestSigner({ commonName: 'customer', issuer: authority, keyUsage: 0x80 })
    const stranger = makeTestSigner({ commonName: 'customer', keyUsage: 0x80 })
    const options = { cert: pemOf(host), key: keyOf(host), ca: pemOf(authority), requestCert: true }
    const server = createHttpsServer(options, (_request, reply) => reply.end('{"in":true}'))
    const url = (await listen(server)).replace('http:', 'https:')
    const trust = { ca: pemOf(authority), rejectUnauthorized: false }
    const client = { cert: pemOf(customer), key: keyOf(customer) }
    expect((await ask(url, { client: { ...client, ...trust } })).body).toEqual({ in: true })
    for (const other of [trust, { ...trust, cert: pemOf(stranger), key: keyOf(stranger) }]) {
      expect((await errorOf(ask(url, { client: other as never }))).code).toMatch(/^(?:unreachable|failed)$/)
    }
  })
})
