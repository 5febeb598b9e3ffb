import { afterEach, expect, test } from 'vitest'
import { serveTestRequests, type TestHandler, type TestServer } from '../../testing/serve-test-requests.ts'
import { createGuardedPoster, type GuardedPosterOptions } from './create-guarded-poster.ts'

const servers: TestServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server[Symbol.asyncDispose]()
})

async function serve(handler: TestHandler): Promise<TestServer> {
  const server = await serveTestRequests(handler)
  servers.push(server)
  return server
}

const BODY = Buffer.from('{"type":"document.signed"}')

const post = (url: string, { allowed = [], ...options }: Partial<GuardedPosterOptions> & { allowed?: string[] } = {}) =>
  createGuardedPoster({ allowedPrivateOrigins: allowed, timeoutMs: 2000, mostRead: 1024, ...options })({
    ...{ url, headers: { 'content-type': 'application/json', 'webhook-id': 'msg_1' }, body: BODY },
  })

const reasonOf = async (answer: Promise<unknown>) =>
  answer.then(
    () => 'answered',
    ({ code, facts }: { code: string; facts: { reason: string } }) => `${code} ${facts.reason}`,
  )

test('an allowed origin gets the body and the headers, and its answer is told, whatever it is', async () => {
  const seen: string[] = []
  const server = await serve(({ headers, method }, response, body) => {
    seen.push(`${method} ${String(headers['webhook-id'])} ${headers['content-type']} ${body.toString()}`)
    response.writeHead(503, { 'retry-after': '120' }).end('busy')
  })
  const answer = await post(`${server.origin}/hook?x=1`, { allowed: [server.origin] })
  expect(answer).toEqual({ status: 503, retryAfter: '120', beginning: Buffer.from('busy') })
  expect(seen).toEqual([`POST msg_1 application/json ${BODY.toString()}`])
  expect(server.requests).toEqual(['POST /hook?x=1'])
})

test('a redirect is an answer like others, and is not followed', async () => {
  const other = await serve((_request, response) => void response.end())
  const server = await serve((_request, response) => void response.writeHead(307, { location: other.origin }).end())
  expect(await post(server.origin, { allowed: [server.origin, other.origin] })).toMatchObject({ status: 307 })
  expect(other.requests).toEqual([])
})

test('of a large answer the beginning is read, and one that breaks off was answered', async () => {
  const endless = await serve((_request, response) => {
    const more = () => response.write('x'.repeat(65_536), () => response.destroyed || setImmediate(more))
    more()
  })
  const { beginning } = await post(endless.origin, { allowed: [endless.origin] })
  expect(beginning).toHaveLength(1024)
  const broken = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('begun', () => response.destroy())
  })
  expect(await post(broken.origin, { allowed: [broken.origin] })).toMatchObject({ status: 200 })
})

test('a server that takes the message and is silent is a timeout', async () => {
  const server = await serve(() => undefined)
  const silent = post(server.origin, { allowed: [server.origin], timeoutMs: 100 })
  expect(await reasonOf(silent)).toBe('REQUEST_FAILED TIMEOUT')
  expect(
    await reasonOf(post('https://resolving.example', { timeoutMs: 100, resolveHost: () => new Promise(() => {}) })),
  ) //
    .toBe('REQUEST_FAILED TIMEOUT')
})

test('without TLS nothing goes to an origin that the operator has not named', async () => {
  const server = await serve((_request, response) => void response.end())
  expect(await reasonOf(post(server.origin))).toBe('REQUEST_REFUSED NOT_TLS')
  expect(await reasonOf(post('http://receiver.example/'))).toBe('REQUEST_REFUSED NOT_TLS')
  expect(server.requests).toEqual([])
})

test.each(['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '10.0.0.8'])(
  'a private address is not called as %s',
  async (host) => {
    const server = await serve((_request, response) => void response.end())
    expect(await reasonOf(post(`https://${host}:${server.port}/`))).toBe('REQUEST_REFUSED ADDRESS_NOT_PUBLIC')
    expect(server.requests).toEqual([])
  },
)

test('a name is resolved once, and one that has a private address among others is refused', async () => {
  let asked = 0
  const answers = [['127.0.0.1'], ['8.8.8.8', '192.168.0.1'], ['::ffff:10.0.0.1']]
  for (const addresses of answers) {
    const resolveHost = () => {
      asked += 1
      return Promise.resolve(addresses)
    }
    expect(await reasonOf(post('https://receiver.example/', { resolveHost }))).toBe(
      'REQUEST_REFUSED ADDRESS_NOT_PUBLIC',
    )
  }
  expect(asked).toBe(answers.length)
})

test.each(['ftp://receiver.example', 'https://user:secret@receiver.example', 'file:///etc/passwd', 'nonsense'])(
  '%s is no address that a message is posted to',
  async (url) => {
    expect(await reasonOf(post(url))).toBe('REQUEST_REFUSED URL')
  },
)
