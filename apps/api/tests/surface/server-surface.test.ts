import { readdirSync, readFileSync } from 'node:fs'
import { get, request, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { contract, portalConfig, type Endpoint } from '@rubrica/contract'
import { startServer, type RunningServer } from '@rubrica/testing'

let server: RunningServer
beforeAll(async () => {
  server = await startServer({ postgres: inject('sharedPostgres') })
})
afterAll(() => server[Symbol.asyncDispose]())

const ask = (path: string, init?: RequestInit) => fetch(server.url + path, init)
const basic = { authorization: `Basic ${Buffer.from('portal:').toString('base64')}` }
const problemOf = async (answer: Response) => (await answer.json()) as { Code: string; Message: string }

test('the OpenAPI document is 3.1, names every call, and each of its references leads somewhere', async () => {
  const text = await (await ask('/api/openapi.json')).text()
  const document = JSON.parse(text) as {
    openapi: string
    paths: Record<string, Record<string, { operationId: string; responses: object }>>
    components: { schemas: Record<string, unknown> }
  }
  expect(document.openapi).toBe('3.1.0')
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  const names = operations.map(({ operationId }) => operationId)
  expect(names.filter((name) => !/^cscV[12]/.test(name)).sort()).toEqual(Object.keys(contract).sort())
  expect(names).toEqual(expect.arrayContaining(['cscV1SignaturesSignHash', 'cscV2Oauth2PushedAuthorize']))
  const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target!)
  expect(references.length).toBeGreaterThan(10)
  for (const target of new Set(references)) {
    expect(target).toMatch(/^#\/components\/schemas\//)
    expect(document.components.schemas).toHaveProperty(target.split('/').at(-1)!)
  }
})

test('the reference page names every path and loads nothing from elsewhere', async () => {
  const answer = await ask('/api/docs')
  expect(answer.headers.get('content-type')).toContain('text/html')
  const page = await answer.text()
  for (const { path } of Object.values<Endpoint>(contract)) {
    expect(page).toContain(path.replace(/:(\w+)/g, '{$1}'))
  }
  expect(page).not.toMatch(/<script|https?:\/\/|style="/)
  expect((await ask('/api/docs/style.css')).headers.get('content-type')).toContain('text/css')
})

test('config.json is what the portal expects', async () => {
  const config = portalConfig.parse(await (await ask('/config.json')).json())
  expect(config).toMatchObject({ clientId: 'portal', bases: { LOCAL: { main: '/api', identity: '/api' } }, demo: null })
})

test('config.json gives both bases a PRE, a PRO and a LOCAL address, and each of them answers calls', async () => {
  const { bases } = portalConfig.parse(await (await ask('/config.json')).json())
  expect(Object.keys(bases).sort()).toEqual(['LOCAL', 'PRE', 'PRO'])
  for (const { main, identity } of Object.values(bases)) {
    for (const address of [`${main}/pendingsignatures/paginated`, `${identity}/vidmobileuser/`]) {
      const answer = await fetch(new URL(address, server.url))
      expect([answer.status, (await problemOf(answer)).Code], address).toEqual([401, 'SESSION_EXPIRED'])
    }
  }
})

test('by default no third party is asked about the person, and pages may call us and an application on the PC alone', async () => {
  const answer = await ask('/config.json')
  expect(await answer.json()).toMatchObject({ ipLookupUrl: '', geoLookupUrl: '', autofirmaLauncher: null })
  expect(answer.headers.get('content-security-policy')).toContain("connect-src 'self' wss://127.0.0.1:*;")
})

test('the policy allows the bases of config.json, and the addresses at which Autofirma is started and answers', async () => {
  const { bases } = portalConfig.parse(await (await ask('/config.json')).json())
  const policy = (await ask('/')).headers.get('content-security-policy') ?? ''
  const allowed = (directive: string) => new RegExp(`${directive} ([^;]*)`).exec(policy)?.[1]?.split(' ')
  for (const address of Object.values(bases).flatMap(({ main, identity }) => [main, identity])) {
    const { origin } = new URL(address, server.url)
    expect(allowed('connect-src')).toContain(origin === server.url ? "'self'" : origin)
  }
  // Never `localhost`, which may be ::1; the port is a random one each time.
  expect(allowed('connect-src')).toEqual(["'self'", 'wss://127.0.0.1:*'])
  expect(allowed('frame-src')).toEqual(['afirma:'])
})

test.each(['/', '/api/docs', '/config.json', '/api/nothing', '/health/live'])(
  '%s comes with a strict policy and no referrer, and is in no index',
  async (path) => {
    const { headers } = await ask(path)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'self'")
    // Of the scripts inside pages those that the portal was built with.
    expect(policy).toMatch(/script-src 'self'(?: 'sha256-[\w+/]{43}=')+;/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('strict-transport-security')).toBeNull()
    expect(headers.get('server')).toBeNull()
  },
)

test('the portal’s page answers every address of its own, asks to be checked again, and its assets last for ever', async () => {
  const page = await ask('/documents/any/where')
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(page.headers.get('cache-control')).toBe('no-cache')
  // Not with fetch, which adds a Cache-Control that forbids 304. Each encoding has a tag of its own.
  const revisit = (headers: Record<string, string>) =>
    new Promise<IncomingMessage>((done) => get(`${server.url}/`, { headers }, (answer) => done(answer.resume())))
  for (const encoding of ['br', 'gzip', 'identity']) {
    const asked = { 'accept-encoding': encoding }
    const first = await revisit(asked)
    expect([first.statusCode, first.headers['content-encoding'] ?? 'identity']).toEqual([200, encoding])
    expect((await revisit({ ...asked, 'if-none-match': first.headers.etag! })).statusCode).toBe(304)
  }
  const asset = /(?:src|href)="(\/assets\/[^"]+)"/.exec(await page.text())![1]!
  const { status, headers } = await ask(asset)
  expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
  for (const path of ['/../package.json', '/%2e%2e/package.json', '/assets/..%2f..%2fapi.js', '/api.js']) {
    expect((await ask(path)).status).toBe(404)
  }
})

