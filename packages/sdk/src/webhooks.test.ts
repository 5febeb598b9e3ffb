import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { readWebhook, WebhookRefused } from './webhooks.ts'

/** A message that other implementations of the specification take as signed rightly. */
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const BODY = '{"test": 2432232314}'
const AT = 1_614_265_330
const HEADERS = {
  'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  'webhook-timestamp': String(AT),
  'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}
const message = { headers: HEADERS, body: BODY, secret: SECRET, now: AT * 1000 }
const OTHER = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

const reasonOf = async (changed: Partial<Parameters<typeof readWebhook>[0]>) => {
  try {
    await readWebhook({ ...message, ...changed })
    return 'taken'
  } catch (error) {
    if (error instanceof WebhookRefused) return error.reason
    throw error
  }
}
const withHeader = (name: string, value: string | undefined) => ({
  headers: { ...HEADERS, [`webhook-${name}`]: value },
})

test('a message that was signed with the secret is read, as text and as bytes, from a map and from Fetch', async () => {
  const read = { id: HEADERS['webhook-id'], data: { test: 2432232314 } }
  expect(await readWebhook(message)).toEqual(read)
  expect(await readWebhook({ ...message, body: Buffer.from(BODY), headers: new Headers(HEADERS) })).toEqual(read)
})

test('one signature of several is enough, and so is one secret of two while it is being changed', async () => {
  const several = `v1,AAAA v1a,BBBB ${HEADERS['webhook-signature']}`
  expect(await reasonOf(withHeader('signature', several))).toBe('taken')
  expect(await reasonOf({ secret: [OTHER, SECRET] })).toBe('taken')
})

test('with a key pair the public key is the secret, and no shared secret is taken for it', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const secret = `whpk_${Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('base64')}`
  const made = sign(null, Buffer.from(`${HEADERS['webhook-id']}.${AT}.${BODY}`), privateKey).toString('base64')
  const signed = (mark: string) => withHeader('signature', `${mark},${made}`)
  expect(await reasonOf({ ...signed('v1a'), secret })).toBe('taken')
  expect(await reasonOf({ ...signed('v1'), secret })).toBe('signature')
  expect(await reasonOf({ ...signed('v1a'), secret, body: `${BODY} ` })).toBe('signature')
  expect(await reasonOf({ ...signed('v1a'), secret: [OTHER, secret] })).toBe('taken')
})

test.each([
  ['another secret', { secret: OTHER }, 'signature'],
  ['another body', { body: BODY.replace('4', '5') }, 'signature'],
  ['the same body, written anew', { body: JSON.stringify(JSON.parse(BODY)) }, 'signature'],
  ['another id', withHeader('id', 'msg_other'), 'signature'],
  ['another time', withHeader('timestamp', String(AT + 1)), 'signature'],
  [
    'a signature of another kind',
    withHeader('signature', HEADERS['webhook-signature'].replace('v1', 'v2')),
    'signature',
  ],
  ['an empty signature', withHeader('signature', 'v1,'), 'signature'],
  ['no signature', withHeader('signature', undefined), 'headers'],
  ['no id', withHeader('id', ''), 'headers'],
  ['no time', withHeader('timestamp', 'yesterday'), 'headers'],
  ['a time long ago', { now: (AT + 301) * 1000 }, 'time'],
  ['a time to come', { now: (AT - 301) * 1000 }, 'time'],
] as const)('a message with %s is refused', async (_, changed, reason) => {
  expect(await reasonOf(changed)).toBe(reason)
})

test('a signature behind more than ten others is not looked for', async () => {
  const many = [...Array<string>(10).fill('v1,AAAA'), HEADERS['webhook-signature']].join(' ')
  expect(await reasonOf(withHeader('signature', many))).toBe('signature')
})

test('a secret that is none is a mistake of the program, not of the message', async () => {
  const empty = createHmac('sha256', '').update(`${HEADERS['webhook-id']}.${AT}.${BODY}`).digest('base64')
  for (const secret of ['', 'whsec_', 'whpk_', 'whpk_AAAA', SECRET.slice('whsec_'.length)]) {
    const wrong = { ...message, ...withHeader('signature', `v1,${empty}`), secret }
    await expect(readWebhook(wrong)).rejects.toBeInstanceOf(TypeError)
  }
})
