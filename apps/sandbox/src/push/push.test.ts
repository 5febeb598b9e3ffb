import { createECDH, generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestSandbox } from '../test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await TestSandbox.open()
})
afterAll(() => sandbox.close())

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const { x, y } = publicKey.export({ format: 'jwk' })
const serverKey = Buffer.concat([Buffer.of(4), ...[x, y].map((half) => Buffer.from(half!, 'base64url'))]).toString(
  'base64url',
)

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds

function vapid(claims: object = {}, key = serverKey): string {
  const all = { aud: sandbox.url, exp: inSeconds(3600), sub: 'mailto:ops@example.test', ...claims }
  const signed = `${encode({ alg: 'ES256', typ: 'JWT' })}.${encode(all)}`
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${key}`
}

async function subscribe(): Promise<string> {
  const answer = await sandbox.postJson('/push/browsers', { serverKey })
  return ((await answer.json()) as { endpoint: string }).endpoint
}

const post = async (endpoint: string, headers: Record<string, string>) => {
  const all = { 'content-type': 'application/octet-stream', 'content-encoding': 'aes128gcm', ttl: '60', ...headers }
  return (await fetch(endpoint, { method: 'POST', headers: all, body: Buffer.alloc(120, 1) })).status
}

it('a message is of who the browser named, for this service, and not for longer than a day', async () => {
  const endpoint = await subscribe()
  const other = createECDH('prime256v1').generateKeys('base64url')
  for (const authorization of [
    '',
    'vapid t=a.b.c, k=d',
    vapid({}, other),
    vapid({ aud: 'https://push.example.test' }),
    vapid({ exp: inSeconds(-1) }),
    vapid({ exp: inSeconds(2 * 86_400) }),
    vapid({ sub: 'nobody' }),
  ]) {
    expect(await post(endpoint, { authorization }), authorization).toBe(403)
  }
})

it('what the browser cannot open, and what says no time to live, is refused', async () => {
  const endpoint = await subscribe()
  expect(await post(endpoint, { authorization: vapid() })).toBe(400)
  expect(await post(endpoint, { authorization: vapid(), ttl: 'long' })).toBe(400)
  expect(await post(endpoint, { authorization: vapid(), urgency: 'extreme' })).toBe(400)
})

it('a subscription that has ended, and one that never was, is gone', async () => {
  const endpoint = await subscribe()
  await fetch(endpoint.replace('/messages/', '/browsers/'), { method: 'DELETE' })
  expect(await post(endpoint, { authorization: vapid() })).toBe(410)
  expect(await post(`${sandbox.url}/push/messages/unknown`, { authorization: vapid() })).toBe(410)
})
