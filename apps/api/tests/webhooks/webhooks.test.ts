/** Webhooks: programs are told what happens to documents, in messages that they can verify. */
import { createPublicKey, verify } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { Webhook } from 'standardwebhooks'
import { trySigning, type Received } from '@rubrica/testing'
import { insertMessages } from '../../src/adapters/database/webhooks/queue-messages.ts'
import { sendAs } from '../scenes/sender-mail-scene.ts'
import { bodyOf, openWebhookScene, type WebhookScene } from '../scenes/webhook-scene.ts'

const PATIENCE = { timeout: 30_000 }

let opened: WebhookScene
let scene: WebhookScene['scene']
let receiver: WebhookScene['receiver']
let carla: WebhookScene['carla']
beforeAll(async () => {
  opened = await openWebhookScene()
  ;({ scene, receiver, carla } = opened)
})
afterEach(() => opened.forget())
afterAll(() => opened.close())

const rows: WebhookScene['rows'] = (text, values) => opened.rows(text, values)
const make: WebhookScene['make'] = (...wish) => opened.make(...wish)
const types = () => opened.types()

test('whoever sent a document is told of each step, by messages that the published library verifies', async () => {
  const { secret, guid } = await make()
  const sent = await sendAs(scene, 'carla', { signers: ['ana', 'biel'] })
  for (const who of ['ana', 'biel'] as const) {
    const { guid: signer } = sent.signers.find(({ userId }) => userId === who)!
    expect(await trySigning(scene.people[who], signer)).toBe(204)
  }
  await expect
    .poll(types, PATIENCE)
    .toEqual(['document.sent', 'document.signed', 'document.signed', 'document.completed'])
  const webhook = new Webhook(secret)
  for (const { body, headers } of receiver.received) {
    const verified = webhook.verify(body, headers as Record<string, string>) as { data: { document: string } }
    expect(verified.data.document).toBe(sent.guid)
  }
  const told = receiver.received.map((message) => bodyOf(message).data)
  expect(told.map(({ sequence }) => sequence).toSorted()).toEqual(told.map(({ sequence }) => sequence))
  expect(told[1]).toMatchObject({ signer: sent.signers[0]!.guid })
  // A message names nobody.
  expect(receiver.received.map(({ body }) => body).join('')).not.toMatch(/ana|biel|carla/i)
  await expect
    .poll(async () => (await carla.call.webhookStatus({ params: { webhookId: guid } })).waiting, PATIENCE)
    .toBe(0)
})

