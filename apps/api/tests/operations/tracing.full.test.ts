/** Spans for a collector of OpenTelemetry: what they tell, what they do not, and that without one there are none. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { linkAccount, openScene, signAsPortal, type Scene } from '@rubrica/testing'
import { sign } from '../scenes/authorise-signing.ts'

const PATIENCE = { timeout: 120_000, interval: 250 }
const SIGN = 'POST /api/vidmobileuser/signature/:type/:signerGuid'
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const TRACEPARENT = `00-${TRACE}-00f067aa0ba902b7-01`
/**
 * Tells at its end how many modules the process has loaded, and how many of OpenTelemetry's, without those of its
 * interface, which prom-client brings along. Code for NODE_OPTIONS.
 */
const TELL_MODULES = `
  import Module from 'node:module'
  process.on('exit', () => {
    const loaded = Object.keys(Module._cache)
    const some = loaded.filter((path) => path.includes('@opentelemetry') && !path.includes('@opentelemetry/api/'))
    process.stderr.write('MODULES ' + loaded.length + ' ' + some.length + ' ')
  })`

interface Attribute {
  readonly key: string
  readonly value: Readonly<Record<string, unknown>>
}

interface ReceivedSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly attributes: readonly Attribute[]
  readonly events: readonly { readonly name: string }[]
  readonly status: { readonly code?: number; readonly message?: string }
}

interface Received {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[]
  }[]
}

/** A collector that keeps what it is sent. */
async function openCollector() {
  const bodies: Received[] = []
  const keys = new Set<unknown>()
  const server = createServer((request, reply) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      keys.add(request.headers['x-key'])
      if (request.url === '/v1/traces') bodies.push(JSON.parse(Buffer.concat(pieces).toString()) as Received)
      reply.setHeader('content-type', 'application/json').end('{}')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const all = () => bodies.flatMap(({ resourceSpans }) => resourceSpans)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys,
    resources: () => all().map(({ resource }) => resource.attributes),
    spans: () => all().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    [Symbol.asyncDispose]: () => new Promise<void>((done) => void server.close(() => done())),
  }
}

