/**
 * The transit engine of Vault as its documentation describes it (POST /v1/transit/encrypt/:name and /decrypt/:name, with
 * `associated_data`), played by a server of the test: a real Vault was not tried.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Secret } from '../../../config/secret.ts'
import { openVaultKek } from './vault-kek.ts'

const TOKEN = 'canary-token'
const KEY = Buffer.from('canary-key-of-the-server-32-bytes')
const transitKey = randomBytes(32)

interface TransitBody {
  readonly plaintext?: string
  readonly ciphertext?: string
  readonly associated_data: string
}

const decode = (base64: string) => Buffer.from(base64, 'base64')

function encrypt({ plaintext = '', associated_data: data }: TransitBody) {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', transitKey, nonce).setAAD(decode(data))
  const octets = Buffer.concat([nonce, cipher.update(decode(plaintext)), cipher.final(), cipher.getAuthTag()])
  return { ciphertext: `vault:v1:${octets.toString('base64')}`, key_version: 1 }
}

function decrypt({ ciphertext = '', associated_data: data }: TransitBody) {
  const octets = decode(ciphertext.replace('vault:v1:', ''))
  const decipher = createDecipheriv('aes-256-gcm', transitKey, octets.subarray(0, 12)).setAAD(decode(data))
  decipher.setAuthTag(octets.subarray(-16))
  return { plaintext: Buffer.concat([decipher.update(octets.subarray(12, -16)), decipher.final()]).toString('base64') }
}

async function answerAsVault(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const say = (status: number, body: object) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  if (request.headers['x-vault-token'] !== TOKEN) return say(403, { errors: ['permission denied'] })
  const body = JSON.parse(await text(request)) as TransitBody
  try {
    if (request.url === '/v1/transit/encrypt/rubrica') return say(200, { data: encrypt(body) })
    if (request.url === '/v1/transit/decrypt/rubrica') return say(200, { data: decrypt(body) })
    return say(404, { errors: [] })
  } catch {
    return say(400, { errors: ['cipher: message authentication failed'] })
  }
}

let server: Server
let answer: (request: IncomingMessage, response: ServerResponse) => Promise<void> | void
beforeAll(async () => {
  server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
afterAll(() => server.close())
beforeEach(() => {
  answer = answerAsVault
})

const open = (wish: { key?: string; token?: string; port?: number } = {}) =>
  openVaultKek({
    ...{ kind: 'vault', name: 'vault:test', key: wish.key ?? 'rubrica', token: new Secret(wish.token ?? TOKEN) },
    mount: `http://127.0.0.1:${wish.port ?? (server.address() as AddressInfo).port}/v1/transit`,
  })

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = (await work.catch((thrown: unknown) => thrown)) as Error & { code?: string }
  expect([error.name, error.code, error.cause]).toEqual(['ServerKeyError', 'SERVER_KEY_KEK', undefined])
  expect(error.message).toMatch(/^The key under which the server keys lie \(vault:test\) [^.]+\.$/)
  for (const secret of ['canary', KEY.toString('base64'), KEY.toString('hex')])
    expect(error.stack).not.toContain(secret)
  return error.message
}

describe('a key of Vault', () => {
  test('opens what it has closed, with the same binding only', async () => {
    const sealed = await open().seal(KEY, 'one')
    expect(Buffer.from(sealed).toString()).toMatch(/^vault:v1:/)
    expect(Buffer.from(await open().open(sealed, 'one'))).toEqual(KEY)
    expect(await refusalOf(open().open(sealed, 'other'))).toMatch(/was changed, or closed for something else/)
  })

  test('a wrong token, an unknown key, a sealed Vault and none at all are each one sentence', async () => {
    expect(await refusalOf(open({ token: 'canary-other' }).seal(KEY, 'x'))).toMatch(/SERVER_KEY_KEK_SECRET/)
    expect(await refusalOf(open({ key: 'other' }).seal(KEY, 'x'))).toMatch(/is not known to Vault/)
    answer = (_, response) => void response.writeHead(503).end()
    expect(await refusalOf(open().seal(KEY, 'x'))).toMatch(/Vault is sealed/)
    expect(await refusalOf(open({ port: 1 }).seal(KEY, 'x'))).toMatch(/does not answer/)
  })

  test.each([
    ['no JSON', 'canary'],
    ['an array', '[]'],
    ['no data', '{"data":null}'],
    ['another thing than a ciphertext', '{"data":{"ciphertext":"canary","plaintext":"%%canary"}}'],
    ['a page without end', `"${'canary'.repeat(10_000)}"`],
  ])('%s in its answer is one sentence that quotes nothing', async (_, body) => {
    answer = (__, response) => void response.writeHead(200).end(body)
    expect(await refusalOf(open().seal(KEY, 'x'))).toMatch(/gave an answer that is none/)
    expect(await refusalOf(open().open(KEY, 'x'))).toMatch(/gave an answer that is none/)
  })

  test('an answer that sends elsewhere is not followed, and one that breaks off is one sentence', async () => {
    answer = (_, response) => void response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end()
    expect(await refusalOf(open().seal(KEY, 'x'))).toMatch(/status 307|does not answer/)
    answer = (_, response) => void response.socket?.destroy()
    expect(await refusalOf(open().seal(KEY, 'x'))).toMatch(/does not answer/)
  })
})