test('an endpoint hears of what it chose, of its owner’s documents, and of all only for who sees them', async () => {
  await make({ types: ['document.rejected'] })
  await make({ url: `${receiver.origin}/biel` }, scene.people.biel)
  await expect(make({ documents: 'all' })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  await rows(`update user_subscriptions set roles = '{manager}' where user_id = $1`, [carla.userId])
  await make({ documents: 'all', url: `${receiver.origin}/all` })
  const sent = await sendAs(scene, 'biel', { signers: ['ana'] })
  await scene.people.ana.call.rejectDocument({
    params: { signerGuid: sent.signers[0]!.guid },
    body: { RejectionReason: 'Wrong year', AccessMethod: 'USER_PASS' },
  })
  const paths = () =>
    receiver.received.map(({ path, body }) => `${path} ${(JSON.parse(body) as { type: string }).type}`).toSorted()
  const both = ['document.sent', 'document.rejected'].flatMap((type) => [`/all ${type}`, `/biel ${type}`]).toSorted()
  await expect.poll(paths, PATIENCE).toEqual(both)
  await rows(`update user_subscriptions set roles = '{sender}' where user_id = $1`, [carla.userId])
  receiver.forget()
  await sendAs(scene, 'biel', { signers: ['ana'] })
  await expect.poll(paths, PATIENCE).toEqual(['/biel document.sent'])
})

test('with a key pair a message is verified by the public key alone', async () => {
  const { secret } = await make({ signing: 'v1a' })
  expect(secret).toMatch(/^whpk_/)
  const x = Buffer.from(secret.slice('whpk_'.length), 'base64').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  await sendAs(scene, 'carla', { signers: ['ana'] })
  await expect.poll(types, PATIENCE).toEqual(['document.sent'])
  const { headers, body } = receiver.received[0]!
  const [way, signature] = String(headers['webhook-signature']).split(',')
  expect(way).toBe('v1a')
  const signed = Buffer.from(`${headers['webhook-id'] as string}.${headers['webhook-timestamp'] as string}.${body}`)
  expect(verify(null, signed, key, Buffer.from(signature!, 'base64'))).toBe(true)
})

test('for a day after a change of the secret messages are verified with either', async () => {
  const { guid, secret: former } = await make()
  const params = { webhookId: guid }
  const { secret } = await carla.call.rotateWebhook({ params, headers: {} })
  expect(secret).not.toBe(former)
  expect(await carla.call.webhookSecret({ params })).toEqual({ signing: 'v1', secret })
  await carla.call.testWebhook({ params, headers: {} })
  await expect.poll(types, PATIENCE).toEqual(['webhook.test'])
  const verifies = (key: string, { body, headers }: Received) => {
    try {
      return new Webhook(key).verify(body, headers as Record<string, string>) !== undefined
    } catch {
      return false
    }
  }
  expect([former, secret].map((key) => verifies(key, receiver.received[0]!))).toEqual([true, true])
  await rows(`update webhook_endpoints set former_until = now()`)
  await carla.call.testWebhook({ params, headers: {} })
  await expect.poll(() => receiver.received.length, PATIENCE).toBe(2)
  expect([former, secret].map((key) => verifies(key, receiver.received[1]!))).toEqual([false, true])
})

test.each(['http://127.0.0.1:1/', 'http://receiver.example/', 'https://user:word@receiver.example/'])(
  'no webhook is made for %s',
  async (url) => {
    await expect(make({ url })).rejects.toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
  },
)

test('the address that a send names hears of that document alone, and its secret is its owner’s to ask for', async () => {
  const callback = `${receiver.origin}/case/17`
  const sent = await sendAs(scene, 'carla', { signers: ['ana'], callback })
  await sendAs(scene, 'carla', { signers: ['ana'] })
  const again = await sendAs(scene, 'carla', { signers: ['ana'], callback })
  await expect.poll(types, PATIENCE).toEqual(['document.sent', 'document.sent'])
  expect(receiver.received.map((message) => bodyOf(message).data['document'])).toEqual([sent.guid, again.guid])
  const { data } = await carla.call.webhooks({ query: {} })
  expect(data).toMatchObject([{ kind: 'callback', url: callback, state: 'on' }])
  const { secret } = await carla.call.webhookSecret({ params: { webhookId: data[0]!.guid } })
  const { body, headers } = receiver.received[0]!
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toBeTruthy()
  await expect(sendAs(scene, 'carla', { signers: ['ana'], callback: 'http://erp.example/' })).rejects.toThrow(
    /callback/,
  )
})

interface PlanNode {
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

/** Rows of endpoints that a plan has read. */
const readIn = (node: PlanNode): number =>
  (node['Relation Name'] === 'webhook_endpoints'
    ? node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0))
    : 0) + (node.Plans ?? []).reduce((sum, plan) => sum + readIn(plan), 0)

test('an event reads the endpoints that hear of it, beside however many addresses that other sends have named', async () => {
  const callback = `${receiver.origin}/case/18`
  const sent = await sendAs(scene, 'carla', { signers: ['ana'], callback })
  await make()
  await rows(`insert into webhook_endpoints (id, subscription_id, user_id, kind, url, signing, wrapped_secret, created_at)
    select gen_random_uuid(), subscription_id, user_id, 'callback', url || n, signing, wrapped_secret, now()
    from webhook_endpoints, generate_series(1, 5000) n where url = '${callback}'`)
  await rows('analyze webhook_endpoints')
  const values = [[sent.guid], [99], ['document.sent'], ['{}'], [new Date()], []]
  const [plan] = await rows<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (analyze, format json) ${insertMessages('documents', 1)}`,
    values,
  )
  expect(readIn(plan!['QUERY PLAN'][0].Plan)).toBeLessThanOrEqual(10)
  const kept = await rows(`select 1 from webhook_messages where sequence = 99`)
  expect(kept, 'of the address of its document, and of the one that was chosen').toHaveLength(2)
  const { data } = await carla.call.webhooks({ query: {} })
  expect(data.map(({ kind }) => kind).toSorted()).toEqual([...Array<string>(100).fill('callback'), 'chosen'])
})

test('the address that a person or a program names is in the log of the installation once, by its host alone', async () => {
  const callback = `${receiver.origin}/secret/of/the/case`
  const { host } = new URL(callback)
  for (const signer of ['ana', 'biel'] as const) await sendAs(scene, 'carla', { signers: [signer], callback })
  await scene.send({ signers: ['ana'], description: { callback } })
  const logged = await rows<{ canonical: string }>(
    `select canonical from installation_events where type = 'webhook-made' order by sequence desc limit 2`,
  )
  const facts = { kind: 'callback', documents: 'own', host }
  expect(logged.map(({ canonical }) => JSON.parse(canonical) as object)).toMatchObject([
    { facts: { ...facts, by: 'program', byClientId: 'scene' } },
    { facts: { ...facts, by: 'person', byUserId: carla.userId } },
  ])
  expect(JSON.stringify(logged)).not.toContain('secret/of')
})