let collector: Awaited<ReturnType<typeof openCollector>>
let scene: Scene
beforeAll(async () => {
  collector = await openCollector()
  scene = await openScene({
    postgres: inject('sharedPostgres'),
    env: {
      ...{ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20canary' },
      ...{ TRUSTED_PROXIES: '1', NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(TELL_MODULES)}` },
    },
  })
})
afterAll(async () => {
  await scene[Symbol.asyncDispose]()
  await collector[Symbol.asyncDispose]()
})

const valueOf = ({ attributes }: Pick<ReceivedSpan, 'attributes'>, name: string) =>
  Object.values(attributes.find(({ key }) => key === name)?.value ?? {})[0]
const untilSpan = async (isIt: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan> => {
  await expect.poll(() => collector.spans().some(isIt), PATIENCE).toBe(true)
  return collector.spans().find(isIt)!
}

/** All that is told of them, without the numbers, in which anything may occur. */
const toldText = () =>
  JSON.stringify(
    collector
      .spans()
      .map(({ name, attributes, events, status }) => [name, attributes, events.map((event) => event.name), status]),
  )

/** Signs as a proxy of ours would hand it on. */
async function signTraced(): Promise<string> {
  const document = await scene.send({ signers: ['ana'] })
  const signerGuid = document.signers[0]!.guid
  const { token, certificateId, pin } = scene.people.ana
  const answer = await fetch(`${scene.portal.url}/api/vidmobileuser/signature/keyvault/${signerGuid}?canary=query`, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json', traceparent: TRACEPARENT },
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify({ CertGUID: certificateId, PIN: pin, AccessMethod: 'USER_PASS' }),
  })
  expect(answer.status).toBe(204)
  return signerGuid
}

test('a signature is a span of who asked for it, with its steps, its statements and what it stores', async () => {
  const signerGuid = await signTraced()
  const span = await untilSpan(({ name, traceId }) => name === SIGN && traceId === TRACE)
  expect(span.parentSpanId).toBe('00f067aa0ba902b7')
  expect(valueOf(span, 'http.response.status_code')).toBe(204)
  expect(span.events.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['signer-found', 'claimed', 'key-opened', 'timestamped', 'committed']),
  )
  const children = collector
    .spans()
    .filter(({ traceId, parentSpanId }) => traceId === TRACE && parentSpanId === span.spanId)
  const names = children.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['object put', 'postgresql select', 'postgresql with']))
  const statements = children.map((child) => String(valueOf(child, 'db.query.text')))
  expect(statements.join('\n')).toMatch(/signing_attempts[^]*\$1/)

  const [resource] = collector.resources()
  expect(valueOf({ attributes: resource! }, 'service.name')).toBe('rubrica')
  expect([...collector.keys]).toEqual(['a canary'])
  const line = scene.portal.server
    .log()
    .split('\n')
    .find((text) => text.includes(TRACE) && text.includes('"answered"'))
  expect(JSON.parse(line!)).toMatchObject({
    ...{ role: 'all', traceId: TRACE, route: '/api/vidmobileuser/signature/:type/:signerGuid' },
    replica: valueOf({ attributes: resource! }, 'service.instance.id'),
  })
  for (const secret of [
    signerGuid,
    scene.people.ana.certificateId,
    scene.people.ana.userId,
    'canary',
    'document.pdf',
  ]) {
    expect(toldText()).not.toContain(secret)
  }
})

test('jobs and calls of providers are spans, and a refusal tells its code alone', async () => {
  await untilSpan(({ name }) => name === 'job tell-signer')
  const certificates = await linkAccount(scene, 'ana', 'redtrust')
  const certificate = [...certificates.values()].find(({ AuthenticationType }) => AuthenticationType === 'PIN')!
  const [document] = [await scene.send({ signers: ['ana'] })]
  await signAsPortal(scene, { name: 'ana', signerGuid: document.signers[0]!.guid, certificate, pin: '246810' })
  const asked = await untilSpan(({ name }) => name === 'provider redtrust sign')
  const signed = await untilSpan(({ spanId }) => spanId === asked.parentSpanId)
  expect(signed.name).toBe(SIGN)
  await scene.portal.sandbox.inject({ service: 'redtrust', operation: 'signHash', fault: 'http500', times: 100 })
  const other = await scene.send({ signers: ['ana'] })
  await sign(scene.people.ana, other, { type: 'redtrust', CertGUID: certificate.GUID, PIN: '246810' }).catch(
    () => undefined,
  )
  const failed = await untilSpan(({ name, status }) => name === 'provider redtrust sign' && status.code === 2)
  expect(failed.status.message).toMatch(/^[\w-]+$/)
  await scene.portal.sandbox.control('reset', {})
  expect(toldText()).not.toMatch(/246810|Vidal|ana@/)
})

test('a collector that is away costs nobody a signature, and stands in the log', async () => {
  await scene.portal.server.restart({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
  await fetch(`${scene.portal.server.url}/health/live`)
  await expect.poll(() => scene.portal.server.program.log(), PATIENCE).toContain('Spans could not be sent')
})

test('without a trusted proxy nobody from outside says to which trace a request belongs', async () => {
  const theirs = TRACE.replace('4', '5')
  await scene.portal.server.restart({ TRUSTED_PROXIES: undefined })
  const asked = collector.spans().length
  await fetch(`${scene.portal.server.url}/api/config`, { headers: { traceparent: TRACEPARENT.replace(TRACE, theirs) } })
  await expect.poll(() => collector.spans().length, PATIENCE).toBeGreaterThan(asked)
  await scene.portal.server.program.stop()
  expect(collector.spans().filter(({ traceId }) => traceId === theirs)).toEqual([])
  expect(scene.portal.server.program.log()).toMatch(/MODULES \d+ [1-9]/)
})

test('without a collector no module of OpenTelemetry is loaded, and lines name the process all the same', async () => {
  await scene.portal.server.restart({ OTEL_EXPORTER_OTLP_ENDPOINT: undefined })
  await fetch(`${scene.portal.server.url}/health/live`)
  await scene.portal.server.program.stop()
  const log = scene.portal.server.program.log()
  expect(log).toMatch(/MODULES [1-9]\d+ 0 /)
  expect(log).not.toMatch(/MODULES \d+ [1-9]/)
  expect(log).toMatch(/"replica":"[0-9a-f-]{36}","role":"all"/)
  expect(log).not.toContain('traceId')
})