test.each([
  ['/', 'login-screen'],
  ['/documents', 'documents-screen'],
  ['/documents/3f2c', 'document-screen'],
  ['/documents/3f2c?page=2', 'document-screen'],
  ['/approvals/3f2c', 'approval-screen'],
])('the page at %s names the files of its own screen, so that none waits for another', async (path, screen) => {
  const page = await (await ask(path)).text()
  // As links, or as data for the script that asks for what is seen first before them.
  expect(page).toMatch(new RegExp(`(?:rel="modulepreload" crossorigin href=|[[,])"/assets/${screen}-`))
})

test('NOTICE.txt names every package that the bundles hold, with its licence', async () => {
  const notice = await (await ask('/NOTICE.txt')).text()
  expect(notice).toContain('Permission is hereby granted')
  const dist = join(import.meta.dirname, '../../../../dist')
  const maps = readdirSync(dist).filter((file) => file.endsWith('.js.map'))
  const sources = maps.flatMap((file) => (JSON.parse(readFileSync(join(dist, file), 'utf8')) as SourceMap).sources)
  const bundled = sources.map((source) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1])
  const portal = JSON.parse(readFileSync(join(dist, '../apps/web/package.json'), 'utf8')) as Dependent
  const inPortal = Object.keys(portal.dependencies).filter((name) => !name.startsWith('@rubrica/'))
  const names = new Set([...bundled, ...inPortal].filter((name) => name !== undefined))
  expect(names.size).toBeGreaterThan(8)
  for (const name of names) expect(notice).toMatch(new RegExp(`^${name} \\d.*\\nLicence: `, 'm'))
})

interface Dependent {
  readonly dependencies: Readonly<Record<string, string>>
}

interface SourceMap {
  readonly sources: readonly string[]
}

test('over TLS the browser is told to stay there', async () => {
  await server.restart({ PUBLIC_URL: 'https://sign.example.org' })
  expect((await ask('/health/live')).headers.get('strict-transport-security')).toContain('max-age=31536000')
  await server.restart({ PUBLIC_URL: undefined })
})

test.each([
  ['GET', '/api/nothing', 404, 'NOT_FOUND'],
  ['GET', '/api', 404, 'NOT_FOUND'],
  ['POST', '/api/vidmobileuser/', 405, 'METHOD_NOT_ALLOWED'],
  ['PUT', '/api/oauth/token', 405, 'METHOD_NOT_ALLOWED'],
  ['HEAD', '/api/vidmobileuser', 405, ''],
  ['GET', '/api/%zz', 400, 'BAD_REQUEST'],
  ['GET', '/assets/nothing.js', 404, 'NOT_FOUND'],
  ['POST', '/documents', 405, 'METHOD_NOT_ALLOWED'],
  ['PUT', '/health/live', 405, 'METHOD_NOT_ALLOWED'],
  ['DELETE', '/config.json', 405, 'METHOD_NOT_ALLOWED'],
])('%s %s is %i %s', async (method, path, status, code) => {
  const answer = await ask(path, { method })
  expect(answer.status).toBe(status)
  if (status === 405) expect(answer.headers.get('allow')).toMatch(/^[A-Z]/)
  if (code)
    expect(await problemOf(answer)).toEqual({
      Code: code,
      Message: expect.any(String) as unknown,
      ...anyDetails(status),
    })
})

