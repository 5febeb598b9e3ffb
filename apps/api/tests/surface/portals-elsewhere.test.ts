/** What pages of other origins get from the server: those that it names may call it, and for all others nothing changes. */
import { request, type IncomingHttpHeaders } from 'node:http'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { contract, type Endpoint } from '@rubrica/contract'
import { startServer, type RunningServer } from '@rubrica/testing'

const PORTAL = 'https://portal.example'
const OTHER = 'http://127.0.0.1:8081'

let server: RunningServer
beforeAll(async () => {
  server = await startServer({
    postgres: inject('sharedPostgres'),
    env: { PORTAL_ORIGINS: `${PORTAL}, ${OTHER}`, LOGINS_PER_MINUTE_AND_ADDRESS: '5' },
  })
})
afterAll(() => server[Symbol.asyncDispose]())

interface Heard {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** With headers exactly as they are given, which `fetch` would write in its own way. */
const ask = (method: string, path: string, headers: Record<string, string | string[]> = {}, body = '') =>
  new Promise<Heard>((done, fail) => {
    const asked = request(server.url + path, { method, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      answer.on('end', () => done({ status: answer.statusCode!, headers: answer.headers, text }))
    })
    asked.on('error', fail).end(body)
  })

const preflight = (path: string, origin: string, method = 'GET') =>
  ask('OPTIONS', path, {
    origin,
    'access-control-request-method': method,
    'access-control-request-headers': 'authorization,content-type,idempotency-key',
  })

const listOf = (header: string | undefined) => header?.toLowerCase().split(/,\s*/) ?? []
const corsOf = ({ headers }: Heard) => Object.keys(headers).filter((name) => name.startsWith('access-control-'))

const calls = Object.entries<Endpoint>(contract)

test.each(calls)('a page of a named origin may make the call %s', async (_name, { method, path, headers }) => {
  const heard = await preflight(`/api${path.replace(/:\w+/g, 'x')}`, PORTAL, method)
  expect([heard.status, heard.text]).toEqual([204, ''])
  expect(heard.headers).toMatchObject({ 'access-control-allow-origin': PORTAL, 'access-control-max-age': '7200' })
  expect(listOf(heard.headers['access-control-allow-methods'])).toContain(method.toLowerCase())
  const sent = headers ? ['idempotency-key'] : []
  expect(listOf(heard.headers['access-control-allow-headers'])).toEqual(
    expect.arrayContaining(['authorization', 'content-type', ...sent]),
  )
  expect(listOf(heard.headers.vary)).toContain('origin')
})

test('each named origin is told its own name alone, and nobody is allowed cookies', async () => {
  for (const origin of [PORTAL, OTHER]) {
    for (const heard of [await preflight('/api/oauth/token', origin, 'POST'), await ask('GET', '/api/x', { origin })]) {
      expect(heard.headers['access-control-allow-origin']).toBe(origin)
      expect(heard.headers).not.toHaveProperty('access-control-allow-credentials')
    }
  }
})

describe('a page of a named origin reads every answer', () => {
  const type = { 'content-type': 'application/json' }
  test.each([
    [200, 'GET', '/api/openapi.json', {}, ''],
    [400, 'POST', '/api/oauth/token', { ...type, authorization: `Basic ${btoa('portal:')}` }, '{'],
    [401, 'GET', '/api/vidmobileuser/', {}, ''],
    [404, 'GET', '/api/nothing', {}, ''],
    [405, 'POST', '/api/vidmobileuser/', {}, ''],
    [415, 'POST', '/api/oauth/token', { authorization: `Basic ${btoa('portal:')}`, 'content-type': 'text/plain' }, 'x'],
  ])('also %i', async (status, method, path, headers, body) => {
    const heard = await ask(method, path, { ...headers, origin: PORTAL }, body)
    expect(heard.status).toBe(status)
    expect(heard.headers['access-control-allow-origin']).toBe(PORTAL)
    expect(listOf(heard.headers.vary)).toContain('origin')
  })

  test('also 429', async () => {
    const headers = { authorization: `Basic ${btoa('portal:')}`, origin: PORTAL, ...type }
    const asked = Array.from({ length: 8 }, () =>
      ask('POST', '/api/saml/url', headers, '{"Email":"a@nowhere.example"}'),
    )
    const limited = (await Promise.all(asked)).find(({ status }) => status === 429)
    expect(limited?.headers['access-control-allow-origin']).toBe(PORTAL)
  })
})

test('the names of headers count in any case', async () => {
  const heard = await ask('OPTIONS', '/API/oauth/token', { ORIGIN: PORTAL, 'ACCESS-control-REQUEST-method': 'POST' })
  expect([heard.status, heard.headers['access-control-allow-origin']]).toEqual([204, PORTAL])
})

const STRANGERS: readonly (string | string[])[] = [
  'null',
  '*',
  '',
  'https://evil.example',
  `${PORTAL}.evil.example`,
  `${PORTAL}/`,
  `${PORTAL}:444`,
  'http://portal.example',
  'https://sub.portal.example',
  'HTTPS://PORTAL.EXAMPLE',
  'http://127.0.0.1:808',
  `${PORTAL}, ${PORTAL}`,
  [PORTAL, 'https://evil.example'],
]

const PASSING = ['date', 'x-ratelimit-remaining', 'x-ratelimit-reset']
/** Without what differs from one request to the next, whoever asks. */
const lasting = ({ status, headers, text }: Heard) => {
  const kept = Object.entries(headers).filter(([name]) => !PASSING.includes(name))
  return { status, headers: Object.fromEntries(kept), text }
}

test.each(STRANGERS)('for the origin %j nothing is answered otherwise than for no page at all', async (...names) => {
  const origin = names.length === 1 ? names[0]! : (names as string[])
  const asking = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' }
  for (const [method, path, headers] of [
    ['GET', '/api/vidmobileuser/', {}],
    ['GET', '/api/openapi.json', {}],
    ['GET', '/api/nothing', {}],
    ['OPTIONS', '/api/vidmobileuser/', asking],
    ['OPTIONS', '/api/nothing', asking],
  ] as const) {
    const stranger = await ask(method, path, { ...headers, origin })
    expect(corsOf(stranger)).toEqual([])
    expect(lasting(stranger)).toEqual(lasting(await ask(method, path, headers)))
    expect(listOf(stranger.headers.vary)).toContain('origin')
  }
})

test('the portal’s own pages, its settings, the operator’s numbers and the calls of programs are no other page’s', async () => {
  for (const path of ['/', '/documents', '/config.json', '/metrics', '/health/ready', '/csc/v1/info', '/apis']) {
    for (const heard of [await ask('GET', path, { origin: PORTAL }), await preflight(path, PORTAL)]) {
      expect(corsOf(heard), path).toEqual([])
    }
  }
})

test('OPTIONS of a named origin that asks for nothing gets what the address takes', async () => {
  const heard = await ask('OPTIONS', '/api/vidmobileuser/', { origin: PORTAL })
  expect([heard.status, heard.headers.allow]).toEqual([405, 'GET, PUT'])
})

test('a server that names no origin says nothing about origins to anybody', async () => {
  await server.restart({ PORTAL_ORIGINS: undefined })
  for (const origin of [PORTAL, 'null', server.url]) {
    for (const heard of [await ask('GET', '/api/vidmobileuser/', { origin }), await preflight('/api/x', origin)]) {
      expect(corsOf(heard)).toEqual([])
      expect(listOf(heard.headers.vary)).not.toContain('origin')
    }
  }
})

test('config.json has the bases of the settings, and the policy of the pages allows their origins and no others', async () => {
  await server.restart({
    API_BASE_PRE: 'https://pre.example',
    API_BASE_PRO: 'https://main.example/v1',
    IDENTITY_BASE_PRO: 'https://identity.example:8443/api',
  })
  expect(JSON.parse((await ask('GET', '/config.json')).text)).toMatchObject({
    bases: {
      PRE: { main: 'https://pre.example/api', identity: 'https://pre.example/api' },
      PRO: { main: 'https://main.example/v1', identity: 'https://identity.example:8443/api' },
      LOCAL: { main: '/api', identity: '/api' },
    },
  })
  const { 'content-security-policy': policy } = (await ask('GET', '/')).headers
  expect(/connect-src ([^;]*)/.exec(String(policy))![1]!.split(' ').sort()).toEqual([
    "'self'",
    'https://identity.example:8443',
    'https://main.example',
    'https://pre.example',
    'wss://127.0.0.1:*',
  ])
})

test('a server whose settings name no addresses does not start, and says so in one sentence for each', async () => {
  const env = { API_BASE_PRE: 'https://a:canary@pre.example', PORTAL_ORIGINS: '*', PORTAL_URL: 'http://portal.example' }
  const started = startServer({
    postgres: inject('sharedPostgres'),
    env: { ...env, PUBLIC_URL: 'https://sign.example' },
  })
  const failure = (await started.catch((error: unknown) => error)) as { output: string; end: { code: number } }
  expect(failure.end.code).toBe(1)
  for (const name of Object.keys(env))
    expect(failure.output.split('\n').filter((line) => line.startsWith(name))).toHaveLength(1)
  expect(failure.output).not.toContain('canary')
})
