import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runCommandLine } from '../run-command-line.ts'

const SUBSCRIPTION = 'ea0212f3-e82f-4475-8c5e-962e6b445131'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'witness-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function run(...args: string[]) {
  const said = { out: '', err: '' }
  const terminal = {
    out: (text: string) => void (said.out += text),
    err: (text: string) => void (said.err += text),
    env: {},
    askSecret: null,
  }
  return { code: await runCommandLine(['audit', 'watch', ...args], terminal), ...said }
}

/** Watches a server that answers whatever it likes. */
async function watch(answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { code, out } = await run(
      ...['--url', url, '--kept', join(folder, 'heads.json'), '--subscription', SUBSCRIPTION, '--json'],
    )
    return { exit: code, ...(JSON.parse(out) as Record<string, unknown>), files: await readdir(folder) }
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const say =
  (body: string, status = 200): RequestListener =>
  (_request, response) =>
    void response.writeHead(status).end(body)

const HEAD = {
  until: '2026-11-26T00:00:00.000Z',
  subscriptionId: SUBSCRIPTION,
  canonical: '{}',
  hash: 'a'.repeat(64),
  keyId: 'x',
  publicKey: null,
  fingerprint: null,
  signature: '',
  token: null,
}
const page = (...heads: unknown[]) => say(JSON.stringify({ heads, next: null }))
const refusal = (code: string) => expect.objectContaining({ exit: 1, ok: false, code, files: [] }) as unknown

test.each([
  ['no JSON', say('<html>')],
  ['other octets than UTF-8', say('\xff\xfe')],
  ['JSON of something else', say('[]')],
  ['a list that is none', say('{"heads":{"length":1},"next":null}')],
  ['a head that lacks a part', page({ ...HEAD, signature: undefined })],
  ['a text that is too long for a head', page({ ...HEAD, canonical: 'x'.repeat(2001) })],
  ['a token that is too long', page({ ...HEAD, token: 'A'.repeat(100_004) })],
  ['a moment that is none', page({ ...HEAD, until: '../../etc/passwd' })],
  ['more heads than a page has', page(...Array.from({ length: 101 }, () => HEAD))],
])('%s is refused, and nothing is kept', async (_, answer) => {
  expect(await watch(answer)).toEqual(refusal('ANSWER_INVALID'))
})

test.each([
  ['an endless answer', endless, 'REQUEST_FAILED'],
  ['an answer that is compressed', compressed, 'REQUEST_FAILED'],
  ['a server that wants to be left alone', say('', 429), 'REQUEST_FAILED'],
  ['a broken server', say('', 500), 'REQUEST_FAILED'],
  ['a way to a private address', lead('http://127.0.0.2:1/'), 'REQUEST_REFUSED'],
  ['a way into files', lead('file:///etc/passwd'), 'REQUEST_REFUSED'],
  ['heads that are for nobody', say('{}', 404), 'HEADS_NOT_PUBLIC'],
  ['no heads', page(), 'HEAD_NOT_FOUND'],
] as const)('%s is told, and nothing is kept', async (_, answer, code) => {
  expect(await watch(answer)).toEqual(refusal(code))
})

function endless(_request: unknown, response: Parameters<RequestListener>[1]): void {
  response.on('error', () => undefined)
  const pour = () => void (response.destroyed || response.write('x'.repeat(1024 * 1024), pour))
  pour()
}

function compressed(_request: unknown, response: Parameters<RequestListener>[1]): void {
  response.writeHead(200, { 'content-encoding': 'gzip' }).end('x')
}

function lead(location: string): RequestListener {
  return (_request, response) => void response.writeHead(302, { location }).end()
}

test('a head whose text is none, or that has a key that is none, is a contradiction and kept apart', async () => {
  for (const head of [HEAD, { ...HEAD, publicKey: 'PEM' }, { ...HEAD, canonical: '{"until":[],"previous":{}}' }]) {
    expect(await watch(page(head))).toMatchObject({
      exit: 1,
      contradiction: { problem: 'head-changed' },
      files: ['heads.json.contradiction'],
    })
  }
})

test('the server is asked for this log alone, and told nothing of the witness', async () => {
  const asked: unknown[] = []
  await watch((request, response) => {
    asked.push([request.url, request.headers['user-agent'], request.headers.cookie])
    response.writeHead(404).end()
  })
  expect(asked).toEqual([[`/api/audit/heads?subscription=${SUBSCRIPTION}`, 'rubrica', undefined]])
})

test.each([
  ['no address', ['--kept', 'heads.json']],
  ['no file', ['--url', 'https://sign.example.org']],
  ['two files', ['--url', 'https://sign.example.org', '--kept', 'a', '--kept', 'b']],
  ['another kind of address', ['--url', 'file:///etc', '--kept', 'none', '--subscription', SUBSCRIPTION]],
  ['no subscription and no heads that name it', ['--url', 'https://sign.example.org', '--kept', 'none']],
])('%s is typed wrongly', async (_, args) => {
  expect(await run(...args)).toMatchObject({ code: 2, out: '' })
})

test('a file of something else is typed wrongly, and left as it is', async () => {
  const file = join(folder, 'heads.json')
  for (const text of ['', '[]', 'null', '{"heads":{}}', '{"heads":[null]}', '{"heads":[{"canonical":1}]}']) {
    await writeFile(file, text)
    expect(await run('--url', 'https://sign.example.org', '--kept', file), text).toMatchObject({ code: 2 })
  }
})

test('a key file that holds no key is typed wrongly', async () => {
  const file = join(folder, 'head.pem')
  await writeFile(file, 'no key')
  const args = ['--kept', join(folder, 'none'), '--subscription', SUBSCRIPTION, '--head-key', file]
  expect(await run('--url', 'https://sign.example.org', ...args)).toMatchObject({ code: 2 })
})