test.each([
  '/',
  '/documents',
  '/health/live',
  '/metrics',
  '/api/vidmobileuser',
  '/api/openapi.json',
  '/csc/v1/info',
  '/csc/v2/nothing',
])('TRACE %s is refused with what the address takes', async (path) => {
  // fetch() does not send it.
  const answer = await new Promise<IncomingMessage>((done, fail) =>
    request(server.url + path, { method: 'TRACE' }, (got) => done(got.resume()))
      .on('error', fail)
      .end(),
  )
  expect([answer.statusCode, answer.headers.allow]).toEqual([405, expect.stringMatching(/^(?:GET|POST)/)])
})

const anyDetails = (status: number) => (status === 405 ? { Details: { Allowed: expect.any(Array) as unknown } } : {})

test.each([
  ['an open brace', '{', 'application/json', 400, 'BODY_NOT_JSON'],
  ['nothing', '', 'application/json', 400, 'BODY_NOT_JSON'],
  ['an own __proto__', '{"__proto__": {"a": 1}}', 'application/json', 400, 'BODY_NOT_JSON'],
  ['100 000 open brackets', '['.repeat(100_000), 'application/json', 400, 'BODY_NOT_JSON'],
  ['40 arrays in one another', `{"a":${'['.repeat(40)}${']'.repeat(40)}}`, 'application/json', 400, 'BODY_NOT_JSON'],
  ['an array', '[]', 'application/json', 400, 'VALIDATION_FAILED'],
  ['null', 'null', 'application/json', 400, 'VALIDATION_FAILED'],
  ['a grant without its fields', '{"grant_type":"password"}', 'application/json', 400, 'VALIDATION_FAILED'],
  [
    'a field given twice',
    'grant_type=password&grant_type=password',
    'application/x-www-form-urlencoded',
    400,
    'VALIDATION_FAILED',
  ],
  ['XML', '<xml/>', 'application/xml', 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['plain text', 'hello', 'text/plain', 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['400 000 letters', `"${'x'.repeat(400_000)}"`, 'application/json', 413, 'BODY_TOO_LARGE'],
])('a body of %s is refused', async (_what, body, type, status, code) => {
  const answer = await ask('/api/oauth/token', { method: 'POST', headers: { ...basic, 'content-type': type }, body })
  expect(answer.status).toBe(status)
  expect(await problemOf(answer)).toMatchObject({ Code: code })
})

test('paths are taken in any case and with a slash at the end, as the portal writes some of them', async () => {
  for (const path of ['/api/vidmobileuser/', '/api/vidmobileuser', '/api/VidMobileUser/certsType/']) {
    expect((await ask(path)).status).toBe(401)
  }
})

test('bytes that are no request are answered in the same shape', async () => {
  const { hostname, port } = new URL(server.url)
  const text = await new Promise<string>((done) => {
    let heard = ''
    const socket = connect(Number(port), hostname, () => socket.write('NONSENSE\r\n\r\n'))
    socket.on('data', (chunk) => (heard += chunk.toString()))
    socket.on('close', () => done(heard))
  })
  expect(text).toMatch(/^HTTP\/1\.1 400 /)
  expect(JSON.parse(text.split('\r\n\r\n')[1]!)).toMatchObject({ Code: 'BAD_REQUEST' })
})

test('health tells life from readiness, and metrics count answers by route', async () => {
  expect((await ask('/health/live')).status).toBe(200)
  expect(await (await ask('/health/ready')).json()).toEqual({
    status: 'ready',
    checks: { database: true, objects: true, keys: true, clock: true },
  })
  await ask(`/api/vidmobileuser/${crypto.randomUUID()}/appearance`)
  const numbers = await (await ask('/metrics')).text()
  expect(numbers).toMatch(/route="\/api\/vidmobileuser\/:id\/appearance",status="401"/)
})

test.each(['/METRICS', '/metrics/', '/%6detrics'])(
  '%s tells no metrics: a proxy that keeps /metrics from the outside keeps all of them',
  async (path) => {
    expect(await (await ask(path)).text()).not.toMatch(/^# TYPE/m)
  },
)

test('the log names routes, never the address with its query', async () => {
  await ask('/recovery?t=canary-token-value')
  await ask('/api/pendingsignatures/paginated?FileName=canary-file-name')
  expect(server.log()).not.toMatch(/canary/)
})

test('a port in use is one clear sentence', async () => {
  const port = new URL(server.url).port
  const other = startServer({ postgres: inject('sharedPostgres'), env: { PORT: port } })
  await expect(other).rejects.toMatchObject({
    // After the lines of the log, which are JSON.
    output: expect.stringMatching(
      new RegExp(`^(?:\\{.*\\n)*Port ${port} is in use by another program; .*\\.\\n$`),
    ) as unknown,
    end: { code: 1 },
  })
})
